//! Any sequence of kill, vanish, reappear, break, withdraw, disqualify, correct, rerun and rename on every
//! format ends with every game credited to those who played it, or in a refusal.
//!
//! The fake stage keeps its own ledger of who sat where in which attempt. After each run the reports are
//! compared with the ledger.

use crate::fake::{
    FORMATS, FakeRun, compare_plan, league_plan, played, player_name, rubric, tournament_plan,
};
use agon_compete::tournament::{self, Format};
use agon_compete::{Action, EntrantId, Entry, Job, Plan, Refusal, Report, Role, report, table};
use agon_core::Rng;
use agon_testkit::Effort;
use std::collections::{BTreeMap, BTreeSet};

/// Steps of the usual test run; the long one has sixteen times as many: a million.
const STEPS: u32 = 62_500;
/// Steps of one run before it is played to its end undisturbed.
const STEPS_PER_RUN: u32 = 150;

/// What the fake stage saw of a game.
#[derive(Clone, Debug)]
struct Seen {
    attempt: u32,
    /// The bots that sat at the table, whatever they are called.
    bots: Vec<u32>,
    ranks: Vec<u8>,
    silent: Vec<bool>,
}

/// The test's own account of a run.
#[derive(Default)]
struct Ledger {
    seen: BTreeMap<String, Seen>,
    corrected: BTreeMap<String, Vec<u8>>,
    forfeited: BTreeMap<String, Vec<u32>>,
    names: BTreeMap<u32, String>,
    broken: BTreeSet<u32>,
    drawn: Vec<(String, Vec<u32>)>,
}

impl Ledger {
    /// The ranks that count, by the rules in words: a correction counts; an entrant that forfeits or never
    /// played a turn comes after all others; without others there is no result.
    fn ranks(&self, key: &str, seats: &[u32]) -> Option<Vec<u8>> {
        if let Some(ranks) = self.corrected.get(key) {
            return Some(ranks.clone());
        }
        let seen = self.seen.get(key);
        let forfeits = self.forfeited.get(key);
        if seen.is_none() && forfeits.is_none_or(Vec::is_empty) {
            return None;
        }
        let loses = |seat: usize| {
            seen.is_some_and(|seen| seen.silent[seat])
                || forfeits.is_some_and(|bots| bots.contains(&seats[seat]))
        };
        let rank = |seat: usize| seen.map_or(1, |seen| seen.ranks[seat]);
        let winners: Vec<usize> = (0..seats.len()).filter(|&seat| !loses(seat)).collect();
        if winners.is_empty() {
            return None;
        }
        let before = |seat: usize| winners.iter().filter(|&&w| rank(w) < rank(seat)).count();
        let one = |seat: usize| match (loses(seat), winners.len() == seats.len()) {
            (_, true) => rank(seat),
            (true, _) => winners.len() as u8 + 1,
            (false, _) => 1 + before(seat) as u8,
        };
        Some((0..seats.len()).map(one).collect())
    }
}

struct Chaos {
    run: FakeRun,
    ledger: Ledger,
    rng: Rng,
    refusals: u32,
}

impl Chaos {
    fn new(seed: u64) -> Chaos {
        let mut rng = Rng::new(seed);
        let mut below = |n: u32| rng.below(n);
        let entrants = 2 + below(6);
        let games = [1, 3][below(2) as usize];
        let kind = below(11) as usize;
        let run = match FORMATS.get(kind) {
            Some(&format) => {
                let mut plan = tournament_plan(format);
                plan.games = Some(games);
                plan.seed = seed;
                plan.table = Some(3);
                plan.playoff = below(2) == 0;
                plan.third_place = below(2) == 0;
                plan.decider = below(3) == 0;
                let house = matches!(format, Format::Swiss | Format::Pods) && below(2) == 0;
                plan.house_bot = house.then(|| "builtin:x".to_owned());
                FakeRun::tournament(plan, entrants)
            }
            None => {
                let mut run = FakeRun::begin(match kind {
                    8 => Plan::League(league_plan(40, 2 + below(2) as usize)),
                    9 => Plan::Compare(compare_plan(30)),
                    _ => Plan::Grade(rubric()),
                });
                if kind == 10 {
                    run.enter(Role::Opponent).unwrap();
                }
                let players = if kind == 9 { 2 } else { entrants };
                for _ in 0..players {
                    run.enter(Role::Player).unwrap();
                }
                run
            }
        };
        let mut chaos = Chaos { run, ledger: Ledger::default(), rng, refusals: 0 };
        chaos.take_names();
        chaos
    }

    fn take_names(&mut self) {
        for entrant in self.run.history.entrants() {
            let number = entrant.id().0;
            self.ledger.names.entry(number).or_insert_with(|| entrant.entered.name.clone());
        }
    }

