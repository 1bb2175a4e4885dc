//! A bot that predicts the owner and robots of every vein if no more squads are launched. It reinforces
//! veins that it would lose and conquers veins that pay for themselves soonest.

use crate::command::Call;
use crate::constants::{
    FIRST_PRICE, MATERIALS, RANK_MAX, RANK_MIN, UPGRADE_MATERIAL, UPGRADE_ROBOT,
};
use crate::observe::{VeinView, View};
use crate::state::Asterobots;
use crate::types::{Material, Owner, Phase, Point};
use agon_core::{Bot, Stopped, Turn};

/// Turns the bot looks ahead; squads on the contest's field are under way for 39 at most.
const HORIZON: usize = 48;
/// Robots that always stay in a vein.
const GARRISON: i32 = 3;
/// A rival's vein within this many edges makes the garrison larger.
const REACH: i32 = 8;
/// Robots sent beyond what an attack on a player needs: the defender may send help in the meantime.
const SPARE: i32 = 10;
/// The smallest surplus of robots with which a vein joins an attack of several veins.
const SHARE: i32 = 15;
/// The most turns in which a conquest must pay for itself, unless the rival is weak.
const PATIENCE: f64 = 30.0;
/// How much more a rival's vein is worth than a free one: the rival loses what we win.
const RIVALRY: f64 = 1.8;
/// Pieces of gas, stone and metal worth keeping for upgrades; the rest is sold.
const KEEP: [i32; MATERIALS] = [400, 350, 700];
/// Material upgrades do not pay for themselves in fewer rounds than this.
const ROUNDS_TO_PAY: u32 = 70;

/// Expands by distance and strength, defends, upgrades, sells its surplus.
#[derive(Default)]
pub struct Greedy {
    /// Per vein: the squads that will arrive there, and its owner and robots in each turn.
    outlooks: Vec<Outlook>,
    /// Per player: all its robots.
    strength: Vec<i64>,
}

/// Robots arriving at a vein: after how many turns, their owner, their number.
#[derive(Copy, Clone)]
struct Arrival {
    turn: usize,
    owner: Owner,
    robots: i32,
}

/// A vein's owner and robots at the end of a turn.
#[derive(Copy, Clone)]
struct Moment {
    owner: Owner,
    robots: i32,
}

/// The predicted future of a vein.
#[derive(Default)]
struct Outlook {
    arrivals: Vec<Arrival>,
    /// One for now, then one for each turn.
    future: Vec<Moment>,
    /// Robots that stay because of strong neighbours.
    garrison: i32,
}

impl Outlook {
    /// Plays on under the rules of production and arrival.
    fn foresee(&mut self, vein: &VeinView) {
        let mut now = Moment { owner: vein.owner, robots: vein.robots };
        let mut growth = vein.robot_productivity;
        self.arrivals.sort_by_key(|a| a.turn);
        self.future.clear();
        self.future.push(now);
        let mut coming = self.arrivals.iter().peekable();
        for turn in 1..=HORIZON {
            if now.owner != Owner::ALIENS {
                now.robots = now.robots.saturating_add(growth);
            }
            while let Some(arrival) = coming.next_if(|a| a.turn <= turn) {
                if arrival.owner == now.owner {
                    now.robots = now.robots.saturating_add(arrival.robots);
                } else if arrival.robots <= now.robots {
                    now.robots -= arrival.robots;
                } else {
                    let robots = arrival.robots - now.robots;
                    now = Moment { owner: arrival.owner, robots };
                    growth = (growth / 2).max(vein.initial_robot_productivity);
                }
            }
            self.future.push(now);
        }
    }

    /// When the vein will be lost, and the robots that would be missing then.
    fn loss(&self, me: Owner) -> Option<(usize, i32)> {
        let turn = self.future.iter().position(|m| m.owner != me)?;
        Some((turn, self.future[turn].robots.saturating_add(1)))
    }

    /// The robots that may leave now without the vein being lost later.
    fn surplus(&self, me: Owner) -> i32 {
        if self.loss(me).is_some() {
            return 0;
        }
        let least = self.future.iter().map(|m| m.robots).min().unwrap_or(0);
        (least - self.garrison).max(0)
    }
}

