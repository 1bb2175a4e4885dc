//! Swiss and McMahon: every round is drawn from the earlier results.

use super::knockout::Knockout;
use super::report::{Place, Report, column_names};
use super::series::{Rules, is_away};
use super::{Field, Format, Plan};
use crate::{Draw, DrawnRound, EntrantId, Entry, History};
use agon_core::count;
use agon_ladder::elimination::Bracket;
use agon_ladder::mcmahon::{
    self, Alternative, CRITERIA, Event, Idle, Pairing, Row, explain, pair_round, standings,
};

/// A tournament between two rounds.
struct Swiss<'a> {
    plan: &'a Plan,
    history: &'a History,
    field: &'a Field,
    rules: mcmahon::Rules,
    series: Rules<'a>,
}

impl<'a> Swiss<'a> {
    fn new(plan: &'a Plan, history: &'a History, field: &'a Field) -> Swiss<'a> {
        let rules = mcmahon::Rules {
            seed: plan.seed,
            rounds: plan.rounds_for(field.on_time().len()),
            teams_apart_until: plan.teams_apart,
            house_bot: field.house.is_some(),
            ..mcmahon::Rules::default()
        };
        let series = Rules { plan, field, decide: plan.decider };
        Swiss { plan, history, field, rules, series }
    }

    /// Number of drawn rounds, without those of the play-off.
    fn drawn(&self) -> usize {
        let rounds = self.history.rounds();
        rounds.iter().position(|round| !round.seeds.is_empty()).unwrap_or(rounds.len())
    }

    /// The first `rounds` rounds, with the entrants that take part in the next one.
    fn event(&self, rounds: usize) -> Event {
        let mcmahon = self.plan.format == Format::Mcmahon;
        let mut entrants = self.field.entrants(self.plan, self.history, self.rules.rounds, mcmahon);
        let next = rounds as u32 + 1;
        let joined = |id: u32| {
            self.field.seeds.iter().any(|seed| seed.id.0 == id && seed.joins <= next)
                || self.has_played(EntrantId(id), rounds)
        };
        entrants.retain(|entrant| joined(entrant.id));
        let ids: Vec<u32> = entrants.iter().map(|entrant| entrant.id).collect();
        // In a Swiss tournament a late entrant has no points for the rounds before it entered.
        let missed = |number| if mcmahon { self.rules.missed(number) } else { Idle::Missing };
        let drawn = self.history.rounds()[..rounds].iter();
        let round =
            |round: &DrawnRound| self.series.round(self.history, round, &ids, missed(round.number));
        let rounds = drawn.map(round).collect();
        Event { entrants, rounds, disqualified: self.plan.disqualified }
    }

    /// Whether an entrant was drawn for one of the first rounds.
    fn has_played(&self, id: EntrantId, rounds: usize) -> bool {
        self.history.rounds()[..rounds].iter().any(|round| {
            let meetings = self.history.meetings_of(round);
            meetings.iter().any(|drawn| drawn.meeting.entrants.contains(&id))
                || round.idle.iter().any(|(idle, _)| *idle == id)
        })
    }

    fn absent(&self, event: &Event, round: u32) -> Vec<u32> {
        let ids = event.entrants.iter().filter(|entrant| !entrant.has_left(round));
        ids.map(|entrant| entrant.id)
            .filter(|&id| is_away(self.history, EntrantId(id), round))
            .collect()
    }

    /// The next round; `None` if no entrants are left to pair.
    fn pair(&self) -> Option<Draw> {
        let drawn = self.drawn();
        let (event, round) = (self.event(drawn), drawn as u32 + 1);
        let paired = pair_round(&event, &self.rules, &self.absent(&event, round));
        let house = paired.idle.iter().find(|(_, idle)| matches!(idle, Idle::House(_)));
        if paired.pairings.is_empty() && house.is_none() {
            return None;
        }
        let mut meetings = Vec::new();
        for (p, pairing) in paired.pairings.iter().enumerate() {
            let pair = [EntrantId(pairing.first), EntrantId(pairing.second)];
            let key = format!("r{round}.p{}", p + 1);
            meetings.push(self.series.meeting(key, round, pair, Some(reasons(pairing))));
        }
        if let (Some((id, _)), Some(house)) = (house, self.field.house) {
            let note = Some("instead of a bye; only the entrant scores".to_owned());
            let key = format!("r{round}.house");
            meetings.push(self.series.meeting(key, round, [EntrantId(*id), house], note));
        }
        let title = format!("Round {round} of {}", self.rules.rounds);
        let idle = paired.idle.iter().map(|&(id, idle)| (EntrantId(id), idle)).collect();
        Some(Draw { round, title, meetings, idle, ..Draw::default() })
    }

    /// The play-off, once the first place is shared after the last round.
    fn playoff(&self) -> Option<Knockout<'_>> {
        let drawn = self.drawn();
        let rounds = &self.history.rounds()[drawn..];
        let seeds: Vec<EntrantId> = match rounds.first() {
            Some(first) => first.seeds.clone(),
            None => {
                let rows = standings(&self.event(drawn), &self.plan.criteria());
                let first = rows.iter().filter(|row| row.rank == Some(1));
                first.map(|row| EntrantId(row.id)).collect()
            }
        };
        if !self.plan.playoff || seeds.len() < 2 {
            return None;
        }
        let bracket = Bracket::single(seeds.len(), false);
        let rules = Rules { decide: true, ..self.series };
        Some(Knockout::new(rules, self.history, rounds, seeds, bracket))
    }
}

