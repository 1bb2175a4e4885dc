//! The level `expert`: predicts the owner and robots of every vein if no more squads are launched. It
//! reinforces veins that it would lose and conquers veins that pay for themselves soonest.

use super::forecast::Forecasts;
use super::market::Purse;
use crate::command::Call;
use crate::constants::{
    FIRST_PRICE, MATERIALS, RANK_MAX, RANK_MIN, UPGRADE_MATERIAL, UPGRADE_ROBOT,
};
use crate::observe::{VeinView, View};
use crate::state::Asterobots;
use crate::types::{Material, Owner, Phase, Point};
use agon_core::{Bot, Stopped, Turn};

/// Pieces of gas, stone and metal worth keeping for upgrades; the rest is sold.
const KEEP: [i32; MATERIALS] = [400, 350, 700];

#[derive(Clone)]
struct Params {
    garrison: f64,
    reach: f64,
    spare: f64,
    share: f64,
    patience: f64,
    rivalry: f64,
    haste: f64,
    weak: f64,
    help: f64,
    rank: f64,
    end: f64,
    expose: f64,
    defh: f64,
    advance: f64,
    front: f64,
    gspare: f64,
    trade: f64,
    robend: f64,
    mscale: f64,
    selyield: f64,
    selnear: f64,
    selcomp: f64,
    selriv: f64,
    selvar: f64,
    keepgas: f64,
    keepstone: f64,
    pay: f64,
    gathers: f64,
    matfirst: f64,
    exact: f64,
    timed: f64,
    newg: f64,
}

impl Params {
    fn load(prefix: &str) -> Params {
        let get = |name: &str, default: f64| {
            std::env::var(format!("{prefix}_{name}")).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
        };
        Params {
            garrison: get("GARRISON", 3.0),
            reach: get("REACH", 8.0),
            spare: get("SPARE", 10.0),
            share: get("SHARE", 15.0),
            patience: get("PATIENCE", 30.0),
            rivalry: get("RIVALRY", 1.8),
            haste: get("HASTE", 0.5),
            weak: get("WEAK", 2.0),
            help: get("HELP", 0.3),
            rank: get("RANK", 1.0),
            end: get("END", 15.0),
            expose: get("EXPOSE", 0.0),
            defh: get("DEFH", 0.0),
            advance: get("ADVANCE", 30.0),
            front: get("FRONT", 6.0),
            gspare: get("GSPARE", 10.0),
            trade: get("TRADE", 1.0),
            robend: get("ROBEND", 10.0),
            mscale: get("MSCALE", 0.3),
            selyield: get("SELYIELD", 4.0),
            selnear: get("SELNEAR", 15.0),
            selcomp: get("SELCOMP", 100.0),
            selriv: get("SELRIV", 300.0),
            selvar: get("SELVAR", 25.0),
            keepgas: get("KEEPGAS", 200.0),
            keepstone: get("KEEPSTONE", 100.0),
            pay: get("PAY", 70.0),
            gathers: get("GATHERS", 1.0),
            matfirst: get("MATFIRST", 0.0),
            exact: get("EXACT", 1.0),
            timed: get("TIMED", 1.0),
            newg: get("NEWG", 0.0),
        }
    }
}

/// Expands by distance and strength, defends, upgrades, sells its surplus.
pub struct Champion {
    p: Params,
    turns_left: usize,
    forecasts: Forecasts,
    /// Per vein: robots that stay because of strong neighbours; 0 for veins of others.
    garrisons: Vec<i32>,
    /// Per vein: what it yields in a turn, in robots.
    growths: Vec<f64>,
    /// Per player: whether it has less than half of our robots.
    is_weak: Vec<bool>,
    exposures: Vec<f64>,
}

impl Champion {
    pub fn new(prefix: &str) -> Champion {
        Champion {
            p: Params::load(prefix),
            turns_left: 0,
            forecasts: Forecasts::default(),
            garrisons: Vec::new(),
            growths: Vec::new(),
            is_weak: Vec::new(),
            exposures: Vec::new(),
        }
    }
}

/// An attack: robots from one vein to another.
#[derive(Copy, Clone, Debug)]
struct Plan {
    from: usize,
    to: usize,
    robots: i32,
    /// Turns until the launch.
    wait: usize,
    /// Turns until the conquest has paid for itself; less is better.
    delay: f64,
}

