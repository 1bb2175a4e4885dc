//! The messages of a team in the shared array: claims of bases and stadiums, sightings of enemies, the
//! number of units, the targets of the batters and the posts of a relay.

use super::chart::{SIDE, Site, Spot};
use super::relay::Post;
use super::{read, write};
use crate::observe::View;
use crate::state::HomeRun;
use crate::types::UnitType;
use agon_core::{Stopped, Turn};
use std::ops::RangeInclusive;

type Turns<'a, 'b> = &'a mut Turn<'b, HomeRun>;

// Where things are in the array; what comes before is the chart's. A 0 means "nothing written yet".
const COUNTS: i32 = 12; // units of each type in this round
const TARGET_COUNT: i32 = 20;
const TARGETS: i32 = 21;
const RELAY_LENGTH: i32 = 100;
const POSTS: i32 = 110;
const HOLDERS: i32 = 130;
const READY: i32 = 150;
const BLOCKED_COUNT: i32 = 170;
const BLOCKED: i32 = 171;
const BALL_WANTED: i32 = 16;
const CLAIMS: i32 = 20_000; // by tile: when and by which unit
const INTRUDERS: i32 = 40_000; // by tile: when an enemy was seen on a site
const SIGHTINGS: i32 = 60_000; // by block: when and how many enemies were seen

/// The most targets.
pub(super) const TARGETS_MAX: usize = 8;
/// The most tiles that relays avoid.
const BLOCKED_MAX: i32 = 12;
/// Blocks of tiles that share one sighting.
const BLOCK: i32 = 8;
const BLOCKS: i32 = SIDE / BLOCK;
/// Rounds after which a claim is ignored.
const CLAIM_ROUNDS: i32 = 4;

/// Where enemies were seen.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Target {
    pub spot: Spot,
    pub batters: i32,
    pub others: i32,
}

fn now(view: &View) -> i32 {
    view.round as i32 + 1
}

fn stamp(view: &View, value: u16) -> i32 {
    now(view) << 14 | i32::from(value)
}

/// Each unit counts itself; the headquarters, which acts first, takes the count of the last round.
pub(super) fn count(view: &View, turn: Turns<'_, '_>) -> Result<(), Stopped> {
    let index = COUNTS + view.me.unit_type as i32;
    let count = read(turn, index)?;
    write(turn, index, count + 1)
}

pub(super) fn take_counts(turn: Turns<'_, '_>) -> Result<[i32; 4], Stopped> {
    let mut counts = [0; 4];
    for (index, count) in (COUNTS..).zip(&mut counts).skip(1) {
        *count = read(turn, index)?;
        write(turn, index, 0)?;
    }
    Ok(counts)
}

/// The unit that holds a site or goes there.
pub(super) fn holder(view: &View, turn: Turns<'_, '_>, spot: Spot) -> Result<Option<u16>, Stopped> {
    let claim = read(turn, CLAIMS + i32::from(spot.0))?;
    let is_held = now(view) - (claim >> 14) <= CLAIM_ROUNDS;
    Ok((claim != 0 && is_held).then_some((claim & 0x3fff) as u16))
}

pub(super) fn claim(view: &View, turn: Turns<'_, '_>, spot: Spot) -> Result<(), Stopped> {
    write(turn, CLAIMS + i32::from(spot.0), stamp(view, view.me.id))
}

/// How many rounds ago an enemy was seen on a site.
pub(super) fn intruder(view: &View, turn: Turns<'_, '_>, spot: Spot) -> Result<i32, Stopped> {
    let seen = read(turn, INTRUDERS + i32::from(spot.0))?;
    Ok(if seen == 0 { i32::MAX } else { now(view) - seen })
}

/// Tells which of the sites in sight have enemies on them.
pub(super) fn report_sites(
    view: &View,
    turn: Turns<'_, '_>,
    sites: impl Iterator<Item = (Site, crate::Location)>,
) -> Result<(), Stopped> {
    for (site, at) in sites {
        let index = INTRUDERS + i32::from(site.spot.0);
        let is_taken = view.unit_at(at).is_some_and(|unit| unit.team != view.me.team);
        if is_taken {
            write(turn, index, now(view))?;
        } else if view.tile(at).is_some() && read(turn, index)? != 0 {
            write(turn, index, 0)?;
        }
    }
    Ok(())
}

/// Tells how many enemies are in sight, block by block.
pub(super) fn report_enemies(
    view: &View,
    turn: Turns<'_, '_>,
    spot: impl Fn(crate::Location) -> Spot,
) -> Result<(), Stopped> {
    let mut seen: arrayvec::ArrayVec<(i32, i32, Spot), 8> = arrayvec::ArrayVec::new();
    for unit in view.units_of(view.me.team.other()) {
        if unit.unit_type == UnitType::Hq {
            continue;
        }
        let at = spot(unit.at);
        let block = at.y() / BLOCK * BLOCKS + at.x() / BLOCK;
        let count = if unit.unit_type == UnitType::Batter { 1 } else { 16 };
        match seen.iter_mut().find(|(other, ..)| *other == block) {
            Some((_, sum, _)) => *sum += count,
            None => drop(seen.try_push((block, count, at)).ok()),
        }
    }
    for (block, counts, at) in seen {
        let corner = at.y() % BLOCK * BLOCK + at.x() % BLOCK;
        let counts = (counts & 15).min(7) | (counts >> 4).min(7) << 3;
        let index = SIGHTINGS + block;
        write(turn, index, now(view) << 12 | counts << 6 | corner)?;
    }
    Ok(())
}

