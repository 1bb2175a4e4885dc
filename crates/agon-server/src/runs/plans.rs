//! Makes a run of a request: fills in what the event says, checks the plan, and enters the teams.

use super::Ladders;
use super::grading::grading_of;
use super::live::{Live, Made};
use super::teams::{LADDER, Records, candidates_at, records};
use crate::app::{App, now};
use crate::events::Settings;
use crate::play::GameInfo;
use crate::problem::{Problem, invalid};
use agon_compete::league::LeaguePlan;
use agon_compete::tournament::{self, EntrantPlan};
use agon_compete::{Begin, Entered, EntrantId, Entry, FORMAT, Inspected, Plan, Reading, Role};
use agon_core::{Conduct, ConductSettings, Occasion, Profile};
use agon_store::Store;
use agon_store::events::Event;
use agon_store::matches::Side;
use agon_store::runs::{Candidate, NewRun};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

/// The house bot's name.
const HOUSE: &str = "house";
/// Games per draw of a league.
const LEAGUE_BATCH: u64 = 32;
/// Most games of a league.
const MAX_LEAGUE_GAMES: u64 = 100_000_000;
/// Most games of one draw of a league.
const MAX_LEAGUE_BATCH: u64 = 10_000;
/// Keys of all plans that say how the contest's regulations apply.
const CONDUCT_KEYS: [&str; 4] = ["regulations", "clock", "packages", "waivers"];
/// Most entrants of a run.
const MAX_ENTRANTS: usize = 2_000;

/// A run to make.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewRunRequest {
    /// Its title.
    pub title: String,
    /// `tournament`, `league` or `grade`.
    pub kind: String,
    /// The plan, with the keys of the files that the command line reads: of a tournament, such as
    /// `{"format": "swiss", "rounds": 5}`; of a rubric, `{"task": [...]}`; of a league, `{"until": 1000}`.
    /// Game, rules and maps are those of the event, unless they are given. `regulations`, `clock`, `packages`
    /// and `waivers` say how the contest's regulations apply; without them the handbook decides.
    #[schema(value_type = Object)]
    pub plan: Map<String, Value>,
    /// The teams that take part, with their active versions; default: all that can play, without those of
    /// the organisers.
    pub teams: Option<Vec<i64>>,
    /// Whether its results are public while it is played.
    #[serde(default)]
    pub public: bool,
    /// The teams play with the versions that they had at this moment, such as `2026-11-17T12:00:00Z`;
    /// default: those that are active now.
    pub deadline: Option<String>,
    /// What seeds a tournament: `ladder`, or the number of an earlier run whose wins count.
    #[schema(value_type = Option<String>)]
    pub seed_from: Option<Value>,
    /// Whether every round waits after its draw until it is started.
    #[serde(default)]
    pub hold: bool,
    /// Whether rounds stay hidden until they are released, one by one; the run itself is public then.
    #[serde(default)]
    pub show: bool,
}

/// A number that no round has: all rounds are started, or released.
pub(crate) const ALL_ROUNDS: i64 = 1_000_000_000;

/// What a run is planned with.
pub(crate) struct Planner<'a> {
    pub store: &'a Store,
    pub games: &'a [GameInfo],
    pub ladders: &'a Ladders,
    /// Name and version of the program.
    pub engine: &'a str,
    /// Longest time for one game.
    pub game_limit_ms: i64,
}

impl<'a> Planner<'a> {
    pub fn game(&self, event: &Event) -> Result<&'a GameInfo, Problem> {
        let game = self.games.iter().find(|game| game.id == event.game);
        game.ok_or_else(|| invalid("the event's game is unknown"))
    }
}

impl App {
    /// Plans runs with what this server has.
    pub(crate) fn planner(&self) -> Planner<'_> {
        Planner {
            store: &self.store,
            games: &self.games,
            ladders: &self.ladders,
            engine: self.workshop.engine(),
            game_limit_ms: self.config.game_seconds as i64 * 1000,
        }
    }
}

/// Plans the run of a ladder, a league without teams: they come in with its rounds.
pub(crate) async fn plan_ladder(
    planner: &Planner<'_>,
    event: &Event,
    account: Option<i64>,
    mut plan: Map<String, Value>,
) -> Result<NewRun, Problem> {
    if let Some(key) = ["until", "batch"].iter().find(|key| plan.contains_key(**key)) {
        return Err(invalid(format!("the plan of a ladder has no `{key}`: it plays on and on")));
    }
    plan.insert("until".into(), json!(0));
    let (title, kind) = ("Ladder".to_owned(), "league".to_owned());
    let (teams, public) = (Some(Vec::new()), true);
    let request = NewRunRequest {
        title,
        kind,
        plan,
        teams,
        public,
        deadline: None,
        seed_from: None,
        hold: false,
        show: false,
    };
    plan_any(planner, event, account, request, true).await
}