/// An attack: robots from one vein to another.
#[derive(Copy, Clone)]
struct Plan {
    from: usize,
    to: usize,
    robots: i32,
    /// Turns until the conquest has paid for itself; less is better.
    delay: f64,
}

impl Bot<Asterobots> for Greedy {
    fn turn(&mut self, view: &View, turn: &mut Turn<'_, Asterobots>) -> Result<(), Stopped> {
        match view.phase {
            Phase::Select => {
                if let Some(at) = best_selection(view) {
                    turn.call(&Call::Select(at))?;
                }
                Ok(())
            }
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

/// A strong vein with weak neighbours, far from rivals; the second one near the first.
fn best_selection(view: &View) -> Option<Point> {
    let free = || view.veins.iter().filter(|v| v.owner == Owner::ALIENS);
    let worth = |vein: &VeinView| {
        let own = f64::from(vein.robots) + 4.0 * f64::from(yield_of(vein));
        let neighbours = free().filter(|v| v.location != vein.location).map(|v| {
            let cost = f64::from(v.robots) + 6.0 * vein.location.distance(v.location) as f64;
            15.0 * f64::from(yield_of(v)) / (cost * cost / 100.0)
        });
        let company = view.my_veins().map(|v| 100.0 / v.location.distance(vein.location) as f64);
        let rivals = view
            .veins
            .iter()
            .filter(|v| v.owner != Owner::ALIENS && v.owner != Owner::player(view.me))
            .map(|v| 300.0 / v.location.distance(vein.location) as f64);
        // Robots are upgraded with gas and metal: better one vein of each.
        let is_new = view.my_veins().all(|v| v.material != vein.material);
        let variety = if is_new && vein.material != Material::Stone { 25.0 } else { 0.0 };
        own + variety + neighbours.sum::<f64>() + company.sum::<f64>() - rivals.sum::<f64>()
    };
    free().max_by(|a, b| worth(a).total_cmp(&worth(b))).map(|v| v.location)
}

/// The value of a vein; robots count more than material.
fn yield_of(vein: &VeinView) -> i32 {
    3 * vein.initial_robot_productivity + vein.initial_material_productivity
}

/// What a strong neighbour could send, less what the vein would build in the meantime.
fn garrison(view: &View, vein: &VeinView) -> i32 {
    let rivals = view.veins.iter().filter(|v| v.owner != Owner::ALIENS && v.owner != vein.owner);
    let threats = rivals.filter_map(|v| {
        let turns = v.location.distance(vein.location) as i32;
        (turns <= REACH).then(|| v.robots - turns * vein.robot_productivity)
    });
    threats.max().unwrap_or(0).max(GARRISON)
}

impl Greedy {
    fn look_ahead(&mut self, view: &View) {
        self.outlooks.resize_with(view.veins.len(), Outlook::default);
        self.outlooks.iter_mut().for_each(|o| o.arrivals.clear());
        self.strength.clear();
        self.strength.resize(view.players.len(), 0);
        for vein in &view.veins {
            if let Some(id) = vein.owner.id() {
                self.strength[id] += i64::from(vein.robots);
            }
        }
        for squad in view.squads.iter() {
            self.strength[usize::from(squad.owner)] += i64::from(squad.robots);
            if let Ok(to) = view.veins.binary_search_by_key(&squad.to(), |v| v.location) {
                self.outlooks[to].arrivals.push(Arrival {
                    turn: squad.turns_left(),
                    owner: Owner::player(squad.owner),
                    robots: squad.robots,
                });
            }
        }
        for (outlook, vein) in self.outlooks.iter_mut().zip(&view.veins) {
            outlook.foresee(vein);
            outlook.garrison = garrison(view, vein);
        }
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
        let (departure, destination) = (&view.veins[from], &view.veins[to]);
        turn.call(&Call::Launch { robots, from: departure.location, to: destination.location })?;
        self.outlooks[from].future.iter_mut().for_each(|m| m.robots -= robots);
        self.outlooks[to].arrivals.push(Arrival {
            turn: distance(view, from, to),
            owner: Owner::player(view.me),
            robots,
        });
        // The destination's own departures of this turn are in its future already, not in the view.
        let gone = destination.robots - self.outlooks[to].future[0].robots;
        let vein = VeinView { robots: destination.robots - gone, ..*destination };
        self.outlooks[to].foresee(&vein);
        Ok(())
    }

    /// Sends help to own veins that would be lost, from the nearest that can spare it in time.
    fn defend(&mut self, view: &View, turn: &mut Turn<'_, Asterobots>) -> Result<(), Stopped> {
        let me = Owner::player(view.me);
        for to in mine(view) {
            let Some((deadline, missing)) = self.outlooks[to].loss(me) else {
                continue;
            };
            let helper = mine(view)
                .filter(|&from| from != to && distance(view, from, to) <= deadline)
                .filter(|&from| self.outlooks[from].surplus(me) >= missing)
                .min_by_key(|&from| distance(view, from, to));
            if let Some(from) = helper {
                self.launch(view, turn, from, to, missing)?;
            }
        }
        Ok(())
    }

    /// Launches the attacks of single veins, the best first, but none that is much worse than what
    /// waiting a little would allow.
    fn conquer(&mut self, view: &View, turn: &mut Turn<'_, Asterobots>) -> Result<(), Stopped> {
        let me = Owner::player(view.me);
        for _ in 0..40 {
            let plans = mine(view).filter_map(|from| {
                let surplus = self.outlooks[from].surplus(me);
                let growth = view.veins[from].robot_productivity.max(1);
                let options: Vec<Plan> = (0..view.veins.len())
                    .filter(|&to| to != from)
                    .filter_map(|to| self.plan(view, from, to))
                    .collect();
                // A plan that must wait for robots to be built is that much slower.
                let wait = |p: &Plan| f64::from((p.robots - surplus).max(0)) / f64::from(growth);
                let best = options.iter().map(|p| p.delay + wait(p)).fold(f64::MAX, f64::min);
                options
                    .into_iter()
                    .filter(|p| p.robots <= surplus && p.delay <= best + 0.5)
                    .min_by(|a, b| a.delay.total_cmp(&b.delay))
            });
            let Some(plan) = plans.min_by(|a, b| a.delay.total_cmp(&b.delay)) else {
                break;
            };
            self.launch(view, turn, plan.from, plan.to, plan.robots)?;
        }
        Ok(())
    }

    /// The robots needed to conquer a vein from another, and the turns until that pays.
    fn plan(&self, view: &View, from: usize, to: usize) -> Option<Plan> {
        let me = Owner::player(view.me);
        let turns = distance(view, from, to);
        let then = self.outlooks[to].future.get(turns)?;
        if then.owner == me {
            return None;
        }
        let is_free = then.owner == Owner::ALIENS;
        let robots = then.robots.saturating_add(if is_free { 1 } else { SPARE });
        let vein = &view.veins[to];
        let scarcity = f64::from(view.buy_prices[vein.material.index()]) / f64::from(FIRST_PRICE);
        let scarcity = scarcity.clamp(0.3, 3.0);
        let growth = f64::from(vein.initial_robot_productivity)
            + 0.3 * f64::from(vein.initial_material_productivity) * scarcity;
        let growth = if is_free { growth } else { growth * RIVALRY };
        let delay = turns as f64 + f64::from(robots) / growth;
        let is_weak = then
            .owner
            .id()
            .is_some_and(|id| self.strength[usize::from(view.me)] > 2 * self.strength[id]);
        (delay <= PATIENCE || is_weak).then_some(Plan { from, to, robots, delay })
    }

    /// Several veins together attack the best target that none of them can take alone.
    fn gather(&mut self, view: &View, turn: &mut Turn<'_, Asterobots>) -> Result<(), Stopped> {
        let me = Owner::player(view.me);
        let mut sources: Vec<usize> =
            mine(view).filter(|&v| self.outlooks[v].surplus(me) >= SHARE).collect();
        let targets = (0..view.veins.len()).filter_map(|to| {
            let others = sources.iter().filter(|&&from| from != to);
            let from = *others.min_by_key(|&&from| distance(view, from, to))?;
            self.plan(view, from, to)
        });
        let Some(Plan { to, .. }) = targets.min_by(|a, b| a.delay.total_cmp(&b.delay)) else {
            return Ok(());
        };
        sources.retain(|&from| from != to);
        sources.sort_by_key(|&from| distance(view, from, to));
        let mut sum = 0;
        for count in 1..=sources.len() {
            let last = sources[count - 1];
            sum += self.outlooks[last].surplus(me);
            let Some(plan) = self.plan(view, last, to) else {
                break;
            };
            if sum >= plan.robots + SPARE && count > 1 {
                for &from in &sources[..count] {
                    let robots = self.outlooks[from].surplus(me);
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
        let mut purse = Purse { money: view.my_player().money, stock: view.my_player().materials };
        let mut veins: Vec<&VeinView> = mine(view)
            .filter(|&v| self.outlooks[v].loss(me).is_none())
            .map(|v| &view.veins[v])
            .collect();
        veins.sort_by_key(|v| (v.robot_rank, -v.initial_robot_productivity));
        for vein in &veins {
            if vein.robot_rank < RANK_MAX {
                let cost = UPGRADE_ROBOT[usize::from(vein.robot_rank - RANK_MIN)];
                if purse.fill_up(view, turn, cost)? {
                    turn.call(&Call::UpgradeRobot { location: vein.location })?;
                    purse.pay(cost);
                }
            }
        }
        let rounds_left = view.setting.max_round.saturating_sub(view.round);
        veins.sort_by_key(|v| (v.material_rank, -v.initial_material_productivity));
        for vein in &veins {
            if vein.material_rank < RANK_MAX && rounds_left > ROUNDS_TO_PAY {
                let cost = UPGRADE_MATERIAL[usize::from(vein.material_rank - RANK_MIN)];
                // Only with stone and gas that the next robot rank does not need.
                if purse.stock[0] < cost[0] + 200 || purse.stock[1] < cost[1] + 100 {
                    break;
                }
                turn.call(&Call::UpgradeMaterial { location: vein.location })?;
                purse.pay(cost);
            }
        }
        for material in Material::ALL {
            let amount = purse.stock[material.index()] - KEEP[material.index()];
            if amount > 0 && view.sell_prices[material.index()] > 0 {
                turn.call(&Call::SellToAlien { material, amount })?;
            }
        }
        Ok(())
    }
}

/// The numbers of the own veins.
fn mine(view: &View) -> impl Iterator<Item = usize> {
    let me = Owner::player(view.me);
    (0..view.veins.len()).filter(move |&v| view.veins[v].owner == me)
}

fn distance(view: &View, from: usize, to: usize) -> usize {
    view.veins[from].location.distance(view.veins[to].location) as usize
}

/// What is left to spend in this turn.
struct Purse {
    money: i32,
    stock: [i32; MATERIALS],
}

impl Purse {
    /// Buys what is missing for a cost; false (and nothing bought) when the money does not suffice.
    fn fill_up(
        &mut self,
        view: &View,
        turn: &mut Turn<'_, Asterobots>,
        cost: [i32; MATERIALS],
    ) -> Result<bool, Stopped> {
        let lack = |m: Material| (cost[m.index()] - self.stock[m.index()]).max(0);
        let price = |m: Material| i64::from(lack(m)) * i64::from(view.buy_prices[m.index()]);
        let total: i64 = Material::ALL.into_iter().map(price).sum();
        if total > i64::from(self.money) {
            return Ok(false);
        }
        for material in Material::ALL {
            let amount = (cost[material.index()] - self.stock[material.index()]).max(0);
            if amount > 0 {
                turn.call(&Call::BuyFromAlien { material, amount })?;
                self.stock[material.index()] += amount;
            }
        }
        self.money -= total as i32;
        Ok(true)
    }

    fn pay(&mut self, cost: [i32; MATERIALS]) {
        for (stock, price) in self.stock.iter_mut().zip(cost) {
            *stock -= price;
        }
    }
}
