//! A series of games between two entrants, with swapped seats on the same maps and seeds.

use super::report::{Meeting as MeetingReport, RoundReport, idle_words};
use super::{Field, Plan};
use crate::{DrawnGame, DrawnMeeting, DrawnRound, EntrantId, Entry, History, Meeting};
use agon_core::split_seed;
use agon_ladder::mcmahon::{Idle, Meeting as Met, Round};
use agon_ladder::tie_hash;
use std::cmp::Ordering;

/// Maximum number of further games in a tied series; after that the winner is drawn by lot.
const MAX_DECIDER_GAMES: u32 = 6;

/// What decided a series besides its games.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// A lot.
    Lot,
    /// The seed order, because no game has a result.
    Seed,
    /// One of them was absent.
    Walkover,
}

/// Score of a series.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Score {
    /// Games won by each.
    pub wins: [u32; 2],
    /// Games drawn.
    pub draws: u32,
    /// Games that were played or dropped.
    pub ended: u32,
    /// Whether the series has ended.
    pub over: bool,
    /// Whether both bots were dead in every game.
    pub both_failed: bool,
    /// The games' keys.
    pub games: Vec<String>,
    /// The winner (0 or 1) if something else than the games decided.
    pub decided: Option<(usize, Decision)>,
}

impl Score {
    /// Half points of the series: 2 for the entrant with more wins.
    pub fn half_points(&self) -> (i64, i64) {
        if self.both_failed {
            return (0, 0);
        }
        match self.winner() {
            Some(0) => (2, 0),
            Some(_) => (0, 2),
            None => (1, 1),
        }
    }

    /// The entrant with more wins (0 or 1), or the one that was decided on.
    pub fn winner(&self) -> Option<usize> {
        match (self.decided, self.wins[0].cmp(&self.wins[1])) {
            (Some((side, _)), _) => Some(side),
            (None, Ordering::Greater) => Some(0),
            (None, Ordering::Less) => Some(1),
            (None, Ordering::Equal) => None,
        }
    }

    /// Games won, draws counted half.
    pub fn points(&self) -> [f64; 2] {
        self.wins.map(|wins| f64::from(wins) + f64::from(self.draws) / 2.0)
    }

    fn remark(&self) -> Option<&'static str> {
        match self.decided {
            Some((_, Decision::Lot)) => Some("tied after all games; decided by lot"),
            Some((_, Decision::Seed)) => Some("no game has a result; the better seed advances"),
            Some((_, Decision::Walkover)) => Some("decided without games"),
            None if self.both_failed => Some("both bots failed in every game: both lose"),
            None => None,
        }
    }
}

/// How series are played.
#[derive(Copy, Clone)]
pub struct Rules<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// The field, whose seed order decides a series without results.
    pub field: &'a Field,
    /// Whether a series ends when it is settled and a tied one gets further games.
    pub decide: bool,
}

