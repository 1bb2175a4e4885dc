//! Swiss and McMahon: every round is drawn from the earlier results, recorded in the journal, played and
//! closed.

use super::pairs::ratings;
use super::plan::EntrantRound;
use super::report::{Meeting, Place, Report, RoundReport, TournamentEvent, column_names};
use super::series::{Score, Series, meeting, play_all};
use super::{Field, Format, Plan};
use crate::{Contents, Entry, Run, RunFault};
use agon_ladder::elimination::{Bracket, Results};
use agon_ladder::mcmahon::{
    Alternative, CRITERIA, Criterion, Draw, Entrant, Event, Idle, Meeting as Met, Pairing, Round,
    Rules, explain, pair_round, standings,
};

/// A tournament between two rounds.
struct SwissState<'p> {
    plan: &'p Plan,
    field: &'p Field,
    rules: Rules,
    event: Event,
    waiting: Vec<(u32, Entrant)>,
}

impl<'p> SwissState<'p> {
    fn new(plan: &'p Plan, field: &'p Field) -> SwissState<'p> {
        let rounds = plan.rounds_for(field.len());
        let rules = Rules {
            seed: plan.seed,
            rounds,
            teams_apart_until: plan.teams_apart,
            house_bot: field.house.is_some(),
            ..Rules::default()
        };
        let all = field.entrants(plan, rounds, plan.format == Format::Mcmahon);
        let joins = |entrant: &Entrant| field.by_id(entrant.id).joins;
        let (on_time, late): (Vec<Entrant>, Vec<Entrant>) =
            all.into_iter().partition(|entrant| joins(entrant) <= 1);
        let waiting = late.into_iter().map(|entrant| (joins(&entrant), entrant)).collect();
        let event =
            Event { entrants: on_time, rounds: Vec::new(), disqualified: plan.disqualified };
        SwissState { plan, field, rules, event, waiting }
    }

    fn number(&self) -> u32 {
        self.event.rounds.len() as u32 + 1
    }

    /// Adds the late entrants of the next round.
    fn admit(&mut self) {
        let number = self.number();
        let (now, later) = self.waiting.drain(..).partition(|(joins, _)| *joins <= number);
        self.waiting = later;
        let now: Vec<(u32, Entrant)> = now;
        now.into_iter().for_each(|(_, entrant)| self.event.join(entrant));
    }

    fn absent(&self) -> Vec<u32> {
        let here = |event: &&EntrantRound| event.round == self.number();
        let absent = self.plan.absent.iter().filter(here);
        absent.filter_map(|event| Some(self.field.by_name(&event.name)?.id)).collect()
    }

    /// The next round: from the journal, or drawn now.
    fn draw(&self, contents: Option<&Contents>) -> Result<Draw, RunFault> {
        match contents.and_then(|contents| contents.rounds.get(&self.number())) {
            Some(drawn) => serde_json::from_value(drawn.clone()).map_err(|error| {
                let number = self.number();
                RunFault::Plan(format!(
                    "cannot read the draw of round {number} in the journal: {error}"
                ))
            }),
            None => Ok(pair_round(&self.event, &self.rules, &self.absent())),
        }
    }

    fn report(&self, draw: &Draw, meetings: Vec<Meeting>) -> RoundReport {
        let number = self.number();
        let title = format!("Round {number} of {}", self.rules.rounds);
        let idle = draw
            .idle
            .iter()
            .map(|(id, idle)| (self.field.by_id(*id).name.clone(), idle_words(*idle).to_owned()));
        RoundReport { number, title, meetings, idle: idle.collect() }
    }

    /// The meetings of a draw before they are played.
    fn planned(&self, draw: &Draw) -> Vec<Meeting> {
        let name = |id: u32| self.field.by_id(id).name.clone();
        let one = |pairing: &Pairing| Meeting {
            names: vec![name(pairing.first), name(pairing.second)],
            note: Some(reasons(pairing)),
            ..Meeting::default()
        };
        draw.pairings.iter().map(one).collect()
    }
}