    fn below(&mut self, n: usize) -> usize {
        self.rng.below(n.max(1) as u32) as usize
    }

    /// A random entrant, now and then one that does not exist.
    fn some_entrant(&mut self) -> EntrantId {
        let n = self.run.history.entrants().len();
        let stranger = usize::from(self.below(20) == 0);
        EntrantId(1 + self.below(n + stranger) as u32)
    }

    /// The key of a random game, now and then one that does not exist.
    fn some_game(&mut self) -> String {
        let n = self.run.history.games().len();
        let at = self.below(n + 1);
        let game = self.run.history.games().get(at);
        game.map_or("r9.p9.g9".to_owned(), |game| game.drawn.key.clone())
    }

    fn step(&mut self) {
        match self.below(40) {
            0 => self.kill(),
            1 => {
                let (entrant, why) = (self.some_entrant(), "is gone".to_owned());
                self.try_entry(Entry::Aside { entrant, why, missing: true });
            }
            2 | 3 => {
                let entrant = self.some_entrant();
                self.try_entry(Entry::Back { entrant });
            }
            4 => {
                let bot = self.some_entrant().0;
                if !self.ledger.broken.remove(&bot) {
                    self.ledger.broken.insert(bot);
                }
            }
            5 => self.rule_entrant(),
            6 => self.correct(),
            7 => self.rerun(),
            8 => self.rename(),
            9 => self.forfeit(),
            10 if self.below(4) == 0 => {
                if self.run.enter(Role::Player).is_err() {
                    self.refusals += 1;
                }
                self.take_names();
            }
            11 => self.forge(),
            _ => self.play(),
        }
    }

    /// Changes the run, or is refused and changes nothing.
    fn attempt(&mut self, change: impl FnOnce(&mut FakeRun) -> Result<(), Refusal>) -> bool {
        let before = self.run.lines.len();
        let accepted = change(&mut self.run).is_ok();
        self.refusals += u32::from(!accepted);
        assert_eq!(self.run.lines.len(), before + usize::from(accepted));
        accepted
    }

    fn try_entry(&mut self, entry: Entry) -> bool {
        self.attempt(|run| run.append(entry))
    }

    fn rule(&mut self, action: Action) -> bool {
        self.attempt(|run| run.rule(action))
    }

    fn rule_entrant(&mut self) {
        let entrant = self.some_entrant();
        let round = (self.below(2) == 0).then(|| 1 + self.rng.below(4));
        let action = match self.below(6) {
            0 => Action::Withdraw { entrant, round },
            1 => Action::Disqualify { entrant, round },
            2 | 3 => Action::Reinstate { entrant },
            4 => Action::Absent { entrant, round: round.unwrap_or(1) },
            _ => {
                let meetings = self.run.history.meetings();
                let at = self.rng.below(meetings.len() as u32 + 1) as usize;
                let meeting = meetings.get(at).map_or("no".into(), |m| m.meeting.key.clone());
                Action::Advance { meeting, entrant }
            }
        };
        self.rule(action);
    }

    fn correct(&mut self) {
        let game = self.some_game();
        let seats = 1 + self.below(3);
        let ranks: Vec<u8> = (0..seats).map(|_| self.rng.below(4) as u8).collect();
        if self.rule(Action::Correct { game: game.clone(), ranks: ranks.clone() }) {
            self.ledger.corrected.insert(game, ranks);
        }
    }

    fn rerun(&mut self) {
        let games = vec![self.some_game()];
        if self.rule(Action::Rerun { games: games.clone() }) {
            self.ledger.seen.remove(&games[0]);
            self.ledger.corrected.remove(&games[0]);
            self.ledger.forfeited.remove(&games[0]);
        }
    }

    fn rename(&mut self) {
        let entrant = self.some_entrant();
        let number = 1 + self.rng.below(12);
        let name = if self.below(2) == 0 { player_name(number) } else { format!("new{number}") };
        if self.rule(Action::Rename { entrant, name: name.clone() }) {
            self.ledger.names.insert(entrant.0, name);
        }
    }

    fn forfeit(&mut self) {
        self.take_drops();
        let (game, entrant) = (self.some_game(), self.some_entrant());
        if self.rule(Action::Forfeit { game: game.clone(), entrant }) {
            self.ledger.corrected.remove(&game);
            self.ledger.forfeited.entry(game).or_default().push(entrant.0);
        }
    }

    /// Reads the log again; now and then the last line was cut off.
    fn kill(&mut self) {
        let last: Entry = serde_json::from_str(self.run.lines.last().unwrap()).unwrap();
        if let (Entry::Played(lost), 0) = (&last, self.below(2)) {
            self.run.lines.pop();
            self.ledger.seen.remove(&lost.game);
        }
        self.run.restart();
    }

