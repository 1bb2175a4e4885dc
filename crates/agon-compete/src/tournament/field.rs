//! The entrants in seed order.

use super::plan::Plan;
use crate::{Entrant, EntrantId, History, Role};
use agon_ladder::mcmahon::{self, ArenaRecord, SeedBy, bar_size, seed_order, start_scores};
use std::collections::BTreeMap;

/// One entrant of the field.
#[derive(Clone, Debug, PartialEq)]
pub struct Seeding {
    /// Its permanent number.
    pub id: EntrantId,
    /// Display name.
    pub name: String,
    /// The name under which it was entered.
    pub entered: String,
    /// Record from earlier games.
    pub record: ArenaRecord,
    /// Number of its team.
    pub team: Option<u32>,
    /// The first round it plays.
    pub joins: u32,
    /// Whether it was entered before the first draw.
    pub on_time: bool,
    /// The first round that it can be drawn for.
    pub enters: u32,
}

/// The entrants that compete, best seed first. Those that were entered after the first draw come last.
#[derive(Clone, Debug, Default)]
pub struct Field {
    /// The entrants by seed.
    pub seeds: Vec<Seeding>,
    /// The house bot, if it can play.
    pub house: Option<EntrantId>,
    /// Notes for the report.
    pub notes: Vec<String>,
}

impl Field {
    /// The field of a run.
    pub fn of(plan: &Plan, history: &History) -> Field {
        let mut teams: BTreeMap<&str, u32> = BTreeMap::new();
        let mut field = Field::default();
        for entrant in history.entrants() {
            match entrant.entered.role {
                Role::House => {
                    field.house =
                        Some(entrant.id()).filter(|_| entrant.can_play(history.next_round()));
                }
                Role::Opponent => {}
                Role::Player => {
                    let team = entrant.entered.team.as_deref().map(|team| {
                        let next = teams.len() as u32;
                        *teams.entry(team).or_insert(next)
                    });
                    field.seeds.push(seeding(entrant, team));
                }
            }
        }
        field.order(plan);
        field
    }

    fn order(&mut self, plan: &Plan) {
        let rated = self.seeds.iter().any(|seed| seed.record.rating != 0.0);
        let natural = match (&plan.seed_from, rated) {
            (Some(_), _) => SeedBy::Wins,
            (None, true) => SeedBy::Rating,
            (None, false) => SeedBy::Listed,
        };
        let wanted = plan.seeding.unwrap_or(natural);
        let on_time = self.seeds.iter().filter(|seed| seed.on_time);
        let records: Vec<ArenaRecord> = on_time.map(|seed| seed.record.clone()).collect();
        let (order, used) = seed_order(&records, wanted);
        if used != wanted {
            self.notes.push(
                "Seeded by win rate, because the entrants have played different numbers of games."
                    .into(),
            );
        }
        let place = |seed: &Seeding| order.iter().position(|&id| id == seed.id.0);
        self.seeds.sort_by_key(|seed| (!seed.on_time, place(seed), seed.id));
    }

    /// Number of entrants.
    pub fn len(&self) -> usize {
        self.seeds.len()
    }

    /// Whether there are no entrants.
    pub fn is_empty(&self) -> bool {
        self.seeds.is_empty()
    }

    /// The entrants that were entered before the first draw, in seed order.
    pub fn on_time(&self) -> Vec<EntrantId> {
        self.seeds.iter().filter(|seed| seed.on_time).map(|seed| seed.id).collect()
    }

    /// Position in the seed order, from 0; the house bot comes last.
    pub fn place(&self, entrant: EntrantId) -> usize {
        self.seeds.iter().position(|seed| seed.id == entrant).unwrap_or(self.seeds.len())
    }

    /// Which of two entrants has the better seed: 0 or 1.
    pub fn better(&self, pair: &[EntrantId]) -> usize {
        match pair {
            [a, b] => usize::from(self.place(*b) < self.place(*a)),
            _ => 0,
        }
    }

    /// The entrants as the pairing code needs them, in seed order.
    pub(super) fn entrants(
        &self,
        plan: &Plan,
        history: &History,
        rounds: u32,
        mcmahon: bool,
    ) -> Vec<mcmahon::Entrant> {
        let on_time = self.seeds.iter().filter(|seed| seed.on_time);
        let records: Vec<&ArenaRecord> = on_time.map(|seed| &seed.record).collect();
        let bar = plan.bar.unwrap_or_else(|| bar_size(records.len(), rounds));
        let starts = match mcmahon {
            true => start_scores(&records, rounds, bar, plan.bands),
            false => Vec::new(),
        };
        let late = |seed: &Seeding| late_start(&seed.record, &records, &starts);
        let one = |(place, seed): (usize, &Seeding)| {
            let left = history.entrant(seed.id).and_then(|entrant| entrant.left);
            let from = |disqualified| {
                left.filter(|left| left.disqualified == disqualified).map(|left| left.round)
            };
            mcmahon::Entrant {
                id: seed.id.0,
                seed: place as u32 + 1,
                start: starts.get(place).copied().unwrap_or_else(|| late(seed)),
                team: seed.team,
                withdrawn: from(false),
                disqualified: from(true),
            }
        };
        self.seeds.iter().enumerate().map(one).collect()
    }
}

/// The start score of a late entrant: that of the best entrant which is not stronger by its rating, or by its
/// wins if it has no rating. Without a record it starts at the bottom.
fn late_start(late: &ArenaRecord, on_time: &[&ArenaRecord], starts: &[u32]) -> u32 {
    let by_rating = late.rating != 0.0;
    let strength = |record: &ArenaRecord| if by_rating { record.rating } else { record.wins };
    if strength(late) <= 0.0 && !by_rating {
        return 0;
    }
    let weaker = on_time.iter().zip(starts);
    weaker
        .filter(|(record, _)| strength(record) <= strength(late))
        .map(|(_, start)| *start)
        .max()
        .unwrap_or(0)
}

fn seeding(entrant: &Entrant, team: Option<u32>) -> Seeding {
    let id = entrant.id();
    let crate::Record { wins, games, rating } = entrant.entered.record;
    Seeding {
        id,
        name: entrant.name.clone(),
        entered: entrant.entered.name.clone(),
        record: ArenaRecord { id: id.0, wins, games, rating, submitted: id.0.into() },
        team,
        joins: entrant.entered.joins.unwrap_or(1).max(1),
        on_time: entrant.on_time,
        enters: entrant.enters,
    }
}
