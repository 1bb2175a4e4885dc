//! Scores and tie-breaks after any number of rounds, and the standings that follow from them.

use super::start::greatest_first;
use super::{Disqualified, Event, Half, Idle, Round};
use serde::{Deserialize, Serialize};

/// All numbers of all entrants, in the order of the event's list. Everything is in half points, but
/// `sodos`, which is in quarters.
#[derive(Clone, Debug, Default)]
pub struct Scores {
    /// The McMahon score: start score and points.
    pub mms: Vec<Half>,
    /// Points from games that were played.
    pub wins: Vec<Half>,
    /// Sum of the opponents' scores.
    pub sos: Vec<Half>,
    /// The same without the lowest one.
    pub sos1: Vec<Half>,
    /// The same without the two lowest.
    pub sos2: Vec<Half>,
    /// Sum of the opponents' sums.
    pub sosos: Vec<Half>,
    /// Sum of the scores of those who were beaten (half of it for ties), in quarter points.
    pub sodos: Vec<i64>,
    /// Sum of one's own scores after every round.
    pub cuss: Vec<Half>,
    /// Games won in series.
    pub game_points: Vec<u32>,
}

/// What an entrant did in a round.
enum Did {
    /// Met this entrant (by place in the list) and got these half points.
    Met(usize, Half),
    /// Got points without an opponent whose score would count.
    Alone(Idle),
}

/// Every entrant's round; nothing for pairings without a result, and for those who joined later.
fn deeds(event: &Event, round: &Round) -> Vec<Option<Did>> {
    let mut deeds: Vec<Option<Did>> = event.entrants.iter().map(|_| None).collect();
    let void = |place: usize| {
        event.disqualified == Disqualified::Void && event.entrants[place].disqualified.is_some()
    };
    for meeting in &round.meetings {
        let Some((a, b)) = meeting.result else { continue };
        let (first, second) = (event.index(meeting.first), event.index(meeting.second));
        for (me, other, points) in [(first, second, a), (second, first, b)] {
            deeds[me] = Some(match (void(me), void(other)) {
                (true, _) => Did::Alone(Idle::Missing),
                (false, true) => Did::Alone(Idle::Bye),
                (false, false) => Did::Met(other, points),
            });
        }
    }
    for &(id, idle) in &round.idle {
        deeds[event.index(id)] = Some(Did::Alone(idle));
    }
    deeds
}

impl Scores {
    /// The scores after the first `rounds` rounds; opponents count with what they have then.
    pub fn after(event: &Event, rounds: usize) -> Scores {
        let n = event.entrants.len();
        let start = |i: usize| 2 * Half::from(event.entrants[i].start);
        let zero = || vec![0; n];
        let mut scores = Scores { mms: (0..n).map(start).collect(), ..Scores::default() };
        (scores.wins, scores.cuss, scores.game_points) = (zero(), zero(), vec![0; n]);
        let mut unplayed = zero();
        let history: Vec<Vec<Option<Did>>> =
            event.rounds.iter().take(rounds).map(|round| deeds(event, round)).collect();
        for (round, deeds) in event.rounds.iter().zip(&history) {
            for (i, did) in deeds.iter().enumerate() {
                match did {
                    Some(Did::Met(_, points)) | Some(Did::Alone(Idle::House(points))) => {
                        scores.wins[i] += points;
                    }
                    Some(Did::Alone(idle)) => unplayed[i] += idle.unplayed(),
                    None => {}
                }
                scores.mms[i] = start(i) + scores.wins[i] + unplayed[i] / 2 * 2;
                scores.cuss[i] += scores.mms[i];
            }
            for meeting in &round.meetings {
                scores.game_points[event.index(meeting.first)] += meeting.games.0;
                scores.game_points[event.index(meeting.second)] += meeting.games.1;
            }
        }
        let played = history.len() as Half;
        let terms = |i: usize, of: &dyn Fn(usize) -> Half, alone: Half| -> Vec<Half> {
            let term = |did: &Option<Did>| match did {
                Some(Did::Met(other, _)) => of(*other),
                _ => alone,
            };
            history.iter().map(|deeds| term(&deeds[i])).collect()
        };
        let mms = scores.mms.clone();
        for i in 0..n {
            let mut sos = terms(i, &|other| mms[other], start(i));
            sos.sort_unstable();
            scores.sos.push(sos.iter().sum());
            scores.sos1.push(sos.iter().skip(1).sum());
            scores.sos2.push(sos.iter().skip(2).sum());
            let beaten = history.iter().map(|deeds| match &deeds[i] {
                Some(Did::Met(other, points)) => points * mms[*other],
                _ => 0,
            });
            scores.sodos.push(beaten.sum());
        }
        let sos = scores.sos.clone();
        for i in 0..n {
            scores.sosos.push(terms(i, &|other| sos[other], start(i) * played).iter().sum());
        }
        scores
    }
}

/// What standings are decided by, in the order given.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Criterion {
    /// McMahon score (in a Swiss: points).
    Mms,
    /// Points from played games.
    Wins,
    /// Sum of the opponents' scores.
    Sos,
    /// Without the lowest.
    Sos1,
    /// Without the two lowest.
    Sos2,
    /// Sum of the opponents' sums.
    Sosos,
    /// Sum of the scores of the beaten.
    Sodos,
    /// Running sum of own scores.
    Cuss,
    /// Games won in series.
    GamePoints,
    /// Direct comparison: wins among those who are equal so far, if all of them have met.
    Dc,
    /// The seed order.
    Seed,
}