/// What a vein would do next.
#[derive(Copy, Clone, Debug)]
struct Choice {
    /// The best attack that it can make now, unless waiting for a better one is wiser.
    plan: Option<Plan>,
    /// The target that would be best if waiting for robots counts as delay.
    favourite: Option<usize>,
}

impl Bot<Asterobots> for Champion {
    fn turn(&mut self, view: &View, turn: &mut Turn<'_, Asterobots>) -> Result<(), Stopped> {
        match view.phase {
            Phase::Select => {
                if let Some(at) = self.best_selection(view) {
                    turn.call(&Call::Select(at))?;
                }
                Ok(())
            }
            Phase::Main => {
                self.look_ahead(view);
                self.defend(view, turn)?;
                self.conquer(view, turn)?;
                self.gather(view, turn)?;
                self.advance(view, turn)?;
                self.invest(view, turn)
            }
        }
    }
}

/// The value of a vein; robots count more than material.
fn yield_of(vein: &VeinView) -> i32 {
    3 * vein.initial_robot_productivity + vein.initial_material_productivity
}

impl Champion {
/// A strong vein with weak neighbours, far from rivals; the second one near the first.
fn best_selection(&self, view: &View) -> Option<Point> {
    let free = || view.veins.iter().filter(|v| v.owner == Owner::ALIENS);
    let worth = |vein: &VeinView| {
        let own = f64::from(vein.robots) + self.p.selyield * f64::from(yield_of(vein));
        let neighbours = free().filter(|v| v.location != vein.location).map(|v| {
            let cost = f64::from(v.robots) + 6.0 * vein.location.distance(v.location) as f64;
            self.p.selnear * f64::from(yield_of(v)) / (cost * cost / 100.0)
        });
        let company = view.my_veins().map(|v| self.p.selcomp / v.location.distance(vein.location) as f64);
        let rivals = view
            .veins
            .iter()
            .filter(|v| v.owner != Owner::ALIENS && v.owner != Owner::player(view.me))
            .map(|v| self.p.selriv / v.location.distance(vein.location) as f64);
        // Robots are upgraded with gas and metal: better one vein of each.
        let is_new = view.my_veins().all(|v| v.material != vein.material);
        let variety = if is_new && vein.material != Material::Stone { self.p.selvar } else { 0.0 };
        own + variety + neighbours.sum::<f64>() + company.sum::<f64>() - rivals.sum::<f64>()
    };
    free().max_by(|a, b| worth(a).total_cmp(&worth(b))).map(|v| v.location)
}

    fn look_ahead(&mut self, view: &View) {
        self.forecasts.is_exact = self.p.exact > 0.0;
        self.forecasts.update(view);
        let mut strength = vec![0; view.players.len()];
        for vein in &view.veins {
            if let Some(id) = vein.owner.id() {
                strength[id] += i64::from(vein.robots);
            }
        }
        for squad in view.squads.iter() {
            strength[usize::from(squad.owner)] += i64::from(squad.robots);
        }
        let own = strength[usize::from(view.me)];
        self.is_weak.clear();
        self.is_weak.extend(strength.iter().map(|&robots| own as f64 > self.p.weak * robots as f64));
        self.growths.clear();
        self.growths.extend(view.veins.iter().map(|vein| growth(view, vein, &self.p)));
        self.turns_left = (view.setting.max_round + 1).saturating_sub(view.round) as usize;
        self.exposures.clear();
        for at in 0..view.veins.len() {
            let exposure = self.exposure(view, at);
            self.exposures.push(exposure);
        }
        self.garrisons.clear();
        for at in 0..view.veins.len() {
            let garrison = self.garrison(view, at);
            self.garrisons.push(garrison);
        }
    }

    /// What a strong neighbour could send, less what the vein would build in the meantime.
    fn garrison(&self, view: &View, at: usize) -> i32 {
        let vein = &view.veins[at];
        if vein.owner != Owner::player(view.me) {
            return 0;
        }
        let reach = (self.p.reach as usize).min(self.turns_left);
        let rivals = view.veins.iter().enumerate();
        let rivals = rivals.filter(|(_, v)| v.owner != Owner::ALIENS && v.owner != vein.owner);
        let threats = rivals.filter_map(|(from, rival)| {
            let turns = self.forecasts.distance(from, at);
            (turns <= reach).then(|| {
                let help: i32 = mine(view)
                    .filter(|&u| u != at && self.forecasts.distance(u, at) < turns)
                    .map(|u| view.veins[u].robots)
                    .sum();
                rival.robots - turns as i32 * vein.robot_productivity - (self.p.help * f64::from(help)) as i32
            })
        });
        threats.max().unwrap_or(0).max(self.p.garrison as i32)
    }

