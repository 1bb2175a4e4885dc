//! R8 Captures: the effect of one agent's command, and which agent gets a system that both capture.

use crate::command::{Invalid, Order};
use crate::constants::{CAPTURED_GENERATORS_ONE_IN, MIN_CAPTURE_COST};
use crate::map::{SystemId, capture_cost};
use crate::profile::SimultaneousCapture;
use crate::state::{GalaxyCommander, Report};
use crate::types::Side;

/// The progress of an agent's capture in this action.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Effort {
    /// The agent is not capturing, or its command was lost.
    None,
    /// More actions are needed.
    Unfinished,
    /// The cost is paid exactly.
    Finished,
    /// The cost is paid, and energy wasted.
    Overpaid,
}

impl Effort {
    fn is_done(self) -> bool {
        matches!(self, Effort::Finished | Effort::Overpaid)
    }
}

impl GalaxyCommander {
    /// The capture cost at each agent's place; call it before the Fortifies.
    pub(super) fn capture_costs_here(&self) -> [i32; 2] {
        self.agents.map(|agent| self.planes.now().capture_cost(agent.system))
    }

    /// R8 Both captures of an action. Both see the owners from before the action; owners change after
    /// both.
    pub(super) fn captures(&mut self, reports: &mut [Report; 2], costs_before: [i32; 2]) {
        let is_capture =
            |report: &Report| matches!(report.order, Order::Capture(_) | Order::ContinueCapture);
        if !reports.iter().any(is_capture) {
            return;
        }
        let costs = match self.rules.fortify_before_capture {
            true => self.capture_costs_here(),
            false => costs_before,
        };
        let efforts = match self.rules.simultaneous_capture {
            SimultaneousCapture::Handout => self.judge_together(reports, costs),
            SimultaneousCapture::Engine => self.judge_in_turn(reports, costs),
        };
        self.hand_over(efforts, reports);
    }

    /// R8, handout: both are judged; if exactly one takes a system, the other's progress there is
    /// lost, even if it has just begun.
    fn judge_together(&mut self, reports: &mut [Report; 2], costs: [i32; 2]) -> [Effort; 2] {
        let efforts = Side::BOTH.map(|side| self.capture_or_lose(side, reports, costs));
        if self.agents[0].system == self.agents[1].system && efforts.iter().any(|e| e.is_done()) {
            for agent in &mut self.agents {
                agent.capture_left = None;
            }
        }
        efforts
    }

    /// R8, engine: Blue comes first, and an exactly paid capture clears the other's progress at once. If
    /// Blue clears Red's progress, Red's ContinueCapture in the same action is lost; a Capture that Red
    /// begins in this action is not cleared, because it comes after Blue's.
    fn judge_in_turn(&mut self, reports: &mut [Report; 2], costs: [i32; 2]) -> [Effort; 2] {
        let was_capturing = self.agents.map(|agent| agent.capture_left.is_some());
        let is_together = self.agents[0].system == self.agents[1].system;
        Side::BOTH.map(|side| {
            let effort = self.capture_or_lose(side, reports, costs);
            if effort == Effort::Finished && is_together {
                self.agents[side.other().index()].capture_left = None;
            }
            let report = &mut reports[side.index()];
            if report.lost == Some(Invalid::NoCapture) && was_capturing[side.index()] {
                let system = *self.galaxy.name(self.agent(side).system);
                report.lost = Some(Invalid::Overtaken { system });
            }
            effort
        })
    }

    fn capture_or_lose(
        &mut self,
        side: Side,
        reports: &mut [Report; 2],
        costs: [i32; 2],
    ) -> Effort {
        let report = &mut reports[side.index()];
        self.capture(side, report.order, costs[side.index()]).unwrap_or_else(|why| {
            report.lost = Some(why);
            Effort::None
        })
    }

    /// R8 An agent cannot capture its own system.
    fn check_foreign(&self, side: Side) -> Result<(), Invalid> {
        let system = self.agent(side).system;
        if self.planes.now().owner(system) == side.colour() {
            let system = *self.galaxy.name(system);
            return Err(Invalid::AlreadyOwner { system });
        }
        Ok(())
    }

    /// R8 Capture: the actions still needed after this one.
    fn check_capture(&self, side: Side, energy: i32, cost: i32) -> Result<i64, Invalid> {
        self.check_foreign(side)?;
        let has = self.agent(side).energy;
        if energy > has {
            return Err(Invalid::NotEnoughEnergy { has, needs: energy });
        }
        Ok(i64::from(cost) - i64::from(energy) - 1)
    }

    /// R8 ContinueCapture: the actions still needed after this one.
    fn check_continue(&self, side: Side) -> Result<i64, Invalid> {
        let left = self.agent(side).capture_left.ok_or(Invalid::NoCapture)?;
        self.check_foreign(side)?;
        Ok(i64::from(left) - 1)
    }

    fn capture(&mut self, side: Side, order: Order, cost: i32) -> Result<Effort, Invalid> {
        let left = match order {
            Order::Capture(energy) => {
                let left = self.check_capture(side, energy, cost)?;
                self.agents[side.index()].energy -= energy;
                left
            }
            Order::ContinueCapture => self.check_continue(side)?,
            _ => return Ok(Effort::None),
        };
        self.agents[side.index()].capture_left = (left > 0).then_some(left as i32);
        Ok(match left {
            ..0 => Effort::Overpaid,
            0 => Effort::Finished,
            1.. => Effort::Unfinished,
        })
    }

    /// R8 Changes the owners. When both take the same system, chance decides, and the side effects
    /// happen twice.
    fn hand_over(&mut self, efforts: [Effort; 2], reports: &mut [Report; 2]) {
        let is_tie = efforts.iter().all(|effort| effort.is_done())
            && self.agents[0].system == self.agents[1].system;
        let tie_winner = is_tie.then(|| match self.chance.outcome(|rng| rng.below(2).into()) {
            0 => Side::Blue,
            _ => Side::Red,
        });
        for side in Side::BOTH {
            if !efforts[side.index()].is_done() {
                continue;
            }
            let system = self.agent(side).system;
            if tie_winner.is_none_or(|winner| winner == side) {
                self.planes.set_owner(system, side.colour());
                reports[side.index()].captured = Some(system);
            }
            if self.rules.capture_side_effects {
                self.devastate(system);
            }
        }
    }

    /// R8 A captured system loses half its generators, rounded up, and gets a new capture cost.
    fn devastate(&mut self, system: SystemId) {
        let generators = self.planes.generators_mut(system);
        *generators /= CAPTURED_GENERATORS_ONE_IN;
        let generators = *generators;
        let cost = self.chance.outcome(|rng| capture_cost(generators, rng).into());
        let cost = cost.clamp(MIN_CAPTURE_COST.into(), i32::MAX.into()) as i32;
        *self.planes.capture_cost_mut(system) = cost;
    }
}
