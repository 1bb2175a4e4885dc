//! Runs and ladders from the shell.

use super::Admin;
use crate::api::{LadderRequest, set_ladder};
use crate::app::now;
use crate::play::GameInfo;
use crate::problem::Problem;
use crate::runs::{ALL_ROUNDS, Ladders, NewRunRequest, Planner, Runs, decide, plan_run_by};
use agon_compete::{History, Plan, tournament};
use agon_store::ladder::{Ladder, Mode};
use agon_store::runs::Run;
use agon_store::teams::TeamState;
use agon_store::{Fault, Refusal};
use serde::Serialize;
use serde_json::{Map, Value};

/// Most teams of a seat plan.
const MAX_TEAMS: u32 = 10_000;

/// What runs are made with: the games, and the name of the program.
pub struct Engine {
    /// The games.
    pub games: Vec<GameInfo>,
    /// Name and version of the program.
    pub name: String,
}

/// A run in a list.
#[derive(Debug, Serialize)]
pub struct RunLine {
    /// Its number.
    pub id: i64,
    /// `tournament`, `league` or `grade`.
    pub kind: String,
    /// Its title.
    pub title: String,
    /// `open`, `blocked`, `closed` or `stopped`.
    pub state: String,
    /// Number of entries of its log.
    pub length: i64,
    /// Whether its results are public.
    pub public: bool,
}

/// A ladder.
#[derive(Debug, Serialize)]
pub struct LadderLine {
    /// `off`, `continuous` or `every`.
    pub mode: &'static str,
    /// Minutes between two rounds.
    pub minutes: i64,
    /// How often a team is paired in a round.
    pub turns: u32,
    /// The run with its games.
    pub run: i64,
}

pub(super) fn refused(problem: Problem) -> Fault {
    Refusal::Invalid(problem.detail).into()
}

/// The keys of a file in the format TOML.
pub(super) fn keys(text: &str) -> Result<Map<String, Value>, Fault> {
    let read: Result<Map<String, Value>, _> = toml::from_str(text);
    let mut keys =
        read.map_err(|error| Refusal::Invalid(error.to_string().trim_end().to_owned()))?;
    keys.values_mut().for_each(dates_as_text);
    Ok(keys)
}

/// Dates without quotes become text, as people write them in requests.
fn dates_as_text(value: &mut Value) {
    // The parser gives a date as an object with this single key.
    if let Some(Value::String(date)) = value.get("$__toml_private_datetime") {
        *value = Value::String(date.clone());
    }
    match value {
        Value::Array(values) => values.iter_mut().for_each(dates_as_text),
        Value::Object(keys) => keys.values_mut().for_each(dates_as_text),
        _ => {}
    }
}

impl Admin {
    /// The runs, whose logs are in the database.
    pub(super) fn runs(&self) -> Runs {
        Runs::new(self.store.clone(), self.game_limit_ms())
    }

    fn game_limit_ms(&self) -> i64 {
        self.config.game_seconds as i64 * 1000
    }