    /// How much slower a conquest pays because rivals are near it.
    fn exposure(&self, view: &View, to: usize) -> f64 {
        if self.p.expose == 0.0 && self.p.newg == 0.0 {
            return 0.0;
        }
        let me = Owner::player(view.me);
        let rivals = view.veins.iter().enumerate().filter(|(v, vein)| {
            *v != to && vein.owner != Owner::ALIENS && vein.owner != me && vein.owner != view.veins[to].owner
        });
        let near = rivals.filter(|(v, _)| self.forecasts.distance(*v, to) <= 8).map(|(v, vein)| f64::from(vein.robots) / (3.0 + self.forecasts.distance(v, to) as f64));
        near.sum::<f64>() / 10.0
    }

    /// The robots that may leave a vein now without its being lost later.
    fn surplus(&self, view: &View, at: usize) -> i32 {
        let least = self.forecasts.veins[at].least(Owner::player(view.me));
        (least - self.garrisons[at]).max(0)
    }

    /// Launches, and updates the predictions of both veins.
    fn launch(
        &mut self,
        view: &View,
        turn: &mut Turn<'_, Asterobots>,
        from: usize,
        to: usize,
        robots: i32,
    ) -> Result<(), Stopped> {
        let (departure, destination) = (view.veins[from].location, view.veins[to].location);
        turn.call(&Call::Launch { robots, from: departure, to: destination })?;
        self.forecasts.launch(view, from, to, robots);
        Ok(())
    }

    /// Sends help to own veins that would be lost, from the nearest that can spare it in time.
    fn defend(&mut self, view: &View, turn: &mut Turn<'_, Asterobots>) -> Result<(), Stopped> {
        let me = Owner::player(view.me);
        for to in mine(view) {
            let Some((deadline, missing)) = self.forecasts.veins[to].loss(me) else {
                continue;
            };
            let mut helpers: Vec<usize> = mine(view)
                .filter(|&from| from != to && self.forecasts.distance(from, to) <= deadline)
                .filter(|&from| self.surplus(view, from) > 0)
                .collect();
            helpers.sort_by_key(|&from| self.forecasts.distance(from, to));
            let total: i32 = helpers.iter().map(|&from| self.surplus(view, from)).sum();
            if total < missing {
                continue;
            }
            let one = helpers.iter().copied().find(|&from| self.surplus(view, from) >= missing);
            if let Some(from) = one {
                self.launch(view, turn, from, to, missing)?;
                continue;
            }
            let mut missing = missing;
            for from in helpers {
                let robots = self.surplus(view, from).min(missing);
                if robots > 0 {
                    self.launch(view, turn, from, to, robots)?;
                    missing -= robots;
                }
            }
        }
        Ok(())
    }

    /// Launches the attacks of single veins, the best first, but none that is much worse than what
    /// waiting a little would allow.
    fn conquer(&mut self, view: &View, turn: &mut Turn<'_, Asterobots>) -> Result<(), Stopped> {
        let mut choices: Vec<(usize, Choice)> =
            mine(view).map(|from| (from, self.choose(view, from))).collect();
        loop {
            let plans = choices.iter().filter_map(|(_, choice)| choice.plan);
            let Some(plan) = plans.min_by(|a, b| a.delay.total_cmp(&b.delay)) else {
                return Ok(());
            };
            self.launch(view, turn, plan.from, plan.to, plan.robots)?;
            // The launch changes what is known of two veins.
            for (from, choice) in &mut choices {
                let has_target = choice.plan.is_some_and(|p| p.to == plan.to);
                if *from == plan.from || has_target || choice.favourite == Some(plan.to) {
                    *choice = self.choose(view, *from);
                }
            }
        }
    }

    /// What a vein would do next.
    fn choose(&self, view: &View, from: usize) -> Choice {
        let surplus = self.surplus(view, from);
        let growth = f64::from(view.veins[from].robot_productivity.max(1));
        let mut now: Option<Plan> = None;
        let mut best: Option<(f64, usize)> = None;
        for to in (0..view.veins.len()).filter(|&to| to != from) {
            let Some(plan) = self.plan(view, from, to) else {
                continue;
            };
            // A plan that must wait for robots to be built is that much slower.
            let wait = f64::from((plan.robots - surplus).max(0)) / growth;
            let wait = (wait - plan.wait as f64).max(0.0);
            if best.is_none_or(|(delay, _)| plan.delay + wait < delay) {
                best = Some((plan.delay + wait, to));
            }
            if plan.wait == 0 && plan.robots <= surplus && now.is_none_or(|p| plan.delay < p.delay) {
                now = Some(plan);
            }
        }
        let plan = now.filter(|p| best.is_none_or(|(delay, _)| p.delay <= delay + self.p.haste));
        Choice { plan, favourite: best.map(|(_, to)| to) }
    }

