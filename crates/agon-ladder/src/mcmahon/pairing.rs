//! The pairing of one round: bye, score groups, eight criteria in strict order, sides.

use super::scores::Scores;
use super::{Event, HalfPoints, Idle};
use crate::matching::min_cost_matching;
use crate::tie_hash;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The criteria of a pairing, most important first.
pub const CRITERIA: [&str; 8] = [
    "rematch",
    "same team",
    "score difference",
    "float history",
    "who floats",
    "side balance",
    "seeding in the group",
    "draw of lots",
];

/// Cost of a pairing per criterion, in the order of [`CRITERIA`].
pub type Cost = [u64; 8];

/// Larger fields are cut before they are matched.
const MAX_MATCHED_AT_ONCE: usize = 600;

/// Which member of a score group floats to another group.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Floater {
    /// The first.
    Top,
    /// The middle one.
    #[default]
    Middle,
    /// The last.
    Bottom,
}

/// How rounds are paired.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rules {
    /// Seed of the draw by lot.
    pub seed: u64,
    /// Number of rounds of the tournament.
    pub rounds: u32,
    /// The last round in which groups are paired by slip (first against middle); later rounds use fold
    /// (first against last).
    pub slip_until: u32,
    /// The last round in which entrants of the same team are kept apart.
    pub teams_apart_until: u32,
    /// Who floats down from the upper group and up from the lower one.
    pub floaters: (Floater, Floater),
    /// Whether the entrant with the bye plays a house bot instead.
    pub house_bot: bool,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            seed: 1,
            rounds: 3,
            slip_until: 1,
            teams_apart_until: 0,
            floaters: (Floater::Middle, Floater::Middle),
            house_bot: false,
        }
    }
}

/// One pairing, its sides and its cost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pairing {
    /// The entrant in the first seat.
    pub first: u32,
    /// The entrant in the second seat.
    pub second: u32,
    /// Cost per criterion.
    pub cost: Cost,
    /// The score groups (whole points) of the two.
    pub groups: (i64, i64),
}

/// An entrant without a pairing, and the reason.
pub type Unpaired = (u32, Idle);

/// The pairing of a round.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Draw {
    /// The pairings, best placed first.
    pub pairings: Vec<Pairing>,
    /// Entrants without a pairing. With a house bot, the entrant with the bye is listed as `House(0)`
    /// until the game has been played.
    pub idle: Vec<Unpaired>,
    /// The score groups, highest first, each in order of strength.
    pub groups: Vec<(i64, Vec<u32>)>,
    /// Sum of the costs.
    pub cost: Cost,
}

/// The players of a round and everything the pairing depends on.
pub(super) struct PairingInput {
    pub players: Vec<Player>,
    pub idle: Vec<Unpaired>,
    spread: i64,
    round: u32,
    met: BTreeMap<(u32, u32), u64>,
}

pub(super) struct Player {
    pub id: u32,
    pub group: i64,
    team: Option<u32>,
    rank_in_group: i64,
    group_size: i64,
    ups: u32,
    downs: u32,
    balance: i64,
    last_first: Option<bool>,
}

/// Pairs the next round. `absent` lists entrants that announced their absence.
pub fn pair_round(event: &Event, rules: &Rules, absent: &[u32]) -> Draw {
    let input = PairingInput::new(event, rules, absent);
    let mates = input.match_all(rules);
    let mut pairings: Vec<Pairing> = Vec::new();
    for (a, &b) in mates.iter().enumerate() {
        if a < b {
            pairings.push(input.seat(a, b, rules));
        }
    }
    input.into_draw(pairings)
}