/// Plans a run of this server; the change makes it.
pub(crate) async fn plan_run(
    app: &App,
    event: &Event,
    account: i64,
    request: NewRunRequest,
) -> Result<NewRun, Problem> {
    plan_run_by(&app.planner(), event, Some(account), request).await
}

/// Plans a run; the change makes it.
pub(crate) async fn plan_run_by(
    planner: &Planner<'_>,
    event: &Event,
    account: Option<i64>,
    request: NewRunRequest,
) -> Result<NewRun, Problem> {
    let of_tournaments = request.hold || request.show || request.seed_from.is_some();
    if request.kind != "tournament" && of_tournaments {
        return Err(invalid("only a tournament has `seed_from` and rounds with `hold` and `show`"));
    }
    plan_any(planner, event, account, request, false).await
}

async fn plan_any(
    planner: &Planner<'_>,
    event: &Event,
    account: Option<i64>,
    request: NewRunRequest,
    is_ladder: bool,
) -> Result<NewRun, Problem> {
    let game = planner.game(event)?;
    let settings: Settings = serde_json::from_str(&event.settings).unwrap_or_default();
    let candidates = match &request.deadline {
        None => planner.store.candidates(event.id).await?,
        Some(moment) => candidates_at(planner.store, event, moment).await?,
    };
    let records = records(planner, event, request.seed_from.as_ref()).await?;
    refuse_hidden(planner.store, request.teams.as_deref().unwrap_or_default()).await?;
    let teams = choose(&candidates, request.teams.as_deref())?;
    let mut keys = request.plan;
    let mut settings_of_conduct = take_conduct(&mut keys)?;
    settings.submissions.fill_conduct(&mut settings_of_conduct);
    keys.entry("game").or_insert_with(|| json!(event.game));
    keys.entry("rules").or_insert_with(|| json!(settings.rules));
    if keys["game"] != json!(event.game) {
        return Err(invalid(format!("the event's game is {}", event.game)));
    }
    let rules: Profile = serde_json::from_value(keys["rules"].clone()).map_err(|_| {
        invalid(format!("unknown rules {}; choose handbook or original", keys["rules"]))
    })?;
    let occasion = match request.kind.as_str() {
        "tournament" => Occasion::Tournament,
        "league" => Occasion::League,
        "grade" => Occasion::Grading,
        other => {
            let detail = format!("unknown kind `{other}`; choose tournament, league or grade");
            return Err(invalid(detail));
        }
    };
    let conduct = settings_of_conduct.conduct(game.regulations, occasion);
    let field = Field {
        game,
        candidates: &candidates,
        teams,
        occasion,
        conduct,
        settings_of_conduct,
        records,
    };
    field.check_waivers()?;
    let (plan, entrants) = match occasion {
        Occasion::Tournament => tournament_of(keys, &settings, &field)?,
        Occasion::League => league_of(keys, &settings, &field, is_ladder)?,
        Occasion::Grading => grading_of(keys, &settings, &field)?,
    };
    let run = Planned {
        kind: request.kind,
        title: request.title,
        rules,
        conduct,
        plan,
        entrants,
        public: request.public || request.show,
        started: if request.hold { 0 } else { ALL_ROUNDS },
        released: if request.show { 0 } else { ALL_ROUNDS },
        account,
    };
    run.begin(planner, event, is_ladder)
}

/// A run whose plan is checked and whose entrants are known.
pub(super) struct Planned {
    pub kind: String,
    pub title: String,
    pub rules: Profile,
    pub conduct: Conduct,
    pub plan: Plan,
    pub entrants: Entrants,
    pub public: bool,
    pub started: i64,
    pub released: i64,
    /// The organiser; none if it is made from the shell.
    pub account: Option<i64>,
}