/// All sightings in these columns and rows that are not older than `rounds`.
pub(super) fn sightings(
    view: &View,
    turn: Turns<'_, '_>,
    bounds: [RangeInclusive<i32>; 2],
    rounds: i32,
    out: &mut Vec<Target>,
) -> Result<(), Stopped> {
    out.clear();
    let [columns, rows] = bounds.map(|bounds| bounds.start() / BLOCK..=bounds.end() / BLOCK);
    for block in rows.flat_map(|row| columns.clone().map(move |column| row * BLOCKS + column)) {
        let entry = read(turn, SIGHTINGS + block)?;
        if entry == 0 || now(view) - (entry >> 12) > rounds {
            continue;
        }
        let (x, y) = (block % BLOCKS * BLOCK, block / BLOCKS * BLOCK);
        let corner = entry & 63;
        let spot = Spot::at(x + corner % BLOCK, y + corner / BLOCK);
        let Some(spot) = spot else { continue };
        out.push(Target { spot, batters: entry >> 6 & 7, others: entry >> 9 & 7 });
    }
    Ok(())
}

pub(super) fn set_targets(turn: Turns<'_, '_>, targets: &[Target]) -> Result<(), Stopped> {
    let count = targets.len().min(TARGETS_MAX);
    write(turn, TARGET_COUNT, count as i32)?;
    for (index, target) in (TARGETS..).zip(&targets[..count]) {
        let code = target.others << 17 | target.batters << 14 | i32::from(target.spot.0);
        write(turn, index, code)?;
    }
    Ok(())
}

pub(super) fn targets(turn: Turns<'_, '_>) -> Result<arrayvec::ArrayVec<Target, 8>, Stopped> {
    let mut targets = arrayvec::ArrayVec::new();
    let count = read(turn, TARGET_COUNT)?.clamp(0, TARGETS_MAX as i32);
    for index in TARGETS..TARGETS + count {
        let code = read(turn, index)?;
        let spot = Spot((code & 0x3fff) as u16);
        targets.push(Target { spot, batters: code >> 14 & 7, others: code >> 17 & 7 });
    }
    Ok(targets)
}

/// Opens a relay; an empty one closes it.
pub(super) fn set_relay(turn: Turns<'_, '_>, posts: &[Post]) -> Result<(), Stopped> {
    write(turn, RELAY_LENGTH, posts.len() as i32)?;
    for (i, post) in (0..).zip(posts) {
        write(turn, POSTS + i, post.pack())?;
        write(turn, HOLDERS + i, 0)?;
        write(turn, READY + i, 0)?;
    }
    Ok(())
}

pub(super) fn relay(turn: Turns<'_, '_>) -> Result<Vec<Post>, Stopped> {
    let length = read(turn, RELAY_LENGTH)?;
    (POSTS..POSTS + length).map(|index| Ok(Post::unpack(read(turn, index)?))).collect()
}

/// The batter of a post, if it has told so within the last rounds.
pub(super) fn batter_of(
    view: &View,
    turn: Turns<'_, '_>,
    post: i32,
) -> Result<Option<u16>, Stopped> {
    let claim = read(turn, HOLDERS + post)?;
    let is_held = now(view) - (claim >> 14) <= 2;
    Ok((claim != 0 && is_held).then_some((claim & 0x3fff) as u16))
}

pub(super) fn hold_post(
    view: &View,
    turn: Turns<'_, '_>,
    post: i32,
    is_there: bool,
) -> Result<(), Stopped> {
    write(turn, HOLDERS + post, stamp(view, view.me.id))?;
    write(turn, READY + post, if is_there { now(view) } else { 0 })
}

/// Whether the batter of a post stood there at the end of its last turn.
pub(super) fn is_ready(view: &View, turn: Turns<'_, '_>, post: i32) -> Result<bool, Stopped> {
    Ok(now(view) - read(turn, READY + post)? <= 1)
}

/// Tiles that a relay must avoid, since something stands there.
pub(super) fn blocked(turn: Turns<'_, '_>) -> Result<Vec<Spot>, Stopped> {
    let count = read(turn, BLOCKED_COUNT)?.min(BLOCKED_MAX);
    (BLOCKED..BLOCKED + count).map(|index| Ok(Spot(read(turn, index)? as u16))).collect()
}

pub(super) fn block(turn: Turns<'_, '_>, spot: Spot) -> Result<(), Stopped> {
    if blocked(turn)?.contains(&spot) {
        return Ok(());
    }
    let count = read(turn, BLOCKED_COUNT)?;
    write(turn, BLOCKED + count % BLOCKED_MAX, spot.0.into())?;
    write(turn, BLOCKED_COUNT, count + 1)
}

/// A batter beside the headquarters asks for a ball.
pub(super) fn want_ball(view: &View, turn: Turns<'_, '_>) -> Result<(), Stopped> {
    write(turn, BALL_WANTED, now(view))
}

/// Whether a batter asked for a ball in the last round.
pub(super) fn is_ball_wanted(view: &View, turn: Turns<'_, '_>) -> Result<bool, Stopped> {
    let asked = read(turn, BALL_WANTED)?;
    Ok(asked != 0 && now(view) - asked <= 1)
}
