//! The end of the game (R9): who has won, by what, and how to say it.

use crate::rules::Step;
use crate::state::{Ending, HomeRun, Phase, WonBy};
use crate::types::Team;
use agon_core::Outcome;

impl HomeRun {
    /// R9 After the last round: points, then what the team is worth, then a draw.
    pub(super) fn break_tie(&mut self) -> Step {
        let [a, b] = Team::BOTH.map(|team| self.teams[team.index()].points);
        if a != b {
            let winner = if a > b { Team::A } else { Team::B };
            return self.finish(winner, WonBy::Points);
        }
        let [a, b] = Team::BOTH.map(|team| self.value(team));
        if a != b {
            let winner = if a > b { Team::A } else { Team::B };
            return self.finish(winner, WonBy::Value);
        }
        let winner = match self.dice.draw() < 0.5 {
            true => Team::A,
            false => Team::B,
        };
        self.finish(winner, WonBy::Draw)
    }

    pub(super) fn finish(&mut self, winner: Team, by: WonBy) -> Step {
        self.phase = Phase::Over(Ending { winner, by });
        Step::Over
    }

    /// R9.2 Reputation plus the costs of all living units, added one by one in creation order.
    pub fn value(&self, team: Team) -> f32 {
        let start = self.teams[team.index()].reputation;
        let units = self.living().filter(|unit| unit.team == team);
        units.fold(start, |sum, unit| sum + unit.unit_type.cost())
    }

    /// How a finished game ended, in a sentence.
    pub(crate) fn outcome(&self, Ending { winner, by }: Ending) -> Outcome {
        let loser = winner.other();
        let points = |team: Team| self.teams[team.index()].points;
        let (code, sentence) = match by {
            WonBy::Threshold => (
                "threshold",
                format!("{winner} reached {} points in round {}", points(winner), self.round),
            ),
            WonBy::Points => (
                "points",
                format!("{winner} has {} points, {loser} {}", points(winner), points(loser)),
            ),
            WonBy::Value => (
                "value",
                format!(
                    "{} points each; reputation and units of {winner} are worth {}, {loser}'s {}",
                    points(winner),
                    self.value(winner),
                    self.value(loser)
                ),
            ),
            WonBy::Draw => {
                ("draw", format!("points, reputation and units are equal; {winner} won the draw"))
            }
        };
        let scores = Team::BOTH.map(|team| f64::from(points(team)));
        Outcome::won_by(winner.seat(), scores, code, sentence)
    }
}
