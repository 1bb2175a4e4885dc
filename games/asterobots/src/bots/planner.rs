//! What the stronger levels do with their robots, step by step: help veins that would be lost, conquer what
//! pays for itself soonest, attack with several veins together, move robots to the front. Every step is made
//! on the board, and its orders are noted.

use super::board::{Board, Chart};
use super::forecast::{Forecast, Forecasts, Moment};
use crate::command::Call;
use crate::constants::{FIRST_PRICE, MATERIALS, PLAYERS_MAX};
use crate::observe::View;
use crate::types::{Owner, VeinView};
use std::cell::OnceCell;

/// Robots that always stay in a vein.
const GARRISON: i32 = 3;
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

/// What is known of the position within a turn.
#[derive(Clone, Debug, Default)]
pub(super) struct Planner {
    forecasts: Forecasts,
    /// Own turns until the end of the game, this one included.
    turns_left: usize,
    /// Whether they are the last ones.
    is_end: bool,
    mine: Vec<usize>,
    /// Per vein: robots that stay because of strong neighbours; 0 for veins of others.
    garrisons: Vec<i32>,
    /// Per material: its price, as a multiple of the first price.
    scarcity: [f64; MATERIALS],
    /// Per vein: what a conquest would bring and cost at least.
    targets: Vec<Target>,
    /// Per vein: the robots that may leave it now without its being lost later; 0 for veins of others.
    surpluses: Vec<i32>,
    /// The veins whose floor is not above `largest`; no surplus is larger.
    weak: Vec<usize>,
    largest: i32,
    /// Per player: the sum of its robots, if it was needed in this turn.
    strengths: OnceCell<[i64; PLAYERS_MAX]>,
    /// The robots of all own veins beyond their garrisons when the turn began.
    idle_robots: i32,
    choices: Vec<(usize, Option<Plan>)>,
    helpers: Vec<(usize, i32)>,
}

/// What is cheap to know of a vein, because most of them are too strong or too far for a plan.
#[derive(Copy, Clone, Debug)]
struct Target {
    /// Fewer robots than this never conquer it in turn 1.
    floor: i32,
    /// How many more robots a conquest needs with each later turn.
    rise: i32,
    /// From this turn on it is ours.
    until: usize,
    /// What it would yield in a turn after a conquest, in robots.
    growth: f64,
    /// The same as it counts against the owner for whom it counts most.
    worth: f64,
    /// A conquest takes at least this many turns to pay for itself.
    payback: f64,
}

impl Target {
    /// A vein that stays ours.
    const OURS: Target = Target {
        floor: i32::MAX,
        rise: 0,
        until: 0,
        growth: 0.0,
        worth: 0.0,
        payback: f64::INFINITY,
    };

    #[inline]
    fn new(forecast: &Forecast, site: &VeinView, me: Owner, scarcity: &[f64; MATERIALS]) -> Target {
        if !forecast.is_quiet() {
            return Target::contested(forecast, site, me, scarcity);
        }
        match site.owner {
            Owner::ALIENS => {
                Target::worth(site, site.robots.saturating_add(1), false, 0, usize::MAX, scarcity)
            }
            owner if owner == me => Target::OURS,
            _ => {
                let (floor, rise) = (site.robots.saturating_add(SPARE), site.robot_productivity);
                Target::worth(site, floor, true, rise, usize::MAX, scarcity)
            }
        }
    }

    /// A vein to which squads fly.
    fn contested(
        forecast: &Forecast,
        site: &VeinView,
        me: Owner,
        scarcity: &[f64; MATERIALS],
    ) -> Target {
        let (mut aliens, mut rivals) = (i32::MAX, i32::MAX);
        for Moment { owner, robots } in forecast.foreign(me) {
            let weakest = if owner == Owner::ALIENS { &mut aliens } else { &mut rivals };
            *weakest = robots.min(*weakest);
        }
        let floor = aliens.saturating_add(1).min(rivals.saturating_add(SPARE));
        if floor == i32::MAX {
            return Target::OURS;
        }
        let (rise, until) = (forecast.steady_growth(), forecast.ours_from(me));
        Target::worth(site, floor, rivals < i32::MAX, rise, until, scarcity)
    }

