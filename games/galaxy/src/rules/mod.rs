//! The rules: a command turn and one action, in the order of the rulebook.
//!
//! Each command is a pair of functions: `check_x` returns why the command would be lost, `x` checks and
//! carries it out. Captures and torpedoes, where both agents interact, have files of their own.

mod capture;
mod ending;
mod shoot;

use crate::command::{Invalid, Order};
use crate::constants::{
    ACTIONS_PER_TURN, FORTIFY_PER_COST, MAX_FLUCTUATION, MIN_TRAVEL_COST, RADIATION,
};
use crate::map::SystemId;
use crate::profile::FailedTurn;
use crate::state::{GalaxyCommander, Moment, Report};
use crate::types::Side;
use agon_core::{Chance, End, Rng, Why};

impl GalaxyCommander {
    /// R4.1 Before the commands: every agent pays for its scan; one that cannot pay scans without energy.
    pub(crate) fn begin_turn(&mut self) {
        self.turn.begin(Side::BOTH.map(Side::actor));
        if self.is_over() {
            return;
        }
        for agent in &mut self.agents {
            if agent.scan_energy > agent.energy {
                agent.scan_energy = 0;
            } else if self.rules.scan_charged {
                agent.energy -= agent.scan_energy;
            }
        }
    }

    /// R4.3 An agent has given its commands, or failed to; after the second one both are executed.
    pub(crate) fn end_turn(&mut self, side: Side, end: End) {
        self.settle_commands(side, end.why);
        if self.turn.end(side.actor(), end).is_none() {
            return;
        }
        self.trail.clear();
        for step in 0..ACTIONS_PER_TURN {
            if !self.is_over() {
                self.act(step);
            }
        }
        self.commands.iter_mut().for_each(|commands| commands.clear());
        self.begin_turn();
    }

    /// R10 The effect of a failed command turn.
    fn settle_commands(&mut self, side: Side, why: Why) {
        let (commands, previous) =
            (&mut self.commands[side.index()], &mut self.previous[side.index()]);
        let is_good = matches!(why, Why::Done | Why::Finished);
        match self.rules.failed_turn {
            FailedTurn::Lose if is_good => {}
            FailedTurn::Lose => commands.clear(),
            FailedTurn::RepeatPrevious if is_good && !commands.has_null() => {
                previous.copy_from(commands);
            }
            FailedTurn::RepeatPrevious => commands.copy_from(previous),
        }
    }

    /// R6 One action of both agents.
    fn act(&mut self, step: usize) {
        let mut moment = Moment { agents: self.agents, reports: Default::default() };
        let reports = &mut moment.reports;
        for side in Side::BOTH.map(Side::index) {
            reports[side].order = self.commands[side].order(step);
        }
        self.drop_captures(reports); // R6.0
        self.grow(); // R6.1, R6.2
        self.radiate(); // R6.3
        fluctuate(self.planes.travel_mut(), &mut self.chance); // R6.4
        self.carry_out(reports, GalaxyCommander::move_agent); // R6.5
        self.carry_out(reports, GalaxyCommander::refuel); // R6.6
        let costs = self.capture_costs_here();
        self.carry_out(reports, GalaxyCommander::fortify); // R6.7
        self.carry_out(reports, GalaxyCommander::set_scan); // R6.8
        self.captures(reports, costs); // R6.9
        self.shots(reports); // R6.10
        self.action += 1;
        self.planes.remember(step);
        moment.agents = self.agents;
        self.trail.push(moment);
    }

    /// R6.0 An agent that does not continue its capture abandons it.
    fn drop_captures(&mut self, reports: &[Report; 2]) {
        for (agent, report) in self.agents.iter_mut().zip(reports) {
            if report.order != Order::ContinueCapture {
                agent.capture_left = None;
            }
        }
    }

    /// R6.1 Every system below its maximum gets a generator; R6.2 then every store below its
    /// generators gets one energy.
    fn grow(&mut self) {
        let (generators, stores) = self.planes.growth_mut();
        let systems = generators.iter_mut().zip(stores);
        for ((generators, store), &most) in systems.zip(self.galaxy.max_generators()) {
            *generators += i32::from(*generators < most);
            *store += i32::from(*store < *generators);
        }
    }

    /// R6.3 Each agent collects solar radiation.
    fn radiate(&mut self) {
        for agent in &mut self.agents {
            agent.energy = agent.energy.saturating_add(RADIATION);
        }
    }

    /// Carries out one kind of command, Blue's first.
    fn carry_out(
        &mut self,
        reports: &mut [Report; 2],
        command: impl Fn(&mut GalaxyCommander, Side, Order) -> Result<(), Invalid>,
    ) {
        for side in Side::BOTH {
            let report = &mut reports[side.index()];
            if let Err(why) = command(self, side, report.order) {
                report.lost = Some(why);
            }
        }
    }

