//! The end of the game (R9): the winner, the reason and the sentence.

use crate::rules::Step;
use crate::state::{Decision, Ending, HomeRun, Phase};
use crate::types::Team;
use agon_core::{Outcome, numbered};

impl HomeRun {
    /// R9 After the last round: points, then the team's worth, then a draw.
    pub(super) fn break_tie(&mut self) -> Step {
        let [a, b] = Team::BOTH.map(|team| self.teams[team.index()].points);
        if a != b {
            let winner = if a > b { Team::A } else { Team::B };
            return self.finish(winner, Decision::Points);
        }
        let [a, b] = Team::BOTH.map(|team| self.value(team));
        if a != b {
            let winner = if a > b { Team::A } else { Team::B };
            return self.finish(winner, Decision::Value);
        }
        let winner = match self.dice.draw() < 0.5 {
            true => Team::A,
            false => Team::B,
        };
        self.finish(winner, Decision::Draw)
    }

    pub(super) fn finish(&mut self, winner: Team, decision: Decision) -> Step {
        self.phase = Phase::Over(Ending { winner, decision });
        Step::Over
    }

    /// R9.2 Reputation plus the costs of all living units, added one by one in creation order.
    pub fn value(&self, team: Team) -> f32 {
        let start = self.teams[team.index()].reputation;
        let units = self.living().filter(|unit| unit.team == team);
        units.fold(start, |sum, unit| sum + unit.unit_type.cost())
    }

    /// How a finished game ended, in a sentence.
    pub(crate) fn outcome(&self, Ending { winner, decision }: Ending) -> Outcome {
        let loser = winner.other();
        let points = |team: Team| self.teams[team.index()].points;
        let counted = |team: Team| {
            let noun = numbered(points(team).into(), "point");
            format!("{} {noun}", points(team))
        };
        let (code, sentence) = match decision {
            Decision::Threshold => (
                "threshold",
                format!("{winner} reached {} in round {}", counted(winner), self.round),
            ),
            Decision::Points => {
                ("points", format!("{winner} has {}, {loser} {}", counted(winner), points(loser)))
            }
            Decision::Value => (
                "value",
                format!(
                    "{} each; reputation and units of {winner} are worth {}, {loser}'s {}",
                    counted(winner),
                    self.value(winner),
                    self.value(loser)
                ),
            ),
            Decision::Draw => {
                ("draw", format!("points, reputation and units are equal; {winner} won the draw"))
            }
        };
        let scores = Team::BOTH.map(|team| f64::from(points(team)));
        Outcome::won_by(winner.seat(), scores, code, sentence)
    }
}