    #[inline]
    fn worth(
        site: &VeinView,
        floor: i32,
        is_rivals: bool,
        rise: i32,
        until: usize,
        scarcity: &[f64; MATERIALS],
    ) -> Target {
        // A conquest lowers the ranks.
        let of_rank = |rank: u8| if rank > 2 { 2.0 } else { 1.0 };
        let material =
            0.3 * f64::from(site.initial_material_productivity) * of_rank(site.material_rank);
        let growth = f64::from(site.initial_robot_productivity) * of_rank(site.robot_rank)
            + material * scarcity[site.material.index()];
        let worth = growth * if is_rivals { RIVALRY } else { 1.0 };
        Target { floor, rise, until, growth, worth, payback: f64::from(floor) / worth }
    }

    /// Fewer robots than this do not conquer it in this turn, which is not 0, or later.
    fn least_robots(&self, turn: usize) -> i64 {
        i64::from(self.floor) + i64::from(self.rise) * (turn as i64 - 1)
    }

    /// Whether it is known to be ours in this turn.
    fn is_ours(&self, turn: usize) -> bool {
        turn >= self.until
    }
}

/// An attack: robots from one vein to another.
#[derive(Copy, Clone, Debug)]
struct Plan {
    from: usize,
    to: usize,
    robots: i32,
    /// Turns until the arrival.
    turns: usize,
    /// Turns until the conquest has paid for itself; less is better.
    delay: f64,
}

impl Plan {
    /// Whether it is better than another one: of equal ones that of the nearest vein.
    fn is_before(&self, other: &Plan) -> bool {
        let place = |plan: &Plan| (plan.turns, plan.to);
        self.delay < other.delay || self.delay == other.delay && place(self) < place(other)
    }
}

/// The position and the orders of a turn.
#[derive(Default)]
pub(super) struct Hand {
    pub board: Board,
    pub chart: Chart,
    pub orders: Vec<Call>,
}

impl Hand {
    /// Looks at the position at the beginning of a turn.
    pub fn update(&mut self, view: &View) {
        self.board.update(view, &mut self.chart);
        self.orders.clear();
    }
}

impl Planner {
    /// Foresees all veins. Per player: the longest way from which it is expected to attack.
    pub fn look_ahead(&mut self, hand: &Hand, reaches: &[usize]) {
        let board = &hand.board;
        self.forecasts.update(board);
        self.turns_left = (board.max_round + 1).saturating_sub(board.round) as usize;
        self.is_end = self.turns_left <= LAST_TURNS;
        self.mine.clear();
        self.mine.extend(board.mine());
        self.strengths.take();
        self.scarcity = board
            .buy_prices
            .map(|price| (f64::from(price) / f64::from(FIRST_PRICE)).clamp(0.3, 3.0));
        let (me, scarcity) = (Owner::player(board.me), &self.scarcity);
        let veins = self.forecasts.veins.iter().zip(&board.sites);
        self.targets.clear();
        self.targets.extend(veins.map(|(vein, site)| Target::new(vein, site, me, scarcity)));
        self.garrisons.clear();
        self.garrisons.resize(board.sites.len(), 0);
        let farthest = reaches.iter().copied().max().unwrap_or(0).min(self.turns_left);
        for &at in &self.mine {
            self.garrisons[at] = garrison(hand, at, farthest, reaches);
        }
        self.surpluses.clear();
        self.surpluses.resize(board.sites.len(), 0);
        for &at in &self.mine {
            self.surpluses[at] = self.count_surplus(board, at);
        }
        self.idle_robots = self.surpluses.iter().sum();
        self.find_weak();
    }

    /// Finds the veins that the largest surplus may conquer.
    fn find_weak(&mut self) {
        self.largest = self.surpluses.iter().copied().max().unwrap_or(0);
        self.weak.clear();
        let targets = self.targets.iter().enumerate();
        self.weak.extend(targets.filter(|(_, to)| to.floor <= self.largest).map(|(to, _)| to));
    }

    /// Whether a player has less than half of our robots. Launches do not change the sums.
    fn is_weak(&self, board: &Board, player: usize) -> bool {
        let strengths = self.strengths.get_or_init(|| {
            let mut strengths = [0; PLAYERS_MAX];
            for site in &board.sites {
                if let Some(id) = site.owner.id() {
                    strengths[id] += i64::from(site.robots);
                }
            }
            for flight in &board.flights {
                strengths[usize::from(flight.owner)] += i64::from(flight.robots);
            }
            strengths
        });
        strengths[usize::from(board.me)] > 2 * strengths[player]
    }