impl Rules<'_> {
    /// A meeting with its first games.
    pub fn meeting(
        &self,
        key: String,
        round: u32,
        pair: [EntrantId; 2],
        note: Option<String>,
    ) -> Meeting {
        let games = self.plan.games();
        let first = if self.decide { games.div_ceil(2) } else { games };
        let games = (0..first).map(|index| self.game(&key, round, pair, index)).collect();
        Meeting { key, entrants: pair.to_vec(), games, walkover: None, note }
    }

    /// A meeting that is decided without games.
    pub fn walkover(
        key: String,
        pair: [EntrantId; 2],
        winner: usize,
        note: Option<String>,
    ) -> Meeting {
        let walkover = Some(pair[winner]);
        Meeting { key, entrants: pair.to_vec(), games: Vec::new(), walkover, note }
    }

    /// The `index`-th game of a series. Games come in pairs on the same map and seed with swapped seats;
    /// all series of a round have the same maps and seeds.
    fn game(&self, key: &str, round: u32, pair: [EntrantId; 2], index: u32) -> DrawnGame {
        let plan = self.plan;
        let (round, swap) = (u64::from(round), u64::from(index / 2));
        let pairs = u64::from(plan.games().div_ceil(2));
        let map = match plan.maps.len() as u64 {
            0 => String::new(),
            n => plan.maps[((round.wrapping_sub(1) * pairs + swap) % n) as usize].clone(),
        };
        // Short, so that it is easy to type.
        let seed = split_seed(plan.seed, round << 20 | swap) % 1_000_000;
        let mut seats = pair.to_vec();
        if index % 2 == 1 {
            seats.reverse();
        }
        DrawnGame { key: format!("{key}.g{}", index + 1), map, seed, seats }
    }

    /// The score of a drawn series so far.
    pub fn score(&self, history: &History, drawn: &DrawnMeeting) -> Score {
        let pair = &drawn.meeting.entrants;
        if let Some(winner) = drawn.meeting.walkover {
            let side = usize::from(pair[0] != winner);
            let decided = Some((side, Decision::Walkover));
            return Score { over: true, decided, ..Score::default() };
        }
        let mut score = Score { both_failed: !drawn.games.is_empty(), ..Score::default() };
        let mut has_result = false;
        for game in history.games_of(drawn) {
            score.games.push(game.drawn.key.clone());
            if game.is_open() {
                return Score { both_failed: false, ..score };
            }
            score.ended += 1;
            score.both_failed &= game.all_dead();
            if let Some(ranks) = game.ranks() {
                has_result = true;
                let swapped = game.drawn.seats[0] != pair[0];
                match ranks[0].cmp(&ranks[1]) {
                    Ordering::Equal => score.draws += 1,
                    order => {
                        let first_won = (order == Ordering::Less) != swapped;
                        score.wins[usize::from(!first_won)] += 1;
                    }
                }
            }
            if self.decide && self.is_settled(&score) {
                break;
            }
        }
        if !self.decide {
            score.over = score.ended >= self.plan.games();
            return score;
        }
        let most = self.plan.games() + MAX_DECIDER_GAMES;
        if !has_result {
            score.decided = Some((self.field.better(pair), Decision::Seed));
            score.both_failed = false;
        } else if !self.is_settled(&score) && score.ended >= most {
            let lot = tie_hash(
                self.plan.seed ^ 0x107,
                drawn.round.into(),
                pair[0].0.into(),
                pair[1].0.into(),
            );
            score.decided = Some(((lot % 2) as usize, Decision::Lot));
        }
        score.over = score.decided.is_some() || self.is_settled(&score);
        score
    }

    /// Whether the remaining games cannot change the winner.
    fn is_settled(&self, score: &Score) -> bool {
        let left = self.plan.games().saturating_sub(score.ended);
        score.wins[0].abs_diff(score.wins[1]) > left
    }

    /// One more game for each series of a round that has not ended and has no open game.
    pub fn more(&self, history: &History, round: &DrawnRound) -> Vec<Entry> {
        let mut entries = Vec::new();
        for drawn in history.meetings_of(round) {
            let waits = history.games_of(drawn).any(crate::Game::is_open);
            if waits || self.score(history, drawn).over {
                continue;
            }
            let [a, b] = drawn.meeting.entrants[..] else { continue };
            let key = &drawn.meeting.key;
            let game = self.game(key, drawn.round, [a, b], drawn.games.len() as u32);
            entries.push(Entry::More { meeting: key.clone(), games: vec![game] });
        }
        entries
    }

    /// A drawn series as a meeting of the report.
    pub fn meeting_report(&self, history: &History, drawn: &DrawnMeeting) -> MeetingReport {
        let score = self.score(history, drawn);
        let names: Vec<String> =
            drawn.meeting.entrants.iter().map(|&id| history.name(id)).collect();
        let note = drawn.meeting.note.clone();
        if !score.over {
            return MeetingReport { names, note, games: score.games, ..MeetingReport::default() };
        }
        let note = match (score.remark(), note) {
            (Some(remark), Some(note)) if drawn.meeting.walkover.is_some() => {
                Some(format!("{note}; {remark}"))
            }
            (Some(remark), _) => Some(remark.to_owned()),
            (None, note) => note,
        };
        MeetingReport {
            winner: score.winner().map(|side| names[side].clone()),
            names,
            scores: score.points().to_vec(),
            over: true,
            note,
            games: score.games,
        }
    }

    /// A drawn round as the report shows it.
    pub fn round_report(&self, history: &History, round: &DrawnRound) -> RoundReport {
        let meetings = history.meetings_of(round).iter();
        let idle = round
            .idle
            .iter()
            .map(|&(id, idle)| (history.name(id), idle_words(idle).to_owned()))
            .collect();
        RoundReport {
            number: round.number,
            title: round.title.clone(),
            meetings: meetings.map(|drawn| self.meeting_report(history, drawn)).collect(),
            idle,
        }
    }

    /// A drawn round as scores and pairings need it. `missed` is what it is for entrants that joined later.
    pub fn round(
        &self,
        history: &History,
        drawn: &DrawnRound,
        entrants: &[u32],
        missed: Idle,
    ) -> Round {
        let idle = drawn.idle.iter().map(|&(id, idle)| (id.0, idle)).collect();
        let mut round = Round { meetings: Vec::new(), idle };
        for drawn in history.meetings_of(drawn) {
            let [first, second] = drawn.meeting.entrants[..] else { continue };
            let score = self.score(history, drawn);
            let result = score.over.then(|| score.half_points());
            let pays =
                |(id, idle): &&mut (u32, Idle)| *id == first.0 && matches!(idle, Idle::House(_));
            if let Some((_, idle)) = round.idle.iter_mut().find(pays) {
                *idle = Idle::House(result.map_or(0, |points| points.0));
                continue;
            }
            let games = (score.wins[0], score.wins[1]);
            round.meetings.push(Met { first: first.0, second: second.0, result, games });
        }
        let plays = |id: u32| round.meetings.iter().any(|m| m.first == id || m.second == id);
        let missing: Vec<u32> = entrants
            .iter()
            .copied()
            .filter(|&id| !plays(id) && !round.idle.iter().any(|(idle, _)| *idle == id))
            .collect();
        round.idle.extend(missing.into_iter().map(|id| (id, missed)));
        round
    }
}

/// Whether an entrant cannot play in a round.
pub fn is_away(history: &History, entrant: EntrantId, round: u32) -> bool {
    history
        .entrant(entrant)
        .is_none_or(|entrant| !entrant.can_play(round) || entrant.absent.contains(&round))
}