impl Planned {
    /// The first entries and games; a run without games is refused, unless it is a ladder.
    pub fn begin(
        self,
        planner: &Planner<'_>,
        event: &Event,
        is_ladder: bool,
    ) -> Result<NewRun, Problem> {
        let game = planner.game(event)?;
        let begin = Begin {
            kind: self.kind.clone(),
            game: event.game.clone(),
            version: game.version,
            rules: self.rules,
            engine: planner.engine.to_owned(),
            plan: fixed(&self.plan, self.conduct),
            date: jiff::Timestamp::now().strftime("%Y-%m-%d %H:%M UTC").to_string(),
            build: None,
        };
        let sides = self.entrants.playing.iter();
        let sides = sides.map(|entrant| (entrant.entered.number, entrant.side.clone())).collect();
        let mut entries = vec![Entry::Begin { format: FORMAT, begin }];
        for Entrant { entered, inspected, .. } in self.entrants.playing {
            let entrant = entered.number;
            entries.push(Entry::Entered(entered));
            entries.extend(inspected.map(|found| Entry::Inspected { entrant, found }));
        }
        let rejected = |(name, why)| Entry::Rejected { name, why: Some(why) };
        entries.extend(self.entrants.rejected.into_iter().map(rejected));
        let mut live = Live::new(self.plan, self.started);
        let made = Made { entries, sides, ..Made::default() };
        let steps = live.extend(made).map_err(|refusal| invalid(refusal.0))?;
        if live.is_finished() && !is_ladder {
            let detail = "this plan asks for no games; check its number of teams and games";
            return Err(invalid(detail));
        }
        let terms = live.terms(planner.game_limit_ms);
        Ok(NewRun {
            event: event.id,
            kind: self.kind,
            title: self.title,
            public: self.public,
            started: self.started,
            released: self.released,
            steps,
            terms,
            account: self.account,
            now: now(),
        })
    }
}

/// The part of a plan that the log keeps. The clock stays beside it for the games to come.
fn fixed(plan: &Plan, conduct: Conduct) -> Value {
    let mut plan = serde_json::to_value(plan).expect("plans are plain data")["plan"].take();
    plan["clock"] = json!(conduct.clock);
    plan
}

/// Takes the keys out of a plan that say how the contest's regulations apply.
pub(super) fn take_conduct(keys: &mut Map<String, Value>) -> Result<ConductSettings, Problem> {
    let taken: Map<String, Value> =
        CONDUCT_KEYS.iter().filter_map(|key| keys.remove_entry(*key)).collect();
    serde_json::from_value(Value::Object(taken)).map_err(refused)
}

/// A hidden bot of the organisers takes part in no table that others may see.
pub(super) async fn refuse_hidden(store: &Store, teams: &[i64]) -> Result<(), Problem> {
    for team in teams {
        if store.team(*team).await?.is_some_and(|team| team.hidden.is_some()) {
            let detail =
                format!("team {team} is hidden; only a grading can have it, as an opponent");
            return Err(invalid(detail));
        }
    }
    Ok(())
}

/// The teams that take part, in the order of the request.
pub(super) fn choose<'c>(
    candidates: &'c [Candidate],
    teams: Option<&[i64]>,
) -> Result<Vec<&'c Candidate>, Problem> {
    let Some(teams) = teams else {
        return Ok(candidates.iter().filter(|candidate| !candidate.staff).collect());
    };
    let mut chosen: Vec<&Candidate> = Vec::new();
    for team in teams {
        if chosen.iter().any(|candidate| candidate.side.team == *team) {
            return Err(invalid(format!("team {team} is named twice")));
        }
        let found = candidates.iter().find(|candidate| candidate.side.team == *team);
        chosen.push(found.ok_or_else(|| {
            invalid(format!(
                "team {team} of this event is unknown, not active, or has no valid bot"
            ))
        })?);
    }
    Ok(chosen)
}

/// An entrant, what plays for it, and what reading its program has shown.
pub(super) struct Entrant {
    pub entered: Entered,
    pub side: Side,
    pub inspected: Option<Inspected>,
}

/// The entrants of a run, and the names of the teams that do not take part with the reasons.
#[derive(Default)]
pub(super) struct Entrants {
    pub playing: Vec<Entrant>,
    pub rejected: Vec<(String, String)>,
}

/// The game, and the teams of the run.
pub(super) struct Field<'a> {
    pub game: &'a GameInfo,
    pub candidates: &'a [Candidate],
    pub teams: Vec<&'a Candidate>,
    pub occasion: Occasion,
    pub conduct: Conduct,
    pub settings_of_conduct: ConductSettings,
    /// What seeds the teams.
    pub records: Option<Records>,
}