/// The reasons of a pairing in words.
fn reasons(pairing: &Pairing) -> String {
    let Pairing { cost, groups, .. } = pairing;
    let mut words = Vec::new();
    if cost[0] > 0 {
        words.push(format!("unavoidable rematch (they met {} times)", cost[0].isqrt()));
    }
    if cost[1] > 0 {
        words.push("unavoidable pairing within a team".to_owned());
    }
    words.push(match groups.0.abs_diff(groups.1) {
        0 => format!("both in group {}", groups.0),
        _ => format!("group {} meets group {}", groups.0.max(groups.1), groups.0.min(groups.1)),
    });
    // Omit the criteria named above, and lots, which only break full ties.
    let costs = CRITERIA.iter().zip(cost).skip(2).take(5).filter(|(_, cost)| **cost > 0);
    let costs: Vec<String> = costs.map(|(name, cost)| format!("{name} {cost}")).collect();
    if !costs.is_empty() {
        words.push(format!("costs: {}", costs.join(", ")));
    }
    words.join("; ")
}

/// Further games of tied series, the next round, or the play-off.
pub fn draw(plan: &Plan, history: &History) -> Vec<Entry> {
    if history.open().next().is_some() {
        return Vec::new();
    }
    let field = Field::of(plan, history);
    let swiss = Swiss::new(plan, history, &field);
    let drawn = swiss.drawn();
    let rounds = history.rounds()[..drawn].iter();
    let more: Vec<Entry> = rounds.flat_map(|round| swiss.series.more(history, round)).collect();
    if !more.is_empty() {
        return more;
    }
    if drawn == history.rounds().len()
        && (drawn as u32) < swiss.rules.rounds
        && let Some(draw) = swiss.pair()
    {
        return vec![Entry::Draw(draw)];
    }
    let playoff = swiss.playoff().filter(|_| drawn > 0);
    playoff.map_or(Vec::new(), |playoff| playoff.draw(&|_, node| format!("playoff.n{}", node + 1)))
}

/// The results so far.
pub fn report(plan: &Plan, history: &History, field: &Field) -> Report {
    let swiss = Swiss::new(plan, history, field);
    let drawn = swiss.drawn();
    let event = swiss.event(drawn);
    let criteria = plan.criteria();
    let place = |row: Row| Place {
        rank: row.rank,
        name: history.name(EntrantId(row.id)),
        values: row.values,
    };
    let rows = standings(&event, &criteria);
    let ids: Vec<u32> = rows.iter().map(|row| row.id).collect();
    let mut places: Vec<Place> = rows.into_iter().map(place).collect();
    let has_playoff = drawn < history.rounds().len();
    if let Some(playoff) = swiss.playoff().filter(|_| has_playoff) {
        let reached = playoff.bracket.places(&playoff.results());
        for (place, id) in places.iter_mut().zip(&ids) {
            let seed = playoff.seeds.iter().position(|seed| seed.0 == *id);
            if let Some(seed) = seed.filter(|_| place.rank.is_some()) {
                place.rank = reached[seed];
            }
        }
        places.sort_by_key(|place| place.rank.unwrap_or(usize::MAX));
    }
    let mut report = Report::new(plan, history);
    if report.finished && (drawn as u32) < swiss.rules.rounds {
        report.notes.push(format!(
            "The tournament ends after {}: no entrants are left to pair.",
            count(drawn as u64, "round")
        ));
    }
    Report {
        columns: column_names(&criteria, plan.format == Format::Mcmahon),
        standings: places,
        event: Some((event, swiss.rules.rounds)),
        ..report
    }
}

/// Explains a drawn round: the costs of the drawn round and of the cheapest round in which the two named
/// entrants meet.
pub fn explain_pairing(
    plan: &Plan,
    history: &History,
    number: u32,
    names: (&str, &str),
) -> Result<(Alternative, Vec<String>), String> {
    let id = |name: &str| {
        let known = history.named(name).map(|entrant| entrant.id().0);
        known.ok_or_else(|| format!("unknown entrant `{name}`"))
    };
    let (a, b) = (id(names.0)?, id(names.1)?);
    if !matches!(plan.format, Format::Swiss | Format::Mcmahon) {
        return Err(format!(
            "pairings of a {} tournament have no costs to explain",
            plan.format.title()
        ));
    }
    let field = Field::of(plan, history);
    let swiss = Swiss::new(plan, history, &field);
    let before = number.saturating_sub(1) as usize;
    if before > swiss.drawn() {
        return Err(format!("round {} has not been drawn yet", swiss.drawn() + 1));
    }
    let event = swiss.event(before);
    if let Some(open) = event
        .rounds
        .iter()
        .position(|round| round.meetings.iter().any(|meeting| meeting.result.is_none()))
    {
        return Err(format!("round {} is not over yet", open + 1));
    }
    let alternative = explain(&event, &swiss.rules, &swiss.absent(&event, number), a, b)
        .ok_or_else(|| format!("{} or {} does not play in round {number}", names.0, names.1))?;
    let name = |id: u32| history.name(EntrantId(id));
    let mut lines = Vec::new();
    for (k, criterion) in CRITERIA.iter().enumerate() {
        let (drawn, wished) = (alternative.drawn[k], alternative.wished[k]);
        lines.push(format!("{criterion}: {drawn} as drawn, {wished} if they meet"));
    }
    for (first, second) in &alternative.pairings {
        lines.push(format!("{} - {}", name(*first), name(*second)));
    }
    let sentence = alternative
        .sentence
        .replace(&format!("{a} and {b}"), &format!("{} and {}", names.0, names.1));
    Ok((Alternative { sentence, ..alternative }, lines))
}
