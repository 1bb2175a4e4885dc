//! Single and double elimination: the bracket as a list of matches that feed each other.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Source of one side of a match.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Feed {
    /// The entrant at this place of the seed order, counted from 0.
    Seed(usize),
    /// No entrant: the opponent advances without playing.
    Bye,
    /// The winner of this match.
    WinnerOf(usize),
    /// The loser of this match.
    LoserOf(usize),
}

/// Section of a bracket.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// Matches between unbeaten entrants.
    Winners,
    /// Matches between entrants with one loss.
    Losers,
    /// Third-place match.
    Third,
    /// The final.
    Final,
    /// Second final of a double elimination: played if the unbeaten entrant lost the first one.
    Reset,
}

/// One match of a bracket.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Node {
    /// The section it belongs to.
    pub part: Part,
    /// The round within that section, from 1.
    pub round: u32,
    /// Sources of the two sides.
    pub feeds: [Feed; 2],
}

/// A whole bracket. A match's number is its index in `nodes`; its sources are earlier matches.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bracket {
    /// Number of entrants.
    pub entrants: usize,
    /// The matches.
    pub nodes: Vec<Node>,
}

/// State of one side of a match.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Slot {
    /// This entrant (place in the seed order).
    Known(usize),
    /// No entrant.
    Bye,
    /// Not decided yet.
    Open,
}

/// Results so far: match number, and whether its first side won.
pub type Results = BTreeMap<usize, bool>;

/// Seeds in bracket order for the first round: the two best seeds can only meet in the final.
fn seed_positions(size: usize) -> Vec<usize> {
    let mut order = vec![0];
    while order.len() < size {
        let rows = order.len() * 2;
        order = order.iter().flat_map(|&seed| [seed, rows - 1 - seed]).collect();
    }
    order
}

impl Bracket {
    /// Single elimination; `third` adds a third-place match if there are at least four entrants.
    pub fn single(entrants: usize, third: bool) -> Bracket {
        let mut bracket = Bracket { entrants, nodes: Vec::new() };
        let rounds = bracket.add_winners_rounds();
        if let [.., semis, last] = rounds.as_slice() {
            bracket.nodes[last[0]].part = Part::Final;
            if third && entrants > 3 {
                let feeds = [Feed::LoserOf(semis[0]), Feed::LoserOf(semis[1])];
                bracket.push(Part::Third, 1, feeds);
            }
        } else if let [last] = rounds.as_slice() {
            bracket.nodes[last[0]].part = Part::Final;
        }
        bracket
    }

    /// Double elimination: an entrant is out after two losses.
    pub fn double(entrants: usize) -> Bracket {
        let mut bracket = Bracket { entrants, nodes: Vec::new() };
        let rounds = bracket.add_winners_rounds();
        let Some(last) = rounds.last() else {
            return bracket;
        };
        let champion = Feed::WinnerOf(last[0]);
        let mut survivors: Vec<Feed> = rounds[0].iter().map(|&m| Feed::LoserOf(m)).collect();
        let mut round = 0;
        for (drop, dropping) in rounds.iter().enumerate().skip(1) {
            round += 1;
            survivors = bracket.pair(Part::Losers, round, &survivors);
            let mut droppers: Vec<Feed> = dropping.iter().map(|&m| Feed::LoserOf(m)).collect();
            if drop % 2 == 1 {
                droppers.reverse(); // delays rematches
            }
            round += 1;
            let sides = droppers.into_iter().zip(survivors);
            let nodes = sides.map(|(a, b)| bracket.push(Part::Losers, round, [a, b]));
            survivors = nodes.collect::<Vec<_>>().into_iter().map(Feed::WinnerOf).collect();
        }
        let last = bracket.push(Part::Final, 1, [champion, survivors[0]]);
        bracket.push(Part::Reset, 1, [Feed::WinnerOf(last), Feed::LoserOf(last)]);
        bracket
    }

    fn push(&mut self, part: Part, round: u32, feeds: [Feed; 2]) -> usize {
        self.nodes.push(Node { part, round, feeds });
        self.nodes.len() - 1
    }

    fn pair(&mut self, part: Part, round: u32, feeds: &[Feed]) -> Vec<Feed> {
        let pairs = feeds.chunks(2).map(|two| [two[0], two[1]]);
        pairs.map(|two| Feed::WinnerOf(self.push(part, round, two))).collect()
    }