impl Field<'_> {
    /// The teams as entrants, from this number on; those that the regulations keep out do not take part.
    pub fn entrants(&self, first: usize) -> Result<Entrants, Problem> {
        if !(1..=MAX_ENTRANTS).contains(&self.teams.len()) {
            let (n, most) = (self.teams.len(), MAX_ENTRANTS);
            return Err(invalid(format!("a run has 1 to {most} teams that can play, not {n}")));
        }
        let mut all = Entrants::default();
        for team in &self.teams {
            match self.inspect(team)? {
                Ok(inspected) => {
                    let number = first + all.playing.len();
                    all.playing.push(Entrant { inspected, ..entrant(number, &team.name, team) });
                }
                Err(why) => all.rejected.push((team.name.clone(), why)),
            }
        }
        Ok(all)
    }

    /// What the regulations say about a team's bot: what the log keeps of it, or why it does not take part.
    pub fn inspect(&self, team: &Candidate) -> Result<Result<Option<Inspected>, String>, Problem> {
        let is_bound =
            !team.source.starts_with("builtin:") && !self.game.regulations.paragraphs.is_empty();
        if !is_bound {
            return Ok(Ok(None));
        }
        let unread = || {
            let name = &team.name;
            invalid(format!(
                "the program of `{name}` has not been read by the contest's regulations; hand it in again"
            ))
        };
        let reading = team.reading.as_deref().ok_or_else(unread)?;
        let reading: Reading = serde_json::from_str(reading).map_err(|_| unread())?;
        let settings = &self.settings_of_conduct;
        Ok(reading.admit(&team.name, settings, self.conduct, self.occasion))
    }

    /// A waiver that names no team of the run would silently do nothing.
    fn check_waivers(&self) -> Result<(), Problem> {
        let is_known = |name: &String| self.teams.iter().any(|team| team.name == *name);
        let waivers = &self.settings_of_conduct.waivers;
        match waivers.iter().find(|waiver| !is_known(&waiver.bot)) {
            None => Ok(()),
            Some(waiver) => {
                let bot = &waiver.bot;
                Err(invalid(format!("a waiver names `{bot}`, which is not a team of this run")))
            }
        }
    }

    /// The settings with what the handbook decides filled in.
    pub fn whole_conduct(&self) -> ConductSettings {
        ConductSettings {
            regulations: Some(self.conduct.regulations),
            clock: Some(self.conduct.clock),
            ..self.settings_of_conduct.clone()
        }
    }

    /// A built-in bot of the game, which has a team of the organisers.
    pub fn built_in(
        &self,
        number: usize,
        name: &str,
        word: &str,
        role: Role,
    ) -> Result<Entrant, Problem> {
        let known = word.strip_prefix("builtin:").and_then(|bot| self.game.built_in_name(bot));
        let source = known.map(|bot| format!("builtin:{bot}"));
        // An event that is older than the bot's present name has it under the other name.
        let is_it = |candidate: &&Candidate| {
            candidate.staff
                && (candidate.source == word || Some(&candidate.source) == source.as_ref())
        };
        let found = self.candidates.iter().find(is_it);
        let found = found.ok_or_else(|| {
            let known = self.game.built_in.join(", builtin:");
            invalid(format!("`{word}` cannot play here; choose one of builtin:{known}"))
        })?;
        let entrant = entrant(number, name, found);
        Ok(Entrant { entered: Entered { role, ..entrant.entered }, ..entrant })
    }

    fn check_maps<'m>(&self, maps: impl IntoIterator<Item = &'m String>) -> Result<(), Problem> {
        check_maps(self.game, maps)
    }

    fn check_seats(&self, seats: usize) -> Result<(), Problem> {
        check_seats(self.game, seats)
    }
}

pub(super) fn check_maps<'m>(
    game: &GameInfo,
    maps: impl IntoIterator<Item = &'m String>,
) -> Result<(), Problem> {
    match maps.into_iter().find(|map| *map != "random" && !game.maps.contains(map)) {
        Some(map) => {
            let known = game.maps.join(", ");
            Err(invalid(format!("there is no map `{map}`; choose one of {known}, random")))
        }
        None => Ok(()),
    }
}

pub(super) fn check_seats(game: &GameInfo, seats: usize) -> Result<(), Problem> {
    let (low, high) = game.seats;
    if (low.max(2)..=high).contains(&seats) {
        return Ok(());
    }
    Err(invalid(format!("the number of seats cannot be {seats}: the game has {low} to {high}")))
}

