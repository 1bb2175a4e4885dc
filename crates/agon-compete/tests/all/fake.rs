//! A run on a fake stage: entries are kept as lines of text, results are made up.

use agon_compete::compare::ComparePlan;
use agon_compete::grade::{Rubric, opponent_name};
use agon_compete::league::LeaguePlan;
use agon_compete::tournament::{self, Format};
use agon_compete::{
    Action, Begin, Entered, EntrantId, Entry, FORMAT, History, Job, Next, Plan, Played, Record,
    Refusal, Role, Ruling, next, only_plays, settle,
};
use agon_core::{Profile, StateHash};
use agon_ladder::sprt::Sprt;

/// All formats of tournaments.
pub const FORMATS: [Format; 8] = [
    Format::RoundRobin,
    Format::Arena,
    Format::Gauntlet,
    Format::Swiss,
    Format::Mcmahon,
    Format::Single,
    Format::Double,
    Format::Pods,
];

/// A run in memory.
pub struct FakeRun {
    pub plan: Plan,
    pub history: History,
    /// The log as it would be on a disk.
    pub lines: Vec<String>,
}

impl FakeRun {
    /// Begins a run without entrants.
    pub fn begin(plan: Plan) -> FakeRun {
        let value = serde_json::to_value(&plan).unwrap();
        let begin = Begin {
            kind: value["kind"].as_str().unwrap().to_owned(),
            game: "chess".into(),
            version: 1,
            rules: Profile::Handbook,
            engine: "tests".into(),
            plan: value["plan"].clone(),
            date: "today".into(),
            build: None,
        };
        let mut run = FakeRun { plan, history: History::default(), lines: Vec::new() };
        run.append(Entry::Begin { format: FORMAT, begin }).unwrap();
        run
    }

    /// A tournament between entrants called a, b, c, ...
    pub fn tournament(plan: tournament::Plan, entrants: u32) -> FakeRun {
        let house = plan.house_bot.is_some();
        let mut run = FakeRun::begin(Plan::Tournament(Box::new(plan)));
        for _ in 0..entrants {
            run.enter(Role::Player).unwrap();
        }
        if house {
            run.enter(Role::House).unwrap();
        }
        run
    }

    /// Enters one more bot; the players are called a, b, c, ...
    pub fn enter(&mut self, role: Role) -> Result<EntrantId, Refusal> {
        let number = self.history.entrants().len() as u32 + 1;
        let name = match role {
            Role::Player => player_name(number),
            Role::House => "house".to_owned(),
            Role::Opponent => opponent_name(self.history.entrants().len()),
        };
        let number = EntrantId(number);
        let word = format!("bot-{}", number.0);
        let record = Record::default();
        let hash = None;
        let entered = Entered { number, name, word, hash, role, team: None, joins: None, record };
        self.append(Entry::Entered(entered)).map(|()| number)
    }

    /// Appends an entry, or refuses it and changes nothing.
    pub fn append(&mut self, entry: Entry) -> Result<(), Refusal> {
        let line = serde_json::to_string(&entry).unwrap();
        self.history.apply(entry)?;
        self.lines.push(line);
        Ok(())
    }

    /// Appends a ruling, or refuses it and changes nothing.
    pub fn rule(&mut self, action: Action) -> Result<(), Refusal> {
        let (who, why) = ("ann".to_owned(), "a test".to_owned());
        self.append(Entry::Ruling(Ruling { who, why, action }))
    }

    /// Appends what the plan demands.
    pub fn settle(&mut self) -> Next {
        let asked = next(&self.plan, &self.history);
        let is_only_playing = asked.append.is_empty() && !asked.jobs.is_empty();
        assert_eq!(only_plays(&self.plan, &self.history), is_only_playing);
        let lines = &mut self.lines;
        settle(&self.plan, &mut self.history, |entries| {
            lines.extend(entries.iter().map(|entry| serde_json::to_string(entry).unwrap()));
            Ok::<(), Refusal>(())
        })
        .unwrap_or_else(|refusal| panic!("the plan demands what does not fit the log: {refusal}"))
    }

    /// Reads the log from the beginning, as after a crash.
    pub fn restart(&mut self) {
        let entries = self.lines.iter().map(|line| serde_json::from_str(line).unwrap());
        self.history = History::of(entries).unwrap();
    }

    /// Records a result with these ranks.
    pub fn play(&mut self, job: &Job, ranks: &[u8]) -> Result<(), Refusal> {
        self.append(Entry::Played(played(job, ranks)))
    }

    /// Plays everything that is left; `ranks` decides each game.
    pub fn finish(&mut self, ranks: &mut dyn FnMut(&Job) -> Vec<u8>) {
        for _ in 0..100_000 {
            let next = self.settle();
            let Some(job) = next.jobs.first() else {
                assert!(next.finished);
                return;
            };
            self.play(job, &ranks(job)).unwrap();
        }
        panic!("the run does not end");
    }

    pub fn name(&self, id: u32) -> String {
        self.history.name(EntrantId(id))
    }
}

pub fn player_name(number: u32) -> String {
    format!("{}{number}", char::from(b'a' + (number % 26) as u8))
}

/// A result with these ranks.
pub fn played(job: &Job, ranks: &[u8]) -> Played {
    let seats = job.game.seats.len();
    let key = &job.game.key;
    let state = key.bytes().fold(7u64, |sum, byte| sum.wrapping_mul(31) ^ u64::from(byte));
    Played {
        game: key.clone(),
        attempt: job.attempt,
        seats: job.game.seats.clone(),
        map: "m".into(),
        seed: job.game.seed,
        ranks: ranks.to_vec(),
        scores: vec![0.0; seats],
        most: None,
        reason: "r".into(),
        sentence: "s".into(),
        rounds: 1,
        state: StateHash(state),
        orders: Some(StateHash(state)),
        faults: vec![None; seats],
        dead: vec![false; seats],
        silent: vec![false; seats],
        seconds: 0.1,
        replay: None,
    }
}

/// The better number wins.
pub fn by_number(job: &Job) -> Vec<u8> {
    let seats = &job.game.seats;
    seats.iter().map(|me| 1 + seats.iter().filter(|other| *other < me).count() as u8).collect()
}

pub fn tournament_plan(format: Format) -> tournament::Plan {
    tournament::Plan { games: Some(1), ..tournament::Plan::new("chess", format, Vec::new()) }
}

pub fn compare_plan(most_units: u64) -> ComparePlan {
    ComparePlan { test: Sprt::default(), most_units, maps: Vec::new(), seed: 1, seats: 2 }
}

pub fn league_plan(until: u64, seats: usize) -> LeaguePlan {
    LeaguePlan { maps: Vec::new(), seats, seed: 1, until, batch: 6 }
}

pub fn rubric() -> Rubric {
    Rubric::parse(
        "game = \"chess\"\n[[task]]\nname = \"one\"\nopponent = \"x\"\ngames = 2\nneed = \"won\"\n\
         points = 4\nenough = \"proportional\"",
    )
    .unwrap()
}
