//! Scores and tie-breaks after any number of rounds, and the standings derived from them.

use super::start::greatest_first;
use super::{Disqualified, Event, HalfPoints, Idle, Round};
use serde::{Deserialize, Serialize};

/// Scores of all entrants, in the order of the event's list. The unit is the half point, except for
/// `sodos`, which is in quarter points.
#[derive(Clone, Debug, Default)]
pub struct Scores {
    /// McMahon score: start score plus points.
    pub mms: Vec<HalfPoints>,
    /// Points from played games.
    pub wins: Vec<HalfPoints>,
    /// Sum of opponents' scores.
    pub sos: Vec<HalfPoints>,
    /// `sos` without the lowest opponent.
    pub sos1: Vec<HalfPoints>,
    /// `sos` without the two lowest opponents.
    pub sos2: Vec<HalfPoints>,
    /// Sum of opponents' `sos`.
    pub sosos: Vec<HalfPoints>,
    /// Sum of defeated opponents' scores (half of the score for a tie), in quarter points.
    pub sodos: Vec<i64>,
    /// Cumulative sum of scores: the sum of the entrant's own scores after every round.
    pub cuss: Vec<HalfPoints>,
    /// Games won in series.
    pub game_points: Vec<u32>,
}

/// How an entrant spent a round.
enum Participation {
    /// Played this entrant (index in the list) and got these half points.
    Played(usize, HalfPoints),
    /// Scored without an opponent whose score would count.
    Idle(Idle),
}

/// Every entrant's round; `None` for pairings without a result and for entrants that joined later.
fn participations(event: &Event, round: &Round) -> Vec<Option<Participation>> {
    let mut participations: Vec<Option<Participation>> =
        event.entrants.iter().map(|_| None).collect();
    let void = |place: usize| {
        event.disqualified == Disqualified::Void && event.entrants[place].disqualified.is_some()
    };
    for meeting in &round.meetings {
        let Some((a, b)) = meeting.result else { continue };
        let (first, second) = (event.index(meeting.first), event.index(meeting.second));
        for (me, other, points) in [(first, second, a), (second, first, b)] {
            participations[me] = Some(match (void(me), void(other)) {
                (true, _) => Participation::Idle(Idle::Missing),
                (false, true) => Participation::Idle(Idle::Bye),
                (false, false) => Participation::Played(other, points),
            });
        }
    }
    for &(id, idle) in &round.idle {
        participations[event.index(id)] = Some(Participation::Idle(idle));
    }
    participations
}

impl Scores {
    /// The scores after the first `rounds` rounds, with the opponents' scores at that time.
    pub fn after(event: &Event, rounds: usize) -> Scores {
        let n = event.entrants.len();
        let start = |i: usize| 2 * HalfPoints::from(event.entrants[i].start);
        let zero = || vec![0; n];
        let mut scores = Scores { mms: (0..n).map(start).collect(), ..Scores::default() };
        (scores.wins, scores.cuss, scores.game_points) = (zero(), zero(), vec![0; n]);
        let mut unplayed = zero();
        let history: Vec<Vec<Option<Participation>>> =
            event.rounds.iter().take(rounds).map(|round| participations(event, round)).collect();
        for (round, participations) in event.rounds.iter().zip(&history) {
            for (i, did) in participations.iter().enumerate() {
                match did {
                    Some(Participation::Played(_, points))
                    | Some(Participation::Idle(Idle::House(points))) => {
                        scores.wins[i] += points;
                    }
                    Some(Participation::Idle(idle)) => unplayed[i] += idle.unplayed(),
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
        let played = history.len() as HalfPoints;
        let terms =
            |i: usize, of: &dyn Fn(usize) -> HalfPoints, alone: HalfPoints| -> Vec<HalfPoints> {
                let term = |did: &Option<Participation>| match did {
                    Some(Participation::Played(other, _)) => of(*other),
                    _ => alone,
                };
                history.iter().map(|participations| term(&participations[i])).collect()
            };
        let mms = scores.mms.clone();
        for i in 0..n {
            let mut sos = terms(i, &|other| mms[other], start(i));
            sos.sort_unstable();
            scores.sos.push(sos.iter().sum());
            scores.sos1.push(sos.iter().skip(1).sum());
            scores.sos2.push(sos.iter().skip(2).sum());
            let beaten = history.iter().map(|participations| match &participations[i] {
                Some(Participation::Played(other, points)) => points * mms[*other],
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

/// A criterion of the standings.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Criterion {
    /// McMahon score (in a Swiss tournament: points).
    Mms,
    /// Points from played games.
    Wins,
    /// Sum of opponents' scores.
    Sos,
    /// SOS without the lowest opponent.
    Sos1,
    /// SOS without the two lowest opponents.
    Sos2,
    /// Sum of opponents' SOS.
    Sosos,
    /// Sum of defeated opponents' scores.
    Sodos,
    /// Cumulative sum of own scores.
    Cuss,
    /// Games won in series.
    GamePoints,
    /// Direct comparison: wins among tied entrants, if all of them have met.
    Dc,
    /// The seed order.
    Seed,
}

impl Criterion {
    /// Default order of the standings.
    pub const DEFAULT: [Criterion; 3] = [Criterion::Mms, Criterion::Sos, Criterion::Sosos];

    /// Column heading.
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
    /// The place; `None` for entrants that have left. Ties share a place and the next one is skipped.
    pub rank: Option<usize>,
    /// The entrant.
    pub id: u32,
    /// Values of the criteria in their order, in points.
    pub values: Vec<f64>,
}

/// The standings after all rounds of the event.
pub fn standings(event: &Event, criteria: &[Criterion]) -> Vec<Row> {
    let rounds = event.rounds.len();
    let scores = Scores::after(event, rounds);
    let n = event.entrants.len();
    // Each group holds tied entrants; every criterion splits the groups further.
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

/// Sort keys (greatest first) and displayed values of a group for one criterion.
fn column(event: &Event, scores: &Scores, by: Criterion, group: &[usize]) -> Vec<(i64, f64)> {
    if by == Criterion::Dc {
        return direct(event, group);
    }
    let halves = |of: &Vec<HalfPoints>, i: usize| (of[i], of[i] as f64 / 2.0);
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
        Criterion::Dc => unreachable!("handled above"),
    };
    group.iter().map(one).collect()
}

/// Direct comparison: counts only if every pair of the group has met with a decided result.
fn direct(event: &Event, group: &[usize]) -> Vec<(i64, f64)> {
    let net = |a: usize, b: usize| -> Option<HalfPoints> {
        let (a, b) = (event.entrants[a].id, event.entrants[b].id);
        let results = event.rounds.iter().flat_map(|round| &round.meetings).filter_map(|m| {
            let (first, second) = m.result?;
            match (m.first, m.second) {
                pair if pair == (a, b) => Some(first - second),
                pair if pair == (b, a) => Some(second - first),
                _ => None,
            }
        });
        let sum: HalfPoints = results.sum();
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