    /// The best moment to conquer a vein from another: now, or after a squad of a rival has arrived there.
    fn plan(&self, view: &View, from: usize, to: usize) -> Option<Plan> {
        let distance = self.forecasts.distance(from, to);
        let mut best = self.plan_at(view, from, to, distance);
        if self.p.timed > 0.0 {
            let forecast = &self.forecasts.veins[to];
            for turn in forecast.changes().filter(|&turn| turn > distance) {
                if let Some(plan) = self.plan_at(view, from, to, turn)
                    && best.is_none_or(|best| plan.delay < best.delay)
                {
                    best = Some(plan);
                }
            }
        }
        best
    }

    /// The robots needed to conquer a vein with an arrival in this turn, and the turns until that pays.
    fn plan_at(&self, view: &View, from: usize, to: usize, turns: usize) -> Option<Plan> {
        let then = self.forecasts.veins[to].at(turns);
        if then.owner == Owner::player(view.me) || turns > self.turns_left {
            return None;
        }
        let (spare, rivalry) = match then.owner == Owner::ALIENS {
            true => (1 + if self.exposures[to] > 0.0 { self.p.newg as i32 } else { 0 }, 1.0),
            false => (self.p.spare as i32 + self.rescue(view, to, turns), self.p.rivalry),
        };
        let robots = then.robots.saturating_add(spare);
        let delay = turns as f64 + f64::from(robots) / (self.growths[to] * rivalry) + self.p.expose * self.exposures[to];
        let is_weak = then.owner.id().is_some_and(|id| self.is_weak[id]);
        let is_end = self.turns_left <= self.p.end as usize;
        let delay = if is_end { f64::from(robots) / 10.0 } else { delay };
        let wait = turns - self.forecasts.distance(from, to);
        (delay <= self.p.patience || is_weak || is_end).then_some(Plan { from, to, robots, wait, delay })
    }

    /// The robots that the owner of a vein may send to it before a squad arrives.
    fn rescue(&self, view: &View, to: usize, turns: usize) -> i32 {
        if self.p.defh == 0.0 {
            return 0;
        }
        let owner = view.veins[to].owner;
        let near = view.veins.iter().enumerate().filter(|(v, vein)| {
            *v != to && vein.owner == owner && self.forecasts.distance(*v, to) < turns
        });
        (self.p.defh * near.map(|(_, vein)| f64::from(vein.robots)).sum::<f64>()) as i32
    }

    /// Several veins together attack the best target that none of them can take alone.
    fn gather(&mut self, view: &View, turn: &mut Turn<'_, Asterobots>) -> Result<(), Stopped> {
        let mut sources: Vec<usize> =
            mine(view).filter(|&v| self.surplus(view, v) >= self.p.share as i32).collect();
        if sources.len() < 2 {
            return Ok(());
        }
        let targets = (0..view.veins.len()).filter_map(|to| {
            let others = sources.iter().filter(|&&from| from != to);
            let from = *others.min_by_key(|&&from| self.forecasts.distance(from, to))?;
            self.plan_at(view, from, to, self.forecasts.distance(from, to))
        });
        let Some(Plan { to, .. }) = targets.min_by(|a, b| a.delay.total_cmp(&b.delay)) else {
            return Ok(());
        };
        sources.retain(|&from| from != to);
        sources.sort_by_key(|&from| self.forecasts.distance(from, to));
        let mut sum = 0;
        for count in 1..=sources.len() {
            let last = sources[count - 1];
            sum += self.surplus(view, last);
            let Some(plan) = self.plan_at(view, last, to, self.forecasts.distance(last, to)) else {
                break;
            };
            if sum >= plan.robots + self.p.gspare as i32 && count > 1 {
                for &from in &sources[..count] {
                    let robots = self.surplus(view, from);
                    self.launch(view, turn, from, to, robots)?;
                }
                break;
            }
        }
        Ok(())
    }