    /// Adds the rounds of the unbeaten entrants; returns the match numbers of each round.
    fn add_winners_rounds(&mut self) -> Vec<Vec<usize>> {
        if self.entrants < 2 {
            return Vec::new();
        }
        let seat = |seed| if seed < self.entrants { Feed::Seed(seed) } else { Feed::Bye };
        let size = self.entrants.next_power_of_two();
        let mut feeds: Vec<Feed> = seed_positions(size).into_iter().map(seat).collect();
        let mut rounds = Vec::new();
        while feeds.len() > 1 {
            let before = self.nodes.len();
            feeds = self.pair(Part::Winners, rounds.len() as u32 + 1, &feeds);
            rounds.push((before..self.nodes.len()).collect());
        }
        rounds
    }

    /// Both sides of every match, as far as the results determine them.
    pub fn slots(&self, results: &Results) -> Vec<[Slot; 2]> {
        let mut slots: Vec<[Slot; 2]> = Vec::with_capacity(self.nodes.len());
        let mut ends: Vec<(Slot, Slot)> = Vec::with_capacity(self.nodes.len());
        for (number, node) in self.nodes.iter().enumerate() {
            let sides = node.feeds.map(|feed| match feed {
                Feed::Seed(seed) => Slot::Known(seed),
                Feed::Bye => Slot::Bye,
                Feed::WinnerOf(m) => ends[m].0,
                Feed::LoserOf(m) => ends[m].1,
            });
            // The reset is only played if the second side of the final, which had one loss, won it.
            let settled = node.part == Part::Reset && results.get(&(number - 1)) == Some(&true);
            let first_wins = if settled { Some(&true) } else { results.get(&number) };
            let end = match (sides, first_wins) {
                ([Slot::Bye, other], _) => (other, Slot::Bye),
                ([other, Slot::Bye], _) => (other, Slot::Bye),
                ([a @ Slot::Known(_), b @ Slot::Known(_)], Some(true)) => (a, b),
                ([a @ Slot::Known(_), b @ Slot::Known(_)], Some(false)) => (b, a),
                _ => (Slot::Open, Slot::Open),
            };
            slots.push(sides);
            ends.push(end);
        }
        slots
    }

    /// The matches that can be played now: number and both entrants.
    pub fn ready(&self, results: &Results) -> Vec<(usize, usize, usize)> {
        let settled = |number: usize| {
            self.nodes[number].part == Part::Reset && results.get(&(number - 1)) == Some(&true)
        };
        let slots = self.slots(results);
        let open = slots.iter().enumerate().filter_map(|(number, sides)| match sides {
            [Slot::Known(a), Slot::Known(b)] if !results.contains_key(&number) => {
                (!settled(number)).then_some((number, *a, *b))
            }
            _ => None,
        });
        open.collect()
    }

    /// Final places in seed order. Entrants eliminated at the same stage share a place; `None` while an
    /// entrant is still in.
    pub fn places(&self, results: &Results) -> Vec<Option<usize>> {
        let slots = self.slots(results);
        let double = self.nodes.iter().any(|node| node.part == Part::Reset);
        // The higher the value, the later the entrant was eliminated.
        let mut reached: Vec<Option<usize>> = vec![None; self.entrants];
        for (number, node) in self.nodes.iter().enumerate() {
            let [Slot::Known(a), Slot::Known(b)] = slots[number] else { continue };
            let Some(&first_wins) = results.get(&number) else { continue };
            let (winner, loser) = if first_wins { (a, b) } else { (b, a) };
            let round = node.round as usize;
            match node.part {
                Part::Winners if double => {}
                Part::Winners | Part::Losers => reached[loser] = Some(10 * round),
                Part::Third => {
                    reached[winner] = Some(usize::MAX - 2);
                    reached[loser] = Some(usize::MAX - 3);
                }
                Part::Final if double && !first_wins => {
                    (reached[winner], reached[loser]) = (None, None);
                }
                Part::Final | Part::Reset => {
                    reached[winner] = Some(usize::MAX);
                    reached[loser] = Some(usize::MAX - 1);
                }
            }
        }
        if self.entrants == 1 {
            return vec![Some(1)];
        }
        let place = |mine: usize| {
            1 + reached.iter().filter(|other| other.is_none_or(|other| other > mine)).count()
        };
        reached.iter().map(|mine| mine.map(place)).collect()
    }

    /// Whether all matches have been played.
    pub fn is_over(&self, results: &Results) -> bool {
        self.ready(results).is_empty()
    }
}