    /// The robots that may leave an own vein now without its being lost later.
    fn count_surplus(&self, board: &Board, at: usize) -> i32 {
        let least = self.forecasts.veins[at].least(Owner::player(board.me));
        (least - self.garrisons[at]).max(0)
    }

    /// Whether a vein is ours and stays so.
    pub fn is_safe(&self, board: &Board, at: usize) -> bool {
        self.forecasts.veins[at].loss(Owner::player(board.me)).is_none()
    }

    /// Launches, and updates the predictions of both veins.
    fn launch(&mut self, hand: &mut Hand, from: usize, to: usize, robots: i32) {
        let turns = hand.chart.distance(from, to);
        let sites = &hand.board.sites;
        let (departure, destination) = (sites[from].location, sites[to].location);
        hand.orders.push(Call::Launch { robots, from: departure, to: destination });
        hand.board.launch(from, to, turns, robots);
        self.forecasts.launch(&hand.board, from, to, turns, robots);
        let me = Owner::player(hand.board.me);
        let (forecast, site) = (&self.forecasts.veins[to], &hand.board.sites[to]);
        self.targets[to] = Target::new(forecast, site, me, &self.scarcity);
        self.surpluses[from] = self.count_surplus(&hand.board, from);
        if hand.board.sites[to].owner == me {
            self.surpluses[to] = self.count_surplus(&hand.board, to);
        }
        if self.surpluses[to] > self.largest {
            self.find_weak();
        } else if self.targets[to].floor <= self.largest && !self.weak.contains(&to) {
            self.weak.push(to);
        }
    }

    /// The turns in which a conquest from this owner with this many robots pays for itself.
    fn payback(&self, at: usize, owner: Owner, robots: i32) -> f64 {
        let rivalry = if owner == Owner::ALIENS { 1.0 } else { RIVALRY };
        f64::from(robots) / (self.targets[at].growth * rivalry)
    }

    /// Sends help to own veins that would be lost: from one vein if one can spare it in time, otherwise
    /// from several.
    pub fn defend(&mut self, hand: &mut Hand) {
        let me = Owner::player(hand.board.me);
        let mut helpers = std::mem::take(&mut self.helpers);
        for i in 0..self.mine.len() {
            let to = self.mine[i];
            let Some((deadline, missing)) = self.forecasts.veins[to].loss(me) else {
                continue;
            };
            let around = hand.chart.around(to, deadline);
            let own = around.filter(|&(from, _)| hand.board.sites[from].owner == me);
            helpers.clear();
            helpers.extend(own.map(|(from, _)| (from, self.surpluses[from])));
            if let Some(&alone) = helpers.iter().find(|(_, surplus)| *surplus >= missing) {
                helpers.clear();
                helpers.push(alone);
            }
            if helpers.iter().map(|(_, surplus)| surplus).sum::<i32>() < missing {
                continue;
            }
            let mut missing = missing;
            for &(from, surplus) in &helpers {
                let robots = surplus.min(missing);
                if robots > 0 {
                    self.launch(hand, from, to, robots);
                    missing -= robots;
                }
            }
        }
        self.helpers = helpers;
    }

    /// Launches the attacks of single veins, the best first, but none that is much worse than what
    /// waiting a little would allow.
    pub fn conquer(&mut self, hand: &mut Hand) {
        let mut choices = std::mem::take(&mut self.choices);
        choices.clear();
        choices.extend(self.mine.iter().map(|&from| (from, self.choose(hand, from))));
        loop {
            let plans = choices.iter().filter_map(|(_, plan)| *plan);
            let Some(plan) = plans.min_by(|a, b| a.delay.total_cmp(&b.delay)) else {
                break;
            };
            self.launch(hand, plan.from, plan.to, plan.robots);
            // The launch changes what is known of two veins.
            for (from, choice) in &mut choices {
                if *from == plan.from || choice.is_some_and(|p| p.to == plan.to) {
                    *choice = self.choose(hand, *from);
                }
            }
        }
        self.choices = choices;
    }

