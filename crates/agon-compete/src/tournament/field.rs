//! The entrants in seed order, and the source of that order.

use super::plan::{EntrantPlan, EntrantRound, Plan};
use crate::table::{Filter, tabulate};
use crate::{Contents, EntryFault, NamedBot};
use agon_ladder::mcmahon::{ArenaRecord, Entrant, SeedBy, bar_size, seed_order, start_scores};
use std::collections::BTreeMap;

/// One entrant of the field.
#[derive(Clone, Debug, PartialEq)]
pub struct Seeding {
    /// Index in the run's list of entrants.
    pub place: usize,
    /// Display name.
    pub name: String,
    /// The number used by pairings and lots: position in the plan, from 1.
    pub id: u32,
    /// Record from earlier games.
    pub record: ArenaRecord,
    /// Number of its team.
    pub team: Option<u32>,
    /// The first round it plays.
    pub joins: u32,
}

/// The entrants that can play, best seed first, and notes about the others.
#[derive(Clone, Debug, Default)]
pub struct Field {
    /// The entrants by seed.
    pub seeds: Vec<Seeding>,
    /// Index of the house bot in the run's list of entrants.
    pub house: Option<usize>,
    /// Notes for the report.
    pub notes: Vec<String>,
}

impl Field {
    /// Seeds the entrants (the run's list: those of the plan, then the house bot) by the results of an
    /// `earlier` run, by rating, or as listed.
    pub fn seed(
        plan: &Plan,
        entrants: &[NamedBot],
        earlier: Option<&Contents>,
    ) -> Result<Field, String> {
        let mut field = Field::default();
        let names: Vec<String> = entrants.iter().map(|named| named.name.clone()).collect();
        let records = earlier.map(|contents| arena_records(&names, contents));
        let mut teams: BTreeMap<&str, u32> = BTreeMap::new();
        for (place, (bot, named)) in plan.bots.iter().zip(entrants).enumerate() {
            let id = place as u32 + 1;
            match &named.bot {
                Ok(_) => {}
                Err(EntryFault::Bot(reason)) => {
                    field.notes.push(format!("{} does not take part: {reason}", named.name));
                    continue;
                }
                // A failure of this machine must not exclude an entrant: stop instead.
                Err(EntryFault::Machine(reason)) => {
                    let name = &named.name;
                    return Err(format!("{name} cannot play on this machine: {reason}"));
                }
            }
            let mut record = ArenaRecord { id, submitted: id.into(), ..ArenaRecord::default() };
            if let Some(known) = records.as_ref().and_then(|records| records.get(&named.name)) {
                record = ArenaRecord { id, submitted: id.into(), ..known.clone() };
            }
            let (mut team, mut joins) = (None, 1);
            if let EntrantPlan::Entry { team: of, rating, joins: from, .. } = bot {
                if let Some(of) = of {
                    let next = teams.len() as u32;
                    team = Some(*teams.entry(of).or_insert(next));
                }
                record.rating = rating.unwrap_or(record.rating);
                joins = from.unwrap_or(1).max(1);
            }
            field.seeds.push(Seeding { place, name: named.name.clone(), id, record, team, joins });
        }
        if let (Some(_), Some(house)) = (&plan.house_bot, entrants.get(plan.bots.len())) {
            match &house.bot {
                Ok(_) => field.house = Some(plan.bots.len()),
                Err(reason) => return Err(format!("the house bot cannot play: {reason}")),
            }
        }
        field.order(plan, earlier.is_some());
        field.check_names(plan)?;
        if field.seeds.is_empty() {
            return Err(format!("no entrant can play. {}", field.notes.join(" ")));
        }
        Ok(field)
    }

    fn order(&mut self, plan: &Plan, earlier: bool) {
        let rated = self.seeds.iter().any(|seed| seed.record.rating != 0.0);
        let natural = match (earlier, rated) {
            (true, _) => SeedBy::Wins,
            (false, true) => SeedBy::Rating,
            (false, false) => SeedBy::Listed,
        };
        let wanted = plan.seeding.unwrap_or(natural);
        let records: Vec<ArenaRecord> = self.seeds.iter().map(|seed| seed.record.clone()).collect();
        let (order, used) = seed_order(&records, wanted);
        if used != wanted {
            self.notes.push(
                "Seeded by win rate, because the entrants have played different numbers of games."
                    .into(),
            );
        }
        self.seeds.sort_by_key(|seed| order.iter().position(|&id| id == seed.id));
    }

    /// Checks the names in `absent`, `withdraw`, `disqualify` and `challenger`.
    fn check_names(&self, plan: &Plan) -> Result<(), String> {
        let lists = [&plan.absent, &plan.withdraw, &plan.disqualify];
        let named = lists.into_iter().flatten().map(|event| &event.name).chain(&plan.challenger);
        for name in named {
            let known = self.seeds.iter().any(|seed| seed.name == *name);
            if !known && !self.notes.iter().any(|note| note.starts_with(&format!("{name} "))) {
                let names: Vec<&str> = self.seeds.iter().map(|seed| seed.name.as_str()).collect();
                return Err(format!(
                    "unknown entrant `{name}`; the entrants are {}",
                    names.join(", ")
                ));
            }
        }
        Ok(())
    }

    /// Number of entrants.
    pub fn len(&self) -> usize {
        self.seeds.len()
    }

    /// Whether there are no entrants.
    pub fn is_empty(&self) -> bool {
        self.seeds.is_empty()
    }

    /// The entrant with this number.
    pub fn by_id(&self, id: u32) -> &Seeding {
        self.seeds.iter().find(|seed| seed.id == id).expect("pairings name entrants of the field")
    }

    /// The entrant of this name.
    pub fn by_name(&self, name: &str) -> Option<&Seeding> {
        self.seeds.iter().find(|seed| seed.name == name)
    }

    /// The entrants as the pairing code needs them, in seed order.
    pub(super) fn entrants(&self, plan: &Plan, rounds: u32, mcmahon: bool) -> Vec<Entrant> {
        let on_time: Vec<&ArenaRecord> = self.seeds.iter().map(|seed| &seed.record).collect();
        let bar = plan.bar.unwrap_or_else(|| bar_size(self.len(), rounds));
        let starts = if mcmahon {
            start_scores(&on_time, rounds, bar, plan.bands)
        } else {
            vec![0; self.len()]
        };
        let first = |events: &[EntrantRound], name: &str| {
            events.iter().filter(|event| event.name == name).map(|event| event.round).min()
        };
        let seeds = self.seeds.iter().zip(starts).zip(1..);
        seeds
            .map(|((seed, start), number)| Entrant {
                id: seed.id,
                seed: number,
                start,
                team: seed.team,
                withdrawn: first(&plan.withdraw, &seed.name),
                disqualified: first(&plan.disqualify, &seed.name),
            })
            .collect()
    }
}

/// Wins, games and ratings from an earlier run, by name.
fn arena_records(names: &[String], contents: &Contents) -> BTreeMap<String, ArenaRecord> {
    let mut all: Vec<String> = contents.bots.keys().cloned().collect();
    all.extend(names.iter().filter(|name| !contents.bots.contains_key(*name)).cloned());
    let table = tabulate(&all, contents.games.values(), &Filter::default());
    let record = |line: &crate::table::Line| ArenaRecord {
        wins: f64::from(line.won) + f64::from(line.shared) / 2.0,
        games: line.games,
        rating: line.elo,
        ..ArenaRecord::default()
    };
    table.lines.iter().map(|line| (line.name.clone(), record(line))).collect()
}