    /// R7 The wormhole must exist, and its live cost is paid.
    fn check_move(&self, side: Side, to: Option<SystemId>) -> Result<(SystemId, i32), Invalid> {
        let agent = self.agent(side);
        let from = *self.galaxy.name(agent.system);
        let to = to.ok_or(Invalid::NoWormhole { from })?;
        if to == agent.system && !self.rules.self_loop_move {
            return Err(Invalid::AlreadyThere { system: from });
        }
        let wormhole = self.galaxy.wormhole(agent.system, to);
        let wormhole = wormhole.ok_or(Invalid::NoWormhole { from })?;
        let cost = self.planes.now().travel()[wormhole];
        if cost > agent.energy {
            return Err(Invalid::MoveTooDear {
                from,
                to: *self.galaxy.name(to),
                cost,
                has: agent.energy,
            });
        }
        Ok((to, cost))
    }

    #[inline]
    fn move_agent(&mut self, side: Side, order: Order) -> Result<(), Invalid> {
        let Order::Move(to) = order else {
            return Ok(());
        };
        let (to, cost) = self.check_move(side, to)?;
        let agent = &mut self.agents[side.index()];
        agent.energy -= cost;
        agent.system = to;
        Ok(())
    }

    /// R7 Refuel and Fortify work in the agent's own system only.
    fn check_owner(&self, side: Side) -> Result<SystemId, Invalid> {
        let system = self.agent(side).system;
        if self.planes.now().owner(system) != side.colour() {
            let system = *self.galaxy.name(system);
            return Err(Invalid::NotOwner { system });
        }
        Ok(system)
    }

    #[inline]
    fn refuel(&mut self, side: Side, order: Order) -> Result<(), Invalid> {
        if order != Order::Refuel {
            return Ok(());
        }
        let system = self.check_owner(side)?;
        let store = std::mem::take(self.planes.store_mut(system));
        let agent = &mut self.agents[side.index()];
        agent.energy = agent.energy.saturating_add(store);
        Ok(())
    }

    fn check_fortify(&self, side: Side, energy: i32) -> Result<SystemId, Invalid> {
        let system = self.check_owner(side)?;
        let has = self.agent(side).energy;
        if energy > has {
            return Err(Invalid::FortifyTooDear { has, needs: energy });
        }
        Ok(system)
    }

    /// R7 Half the energy, rounded down, raises the cost, and the actions that an opponent who is capturing
    /// the system still needs.
    #[inline]
    fn fortify(&mut self, side: Side, order: Order) -> Result<(), Invalid> {
        let Order::Fortify(energy) = order else {
            return Ok(());
        };
        let system = self.check_fortify(side, energy)?;
        let raise = energy / FORTIFY_PER_COST;
        self.agents[side.index()].energy -= energy;
        let cost = self.planes.capture_cost_mut(system);
        *cost = cost.saturating_add(raise);
        let rival = &mut self.agents[side.other().index()];
        if rival.system == system
            && let Some(left) = &mut rival.capture_left
        {
            *left = left.saturating_add(raise);
        }
        Ok(())
    }

    /// R7 Takes effect with the next command turn, whether it can be paid or not.
    #[inline]
    fn set_scan(&mut self, side: Side, order: Order) -> Result<(), Invalid> {
        if let Order::SetScan(energy) = order {
            self.agents[side.index()].scan_energy = energy;
        }
        Ok(())
    }
}

/// R6.4 Every wormhole's cost changes by -1, 0 or +1, but is at least 1.
fn fluctuate(costs: &mut [i32], chance: &mut Chance) {
    if chance.is_recorded() {
        for cost in costs {
            let change = chance.outcome(|rng| i64::from(rng.below(3)) - 1);
            let new = i64::from(*cost).saturating_add(change);
            *cost = new.clamp(MIN_TRAVEL_COST.into(), i32::MAX.into()) as i32;
        }
        return;
    }
    let mut dice = Dice::new(chance.rng());
    let (fours, rest) = costs.as_chunks_mut::<4>();
    for four in fours {
        let changes = dice.roll();
        *four = std::array::from_fn(|i| (four[i] + changes[i]).max(MIN_TRAVEL_COST));
    }
    if !rest.is_empty() {
        for (cost, change) in rest.iter_mut().zip(dice.roll()) {
            *cost = (*cost + change).max(MIN_TRAVEL_COST);
        }
    }
}

