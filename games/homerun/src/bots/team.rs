//! The messages of a team in the shared array: claims of bases and stadiums, sightings of enemies, the
//! number of units, the targets of the batters and the posts of a relay.

use super::chart::{SIDE, Site, Spot};
use super::effort::{Effort, Step};
use super::relay::Post;
use super::{read, write};
use crate::observe::View;
use crate::state::HomeRun;
use crate::types::UnitType;
use agon_core::{Stopped, Turn};
use std::ops::RangeInclusive;

type Turns<'a, 'b> = &'a mut Turn<'b, HomeRun>;

// Where things are in the array; what comes before is the chart's. A 0 means "nothing written yet".
const COUNTS: i32 = 12; // units in this round, 10 bits for each type but the headquarters
const SIGHTED: i32 = 13; // which blocks have sightings: one bit for several blocks
const INTRUDED: i32 = 14; // which sites have intruders: one bit for several sites
const TARGET_NEWS: i32 = 20; // the number of targets, and how often they have changed times 16
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
/// Rounds for which a sighting of an enemy counts, and one of an intruder on a site.
const SIGHTING_ROUNDS: i32 = 10;
const INTRUSION_ROUNDS: i32 = 60;
/// Rounds between two counts of the units.
const COUNT_EVERY: u32 = 4;
/// The largest number of units of a type that is told.
const COUNT_MAX: i32 = 1023;

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

/// The lowest bit of a type's count. The headquarters, which is always one, is not counted.
fn count_shift(unit_type: UnitType) -> i32 {
    10 * (unit_type as i32 - 1)
}

/// In every fourth round each unit counts itself.
pub(super) fn count(view: &View, turn: Turns<'_, '_>) -> Result<(), Stopped> {
    if view.me.unit_type == UnitType::Hq || !view.round.is_multiple_of(COUNT_EVERY) {
        return Ok(());
    }
    let counts = read(turn, COUNTS)?;
    let shift = count_shift(view.me.unit_type);
    if counts >> shift & COUNT_MAX == COUNT_MAX {
        return Ok(());
    }
    write(turn, COUNTS, counts + (1 << shift))
}

/// In the round after a count the headquarters, which acts first, takes it.
pub(super) fn take_counts(
    view: &View,
    turn: Turns<'_, '_>,
    heads: &mut [i32; 4],
) -> Result<(), Stopped> {
    if view.round % COUNT_EVERY != 1 {
        return Ok(());
    }
    let counts = read(turn, COUNTS)?;
    write(turn, COUNTS, 0)?;
    for unit_type in [UnitType::Pitcher, UnitType::Batter, UnitType::Catcher] {
        heads[unit_type as usize] = counts >> count_shift(unit_type) & COUNT_MAX;
    }
    Ok(())
}

/// The unit that holds a site or goes there.
pub(super) fn holder(view: &View, turn: Turns<'_, '_>, spot: Spot) -> Result<Option<u16>, Stopped> {
    let claim = read(turn, CLAIMS + i32::from(spot.0))?;
    let is_held = now(view) - (claim >> 14) <= CLAIM_ROUNDS;
    Ok((claim != 0 && is_held).then_some((claim & 0x3fff) as u16))
}

/// Claims a site; `last` is the unit's last claim and its round. Every second round is often enough.
pub(super) fn claim(
    view: &View,
    turn: Turns<'_, '_>,
    spot: Spot,
    last: &mut Option<(Spot, u32)>,
) -> Result<(), Stopped> {
    if last.is_some_and(|(old, round)| old == spot && view.round < round + 2) {
        return Ok(());
    }
    *last = Some((spot, view.round));
    write(turn, CLAIMS + i32::from(spot.0), stamp(view, view.me.id))
}

/// How many rounds ago an enemy was seen on a site.
pub(super) fn intruder(view: &View, turn: Turns<'_, '_>, spot: Spot) -> Result<i32, Stopped> {
    let seen = read(turn, INTRUDERS + i32::from(spot.0))?;
    Ok(if seen == 0 { i32::MAX } else { now(view) - seen })
}

/// The bit of a site in [`INTRUDED`].
fn site_bit(site: Spot) -> i32 {
    1 << (u32::from(site.0).wrapping_mul(0x9e37_79b1) >> 27)
}