impl Criterion {
    /// What decides if nothing else is said.
    pub const DEFAULT: [Criterion; 3] = [Criterion::Mms, Criterion::Sos, Criterion::Sosos];

    /// The column's heading.
    pub fn heading(self) -> &'static str {
        match self {
            Criterion::Mms => "MMS",
            Criterion::Wins => "wins",
            Criterion::Sos => "SOS",
            Criterion::Sos1 => "SOS-1",
            Criterion::Sos2 => "SOS-2",
            Criterion::Sosos => "SOSOS",
            Criterion::Sodos => "SODOS",
            Criterion::Cuss => "CUSS",
            Criterion::GamePoints => "games",
            Criterion::Dc => "DC",
            Criterion::Seed => "seed",
        }
    }
}

/// One line of the standings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The place; none for those who have left. Equal ones share it and the next is skipped.
    pub rank: Option<usize>,
    /// The entrant.
    pub id: u32,
    /// The numbers it was decided by, in points, in the order of the criteria.
    pub values: Vec<f64>,
}

/// The standings after all rounds of the event.
pub fn standings(event: &Event, criteria: &[Criterion]) -> Vec<Row> {
    let rounds = event.rounds.len();
    let scores = Scores::after(event, rounds);
    let n = event.entrants.len();
    // Places that are equal so far stand in one group; every criterion splits the groups further.
    let mut groups: Vec<Vec<usize>> = vec![(0..n).collect()];
    let mut values = vec![Vec::with_capacity(criteria.len()); n];
    for &criterion in criteria {
        let mut split = Vec::new();
        for mut group in groups {
            let column = column(event, &scores, criterion, &group);
            for (&i, (_, shown)) in group.iter().zip(&column) {
                values[i].push(*shown);
            }
            let key: Vec<i64> = {
                let mut keys = vec![0; n];
                for (&i, (key, _)) in group.iter().zip(&column) {
                    keys[i] = *key;
                }
                keys
            };
            greatest_first(&mut group, |&i| key[i]);
            split.extend(group.chunk_by(|&a, &b| key[a] == key[b]).map(<[usize]>::to_vec));
        }
        groups = split;
    }
    let mut rows = Vec::with_capacity(n);
    let mut place = 1;
    for mut group in groups {
        group.sort_by_key(|&i| event.entrants[i].seed);
        let here = place;
        for i in group {
            let left = event.entrants[i].has_left(rounds as u32 + 1);
            place += usize::from(!left);
            let rank = (!left).then_some(here);
            rows.push(Row { rank, id: event.entrants[i].id, values: values[i].clone() });
        }
    }
    rows
}

/// Sort keys (greatest first) and shown values of a group by one criterion.
fn column(event: &Event, scores: &Scores, by: Criterion, group: &[usize]) -> Vec<(i64, f64)> {
    if by == Criterion::Dc {
        return direct(event, group);
    }
    let halves = |of: &Vec<Half>, i: usize| (of[i], of[i] as f64 / 2.0);
    let one = |&i: &usize| match by {
        Criterion::Mms => halves(&scores.mms, i),
        Criterion::Wins => halves(&scores.wins, i),
        Criterion::Sos => halves(&scores.sos, i),
        Criterion::Sos1 => halves(&scores.sos1, i),
        Criterion::Sos2 => halves(&scores.sos2, i),
        Criterion::Sosos => halves(&scores.sosos, i),
        Criterion::Sodos => (scores.sodos[i], scores.sodos[i] as f64 / 4.0),
        Criterion::Cuss => halves(&scores.cuss, i),
        Criterion::GamePoints => (scores.game_points[i].into(), scores.game_points[i].into()),
        Criterion::Seed => (-i64::from(event.entrants[i].seed), event.entrants[i].seed.into()),
        Criterion::Dc => unreachable!("answered above"),
    };
    group.iter().map(one).collect()
}

/// Direct comparison: only if every two of the group have met and one of them came out ahead.
fn direct(event: &Event, group: &[usize]) -> Vec<(i64, f64)> {
    let net = |a: usize, b: usize| -> Option<Half> {
        let (a, b) = (event.entrants[a].id, event.entrants[b].id);
        let results = event.rounds.iter().flat_map(|round| &round.meetings).filter_map(|m| {
            let (first, second) = m.result?;
            match (m.first, m.second) {
                pair if pair == (a, b) => Some(first - second),
                pair if pair == (b, a) => Some(second - first),
                _ => None,
            }
        });
        let sum: Half = results.sum();
        (sum != 0).then_some(sum)
    };
    let wins = |&a: &usize| -> Option<i64> {
        let others = group.iter().filter(|&&b| b != a);
        others.map(|&b| net(a, b).map(|sum| i64::from(sum > 0))).sum()
    };
    let all: Option<Vec<i64>> = group.iter().map(wins).collect();
    let all = all.filter(|_| group.len() > 1).unwrap_or_else(|| vec![0; group.len()]);
    all.into_iter().map(|wins| (wins, wins as f64)).collect()
}
