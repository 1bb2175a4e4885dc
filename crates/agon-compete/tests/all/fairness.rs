//! The games of a ladder are spread fairly, however teams come, go and change their bots; and what spectators
//! see of a run whose rounds are released one by one.

use crate::fake::{FORMATS, FakeRun, by_number, league_plan, tournament_plan};
use agon_compete::tournament::{self, report};
use agon_compete::{Action, Entered, EntrantId, Entry, Plan, Role, shown};

/// Draws numbers from a seed.
struct Draws(u64);

impl Draws {
    fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

/// A ladder: teams with their present entrants, and the meetings that each was drawn for.
struct Ladder {
    run: FakeRun,
    teams: Vec<Option<EntrantId>>,
    versions: u32,
    drawn: Vec<u32>,
}

impl Ladder {
    fn enter(&mut self, team: usize) {
        self.versions += 1;
        if let Some(entrant) = self.teams[team].take() {
            let why = "another version plays".to_owned();
            self.run.append(Entry::Aside { entrant, why, missing: false }).unwrap();
        }
        let number = EntrantId(self.run.history.entrants().len() as u32 + 1);
        let entered = Entered {
            number,
            name: format!("{team}@{}", self.versions),
            word: format!("bot-{}", number.0),
            role: Role::Player,
            team: Some(team.to_string()),
            ..Entered::default()
        };
        self.run.append(Entry::Entered(entered)).unwrap();
        self.teams[team] = Some(number);
    }

    /// Draws and plays a round; the lower team number wins, more or less.
    fn round(&mut self, tables: u64, draws: &mut Draws) {
        let Plan::League(plan) = &mut self.run.plan else { panic!("not a league") };
        let per_table = if plan.seats == 2 { 2 } else { 1 };
        plan.until = self.run.history.games().len() as u64 + tables * per_table;
        plan.batch = u64::from(u32::MAX);
        let before = self.run.history.meetings().len();
        for job in self.run.settle().jobs {
            let luck = draws.below(4) == 0;
            let mut ranks = by_number(&job);
            if luck {
                ranks.reverse();
            }
            self.run.play(&job, &ranks).unwrap();
        }
        for meeting in &self.run.history.meetings()[before..] {
            for entrant in &meeting.meeting.entrants {
                let team = self.teams.iter().position(|known| known == &Some(*entrant));
                self.drawn[team.expect("only present versions play")] += 1;
            }
        }
    }
}

#[test]
fn no_team_plays_twice_as_often_as_another_and_none_waits_for_ever() {
    for seed in 0..40 {
        let mut draws = Draws(seed * 7919 + 1);
        let seats = [2, 2, 2, 4][draws.below(4)];
        let (few, tables) = (seats + draws.below(8), 1 + draws.below(6) as u64);
        let run = FakeRun::begin(Plan::League(league_plan(0, seats)));
        let (teams, drawn) = (vec![None; few + 4], vec![0; few + 4]);
        let mut ladder = Ladder { run, teams, versions: 0, drawn };
        (0..few).for_each(|team| ladder.enter(team));
        for round in 0..30 {
            // A team that was there from the beginning hands in a new version; another one joins late.
            if draws.below(3) == 0 {
                let team = draws.below(few);
                ladder.enter(team);
            }
            if round % 10 == 9 {
                ladder.enter(few + round / 10);
            }
            ladder.round(tables, &mut draws);
            let counts = &ladder.drawn[..few];
            let (least, most) = (counts.iter().min().unwrap(), counts.iter().max().unwrap());
            assert!(most - least <= 2, "seed {seed}, round {round}: {counts:?}");
        }
        // Late teams play as often as the others from then on.
        let late = &ladder.drawn[few..few + 3];
        let least = ladder.drawn[..few].iter().min().unwrap();
        assert!(late.windows(2).all(|pair| pair[0] + 2 >= pair[1]), "{late:?}");
        assert!(late.iter().all(|count| *count <= least + 2), "seed {seed}: {late:?}, {least}");
    }
}

#[test]
fn spectators_see_the_released_rounds_and_nothing_else() {
    for format in FORMATS {
        let plan = tournament::Plan { table: Some(3), ..tournament_plan(format) };
        let mut run = FakeRun::tournament(plan.clone(), 6);
        run.finish(&mut by_number);
        let key = run.history.games()[0].drawn.key.clone();
        run.rule(Action::Rerun { games: vec![key] }).unwrap();
        run.rule(Action::Disqualify { entrant: EntrantId(2), round: None }).unwrap();
        run.finish(&mut by_number);
        let entries = || run.lines.iter().map(|line| serde_json::from_str::<Entry>(line).unwrap());
        let all = run.history.rounds().len() as u32;
        for rounds in 0..=all {
            let seen = shown(entries(), rounds).unwrap();
            assert_eq!(seen.rounds().len() as u32, rounds, "{format:?}");
            assert!(seen.games().iter().all(|game| game.round <= rounds), "{format:?}");
            let report = report(&plan, &seen);
            assert_eq!(report.rounds.len() as u32, rounds, "{format:?}");
            assert_eq!(report.finished, rounds == all, "{format:?}");
        }
        let whole = serde_json::to_value(report(&plan, &run.history)).unwrap();
        let seen = shown(entries(), all).unwrap();
        assert_eq!(serde_json::to_value(report(&plan, &seen)).unwrap(), whole, "{format:?}");
    }
}