impl PairingInput {
    pub(super) fn new(event: &Event, rules: &Rules, absent: &[u32]) -> PairingInput {
        let round = event.rounds.len() as u32 + 1;
        let scores = Scores::after(event, event.rounds.len());
        let mut idle = Vec::new();
        let mut active = Vec::new();
        for (i, entrant) in event.entrants.iter().enumerate() {
            if entrant.disqualified.is_some_and(|from| round >= from) {
                idle.push((entrant.id, Idle::Missing));
            } else if entrant.has_left(round) {
                idle.push((entrant.id, Idle::Withdrawn));
            } else if absent.contains(&entrant.id) {
                idle.push((entrant.id, absence(event, rules, entrant.id)));
            } else {
                active.push(i);
            }
        }
        if active.len() % 2 == 1 {
            let byes = |id: u32| {
                let all = event.rounds.iter().flat_map(|round| &round.idle);
                all.filter(|(who, idle)| *who == id && is_bye(*idle)).count()
            };
            let key = |&i: &usize| {
                let entrant = &event.entrants[i];
                (byes(entrant.id), scores.mms[i], Reverse(entrant.seed))
            };
            let out = active.iter().copied().min_by_key(key).expect("an odd field is not empty");
            active.retain(|&i| i != out);
            let kind = if rules.house_bot { Idle::House(0) } else { Idle::Bye };
            idle.push((event.entrants[out].id, kind));
        }
        let key = |i: usize| {
            let seed = event.entrants[i].seed;
            (Reverse((scores.mms[i] / 2, scores.mms[i], scores.sos[i], scores.sosos[i])), seed)
        };
        active.sort_by_key(|&i| key(i));
        let (floats, sides, met) = (floats(event), sides(event), meetings(event));
        let mut players: Vec<Player> = active
            .iter()
            .map(|&i| {
                let entrant = &event.entrants[i];
                let (ups, downs) = floats.get(&entrant.id).copied().unwrap_or_default();
                let (balance, last_first) = sides.get(&entrant.id).copied().unwrap_or_default();
                let group = scores.mms[i] / 2;
                let (id, team) = (entrant.id, entrant.team);
                Player {
                    id,
                    group,
                    team,
                    rank_in_group: 0,
                    group_size: 0,
                    ups,
                    downs,
                    balance,
                    last_first,
                }
            })
            .collect();
        for group in players.chunk_by_mut(|a, b| a.group == b.group) {
            let size = group.len() as i64;
            for (rank_in_group, player) in group.iter_mut().enumerate() {
                (player.rank_in_group, player.group_size) = (rank_in_group as i64, size);
            }
        }
        let spread = match (players.first(), players.last()) {
            (Some(top), Some(bottom)) => top.group - bottom.group + 1,
            _ => 1,
        };
        PairingInput { players, idle, spread, round, met }
    }

    /// The cheapest partner of every player.
    pub(super) fn match_all(&self, rules: &Rules) -> Vec<usize> {
        let all: Vec<usize> = (0..self.players.len()).collect();
        let mut mates = vec![0; all.len()];
        self.match_some(&all, rules, &mut mates);
        mates
    }

    /// Pairs a part of the field. A field that is too large for the solver is cut in two at the score
    /// border nearest to the middle.
    pub(super) fn match_some(&self, part: &[usize], rules: &Rules, mates: &mut [usize]) {
        let solved = if part.len() > MAX_MATCHED_AT_ONCE {
            None
        } else {
            min_cost_matching(part.len(), |a, b| self.cost(part[a], part[b], rules)).ok()
        };
        match solved {
            Some(found) => {
                for (a, b) in found.into_iter().enumerate() {
                    mates[part[a]] = part[b];
                }
            }
            None => {
                let (top, bottom) = part.split_at(self.cut(part));
                self.match_some(top, rules, mates);
                self.match_some(bottom, rules, mates);
            }
        }
    }

    /// An even index near the middle, at the border of two score groups if there is one.
    fn cut(&self, part: &[usize]) -> usize {
        let half = part.len() / 4 * 2;
        let is_border =
            |at: &usize| self.players[part[*at - 1]].group != self.players[part[*at]].group;
        let near = (part.len() / 4..part.len() * 3 / 4).filter(|at| at % 2 == 0 && *at > 0);
        near.filter(is_border).min_by_key(|at| at.abs_diff(half)).unwrap_or(half.max(2))
    }

    pub(super) fn cost(&self, a: usize, b: usize, rules: &Rules) -> Cost {
        let (a, b) = (&self.players[a], &self.players[b]);
        let (upper, lower) = if a.group >= b.group { (a, b) } else { (b, a) };
        let d = (upper.group - lower.group) as u64;
        let met = self.met.get(&(a.id.min(b.id), a.id.max(b.id))).copied().unwrap_or(0);
        let apart = self.round <= rules.teams_apart_until && a.team.is_some() && a.team == b.team;
        let mut cost = [0; 8];
        cost[0] = met * met;
        cost[1] = apart.into();
        cost[2] = self.spread as u64 * d + d * d;
        if d > 0 {
            cost[3] = 4 - float_scenario(upper, lower);
            cost[4] = floating(upper, rules.floaters.0) + floating(lower, rules.floaters.1);
        }
        cost[5] = match (a.balance, b.balance) {
            (x, y) if x.signum() * y.signum() < 0 => 0,
            (x, y) if (x == 0 && y.abs() >= 2) || (y == 0 && x.abs() >= 2) => 1,
            _ => 2,
        };
        cost[6] = if d > 0 { 10_000 } else { seeding(a, b, self.round <= rules.slip_until) };
        cost[7] = tie_hash(rules.seed, self.round.into(), a.id.into(), b.id.into()) & 0xFFF;
        cost
    }

    /// Decides the sides of a pairing.
    pub(super) fn seat(&self, a: usize, b: usize, rules: &Rules) -> Pairing {
        let (x, y) = (&self.players[a], &self.players[b]);
        let x_first = match (x.balance.cmp(&y.balance), x.last_first, y.last_first) {
            (std::cmp::Ordering::Less, ..) => true,
            (std::cmp::Ordering::Greater, ..) => false,
            (_, Some(false), Some(true)) => true,
            (_, Some(true), Some(false)) => false,
            _ => {
                let seed = rules.seed ^ 0x51DE;
                let lot = tie_hash(seed, self.round.into(), x.id.into(), y.id.into());
                lot.is_multiple_of(2) == (x.id < y.id)
            }
        };
        let (first, second) = if x_first { (x, y) } else { (y, x) };
        Pairing {
            first: first.id,
            second: second.id,
            cost: self.cost(a, b, rules),
            groups: (first.group, second.group),
        }
    }

