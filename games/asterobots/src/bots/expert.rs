//! The level `expert`: predicts the owner and robots of every vein if no more squads are launched. It
//! reinforces veins that it would lose and conquers veins that pay for themselves soonest.

use super::forecast::{Forecasts, mine, strengths};
use super::market::{Purse, Wish};
use super::selection::{Weights, select};
use crate::command::Call;
use crate::constants::{FIRST_PRICE, MATERIALS};
use crate::observe::{VeinView, View};
use crate::state::Asterobots;
use crate::types::{Owner, Phase};
use agon_core::{Bot, Stopped, Turn};

/// Robots that always stay in a vein.
const GARRISON: i32 = 3;
/// A rival's vein within this many edges makes the garrison larger.
const REACH: usize = 8;
/// Robots sent beyond what an attack on a player needs: the defender may send help in the meantime.
const SPARE: i32 = 10;
/// The smallest surplus of robots with which a vein joins an attack of several veins.
const SHARE: i32 = 15;
/// The most turns in which a conquest must pay for itself, unless the rival is weak.
const PATIENCE: f64 = 30.0;
/// How much more a rival's vein is worth than a free one: the rival loses what we win.
const RIVALRY: f64 = 1.8;
/// Turns that a plan may be slower than one that must wait for robots.
const HASTE: f64 = 0.5;
/// Pieces of gas, stone and metal worth keeping for upgrades; the rest is sold.
const KEEP: [i32; MATERIALS] = [400, 350, 700];
/// Material upgrades do not pay for themselves in fewer rounds than this.
const ROUNDS_TO_PAY: u32 = 70;

/// Expands by distance and strength, defends, upgrades, sells its surplus.
#[derive(Default)]
pub struct Expert {
    forecasts: Forecasts,
    /// Per vein: robots that stay because of strong neighbours; 0 for veins of others.
    garrisons: Vec<i32>,
    /// Per vein: what it yields in a turn, in robots.
    growths: Vec<f64>,
    /// Per player: whether it has less than half of our robots.
    is_weak: Vec<bool>,
}

/// An attack: robots from one vein to another.
#[derive(Copy, Clone, Debug)]
struct Plan {
    from: usize,
    to: usize,
    robots: i32,
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

impl Bot<Asterobots> for Expert {
    fn turn(&mut self, view: &View, turn: &mut Turn<'_, Asterobots>) -> Result<(), Stopped> {
        match view.phase {
            Phase::Select => select(&Weights::USUAL, view, turn),
            Phase::Main => {
                self.look_ahead(view);
                self.defend(view, turn)?;
                self.conquer(view, turn)?;
                self.gather(view, turn)?;
                self.invest(view, turn)
            }
        }
    }
}

impl Expert {
    fn look_ahead(&mut self, view: &View) {
        self.forecasts.update(view);
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
    }

    /// What a strong neighbour could send, less what the vein would build in the meantime.
    fn garrison(&self, view: &View, at: usize) -> i32 {
        let vein = &view.veins[at];
        if vein.owner != Owner::player(view.me) {
            return 0;
        }
        let rivals = view.veins.iter().enumerate();
        let rivals = rivals.filter(|(_, v)| v.owner != Owner::ALIENS && v.owner != vein.owner);
        let threats = rivals.filter_map(|(from, rival)| {
            let turns = self.forecasts.distance(from, at);
            (turns <= REACH).then(|| rival.robots - turns as i32 * vein.robot_productivity)
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

    /// Sends help to own veins that would be lost, from the nearest that can spare it in time.
    fn defend(&mut self, view: &View, turn: &mut Turn<'_, Asterobots>) -> Result<(), Stopped> {
        let me = Owner::player(view.me);
        for to in mine(view) {
            let Some((deadline, missing)) = self.forecasts.veins[to].loss(me) else {
                continue;
            };
            let helper = mine(view)
                .filter(|&from| from != to && self.forecasts.distance(from, to) <= deadline)
                .filter(|&from| self.surplus(view, from) >= missing)
                .min_by_key(|&from| self.forecasts.distance(from, to));
            if let Some(from) = helper {
                self.launch(view, turn, from, to, missing)?;
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
            if best.is_none_or(|(delay, _)| plan.delay + wait < delay) {
                best = Some((plan.delay + wait, to));
            }
            if plan.robots <= surplus && now.is_none_or(|p| plan.delay < p.delay) {
                now = Some(plan);
            }
        }
        let plan = now.filter(|p| best.is_none_or(|(delay, _)| p.delay <= delay + HASTE));
        Choice { plan, favourite: best.map(|(_, to)| to) }
    }

    /// The robots needed to conquer a vein from another, and the turns until that pays.
    fn plan(&self, view: &View, from: usize, to: usize) -> Option<Plan> {
        let turns = self.forecasts.distance(from, to);
        let then = self.forecasts.veins[to].at(turns);
        if then.owner == Owner::player(view.me) {
            return None;
        }
        let (spare, rivalry) = match then.owner == Owner::ALIENS {
            true => (1, 1.0),
            false => (SPARE, RIVALRY),
        };
        let robots = then.robots.saturating_add(spare);
        let delay = turns as f64 + f64::from(robots) / (self.growths[to] * rivalry);
        let is_weak = then.owner.id().is_some_and(|id| self.is_weak[id]);
        (delay <= PATIENCE || is_weak).then_some(Plan { from, to, robots, delay })
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
            self.plan(view, from, to)
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
            let Some(plan) = self.plan(view, last, to) else {
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

    /// Upgrades, buys what the next upgrade lacks, and sells the surplus.
    fn invest(&mut self, view: &View, turn: &mut Turn<'_, Asterobots>) -> Result<(), Stopped> {
        let me = Owner::player(view.me);
        let mut purse = Purse::of(view);
        let safe = mine(view).filter(|&v| self.forecasts.veins[v].loss(me).is_none());
        let mut veins: Vec<&VeinView> = safe.map(|v| &view.veins[v]).collect();
        veins.sort_by_key(|v| (v.robot_rank, -v.initial_robot_productivity));
        for wish in veins.iter().filter_map(|vein| Wish::of_robots(vein)) {
            if purse.grant(&wish, view, turn)? {
                purse.pay(wish.cost);
            }
        }
        let rounds_left = view.setting.max_round.saturating_sub(view.round);
        veins.retain(|_| rounds_left > ROUNDS_TO_PAY);
        veins.sort_by_key(|v| (v.material_rank, -v.initial_material_productivity));
        for wish in veins.iter().filter_map(|vein| Wish::of_material(vein)) {
            // Only with stone and gas that the next robot rank does not need.
            if purse.stock[0] < wish.cost[0] + 200 || purse.stock[1] < wish.cost[1] + 100 {
                break;
            }
            purse.grant(&wish, view, turn)?;
            purse.pay(wish.cost);
        }
        purse.sell_above(KEEP, view, turn)
    }
}

/// What a vein yields in a turn, in robots: scarce material counts more.
fn growth(view: &View, vein: &VeinView) -> f64 {
    let scarcity = f64::from(view.buy_prices[vein.material.index()]) / f64::from(FIRST_PRICE);
    f64::from(vein.initial_robot_productivity)
        + 0.3 * f64::from(vein.initial_material_productivity) * scarcity.clamp(0.3, 3.0)
}