/// Four independent fluctuations from every random byte: of its 256 values 243 = 3^5 are used (the
/// others are thrown away), so each of the 81 combinations comes from exactly three values.
struct Dice<'a> {
    rng: &'a mut Rng,
    bits: u64,
    bytes_left: u32,
}

/// The four changes that belong to a byte below 243.
const CHANGES: [[i32; 4]; 243] = {
    assert!(MAX_FLUCTUATION == 1, "a byte holds five draws of three values");
    let mut table = [[0; 4]; 243];
    let mut byte = 0;
    while byte < 243 {
        let b = byte as i32;
        table[byte] = [b % 3 - 1, b / 3 % 3 - 1, b / 9 % 3 - 1, b / 27 % 3 - 1];
        byte += 1;
    }
    table
};

impl<'a> Dice<'a> {
    fn new(rng: &'a mut Rng) -> Dice<'a> {
        Dice { rng, bits: 0, bytes_left: 0 }
    }

    #[inline]
    fn roll(&mut self) -> &'static [i32; 4] {
        loop {
            if self.bytes_left == 0 {
                self.bits = self.rng.next_u64();
                self.bytes_left = 8;
            }
            let byte = (self.bits & 0xff) as usize;
            self.bits >>= 8;
            self.bytes_left -= 1;
            if let Some(changes) = CHANGES.get(byte) {
                return changes;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r6_4_fluctuations_are_uniform_and_independent() {
        let mut chance = Chance::seeded(5);
        let mut seen = [[0u32; 3]; 7];
        let mut pairs = [0u32; 9];
        for _ in 0..30_000 {
            let mut costs = [100; 7];
            fluctuate(&mut costs, &mut chance);
            let digits = costs.map(|cost| (cost - 99) as usize);
            for (seen, digit) in seen.iter_mut().zip(digits) {
                seen[digit] += 1;
            }
            pairs[digits[0] * 3 + digits[1]] += 1;
        }
        for counts in seen {
            assert!(counts.iter().all(|n| (9_600..10_400).contains(n)), "{seen:?}");
        }
        assert!(pairs.iter().all(|n| (3_100..3_570).contains(n)), "{pairs:?}");
    }

    #[test]
    fn r6_4_a_wormhole_costs_at_least_one() {
        let mut chance = Chance::seeded(6);
        let mut costs = [0; 9];
        for _ in 0..1000 {
            fluctuate(&mut costs, &mut chance);
            assert!(costs.iter().all(|&cost| cost >= 1));
        }
        let mut recorded = Chance::recorded();
        for change in [-1, 4, i64::MAX] {
            recorded.record(change);
        }
        let mut costs = [1, 1, 1];
        fluctuate(&mut costs, &mut recorded);
        assert_eq!(costs, [1, 5, i32::MAX]);
    }

    /// R2 Sums stop at the largest 32-bit number, which no played game reaches.
    #[test]
    fn r2_energies_near_the_end_of_their_integer_stay_there() {
        use crate::profile::{Rules, Setup};
        use crate::{Call, Galaxy};
        use agon_core::{Game, GameMap};
        let galaxy = Galaxy::parse("A:5,10,0,6,[A],[1]\n").expect("a galaxy");
        let setup = Setup::new(galaxy, Rules::original()).expect("can be played");
        let mut game = GalaxyCommander::new(&setup, Chance::seeded(1));
        let system = game.agents[0].system;
        game.planes.set_owner(system, Side::Blue.colour());
        *game.planes.store_mut(system) = i32::MAX;
        *game.planes.capture_cost_mut(system) = i32::MAX - 1;
        for agent in &mut game.agents {
            agent.energy = i32::MAX - 1;
        }
        game.agents[1].capture_left = Some(i32::MAX);
        for call in [Call::Refuel, Call::Fortify(9), Call::Fortify(i64::MAX)] {
            game.call(Side::Blue.actor(), &call);
        }
        let walk = Call::Shoot { path: vec![Some("A".into())], energy: i64::from(i32::MAX) };
        for call in [Call::ContinueCapture, Call::ContinueCapture, walk] {
            game.call(Side::Red.actor(), &call);
        }
        game.end(Side::Blue.actor(), End::DONE);
        game.end(Side::Red.actor(), End::DONE);
        let moments = game.trail().moments();
        assert_eq!(moments[0].agents[0].energy, i32::MAX);
        assert_eq!(moments[0].agents[1].capture_left, Some(i32::MAX - 1));
        assert_eq!(moments[1].agents[1].capture_left, Some(i32::MAX - 1));
        assert_eq!(game.planes().capture_cost(system), i32::MAX);
        let blast = moments[2].reports[1].blast;
        assert_eq!(blast, Some((system, i32::MAX)));
        assert_eq!(game.agents.map(|agent| agent.energy), [0, 0]);
    }
}
