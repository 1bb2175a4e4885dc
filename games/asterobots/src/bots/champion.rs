//! The level `champion`: foresees every vein turn by turn and strikes where a conquest pays for itself
//! soonest.
//!
//! It thinks like `expert`, with these differences. It knows who moves first in a round, so its squads are
//! never too small, and it waits with a launch until a rival's squad has weakened the target. It keeps
//! garrisons against rivals farther away, defends with several veins, moves robots that are not needed to
//! the front, prefers veins with high ranks, and in the last rounds takes as many veins as it can.

use super::forecast::{Forecasts, mine, strengths};
use super::market::{Purse, Wish, income};
use super::selection::{Weights, select};
use crate::command::Call;
use crate::constants::{FIRST_PRICE, MATERIALS};
use crate::observe::{VeinView, View};
use crate::state::Asterobots;
use crate::types::{Material, Owner, Phase};
use agon_core::{Bot, Stopped, Turn};

/// How a vein is selected: rivals are avoided more than `expert` does.
const SELECTION: Weights = Weights { rivals: 450.0, ..Weights::USUAL };
/// Robots that always stay in a vein.
const GARRISON: i32 = 3;
/// A rival's vein within this many edges makes the garrison larger.
const REACH: usize = 14;
/// Robots sent beyond what an attack on a player needs: the defender may send help in the meantime.
const SPARE: i32 = 10;
/// The smallest surplus of robots with which a vein joins an attack of several veins.
const SHARE: i32 = 30;
/// The most turns in which a conquest must pay for itself, unless the rival is weak ...
const PATIENCE: f64 = 30.0;
/// ... or the attack needs less than this share of all robots that are not needed elsewhere.
const IDLE_SHARE: f64 = 0.7;
/// How much more a rival's vein is worth than a free one: the rival loses what we win.
const RIVALRY: f64 = 1.8;
/// Turns that a plan may be slower than one that must wait for robots.
const HASTE: f64 = 0.5;
/// In the last turns of the game every vein counts the same, whatever it yields.
const LAST_TURNS: usize = 15;
/// Veins that are farther than this from all rivals send their surplus to the front, if it is at least so
/// large.
const REAR: usize = 6;
const ADVANCE_MIN: i32 = 30;
/// Material upgrades do not pay for themselves in fewer rounds than this.
const ROUNDS_TO_PAY: u32 = 70;
/// An upgrade that can be paid from the income of this many turns is worth saving for.
const SAVE_TURNS: i32 = 5;
/// Pieces of gas, stone and metal worth keeping for upgrades; the rest is sold.
const KEEP: [i32; MATERIALS] = [400, 350, 700];

/// The bot.
pub struct Champion {
    forecasts: Forecasts,
    /// Own turns until the end of the game, this one included.
    turns_left: usize,
    /// Per vein: robots that stay because of strong neighbours; 0 for veins of others.
    garrisons: Vec<i32>,
    /// Per vein: what it would yield in a turn after a conquest, in robots.
    growths: Vec<f64>,
    /// Per player: whether it has less than half of our robots.
    is_weak: Vec<bool>,
    /// The robots of all own veins beyond their garrisons when the turn began.
    idle_robots: i32,
}