    /// Sends what is left over in the rear to own veins nearer to the front.
    fn advance(&mut self, view: &View, turn: &mut Turn<'_, Asterobots>) -> Result<(), Stopped> {
        let me = Owner::player(view.me);
        let least = self.p.advance as i32;
        if least <= 0 {
            return Ok(());
        }
        let count = view.veins.len();
        let rivals: Vec<usize> = (0..count)
            .filter(|&v| view.veins[v].owner != Owner::ALIENS && view.veins[v].owner != me)
            .collect();
        let front = |at: usize| rivals.iter().map(|&v| self.forecasts.distance(v, at)).min();
        let fronts: Vec<Option<usize>> = (0..count).map(front).collect();
        for from in mine(view) {
            let surplus = self.surplus(view, from);
            let Some(far) = fronts[from] else { break };
            if surplus < least || far <= self.p.front as usize {
                continue;
            }
            let nearer = mine(view).filter(|&to| {
                to != from
                    && fronts[to].is_some_and(|f| f + 2 <= far)
                    && self.forecasts.distance(from, to) <= far
                    && self.forecasts.veins[to].loss(me).is_none()
            });
            let best = nearer.min_by_key(|&to| self.forecasts.distance(from, to) + 2 * fronts[to].unwrap_or(0));
            if let Some(to) = best {
                self.launch(view, turn, from, to, surplus)?;
            }
        }
        Ok(())
    }

    /// Upgrades, buys what the next upgrade lacks, and sells the surplus.
    fn invest(&mut self, view: &View, turn: &mut Turn<'_, Asterobots>) -> Result<(), Stopped> {
        let me = Owner::player(view.me);
        let mut purse = Purse::of(view);
        let safe = mine(view).filter(|&v| self.forecasts.veins[v].loss(me).is_none());
        let mut veins: Vec<&VeinView> = safe.map(|v| &view.veins[v]).collect();
        if f64::from(view.round) < self.p.matfirst {
            veins.sort_by_key(|v| (v.material_rank, -v.initial_material_productivity));
            for vein in veins.iter().filter(|vein| vein.material_rank < RANK_MAX) {
                let cost = UPGRADE_MATERIAL[usize::from(vein.material_rank - RANK_MIN)];
                if purse.stock[0] >= cost[0] && purse.stock[1] >= cost[1] {
                    turn.call(&Call::UpgradeMaterial { location: vein.location })?;
                    purse.pay(cost);
                }
            }
            veins.retain(|_| true);
        }
        veins.sort_by_key(|v| (v.robot_rank, -v.initial_robot_productivity));
        for vein in veins.iter().filter(|vein| vein.robot_rank < RANK_MAX) {
            let cost = UPGRADE_ROBOT[usize::from(vein.robot_rank - RANK_MIN)];
            if purse.fill_up(view, turn, cost)? {
                turn.call(&Call::UpgradeRobot { location: vein.location })?;
                purse.pay(cost);
            }
        }
        let rounds_left = view.setting.max_round.saturating_sub(view.round);
        veins.retain(|vein| vein.material_rank < RANK_MAX && f64::from(rounds_left) > self.p.pay);
        veins.sort_by_key(|v| (v.material_rank, -v.initial_material_productivity));
        for vein in &veins {
            let cost = UPGRADE_MATERIAL[usize::from(vein.material_rank - RANK_MIN)];
            // Only with stone and gas that the next robot rank does not need.
            if purse.stock[0] < cost[0] + self.p.keepgas as i32 || purse.stock[1] < cost[1] + self.p.keepstone as i32 {
                break;
            }
            turn.call(&Call::UpgradeMaterial { location: vein.location })?;
            purse.pay(cost);
        }
        purse.sell_above(KEEP, view, turn)
    }
}

/// What a vein yields in a turn, in robots: scarce material counts more.
fn growth(view: &View, vein: &VeinView, p: &Params) -> f64 {
    let rank = |r: u8| if p.rank > 0.0 { f64::from(1 << r.saturating_sub(2)) } else { 1.0 };
    let scarcity = f64::from(view.buy_prices[vein.material.index()]) / f64::from(FIRST_PRICE);
    f64::from(vein.initial_robot_productivity) * rank(vein.robot_rank)
        + p.mscale * f64::from(vein.initial_material_productivity) * rank(vein.material_rank) * scarcity.clamp(0.3, 3.0)
}

/// The numbers of the own veins.
fn mine(view: &View) -> impl Iterator<Item = usize> {
    let me = Owner::player(view.me);
    (0..view.veins.len()).filter(move |&v| view.veins[v].owner == me)
}
