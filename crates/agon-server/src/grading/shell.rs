//! What an organiser does with gradings from the shell.

use super::{gradebook, results};
use crate::admin::{Admin, unknown};
use crate::app::now;
use crate::events::{Settings, instant, local};
use crate::play::GameInfo;
use crate::problem::Problem;
use crate::runs::{Runs, read_rubric};
use agon_store::grading::{Grading, NewGrading, ReleaseGrading};
use agon_store::{Fault, Refusal};

/// A grading to make.
#[derive(Clone, Debug)]
pub struct NewGradingFile {
    /// The event's name in addresses.
    pub event: String,
    /// Its title; that of the rubric if missing.
    pub title: Option<String>,
    /// The rubric.
    pub rubric: String,
    /// The deadline, with an offset from UTC or in the event's zone.
    pub deadline: String,
}

/// A grading in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GradingLine {
    /// Its number.
    pub id: i64,
    /// Its title.
    pub title: String,
    /// The deadline in the event's zone.
    pub deadline: String,
    /// What is to be known about it, as a sentence.
    pub state: String,
}

impl Admin {
    /// Makes a grading; `games` are those of the server. Returns its number.
    pub async fn make_grading(
        &self,
        new: NewGradingFile,
        games: &[GameInfo],
    ) -> Result<i64, Fault> {
        let invalid = |problem: Problem| Fault::from(Refusal::Invalid(problem.detail));
        let event = self.store.event(&new.event).await?;
        let event = event.ok_or_else(|| unknown(format!("event `{}`", new.event)))?;
        let game = games.iter().find(|game| game.id == event.game);
        let game = game.ok_or_else(|| unknown(format!("game `{}`", event.game)))?;
        let rubric = read_rubric(game, &new.rubric).map_err(invalid)?;
        let deadline_ms = instant(&new.deadline, &Settings::of(&event).zone()).map_err(invalid)?;
        let change = NewGrading {
            event: event.id,
            title: new.title.unwrap_or(rubric.name),
            rubric: new.rubric,
            deadline_ms,
            account: None,
            now: now(),
        };
        self.store.change(change).await
    }

    /// The gradings of an event, oldest first.
    pub async fn gradings(&self, event: &str) -> Result<Vec<GradingLine>, Fault> {
        let found = self.store.event(event).await?;
        let event = found.ok_or_else(|| unknown(format!("event `{event}`")))?;
        let zone = Settings::of(&event).zone();
        let mut lines = Vec::new();
        for grading in self.store.gradings(event.id).await? {
            let deadline = local(grading.deadline_ms, &zone);
            let state = self.state(&grading).await?;
            lines.push(GradingLine { id: grading.id, title: grading.title, deadline, state });
        }
        Ok(lines)
    }

    async fn state(&self, grading: &Grading) -> Result<String, Fault> {
        if let Some(fault) = &grading.fault {
            return Ok(format!("cannot be graded: {fault}"));
        }
        let run = match grading.run {
            Some(run) => self.store.run(run).await?,
            None => return Ok("waits for its deadline".into()),
        };
        let state = match run.as_ref().map(|run| run.state.as_str()) {
            Some("closed") => "graded",
            Some("blocked") => "blocked by a job that failed too often",
            Some("stopped") => "stopped by the organisers",
            _ => "its games are played",
        };
        let released = if grading.released_ms.is_some() { "released" } else { "not released" };
        Ok(format!("{state}, {released}"))
    }

    async fn grading(&self, id: i64) -> Result<Grading, Fault> {
        self.store.grading(id).await?.ok_or_else(|| unknown(format!("grading {id}")))
    }

    /// The gradebook of a grading as CSV.
    pub async fn gradebook(&self, id: i64) -> Result<String, Fault> {
        let runs = Runs::new(self.store.clone(), self.config.game_seconds as i64 * 1000);
        let graded = results(&self.store, &runs, &self.grading(id).await?).await?;
        Ok(gradebook(&graded))
    }

    /// Lets authors read the results of a grading, or hides them again.
    pub async fn release_grading(&self, id: i64, released: bool) -> Result<(), Fault> {
        self.store.change(ReleaseGrading { grading: id, released, account: None, now: now() }).await
    }
}