impl Default for Champion {
    fn default() -> Champion {
        Champion {
            forecasts: Forecasts::with_turn_order(),
            turns_left: 0,
            garrisons: Vec::new(),
            growths: Vec::new(),
            is_weak: Vec::new(),
            idle_robots: 0,
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
            Phase::Select => select(&SELECTION, view, turn),
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

impl Champion {
    fn look_ahead(&mut self, view: &View) {
        self.forecasts.update(view);
        self.turns_left = (view.setting.max_round + 1).saturating_sub(view.round) as usize;
        let strength = strengths(view);
        let own = strength[usize::from(view.me)];
        self.is_weak.clear();
        self.is_weak.extend(strength.iter().map(|robots| own > 2 * robots));
        self.growths.clear();
        self.growths.extend(view.veins.iter().map(|vein| growth(view, vein)));
        self.garrisons.clear();
        for at in 0..view.veins.len() {
            let garrison = self.garrison(view, at);
            self.garrisons.push(garrison);
        }
        self.idle_robots = mine(view).map(|at| self.surplus(view, at)).sum();
    }

    /// What the strongest rival's vein in reach could send, less what the vein would build in the meantime.
    fn garrison(&self, view: &View, at: usize) -> i32 {
        let vein = &view.veins[at];
        if vein.owner != Owner::player(view.me) {
            return 0;
        }
        let reach = REACH.min(self.turns_left);
        let rivals = view.veins.iter().enumerate();
        let rivals = rivals.filter(|(_, v)| v.owner != Owner::ALIENS && v.owner != vein.owner);
        let threats = rivals.filter_map(|(from, rival)| {
            let turns = self.forecasts.distance(from, at);
            (turns <= reach).then(|| rival.robots - turns as i32 * vein.robot_productivity)
        });
        threats.max().unwrap_or(0).max(GARRISON)
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

    /// Sends help to own veins that would be lost: from one vein if one can spare it in time, otherwise
    /// from several.
    fn defend(&mut self, view: &View, turn: &mut Turn<'_, Asterobots>) -> Result<(), Stopped> {
        let me = Owner::player(view.me);
        for to in mine(view) {
            let Some((deadline, missing)) = self.forecasts.veins[to].loss(me) else {
                continue;
            };
            let in_time = |&from: &usize| self.forecasts.distance(from, to) <= deadline;
            let others = mine(view).filter(|&from| from != to).filter(in_time);
            let mut helpers: Vec<(usize, i32)> =
                others.map(|from| (from, self.surplus(view, from))).collect();
            helpers.sort_by_key(|&(from, _)| self.forecasts.distance(from, to));
            if let Some(&alone) = helpers.iter().find(|(_, surplus)| *surplus >= missing) {
                helpers = vec![alone];
            }
            if helpers.iter().map(|(_, surplus)| surplus).sum::<i32>() < missing {
                continue;
            }
            let mut missing = missing;
            for (from, surplus) in helpers {
                let robots = surplus.min(missing);
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
            let building = f64::from((plan.robots - surplus).max(0)) / growth;
            let delay = plan.delay + (building - plan.wait as f64).max(0.0);
            if best.is_none_or(|(least, _)| delay < least) {
                best = Some((delay, to));
            }
            let is_possible = plan.wait == 0 && plan.robots <= surplus;
            if is_possible && now.is_none_or(|p| plan.delay < p.delay) {
                now = Some(plan);
            }
        }
        let plan = now.filter(|p| best.is_none_or(|(delay, _)| p.delay <= delay + HASTE));
        Choice { plan, favourite: best.map(|(_, to)| to) }
    }

    /// The best moment to conquer a vein from another: at once, or just after a rival's squad has arrived
    /// there.
    fn plan(&self, view: &View, from: usize, to: usize) -> Option<Plan> {
        let distance = self.forecasts.distance(from, to);
        // In an own vein a rival arrives after our turn of the same number.
        let later = usize::from(view.veins[to].owner == Owner::player(view.me));
        let changes = self.forecasts.veins[to].changes().map(|turn| turn + later);
        let moments = changes.filter(|&turn| turn > distance);
        let plans = moments.filter_map(|turn| self.plan_at(view, from, to, turn));
        let at_once = self.plan_at(view, from, to, distance);
        at_once.into_iter().chain(plans).min_by(|a, b| a.delay.total_cmp(&b.delay))
    }

    /// The robots needed to conquer a vein with an arrival after this many turns, and the turns until that
    /// pays.
    fn plan_at(&self, view: &View, from: usize, to: usize, turns: usize) -> Option<Plan> {
        let me = Owner::player(view.me);
        let is_own = view.veins[to].owner == me;
        let loss = self.forecasts.veins[to].loss(me).filter(|_| is_own);
        let then = self.forecasts.veins[to].at(turns);
        let is_defence = loss.is_some_and(|(turn, _)| turns <= turn);
        if is_defence || then.owner == me || turns > self.turns_left {
            return None;
        }
        let (spare, rivalry) = match then.owner == Owner::ALIENS {
            true => (1, 1.0),
            false => (SPARE, RIVALRY),
        };
        let robots = then.robots.saturating_add(spare);
        let is_end = self.turns_left <= LAST_TURNS;
        let delay = match is_end {
            true => f64::from(robots),
            false => turns as f64 + f64::from(robots) / (self.growths[to] * rivalry),
        };
        let is_weak = then.owner.id().is_some_and(|id| self.is_weak[id]);
        let is_cheap = f64::from(robots) <= IDLE_SHARE * f64::from(self.idle_robots);
        let wait = turns - self.forecasts.distance(from, to);
        (delay <= PATIENCE || is_weak || is_end || is_cheap).then_some(Plan {
            from,
            to,
            robots,
            wait,
            delay,
        })
    }

    /// Several veins together attack the best target that none of them can take alone.
    fn gather(&mut self, view: &View, turn: &mut Turn<'_, Asterobots>) -> Result<(), Stopped> {
        let mut sources: Vec<usize> =
            mine(view).filter(|&v| self.surplus(view, v) >= SHARE).collect();
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
            let turns = self.forecasts.distance(last, to);
            let Some(plan) = self.plan_at(view, last, to, turns) else {
                break;
            };
            if sum >= plan.robots + SPARE && count > 1 {
                for &from in &sources[..count] {
                    let robots = self.surplus(view, from);
                    self.launch(view, turn, from, to, robots)?;
                }
                break;
            }
        }
        Ok(())
    }

    /// Sends what is left over in the rear to own veins nearer to the rivals.
    fn advance(&mut self, view: &View, turn: &mut Turn<'_, Asterobots>) -> Result<(), Stopped> {
        let me = Owner::player(view.me);
        let is_rival = |v: &usize| ![me, Owner::ALIENS].contains(&view.veins[*v].owner);
        let rivals: Vec<usize> = (0..view.veins.len()).filter(is_rival).collect();
        let front = |at: usize| rivals.iter().map(|&v| self.forecasts.distance(v, at)).min();
        let Some(fronts) = (0..view.veins.len()).map(front).collect::<Option<Vec<usize>>>() else {
            return Ok(());
        };
        for from in mine(view).filter(|&from| fronts[from] > REAR) {
            let surplus = self.surplus(view, from);
            if surplus < ADVANCE_MIN {
                continue;
            }
            let nearer = mine(view).filter(|&to| {
                fronts[to] + 2 <= fronts[from]
                    && self.forecasts.distance(from, to) <= fronts[from]
                    && self.forecasts.veins[to].loss(me).is_none()
            });
            let length = |&to: &usize| self.forecasts.distance(from, to) + 2 * fronts[to];
            if let Some(to) = nearer.min_by_key(length) {
                self.launch(view, turn, from, to, surplus)?;
            }
        }
        Ok(())
    }

    /// Upgrades, buys what the next upgrade lacks, and sells the surplus.
    fn invest(&mut self, view: &View, turn: &mut Turn<'_, Asterobots>) -> Result<(), Stopped> {
        let mut purse = Purse::of(view);
        let income = income(view);
        for wish in self.wishes(view) {
            let lack = |m: usize| wish.cost[m] - purse.stock[m];
            let is_near = (0..MATERIALS).all(|m| lack(m) <= SAVE_TURNS * income[m]);
            // What an upgrade needs that can be paid soon is not spent on lesser ones.
            if purse.grant(&wish, view, turn)? || is_near {
                purse.pay(wish.cost);
            }
        }
        purse.sell_above(KEEP, view, turn)
    }

    /// The upgrades of veins that are not about to be lost, the most useful first: robots to rank 2, then
    /// gas, of which all upgrades need the most, then metal and stone, then robots to rank 3.
    fn wishes(&self, view: &View) -> Vec<Wish> {
        let me = Owner::player(view.me);
        let rounds_left = view.setting.max_round.saturating_sub(view.round);
        let mut wishes: Vec<(i32, i32, Wish)> = Vec::new();
        for at in mine(view).filter(|&v| self.forecasts.veins[v].loss(me).is_none()) {
            let vein = &view.veins[at];
            if let Some(wish) = Wish::of_robots(vein) {
                let order = if vein.robot_rank == 1 { 0 } else { 4 };
                wishes.push((order, -vein.initial_robot_productivity, wish));
            }
            if let Some(wish) = Wish::of_material(vein).filter(|_| rounds_left > ROUNDS_TO_PAY) {
                let order = match vein.material {
                    Material::Gas => 1,
                    Material::Metal => 2,
                    Material::Stone => 3,
                };
                // The second rank costs little more than the first and yields twice as much.
                let rank = i32::from(vein.material_rank);
                wishes.push((order, -rank * vein.initial_material_productivity, wish));
            }
        }
        wishes.sort_by_key(|(order, worth, _)| (*order, *worth));
        wishes.into_iter().map(|(.., wish)| wish).collect()
    }
}

/// What a vein would yield in a turn after a conquest, which lowers its ranks, in robots: scarce material
/// counts more.
fn growth(view: &View, vein: &VeinView) -> f64 {
    let scarcity = f64::from(view.buy_prices[vein.material.index()]) / f64::from(FIRST_PRICE);
    let of_rank = |rank: u8| f64::from(1 << rank.saturating_sub(2));
    f64::from(vein.initial_robot_productivity) * of_rank(vein.robot_rank)
        + 0.3
            * f64::from(vein.initial_material_productivity)
            * of_rank(vein.material_rank)
            * scarcity.clamp(0.3, 3.0)
}