fn idle_words(idle: Idle) -> &'static str {
    match idle {
        Idle::Bye => "has a bye: 1 point",
        Idle::House(_) => "plays the house bot",
        Idle::Absent => "is absent: half a point",
        Idle::Withdrawn => "has withdrawn",
        Idle::Missing => "is missing: 0 points",
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

/// The first round, for a preview.
pub fn first_round(plan: &Plan, field: &Field) -> RoundReport {
    let state = SwissState::new(plan, field);
    let draw = pair_round(&state.event, &state.rules, &state.absent());
    state.report(&draw, state.planned(&draw))
}

/// Plays or resumes the tournament.
pub fn hold(
    run: &mut Run<'_>,
    plan: &Plan,
    field: &Field,
    watch: &mut dyn FnMut(TournamentEvent<'_>),
) -> Result<Report, RunFault> {
    let mut state = SwissState::new(plan, field);
    let (mut reports, mut notes) = (Vec::new(), Vec::new());
    let mut finished = true;
    while state.number() <= state.rules.rounds {
        state.admit();
        let draw = state.draw(Some(run.journal.contents()))?;
        let house = draw.idle.iter().any(|(_, idle)| matches!(idle, Idle::House(_)));
        if draw.pairings.is_empty() && !house {
            notes.push(format!(
                "The tournament ends after {} rounds: no entrants are left to pair.",
                state.event.rounds.len()
            ));
            break;
        }
        let number = state.number();
        if !run.journal.contents().rounds.contains_key(&number) {
            let drawn = serde_json::to_value(&draw).expect("draws are plain data");
            run.journal.append(&Entry::Round { number, draw: drawn })?;
        }
        watch(TournamentEvent::Drawn(&state.report(&draw, state.planned(&draw))));
        match play_round(run, &mut state, &draw, watch)? {
            Some(report) => reports.push(report),
            None => {
                finished = false;
                break;
            }
        }
    }
    let criteria = plan.criteria();
    let mut places = places(&state, &criteria);
    if finished && plan.playoff {
        finished = playoff(run, &state, &mut places, &mut reports, watch)?;
    }
    let mcmahon = plan.format == Format::Mcmahon;
    let event = (state.event.clone(), state.rules.rounds);
    Ok(Report {
        format: plan.format,
        finished,
        rounds: reports,
        columns: column_names(&criteria, mcmahon),
        standings: places,
        table: Some(ratings(run, field)),
        notes,
        event: Some(event),
        bracket: None,
    })
}

fn places(state: &SwissState<'_>, criteria: &[Criterion]) -> Vec<Place> {
    let place = |row: agon_ladder::mcmahon::Row| Place {
        rank: row.rank,
        name: state.field.by_id(row.id).name.clone(),
        values: row.values,
    };
    standings(&state.event, criteria).into_iter().map(place).collect()
}

/// Plays a drawn round and closes it; `None` if a stop was requested.
fn play_round(
    run: &mut Run<'_>,
    state: &mut SwissState<'_>,
    draw: &Draw,
    watch: &mut dyn FnMut(TournamentEvent<'_>),
) -> Result<Option<RoundReport>, RunFault> {
    let (number, field) = (state.number(), state.field);
    let place = |id: u32| field.by_id(id).place;
    let mut all: Vec<Series> = Vec::new();
    for (p, pairing) in draw.pairings.iter().enumerate() {
        let (first, second) = (place(pairing.first), place(pairing.second));
        all.push(Series { key: format!("r{number}.p{}", p + 1), round: number, first, second });
    }
    let house_pairing = draw.idle.iter().find(|(_, idle)| matches!(idle, Idle::House(_)));
    if let (Some((id, _)), Some(house)) = (house_pairing, field.house) {
        let key = format!("r{number}.house");
        all.push(Series { key, round: number, first: place(*id), second: house });
    }
    let Some(scores) = play_all(run, state.plan, &all, state.plan.decider, watch)? else {
        return Ok(None);
    };
    let mut round = Round { meetings: Vec::new(), idle: draw.idle.clone() };
    let mut meetings = Vec::new();
    for (p, (series, score)) in all.iter().zip(&scores).enumerate() {
        match draw.pairings.get(p) {
            Some(pairing) => {
                round.meetings.push(met(pairing, score));
                meetings.push(meeting(&run.entrants, series, Some(score), Some(reasons(pairing))));
            }
            None => {
                let idle = round.idle.iter_mut().find(|(_, idle)| matches!(idle, Idle::House(_)));
                if let Some((_, idle)) = idle {
                    *idle = Idle::House(score.half_points().0);
                }
                let note = Some("instead of a bye; only the entrant scores".to_owned());
                meetings.push(meeting(&run.entrants, series, Some(score), note));
            }
        }
    }
    let report = state.report(draw, meetings);
    state.event.rounds.push(round);
    watch(TournamentEvent::Closed(&report));
    Ok(Some(report))
}

fn met(pairing: &Pairing, score: &Score) -> Met {
    Met {
        first: pairing.first,
        second: pairing.second,
        result: Some(score.half_points()),
        games: (score.wins[0], score.wins[1]),
    }
}

/// Entrants that share the first place play it out by elimination, in the order of the standings. False if
/// a stop was requested.
fn playoff(
    run: &mut Run<'_>,
    state: &SwissState<'_>,
    places: &mut [Place],
    reports: &mut Vec<RoundReport>,
    watch: &mut dyn FnMut(TournamentEvent<'_>),
) -> Result<bool, RunFault> {
    let tied = places.iter().filter(|place| place.rank == Some(1)).count();
    if tied < 2 {
        return Ok(true);
    }
    let contenders: Vec<String> = places[..tied].iter().map(|place| place.name.clone()).collect();
    let bracket = Bracket::single(tied, false);
    let mut results = Results::new();
    let mut number = state.rules.rounds;
    loop {
        let ready = bracket.ready(&results);
        if ready.is_empty() {
            break;
        }
        number += 1;
        let place =
            |seed: usize| state.field.by_name(&contenders[seed]).map_or(0, |seeding| seeding.place);
        let all: Vec<Series> = ready
            .iter()
            .map(|&(node, a, b)| Series {
                key: format!("playoff.n{}", node + 1),
                round: number,
                first: place(a),
                second: place(b),
            })
            .collect();
        let Some(scores) = play_all(run, state.plan, &all, true, watch)? else {
            return Ok(false);
        };
        let mut meetings = Vec::new();
        for ((series, score), (node, ..)) in all.iter().zip(&scores).zip(&ready) {
            results.insert(*node, score.winner() == Some(0));
            meetings.push(meeting(&run.entrants, series, Some(score), None));
        }
        let title = "Play-off for the first place".to_owned();
        let report = RoundReport { number, title, meetings, idle: Vec::new() };
        watch(TournamentEvent::Closed(&report));
        reports.push(report);
    }
    let reached = bracket.places(&results);
    for place in &mut *places {
        if let Some(seed) = contenders.iter().position(|name| *name == place.name) {
            place.rank = reached[seed];
        }
    }
    places.sort_by_key(|place| place.rank.unwrap_or(usize::MAX));
    Ok(true)
}

/// Explains a drawn round: the costs of the drawn round and of the cheapest round in which the two named
/// entrants meet. The round must be in the journal.
pub fn explain_pairing(
    contents: &Contents,
    plan: &Plan,
    field: &Field,
    number: u32,
    names: (&str, &str),
) -> Result<(Alternative, Vec<String>), String> {
    let id = |name: &str| {
        field.by_name(name).map(|seed| seed.id).ok_or_else(|| format!("unknown entrant `{name}`"))
    };
    let (a, b) = (id(names.0)?, id(names.1)?);
    if !matches!(plan.format, Format::Swiss | Format::Mcmahon) {
        return Err(format!(
            "pairings of a {} tournament have no costs to explain",
            plan.format.title()
        ));
    }
    let mut state = SwissState::new(plan, field);
    while state.number() < number {
        state.admit();
        let drawn = contents.rounds.get(&state.number());
        let drawn =
            drawn.ok_or_else(|| format!("round {} has not been drawn yet", state.number()))?;
        let draw: Draw = serde_json::from_value(drawn.clone()).map_err(|e| e.to_string())?;
        let round = replay_round(contents, &state, &draw)?;
        state.event.rounds.push(round);
    }
    state.admit();
    let alternative = explain(&state.event, &state.rules, &state.absent(), a, b)
        .ok_or_else(|| format!("{} or {} does not play in round {number}", names.0, names.1))?;
    let name = |id: u32| field.by_id(id).name.clone();
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

/// A closed round from the games in a journal.
fn replay_round(contents: &Contents, state: &SwissState<'_>, draw: &Draw) -> Result<Round, String> {
    let number = state.number();
    let mut round = Round { meetings: Vec::new(), idle: draw.idle.clone() };
    for (p, pairing) in draw.pairings.iter().enumerate() {
        let mut score = Score::default();
        let prefix = format!("r{number}.p{}.g", p + 1);
        let first = &state.field.by_id(pairing.first).name;
        let keys = (1..).map(|game| format!("{prefix}{game}"));
        for game in keys.map_while(|key| contents.games.get(&key)) {
            let ranks = super::series::counting_ranks(state.plan, game);
            let swapped = game.seats[0] != *first;
            match ranks[0].cmp(&ranks[1]) {
                std::cmp::Ordering::Equal => score.draws += 1,
                order => {
                    let won = (order == std::cmp::Ordering::Less) != swapped;
                    score.wins[usize::from(!won)] += 1;
                }
            }
            score.played += 1;
        }
        if score.played < state.plan.games() {
            return Err(format!("round {number} is not over yet"));
        }
        round.meetings.push(met(pairing, &score));
    }
    Ok(round)
}
