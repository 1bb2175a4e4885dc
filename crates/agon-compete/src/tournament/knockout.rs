//! A bracket in a log: elimination tournaments, and play-offs. Matches that are ready are drawn
//! together, wave by wave. The winner that a later wave was drawn with stays, whatever rulings change
//! afterwards.

use super::series::{Rules, Score, is_away};
use crate::{Draw, DrawnMeeting, DrawnRound, EntrantId, Entry, History, Meeting};
use agon_ladder::elimination::{Bracket, Part, Results};
use std::collections::BTreeMap;

/// A bracket and what has been drawn of it.
pub struct Knockout<'a> {
    /// How its series are played.
    pub rules: Rules<'a>,
    /// The log.
    pub history: &'a History,
    /// The bracket.
    pub bracket: Bracket,
    /// The entrants by seed.
    pub seeds: Vec<EntrantId>,
    /// The drawn matches by node.
    matches: BTreeMap<usize, &'a DrawnMeeting>,
    rounds: &'a [DrawnRound],
}

impl<'a> Knockout<'a> {
    /// The bracket of `seeds` that the given rounds of the log belong to.
    pub fn new(
        rules: Rules<'a>,
        history: &'a History,
        rounds: &'a [DrawnRound],
        seeds: Vec<EntrantId>,
        bracket: Bracket,
    ) -> Knockout<'a> {
        let meetings = rounds.iter().flat_map(|round| history.meetings_of(round));
        let node = |key: &str| key.rsplit_once(".n")?.1.parse::<usize>().ok()?.checked_sub(1);
        let matches =
            meetings.filter_map(|drawn| Some((node(&drawn.meeting.key)?, drawn))).collect();
        Knockout { rules, history, bracket, seeds, matches, rounds }
    }

    /// The score of a match, if it has been drawn.
    pub fn score(&self, node: usize) -> Option<Score> {
        Some(self.rules.score(self.history, self.matches.get(&node)?))
    }

    /// The winner of a match that has ended.
    fn winner(&self, drawn: &DrawnMeeting) -> Option<EntrantId> {
        self.history.settled(&drawn.meeting.key).or_else(|| {
            let score = self.rules.score(self.history, drawn);
            let side = score.winner().filter(|_| score.over)?;
            Some(drawn.meeting.entrants[side])
        })
    }

    /// The results so far.
    pub fn results(&self) -> Results {
        let won = |(&node, drawn): (&usize, &&DrawnMeeting)| {
            Some((node, self.winner(drawn)? == drawn.meeting.entrants[0]))
        };
        self.matches.iter().filter_map(won).collect()
    }

    /// Further games of matches that are not decided, or the next wave. `key` names the match of a node.
    pub fn draw(&self, key: &dyn Fn(u32, usize) -> String) -> Vec<Entry> {
        let rounds = self.rounds.iter();
        let more: Vec<Entry> =
            rounds.flat_map(|round| self.rules.more(self.history, round)).collect();
        if !more.is_empty() {
            return more;
        }
        let results = self.results();
        let ready = self.bracket.ready(&results);
        if results.len() < self.matches.len() || ready.is_empty() {
            return Vec::new();
        }
        let round = self.history.next_round();
        let title = self.wave_title(&ready);
        let mut draw = Draw { round, title, ..Draw::default() };
        if self.rounds.is_empty() {
            draw.seeds.clone_from(&self.seeds);
        }
        for drawn in self.matches.values() {
            let key = &drawn.meeting.key;
            if self.history.settled(key).is_none()
                && let Some(winner) = self.winner(drawn)
            {
                draw.settled.push((key.clone(), winner));
            }
        }
        for &(node, a, b) in &ready {
            let pair = [self.seeds[a], self.seeds[b]];
            draw.meetings.push(self.meeting(key(round, node), round, pair, node));
        }
        vec![Entry::Draw(draw)]
    }

    fn meeting(&self, key: String, round: u32, pair: [EntrantId; 2], node: usize) -> Meeting {
        let title = Some(self.title(node));
        match pair.map(|id| is_away(self.history, id, round)) {
            [false, false] => self.rules.meeting(key, round, pair, title),
            // The present side wins; if both are absent, the better seed advances.
            away => {
                let winner = match away {
                    [true, true] => self.rules.field.better(&pair),
                    [left, _] => usize::from(left),
                };
                let absent = pair.iter().zip(away).filter(|(_, away)| *away);
                let names: Vec<String> = absent.map(|(id, _)| self.history.name(*id)).collect();
                let note = format!("{}: {} absent", self.title(node), names.join(" and "));
                Rules::walkover(key, pair, winner, Some(note))
            }
        }
    }

    /// Display title of a match.
    fn title(&self, node: usize) -> String {
        let nodes = &self.bracket.nodes;
        let node = &nodes[node];
        let in_round =
            nodes.iter().filter(|other| (other.part, other.round) == (node.part, node.round));
        let double = nodes.iter().any(|other| other.part == Part::Losers);
        match node.part {
            Part::Final => "Final".into(),
            Part::Reset => "Second final".into(),
            Part::Third => "Third-place match".into(),
            Part::Losers => format!("Losers' round {}", node.round),
            Part::Winners if double => format!("Winners' round {}", node.round),
            Part::Winners => match in_round.count() {
                2 => "Semi-finals".into(),
                4 => "Quarter-finals".into(),
                _ => format!("Round {}", node.round),
            },
        }
    }

    /// The distinct titles of the matches of a wave.
    fn wave_title(&self, ready: &[(usize, usize, usize)]) -> String {
        let mut titles: Vec<String> = Vec::new();
        for (node, ..) in ready {
            let title = self.title(*node);
            if !titles.contains(&title) {
                titles.push(title);
            }
        }
        titles.join(" and ")
    }
}