    /// The best attack that a vein can make now, unless waiting for a better one is wiser.
    fn choose(&self, hand: &Hand, from: usize) -> Option<Plan> {
        let surplus = self.surpluses[from];
        if surplus == 0 {
            return None;
        }
        let distances = hand.chart.distances(from);
        let mut now: Option<Plan> = None;
        for &to in &self.weak {
            let (target, turns) = (&self.targets[to], usize::from(distances[to]));
            // Most veins are too strong, which is cheap to see.
            if target.floor > surplus
                || to == from
                || turns > self.turns_left
                || target.is_ours(turns)
                || target.least_robots(turns) > surplus.into()
                || now.is_some_and(|plan| self.least_delay(target, turns) > plan.delay)
            {
                continue;
            }
            let then = self.forecasts.veins[to].at(turns);
            if robots_against(then.owner, then.robots) > surplus {
                continue;
            }
            if let Some(plan) = self.plan_against(hand, from, to, turns, then)
                && now.is_none_or(|best| plan.is_before(&best))
                && self.waits(hand, from, to, turns).all(|later| later.delay >= plan.delay)
            {
                now = Some(plan);
            }
        }
        let now = now?;
        // A plan that must wait for robots to be built is that much slower.
        let growth = f64::from(hand.board.sites[from].robot_productivity.max(1));
        let is_better = hand.chart.around(from, self.latest(now)).any(|(to, turns)| {
            let target = &self.targets[to];
            // Most veins cost too much, which is cheap to see.
            if !self.is_end && turns as f64 + target.payback + HASTE >= now.delay
                || target.is_ours(turns)
                || self.least_delay(target, turns) + HASTE >= now.delay
            {
                return false;
            }
            self.plan(hand, from, to, turns).is_some_and(|plan| {
                let building = f64::from((plan.robots - surplus).max(0)) / growth;
                plan.delay + (building - (plan.turns - turns) as f64).max(0.0) + HASTE < now.delay
            })
        });
        (!is_better).then_some(now)
    }

    /// A plan with an arrival in this turn or later has at least this delay.
    fn least_delay(&self, target: &Target, turn: usize) -> f64 {
        let robots = target.least_robots(turn) as f64;
        if self.is_end { robots } else { turn as f64 + robots / target.worth }
    }

    /// A better plan arrives in this turn at the latest.
    fn latest(&self, plan: Plan) -> usize {
        if self.is_end { self.turns_left } else { plan.delay as usize }
    }

    /// The best moment to conquer a vein from another: at once, or just after a rival's squad has arrived
    /// there.
    fn plan(&self, hand: &Hand, from: usize, to: usize, turns: usize) -> Option<Plan> {
        let mut best = self.plan_at(hand, from, to, turns);
        for plan in self.waits(hand, from, to, turns) {
            if best.is_none_or(|best| plan.delay < best.delay) {
                best = Some(plan);
            }
        }
        best
    }

    /// The plans that wait for a rival's squad to arrive first.
    fn waits(
        &self,
        hand: &Hand,
        from: usize,
        to: usize,
        turns: usize,
    ) -> impl Iterator<Item = Plan> {
        // In an own vein a rival arrives after our turn of the same number.
        let later = usize::from(hand.board.sites[to].owner == Owner::player(hand.board.me));
        let changes = self.forecasts.veins[to].changes().map(move |turn| turn + later);
        changes
            .filter(move |&turn| turn > turns)
            .filter_map(move |turn| self.plan_at(hand, from, to, turn))
    }

    /// The plan to conquer a vein with an arrival after this many turns, if that is possible and worth it.
    fn plan_at(&self, hand: &Hand, from: usize, to: usize, turns: usize) -> Option<Plan> {
        self.plan_against(hand, from, to, turns, self.forecasts.veins[to].at(turns))
    }

    /// The same, for the owner and robots that the vein will have then: the robots needed, and the turns
    /// until the conquest pays.
    fn plan_against(
        &self,
        hand: &Hand,
        from: usize,
        to: usize,
        turns: usize,
        then: Moment,
    ) -> Option<Plan> {
        let me = Owner::player(hand.board.me);
        if then.owner == me || turns > self.turns_left {
            return None;
        }
        if hand.board.sites[to].owner == me
            && self.forecasts.veins[to].loss(me).is_some_and(|(turn, _)| turns <= turn)
        {
            return None;
        }
        let robots = robots_against(then.owner, then.robots);
        let delay = match self.is_end {
            true => f64::from(robots),
            false => turns as f64 + self.payback(to, then.owner, robots),
        };
        let is_weak = || then.owner.id().is_some_and(|id| self.is_weak(&hand.board, id));
        let is_cheap = || f64::from(robots) <= IDLE_SHARE * f64::from(self.idle_robots);
        (delay <= PATIENCE || self.is_end || is_cheap() || is_weak()).then_some(Plan {
            from,
            to,
            robots,
            turns,
            delay,
        })
    }