/// Tells which of the sites in sight have enemies on them; `sees_enemy` is whether any is in sight. Returns
/// whether there are any marks: `has_marks` is whether there were.
pub(super) fn report_sites(
    view: &View,
    turn: Turns<'_, '_>,
    sites: impl Iterator<Item = (Site, crate::Location)>,
    sees_enemy: bool,
    has_marks: bool,
) -> Result<bool, Stopped> {
    if !sees_enemy && !has_marks {
        return Ok(false);
    }
    let mut marks = if has_marks { read(turn, INTRUDED)? } else { 0 };
    for (site, at) in sites {
        let index = INTRUDERS + i32::from(site.spot.0);
        let bit = site_bit(site.spot);
        if sees_enemy && view.units_of(view.me.team.other()).any(|unit| unit.at == at) {
            write(turn, index, now(view))?;
            if marks & bit == 0 {
                marks |= bit;
                write(turn, INTRUDED, marks)?;
            }
        } else if marks & bit != 0 && read(turn, index)? != 0 {
            write(turn, index, 0)?;
        }
    }
    Ok(marks != 0)
}

/// Finds the sites on which enemies were seen within the last rounds, and removes the marks of all others.
/// The headquarters calls it, when it knows all sites that the team knows. On a map full of sites the effort
/// is enough for the first ones, and all marks stay.
pub(super) fn intruded_sites(
    view: &View,
    turn: Turns<'_, '_>,
    sites: &[Site],
    effort: &mut Effort,
    out: &mut Vec<Spot>,
) -> Result<(), Stopped> {
    out.clear();
    let marks = read(turn, INTRUDED)?;
    let mut kept = 0;
    for site in sites {
        let bit = site_bit(site.spot);
        let is_marked = marks & bit != 0;
        if !effort.spend(if is_marked { Step::Site } else { Step::Count }) {
            kept = marks;
            break;
        }
        if is_marked && intruder(view, turn, site.spot)? < INTRUSION_ROUNDS {
            kept |= bit;
            out.push(site.spot);
        }
    }
    if kept != marks {
        write(turn, INTRUDED, kept)?;
    }
    Ok(())
}

/// The bit of a block in [`SIGHTED`]: blocks of one area of 8 by 4 blocks have different ones.
fn block_bit(column: i32, row: i32) -> i32 {
    1 << (row % 4 * 8 + column % 8)
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
    let mut bits = 0;
    for (block, counts, at) in seen {
        let corner = at.y() % BLOCK * BLOCK + at.x() % BLOCK;
        let counts = (counts & 15).min(7) | (counts >> 4).min(7) << 3;
        let index = SIGHTINGS + block;
        write(turn, index, now(view) << 12 | counts << 6 | corner)?;
        bits |= block_bit(at.x() / BLOCK, at.y() / BLOCK);
    }
    if bits == 0 {
        return Ok(());
    }
    let marks = read(turn, SIGHTED)?;
    if marks | bits != marks {
        write(turn, SIGHTED, marks | bits)?;
    }
    Ok(())
}

/// All sightings of the last rounds in these columns and rows, outside of which there is no map. The
/// headquarters calls it, and removes the marks of blocks without any.
pub(super) fn sightings(
    view: &View,
    turn: Turns<'_, '_>,
    bounds: [RangeInclusive<i32>; 2],
    out: &mut Vec<Target>,
) -> Result<(), Stopped> {
    out.clear();
    let marks = read(turn, SIGHTED)?;
    if marks == 0 {
        return Ok(());
    }
    let mut kept = 0;
    let [columns, rows] = bounds.map(|bounds| bounds.start() / BLOCK..=bounds.end() / BLOCK);
    for row in rows {
        for column in columns.clone() {
            let bit = block_bit(column, row);
            if marks & bit == 0 {
                continue;
            }
            let entry = read(turn, SIGHTINGS + row * BLOCKS + column)?;
            if entry == 0 || now(view) - (entry >> 12) > SIGHTING_ROUNDS {
                continue;
            }
            kept |= bit;
            let corner = entry & 63;
            let (x, y) = (column * BLOCK + corner % BLOCK, row * BLOCK + corner / BLOCK);
            let Some(spot) = Spot::at(x, y) else { continue };
            out.push(Target { spot, batters: entry >> 6 & 7, others: entry >> 9 & 7 });
        }
    }
    if kept != marks {
        write(turn, SIGHTED, kept)?;
    }
    Ok(())
}