    /// Results that do not belong to a draw are refused.
    fn forge(&mut self) {
        let jobs = self.run.settle().jobs;
        self.take_drops();
        if jobs.is_empty() {
            return;
        }
        let at = self.below(jobs.len());
        let job = &jobs[at];
        let seats = job.game.seats.len();
        let mut forged = played(job, &vec![1; seats]);
        match self.below(6) {
            0 => forged.seats.rotate_left(1),
            1 => forged.seats[0] = EntrantId(forged.seats[0].0 + 1),
            2 => forged.game.push('x'),
            3 => forged.attempt += 1,
            4 => forged.ranks.push(2),
            _ => forged.ranks[0] = 9,
        }
        if forged.seats == job.game.seats && forged == played(job, &vec![1; seats]) {
            return; // the same bot sits on all seats
        }
        assert!(!self.try_entry(Entry::Played(forged)), "a forged result was accepted");
    }

    /// Plays one of the open games, as the fake stage sees it.
    fn play(&mut self) {
        let next = self.run.settle();
        self.take_drops();
        if next.jobs.is_empty() {
            return;
        }
        let at = self.below(next.jobs.len());
        self.play_job(&next.jobs[at]);
    }

    fn play_job(&mut self, job: &Job) {
        let bots: Vec<u32> = job.game.seats.iter().map(|seat| seat.0).collect();
        let broken: Vec<bool> = bots.iter().map(|bot| self.ledger.broken.contains(bot)).collect();
        if broken.contains(&true) && self.below(3) == 0 {
            let (game, attempt) = (job.game.key.clone(), job.attempt);
            let why = "the host is busy".to_owned();
            assert!(self.try_entry(Entry::Void { game, attempt, why }));
            return;
        }
        let ranks = self.some_ranks(bots.len());
        let mut result = played(job, &ranks);
        (result.dead, result.silent) = (broken.clone(), broken.clone());
        assert!(self.try_entry(Entry::Played(result)), "a drawn game cannot be recorded");
        let seen = Seen { attempt: job.attempt, bots, ranks, silent: broken };
        self.ledger.seen.insert(job.game.key.clone(), seen);
    }

    fn some_ranks(&mut self, seats: usize) -> Vec<u8> {
        let strength: Vec<u32> = (0..seats).map(|_| self.rng.below(3)).collect();
        let rank = |me: &u32| 1 + strength.iter().filter(|other| *other > me).count() as u8;
        strength.iter().map(rank).collect()
    }

    /// Takes over what the plan has dropped.
    fn take_drops(&mut self) {
        for game in self.run.history.games() {
            if game.dropped.is_some() && !self.ledger.forfeited.contains_key(&game.drawn.key) {
                let bots = game.forfeits.iter().map(|id| id.0).collect();
                self.ledger.forfeited.insert(game.drawn.key.clone(), bots);
            }
        }
    }

    /// Who met whom never changes once it is drawn, and every result belongs to those who sat at the table.
    fn check_log(&mut self) {
        let history = &self.run.history;
        for (at, drawn) in history.meetings().iter().enumerate() {
            let entrants: Vec<u32> = drawn.meeting.entrants.iter().map(|id| id.0).collect();
            match self.ledger.drawn.get(at) {
                Some(before) => assert_eq!(*before, (drawn.meeting.key.clone(), entrants)),
                None => self.ledger.drawn.push((drawn.meeting.key.clone(), entrants)),
            }
        }
        for game in history.games() {
            let Some(recorded) = &game.played else { continue };
            let seen = &self.ledger.seen[&game.drawn.key];
            let bots: Vec<u32> = recorded.seats.iter().map(|id| id.0).collect();
            assert_eq!((seen.attempt, &seen.bots), (recorded.attempt, &bots), "{recorded:?}");
            assert_eq!(seen.ranks, recorded.ranks);
        }
    }

    /// The ranks of a game by the ledger, with the names of those at the table.
    fn result(&self, key: &str) -> Option<(Vec<String>, Vec<u8>)> {
        let game = self.run.history.game(key)?;
        let seats: Vec<u32> = game.drawn.seats.iter().map(|id| id.0).collect();
        let ranks = self.ledger.ranks(key, &seats)?;
        Some((seats.iter().map(|bot| self.ledger.names[bot].clone()).collect(), ranks))
    }

    /// Meetings add up the results of their own games.
    fn check_rounds(&self, rounds: &[tournament::RoundReport]) {
        for meeting in rounds.iter().flat_map(|round| &round.meetings) {
            if !meeting.over || meeting.names.len() != 2 || meeting.games.is_empty() {
                continue;
            }
            let mut points = [0.0, 0.0];
            for key in &meeting.games {
                let Some((names, ranks)) = self.result(key) else { continue };
                for (side, name) in meeting.names.iter().enumerate() {
                    let seat = names.iter().position(|other| other == name).unwrap();
                    points[side] += match ranks[seat].cmp(&ranks[1 - seat]) {
                        std::cmp::Ordering::Less => 1.0,
                        std::cmp::Ordering::Equal => 0.5,
                        std::cmp::Ordering::Greater => 0.0,
                    };
                }
            }
            let is_table =
                self.run.history.games().iter().any(|game| {
                    game.drawn.key == meeting.games[0] && game.drawn.key.contains(".t")
                });
            if !is_table {
                assert_eq!(meeting.scores, points, "{meeting:?}");
            }
        }
    }