    /// Several veins together attack the best target that none of them can take alone.
    pub fn gather(&mut self, hand: &mut Hand) {
        let surpluses = self.mine.iter().map(|&at| (at, self.surpluses[at]));
        let mut sources: Vec<(usize, i32)> =
            surpluses.filter(|(_, robots)| *robots >= SHARE).collect();
        if sources.len() < 2 {
            return;
        }
        let all: i32 = sources.iter().map(|(_, robots)| robots).sum();
        let me = Owner::player(hand.board.me);
        let is_weaker = |&to: &usize| self.forecasts.veins[to].foreign(me).any(|m| m.robots < all);
        let targets = (0..self.targets.len()).filter(is_weaker).filter_map(|to| {
            let others = sources.iter().filter(|(from, _)| *from != to);
            let ways = others.map(|(from, _)| (hand.chart.distance(*from, to), *from));
            let (turns, from) = ways.min()?;
            self.plan_at(hand, from, to, turns)
        });
        let Some(Plan { to, .. }) = targets.min_by(|a, b| a.delay.total_cmp(&b.delay)) else {
            return;
        };
        sources.retain(|(from, _)| *from != to);
        sources.sort_by_key(|(from, _)| hand.chart.distance(*from, to));
        let mut sum = 0;
        for count in 1..=sources.len() {
            let (last, surplus) = sources[count - 1];
            sum += surplus;
            let turns = hand.chart.distance(last, to);
            let Some(plan) = self.plan_at(hand, last, to, turns) else {
                break;
            };
            if sum >= plan.robots + SPARE && count > 1 {
                for &(from, surplus) in &sources[..count] {
                    self.launch(hand, from, to, surplus);
                }
                break;
            }
        }
    }

    /// Sends what is left over in the rear to own veins nearer to the rivals.
    pub fn advance(&mut self, hand: &mut Hand) {
        let me = Owner::player(hand.board.me);
        for i in 0..self.mine.len() {
            let from = self.mine[i];
            let surplus = self.surpluses[from];
            if surplus < ADVANCE_MIN {
                continue;
            }
            let Hand { board, chart, .. } = &*hand;
            let front = |at: usize| {
                chart
                    .around(at, usize::MAX)
                    .find(|&(v, _)| board.is_rivals(v))
                    .map(|(_, turns)| turns)
            };
            let Some(here) = front(from).filter(|&turns| turns > REAR) else { continue };
            let own = chart.around(from, here).filter(|&(to, _)| board.sites[to].owner == me);
            let safe = own.filter(|&(to, _)| self.forecasts.veins[to].loss(me).is_none());
            let nearer = safe.filter_map(|(to, turns)| Some((turns, to, front(to)?)));
            let nearer = nearer.filter(|&(_, _, there)| there + 2 <= here);
            if let Some((_, to, _)) =
                nearer.min_by_key(|&(turns, to, there)| (turns + 2 * there, to))
            {
                self.launch(hand, from, to, surplus);
            }
        }
    }
}

/// What the strongest rival's vein in its reach could send, less what the vein would build in the meantime.
fn garrison(hand: &Hand, at: usize, farthest: usize, reaches: &[usize]) -> i32 {
    let me = Owner::player(hand.board.me);
    let sites = &hand.board.sites;
    let growth = sites[at].robot_productivity;
    let mut garrison = GARRISON;
    for (from, turns) in hand.chart.around(at, farthest) {
        let rival = sites[from].owner;
        if rival != me && rival.id().is_some_and(|id| turns <= reaches[id]) {
            garrison = garrison.max(sites[from].robots - turns as i32 * growth);
        }
    }
    garrison
}

/// The robots that conquer a vein from an owner with this many.
fn robots_against(owner: Owner, robots: i32) -> i32 {
    robots.saturating_add(if owner == Owner::ALIENS { 1 } else { SPARE })
}
