//! Fixed schedules: round robin, arena, gauntlet. Rounds are drawn ahead of the games, since they do not
//! depend on results; an entrant that has left loses its undrawn meetings without games. A late entrant meets
//! all others in rounds that have not been drawn: in those in which both are free, then in further ones.

use super::report::{Place, Report, column_names};
use super::series::{Rules, is_away};
use super::{Field, Format, Plan};
use crate::next::GAMES_AHEAD;
use crate::{Draw, EntrantId, Entry, History};
use agon_ladder::mcmahon::{Event, Idle, standings};
use agon_ladder::round_robin;

/// The pairs of each round.
pub fn schedule(plan: &Plan, field: &Field) -> Vec<Vec<[EntrantId; 2]>> {
    let seeds = field.on_time();
    let pair = |(a, b): (usize, usize)| [seeds[a], seeds[b]];
    if plan.format == Format::Gauntlet {
        let named = |name: &String| field.seeds.iter().find(|seed| seed.entered == *name);
        let challenger = plan.challenger.as_ref().and_then(named).map(|seed| seed.id);
        let first = seeds.iter().copied().min();
        let place = seeds.iter().position(|id| Some(*id) == challenger.or(first)).unwrap_or(0);
        let pairs = round_robin::gauntlet(seeds.len(), place);
        let mut rounds = pairs.into_iter().map(|sides| vec![pair(sides)]).collect();
        if let Some(challenger) = seeds.get(place) {
            add_late(&mut rounds, field, 1, |_| vec![*challenger]);
        }
        return rounds;
    }
    let once = round_robin::rounds(seeds.len());
    let times = plan.rounds.unwrap_or(1) as usize;
    let mut rounds = (0..times)
        .flat_map(|time| {
            let swap = move |&(a, b): &(usize, usize)| if time % 2 == 1 { (b, a) } else { (a, b) };
            once.iter().map(move |round| round.iter().map(swap).collect::<Vec<_>>())
        })
        .map(|round: Vec<(usize, usize)>| round.into_iter().map(pair).collect())
        .collect();
    add_late(&mut rounds, field, times, |before| before.to_vec());
    rounds
}

/// Adds the pairs of late entrants; `opponents` says which of the entrants before it one meets. A pair comes
/// into no round before the late entrant's first one, so that what was drawn stays as it was.
fn add_late(
    rounds: &mut Vec<Vec<[EntrantId; 2]>>,
    field: &Field,
    times: usize,
    opponents: impl Fn(&[EntrantId]) -> Vec<EntrantId>,
) {
    let mut before = field.on_time();
    for late in field.seeds.iter().filter(|seed| !seed.on_time) {
        let first = (late.enters as usize - 1).min(rounds.len());
        for time in 0..times {
            for opponent in opponents(&before) {
                let is_free = |round: &Vec<[EntrantId; 2]>| {
                    !round.iter().flatten().any(|id| *id == late.id || *id == opponent)
                };
                let found = rounds[first..].iter().position(is_free).map(|place| first + place);
                let place = found.unwrap_or(rounds.len());
                if found.is_none() {
                    rounds.push(Vec::new());
                }
                let swapped = time % 2 == 1;
                rounds[place].push(if swapped { [late.id, opponent] } else { [opponent, late.id] });
            }
        }
        before.push(late.id);
    }
}

/// The next rounds, while few games are open.
pub fn draw(plan: &Plan, history: &History) -> Vec<Entry> {
    let mut open = history.open().count();
    let next = history.next_round();
    if open >= GAMES_AHEAD {
        return Vec::new();
    }
    let field = Field::of(plan, history);
    let rules = Rules { plan, field: &field, decide: false };
    let schedule = schedule(plan, &field);
    let mut entries = Vec::new();
    for (pairs, round) in schedule.iter().zip(1..).skip(next as usize - 1) {
        if open >= GAMES_AHEAD {
            break;
        }
        let title = format!("Round {round} of {}", schedule.len());
        let mut draw = Draw { round, title, ..Draw::default() };
        for (p, pair) in pairs.iter().enumerate() {
            let key = format!("r{round}.p{}", p + 1);
            draw.meetings.push(match pair.map(|id| is_away(history, id, round)) {
                [false, false] => rules.meeting(key, round, *pair, None),
                [true, true] => continue,
                [left, _] => {
                    let away = history.name(pair[usize::from(!left)]);
                    let note = Some(format!("{away} is absent"));
                    Rules::walkover(key, *pair, usize::from(left), note)
                }
            });
        }
        open += draw.meetings.iter().map(|meeting| meeting.games.len()).sum::<usize>();
        entries.push(Entry::Draw(draw));
    }
    entries
}

/// The results so far.
pub fn report(plan: &Plan, history: &History, field: &Field) -> Report {
    let rules = Rules { plan, field, decide: false };
    let mut event = Event { entrants: field.entrants(plan, history, 1, false), ..Event::default() };
    event.disqualified = plan.disqualified;
    for drawn in history.rounds() {
        let mut round = rules.round(history, drawn, &[], Idle::Missing);
        let plays = |id: u32| round.meetings.iter().any(|m| m.first == id || m.second == id);
        let ids = event.entrants.iter().map(|entrant| entrant.id).filter(|&id| !plays(id));
        round.idle = ids.map(|id| (id, Idle::Missing)).collect();
        event.rounds.push(round);
    }
    let criteria = plan.criteria();
    let places = standings(&event, &criteria).into_iter().map(|row| Place {
        rank: row.rank,
        name: history.name(EntrantId(row.id)),
        values: row.values,
    });
    Report {
        columns: column_names(&criteria, false),
        standings: places.collect(),
        ..Report::new(plan, history)
    }
}