    fn planner<'a>(&'a self, engine: &'a Engine, ladders: &'a Ladders) -> Planner<'a> {
        Planner {
            store: &self.store,
            games: &engine.games,
            ladders,
            engine: &engine.name,
            game_limit_ms: self.game_limit_ms(),
        }
    }

    async fn run(&self, id: i64) -> Result<Run, Fault> {
        let run = self.store.run(id).await?;
        run.ok_or_else(|| Refusal::Unknown(format!("run {id}")).into())
    }

    /// The runs of an event, newest first.
    pub async fn list_runs(&self, event: &str) -> Result<Vec<RunLine>, Fault> {
        let event = self.event(event).await?.id;
        let line = |run: Run| {
            let Run { id, kind, title, state, length, public, .. } = run;
            RunLine { id, kind, title, state, length, public }
        };
        let runs = self.store.runs(event, true, i64::MAX, 1000).await?;
        Ok(runs.into_iter().map(line).collect())
    }

    /// Makes a run of a request whose plan is the text of a file; returns its number.
    pub async fn make_run(
        &self,
        event: &str,
        plan: &str,
        mut request: Map<String, Value>,
        engine: &Engine,
    ) -> Result<i64, Fault> {
        let event = self.event(event).await?;
        request.insert("plan".into(), Value::Object(keys(plan)?));
        let request: NewRunRequest = serde_json::from_value(Value::Object(request))
            .map_err(|error| Refusal::Invalid(error.to_string()))?;
        let ladders = Ladders::default();
        let planner = self.planner(engine, &ladders);
        let change = plan_run_by(&planner, &event, None, request).await.map_err(refused)?;
        self.store.change(change).await
    }

    /// Decides something about a run; the ruling is the text of a file.
    pub async fn rule(
        &self,
        run: i64,
        by: (&str, &str),
        ruling: &str,
        engine: &Engine,
    ) -> Result<(), Fault> {
        let (run, ruling, ladders) = (self.run(run).await?, keys(ruling)?, Ladders::default());
        let planner = self.planner(engine, &ladders);
        decide(&planner, &self.runs(), &run, None, by, ruling).await.map_err(refused)
    }

    /// A tournament as its log tells it, with its title: for papers.
    pub async fn tournament(&self, run: i64) -> Result<(String, tournament::Plan, History), Fault> {
        let run = self.run(run).await?;
        match self.runs().shown(&run, ALL_ROUNDS).await? {
            (Plan::Tournament(plan), history) => Ok((run.title, *plan, history)),
            _ => Err(Refusal::Invalid(format!("run {} is not a tournament", run.id)).into()),
        }
    }

    /// The active teams of an event without those of the organisers, by name, with their members' names.
    pub async fn seated_teams(&self, event: &str) -> Result<Vec<(String, Vec<String>)>, Fault> {
        let event = self.event(event).await?.id;
        let mut seated = Vec::new();
        for team in self.store.teams(event, 0, MAX_TEAMS).await? {
            if !team.staff && team.state == TeamState::Active {
                seated.push((team.name, self.store.members(team.id).await?));
            }
        }
        seated.sort_by_key(|(name, _)| name.to_lowercase());
        Ok(seated)
    }

    /// Lets the games of a run's rounds be played up to a number.
    pub async fn start_round(&self, run: i64, round: u32) -> Result<(), Fault> {
        self.run(run).await?;
        self.runs().start(run, None, round).await
    }

    /// Shows the rounds of a run to all people up to a number.
    pub async fn release(&self, run: i64, round: u32) -> Result<(), Fault> {
        let run = self.run(run).await?;
        self.runs().release(&run, None, round).await.map(|_| ())
    }

    /// The log of a run, an entry per line.
    pub async fn export_run(&self, run: i64) -> Result<Vec<String>, Fault> {
        self.run(run).await?;
        self.store.run_entries(run, 0).await
    }

    /// How ranked play goes on in an event; none if it has no ladder.
    pub async fn ladder(&self, event: &str) -> Result<Option<LadderLine>, Fault> {
        let event = self.event(event).await?.id;
        let line = |ladder: Ladder| LadderLine {
            mode: ladder.mode.name(),
            minutes: ladder.every_ms / 60_000,
            turns: ladder.turns,
            run: ladder.run,
        };
        Ok(self.store.ladder(event).await?.map(line))
    }

    /// Sets up ranked play, changes its schedule, or switches it off. Without a plan it keeps the one that
    /// it has.
    pub async fn set_ladder(
        &self,
        event: &str,
        mode: &str,
        minutes: Option<u32>,
        turns: u32,
        plan: Option<&str>,
        engine: &Engine,
    ) -> Result<(), Fault> {
        let event = self.event(event).await?;
        let mode: Mode = mode.parse().map_err(Refusal::Invalid)?;
        let plan = match plan {
            Some(text) => keys(text)?,
            None => match self.store.ladder(event.id).await? {
                Some(known) => serde_json::from_str(&known.plan).unwrap_or_default(),
                None => Map::new(),
            },
        };
        let ladders = Ladders::default();
        let planner = self.planner(engine, &ladders);
        let request = LadderRequest { mode, minutes, turns, plan };
        let change = set_ladder(&planner, &event, None, request, now()).await.map_err(refused)?;
        self.store.change(change).await.map(|_| ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_need_no_quotes() {
        let text = "[timeline]\nopen = 2026-11-20T18:00:00Z\nfrozen = \"2026-11-21T18:00\"\n";
        let keys = keys(text).unwrap();
        assert_eq!(keys["timeline"]["open"], "2026-11-20T18:00:00Z");
        assert_eq!(keys["timeline"]["frozen"], "2026-11-21T18:00");
    }
}