    /// The table counts every bot's own games.
    fn check_table(&self) {
        let table = table::tabulate(&self.run.history, &table::Filter::default());
        let players: BTreeSet<&String> =
            self.run.history.players().map(|bot| &self.ledger.names[&bot.id().0]).collect();
        let mut counted: BTreeMap<String, (u32, u32)> = BTreeMap::new();
        for key in self.ledger.seen.keys() {
            let Some((names, ranks)) = self.result(key) else { continue };
            if !names.iter().all(|name| players.contains(name)) {
                continue;
            }
            let firsts = ranks.iter().filter(|rank| **rank == 1).count();
            for (name, rank) in names.into_iter().zip(ranks) {
                let line = counted.entry(name).or_default();
                line.0 += 1;
                line.1 += u32::from(rank == 1 && firsts == 1);
            }
        }
        for line in &table.lines {
            let expected = counted.get(&line.name).copied().unwrap_or_default();
            assert_eq!((line.games, line.won), expected, "{}", line.name);
        }
    }

    /// Plays the run to its end and compares the results with the ledger.
    fn finish(&mut self) {
        for _ in 0..20_000 {
            let next = self.run.settle();
            self.take_drops();
            let Some(job) = next.jobs.first() else {
                assert!(next.finished);
                self.check_log();
                return self.check_restart();
            };
            self.play_job(&job.clone());
        }
        panic!("the run does not end");
    }

    fn rounds(&self) -> Vec<tournament::RoundReport> {
        match &self.run.plan {
            Plan::Tournament(plan) => tournament::rounds(plan, &self.run.history),
            _ => Vec::new(),
        }
    }

    /// The log alone gives the same results.
    fn check_restart(&mut self) {
        let before = self.rounds();
        self.check_rounds(&before);
        self.check_champion(&before);
        self.run.restart();
        assert_eq!(self.rounds(), before);
        assert!(self.run.settle().finished);
    }

    /// The first two places of a bracket belong to those who were drawn for its last match, unless one of
    /// them was disqualified.
    fn check_champion(&self, rounds: &[tournament::RoundReport]) {
        let Plan::Tournament(plan) = &self.run.plan else { return };
        if !matches!(plan.format, Format::Single | Format::Double) {
            return;
        }
        let last = rounds.last().map_or(&[][..], |round| &round.meetings);
        let finalists: Vec<&String> = last.iter().flat_map(|meeting| &meeting.names).collect();
        let standings = tournament::report(plan, &self.run.history).standings;
        let is_finalist = |place: &&tournament::Place| finalists.contains(&&place.name);
        let finals = standings.iter().filter(is_finalist).filter(|place| place.rank.is_some());
        let places = finals.count();
        for place in &standings {
            let first = place.rank.is_some_and(|rank| rank <= places);
            assert!(!first || finalists.contains(&&place.name), "{place:?} of {finalists:?}");
        }
    }

    /// The whole report, with standings and ratings.
    fn check_report(&mut self) {
        self.check_table();
        let before = report(&self.run.plan, &self.run.history);
        if let Report::Tournament(report) = &before {
            assert!(report.finished);
            let rulings = self.run.history.rulings().len();
            assert_eq!(report.rulings.len(), rulings, "every ruling is in the report");
        }
        self.run.restart();
        let after = report(&self.run.plan, &self.run.history);
        let text = |report: &Report| serde_json::to_string(report).unwrap();
        assert_eq!(text(&before), text(&after));
    }
}

#[test]
fn every_game_is_credited_to_those_who_played_it() {
    let steps = Effort::asked().cases(STEPS);
    let (mut done, mut refusals, mut runs) = (0, 0, 0u32);
    while done < steps {
        let mut chaos = Chaos::new(u64::from(runs));
        for step in 0..STEPS_PER_RUN {
            chaos.step();
            if step % 10 == 0 {
                chaos.run.settle();
                chaos.take_drops();
                chaos.check_log();
            }
        }
        chaos.finish();
        // Ratings cost more than all the rest.
        if runs % 8 == 0 {
            chaos.check_report();
        }
        done += STEPS_PER_RUN;
        refusals += chaos.refusals;
        runs += 1;
    }
    println!("{done} steps in {runs} runs, {refusals} entries refused");
    assert!(refusals > 0);
}