pub(super) fn entrant(number: usize, name: &str, team: &Candidate) -> Entrant {
    let is_built_in = team.source.starts_with("builtin:");
    let word = match is_built_in {
        true => team.source.clone(),
        false => format!("submission:{}", team.side.submission),
    };
    let entered = Entered {
        number: EntrantId(number as u32),
        name: name.to_owned(),
        word,
        hash: (!is_built_in).then(|| format!("sha256:{}", team.source)),
        ..Entered::default()
    };
    Entrant { entered, side: team.side.clone(), inspected: None }
}

fn refused(error: serde_json::Error) -> Problem {
    invalid(format!("the plan cannot be read: {error}"))
}

fn tournament_of(
    mut keys: Map<String, Value>,
    settings: &Settings,
    field: &Field<'_>,
) -> Result<(Plan, Entrants), Problem> {
    if keys.contains_key("bots") || keys.contains_key("seed_from") {
        return Err(invalid("the plan must not have `bots` or `seed_from`; name teams in `teams`"));
    }
    keys.entry("maps").or_insert_with(|| json!(settings.maps));
    keys.insert("bots".into(), json!([]));
    let mut plan: tournament::Plan =
        serde_json::from_value(Value::Object(keys)).map_err(refused)?;
    let is_fixed = serde_json::to_value(&plan).is_ok_and(|all| all == plan.fixed());
    if !is_fixed {
        return Err(invalid("the plan must not have rulings; make them when the run exists"));
    }
    if let Some(fault) = plan.fault(field.game.seats) {
        return Err(invalid(fault));
    }
    field.check_maps(&plan.maps)?;
    let mut entrants = field.entrants(1)?;
    if let Some((source, records)) = &field.records {
        for entrant in &mut entrants.playing {
            entrant.entered.record = records.get(&entrant.side.team).copied().unwrap_or_default();
        }
        // The order by wins is the natural one of a tournament that names an earlier run.
        plan.seed_from = (source != LADDER).then(|| source.clone());
    }
    if let Some(name) = &plan.challenger
        && !entrants.playing.iter().any(|entrant| entrant.entered.name == *name)
    {
        return Err(invalid(format!("the challenger `{name}` does not take part")));
    }
    if entrants.playing.len() < 2 && !entrants.rejected.is_empty() {
        let reasons: Vec<String> =
            entrants.rejected.iter().map(|(name, why)| format!("{name}: {why}")).collect();
        let reasons = reasons.join(". ");
        let detail = format!("fewer than two teams take part in this tournament. {reasons}");
        return Err(invalid(detail));
    }
    plan.set_conduct(field.whole_conduct());
    plan.table = plan.table.or(Some(field.game.seats.1));
    let bot = |Entrant { entered, .. }: &Entrant| EntrantPlan::Entry {
        name: Some(entered.name.clone()),
        bot: entered.word.clone(),
        team: None,
        rating: None,
        joins: None,
    };
    plan.bots = entrants.playing.iter().map(bot).collect();
    if let Some(word) = &plan.house_bot {
        let number = entrants.playing.len() + 1;
        entrants.playing.push(field.built_in(number, HOUSE, word, Role::House)?);
    }
    Ok((Plan::Tournament(Box::new(plan)), entrants))
}

fn league_of(
    mut keys: Map<String, Value>,
    settings: &Settings,
    field: &Field<'_>,
    is_ladder: bool,
) -> Result<(Plan, Entrants), Problem> {
    let known = ["game", "rules", "maps", "seats", "seed", "until", "batch"];
    if let Some(key) = keys.keys().find(|key| !known.contains(&key.as_str())) {
        return Err(invalid(format!("unknown key `{key}` in the plan of a league")));
    }
    keys.retain(|key, _| key != "game" && key != "rules");
    keys.entry("maps").or_insert_with(|| json!(settings.maps));
    keys.entry("seats").or_insert_with(|| json!(field.game.seats.0.max(2)));
    keys.entry("seed").or_insert_with(|| json!(1));
    keys.entry("batch").or_insert_with(|| json!(LEAGUE_BATCH));
    let plan: LeaguePlan = serde_json::from_value(Value::Object(keys)).map_err(refused)?;
    let limits = [("until", plan.until, MAX_LEAGUE_GAMES), ("batch", plan.batch, MAX_LEAGUE_BATCH)];
    if let Some((key, games, most)) = limits.into_iter().find(|(_, games, most)| games > most) {
        return Err(invalid(format!("`{key}` must be at most {most} games, not {games}")));
    }
    field.check_maps(&plan.maps)?;
    field.check_seats(plan.seats)?;
    let entrants = if is_ladder { Entrants::default() } else { field.entrants(1)? };
    Ok((Plan::League(plan), entrants))
}