    fn into_draw(self, pairings: Vec<Pairing>) -> Draw {
        let cost = total(&pairings);
        let groups = self.players.chunk_by(|a, b| a.group == b.group);
        let groups = groups.map(|g| (g[0].group, g.iter().map(|p| p.id).collect())).collect();
        Draw { pairings, idle: self.idle, groups, cost }
    }
}

/// The sum of the costs of pairings.
pub(super) fn total(pairings: &[Pairing]) -> Cost {
    let mut sum = [0; 8];
    for pairing in pairings {
        for (sum, cost) in sum.iter_mut().zip(pairing.cost) {
            *sum += cost;
        }
    }
    sum
}

fn is_bye(idle: Idle) -> bool {
    matches!(idle, Idle::Bye | Idle::House(_))
}

impl Rules {
    /// A third of the rounds may be paid absences.
    fn paid_absences(&self) -> u32 {
        self.rounds / 3
    }

    /// What a round is for an entrant that joins after it: an absence, paid like any other.
    pub fn missed(&self, round: u32) -> Idle {
        if round <= self.paid_absences() { Idle::Absent } else { Idle::Missing }
    }
}

/// Paid absences are 1/2 point each; further ones score 0.
fn absence(event: &Event, rules: &Rules, id: u32) -> Idle {
    let before = event.rounds.iter().flat_map(|round| &round.idle);
    let paid = before.filter(|(who, idle)| *who == id && *idle == Idle::Absent).count();
    if paid < rules.paid_absences() as usize { Idle::Absent } else { Idle::Missing }
}

/// From 0 (repeats earlier floats) to 4 (compensates earlier floats).
fn float_scenario(upper: &Player, lower: &Player) -> u64 {
    let mut scenario = 2 - u64::from(lower.ups > 0) - u64::from(upper.downs > 0);
    if scenario > 0 {
        scenario += u64::from(upper.ups > upper.downs) + u64::from(lower.downs > lower.ups);
    }
    scenario
}

/// Distance (per mille of the group) between a player and the position that should float.
fn floating(player: &Player, floater: Floater) -> u64 {
    let Player { rank_in_group, group_size: size, .. } = *player;
    let off = match floater {
        Floater::Top => rank_in_group,
        Floater::Middle => (2 * rank_in_group - (size - 1)).abs(),
        Floater::Bottom => size - 1 - rank_in_group,
    };
    (1000 * off / size) as u64
}

/// Squared distance of a pair within one group from the pairing that slip or fold prefers.
fn seeding(a: &Player, b: &Player, slip: bool) -> u64 {
    let size = a.group_size;
    let (off, unit) = if slip {
        (2 * (a.rank_in_group - b.rank_in_group).abs() - size, size)
    } else {
        (a.rank_in_group + b.rank_in_group - (size - 1), size - 1)
    };
    (10_000 * off * off / (unit * unit).max(1)) as u64
}

/// Number of times each entrant floated up and down.
fn floats(event: &Event) -> BTreeMap<u32, (u32, u32)> {
    let mut floats: BTreeMap<u32, (u32, u32)> = BTreeMap::new();
    for (r, round) in event.rounds.iter().enumerate() {
        let scores = Scores::after(event, r);
        let group = |id: u32| -> HalfPoints { scores.mms[event.index(id)] / 2 };
        for m in &round.meetings {
            for (me, other) in [(m.first, m.second), (m.second, m.first)] {
                let entry = floats.entry(me).or_default();
                entry.0 += u32::from(group(other) > group(me));
                entry.1 += u32::from(group(other) < group(me));
            }
        }
    }
    floats
}

/// Games in the first seat minus games in the second, and whether the last game was in the first.
fn sides(event: &Event) -> BTreeMap<u32, (i64, Option<bool>)> {
    let mut sides: BTreeMap<u32, (i64, Option<bool>)> = BTreeMap::new();
    for m in event.rounds.iter().flat_map(|round| &round.meetings) {
        for (id, first) in [(m.first, true), (m.second, false)] {
            let entry = sides.entry(id).or_default();
            entry.0 += if first { 1 } else { -1 };
            entry.1 = Some(first);
        }
    }
    sides
}

/// Number of meetings of every pair.
fn meetings(event: &Event) -> BTreeMap<(u32, u32), u64> {
    let mut met = BTreeMap::new();
    for m in event.rounds.iter().flat_map(|round| &round.meetings) {
        *met.entry((m.first.min(m.second), m.first.max(m.second))).or_default() += 1;
    }
    met
}