/// What a unit knows of the targets: the number that announced them, and the targets.
#[derive(Default)]
pub(super) struct Targets {
    news: i32,
    targets: arrayvec::ArrayVec<Target, TARGETS_MAX>,
}

impl Targets {
    /// Publishes targets, at most [`TARGETS_MAX`]; the headquarters does this when they have changed.
    pub fn publish(&mut self, turn: Turns<'_, '_>, targets: &[Target]) -> Result<(), Stopped> {
        let targets = &targets[..targets.len().min(TARGETS_MAX)];
        if targets == self.targets.as_slice() {
            return Ok(());
        }
        for (index, target) in (TARGETS..).zip(targets) {
            let code = target.others << 17 | target.batters << 14 | i32::from(target.spot.0);
            write(turn, index, code)?;
        }
        self.targets = targets.iter().copied().collect();
        self.news = ((self.news & !15) + 16) | targets.len() as i32;
        write(turn, TARGET_NEWS, self.news)
    }

    /// The targets that the headquarters has published; read only if they have changed.
    pub fn read(&mut self, turn: Turns<'_, '_>) -> Result<&[Target], Stopped> {
        let news = read(turn, TARGET_NEWS)?;
        if news != self.news {
            let mut targets = arrayvec::ArrayVec::new();
            for index in TARGETS..TARGETS + (news & 15).min(TARGETS_MAX as i32) {
                let code = read(turn, index)?;
                let spot = Spot((code & 0x3fff) as u16);
                targets.push(Target { spot, batters: code >> 14 & 7, others: code >> 17 & 7 });
            }
            (self.news, self.targets) = (news, targets);
        }
        Ok(&self.targets)
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::effort::WORK_PER_TURN;
    use crate::profile::Rules;
    use agon_core::{Actor, Game, Now, Profile};

    #[derive(Default)]
    struct Calls(i32);

    impl agon_core::Scribe<HomeRun> for Calls {
        fn call(&mut self, _: &HomeRun, _: Actor, _: &crate::Call, _: &crate::Reply) {
            self.0 += 1;
        }

        fn end(&mut self, _: &HomeRun, _: Actor, _: &agon_core::End) {}
    }

    /// Marks enemies on this many sites, and returns on how many of them they are found with the effort of
    /// one turn, and with how many calls.
    fn found_among(count: u16) -> (usize, i32) {
        let rules = Rules::of(Profile::Handbook);
        let mut game = HomeRun::from_drawing("AH . . BH", rules, 1).unwrap();
        let Now::Turn(actors) = game.now() else { panic!("the game is over") };
        let (mut view, mut calls) = (View::default(), Calls::default());
        game.view(actors[0], &mut view);
        let sites: Vec<Site> = (0..count).map(|i| Site { spot: Spot(i), is_base: true }).collect();
        let mut turn = Turn::open(&mut game, actors[0], &mut calls);
        turn.meter_outside(); // so that marking all sites is not charged to the turn
        write(&mut turn, INTRUDED, -1).unwrap();
        for site in &sites {
            write(&mut turn, INTRUDERS + i32::from(site.spot.0), now(&view)).unwrap();
        }
        let (mut effort, mut found) = (Effort::of_turn(), Vec::new());
        intruded_sites(&view, &mut turn, &sites, &mut effort, &mut found).unwrap();
        assert!(effort.left() >= 0);
        (found.len(), calls.0 - i32::from(count) - 1)
    }

    #[test]
    fn thousands_of_sites_with_enemies_are_not_all_read_in_one_turn() {
        assert_eq!(found_among(20).0, 20);
        let (found, calls) = found_among(3_600);
        let most = WORK_PER_TURN / Step::Site as i32;
        assert_eq!(found as i32, most);
        assert!(calls <= most + 2, "{calls} calls for {found} sites");
    }
}
