//! The solid bot's messages in the shared array: places of bases and stadiums, the units that hold them,
//! sightings of enemies, and the number of living units.

use super::{read, write};
use crate::observe::View;
use crate::state::HomeRun;
use crate::types::{Location, Team, Terrain, UnitType};
use agon_core::{Stopped, Turn};

// Where things are in the array. A 0 means "nothing written yet" everywhere.
const SITE_COUNT: i32 = 0;
const HQ: [i32; 2] = [2, 5]; // own and enemy: known, x, y
const UNIT_COUNTS: i32 = 10; // units of each type
const SITES: i32 = 100;
const SITE_LENGTH: i32 = 6;
/// The most bases and stadiums that are stored.
const SITES_MAX: i32 = 60;
/// Rounds after which a claim or a sighting is ignored.
const STALE_AFTER: i32 = 12;
/// Rounds between two claims of the same unit; less than the rounds after which a claim is ignored.
const CLAIM_EVERY: u32 = 5;
/// Rounds between two counts of all units.
const COUNT_EVERY: u32 = 8;

/// A base or a stadium as the team knows it.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Site {
    pub index: i32,
    pub at: Location,
    pub is_base: bool,
    /// The unit that holds it or goes there, by a recent claim.
    pub holder: Option<i32>,
    /// Whether an enemy was seen on it recently.
    pub has_enemy: bool,
}

/// Reads what the team knows about bases and stadiums, and adds what this unit sees.
pub(crate) fn share_sites(
    view: &View,
    turn: &mut Turn<'_, HomeRun>,
    out: &mut Vec<Site>,
) -> Result<(), Stopped> {
    out.clear();
    let mut count = read(turn, SITE_COUNT)?.clamp(0, SITES_MAX);
    let now = view.round as i32 + 1;
    for index in 0..count {
        let base = SITES + index * SITE_LENGTH;
        let at = Location::new(read(turn, base)?, read(turn, base + 1)?);
        let is_base = read(turn, base + 2)? == 1;
        let holder = read(turn, base + 4)?;
        let is_held = now - read(turn, base + 3)? <= STALE_AFTER;
        let seen = read(turn, base + 5)?;
        out.push(Site {
            index,
            at,
            is_base,
            holder: (holder != 0 && is_held).then_some(holder),
            has_enemy: seen != 0 && now - seen <= STALE_AFTER,
        });
    }
    for (at, terrain) in view.places() {
        if !matches!(terrain, Terrain::Base | Terrain::Stadium) {
            continue;
        }
        let index = match out.iter().find(|site| site.at == at) {
            Some(site) => site.index,
            None if count >= SITES_MAX => continue,
            None => {
                let is_base = terrain == Terrain::Base;
                let base = SITES + count * SITE_LENGTH;
                write(turn, base, at.x)?;
                write(turn, base + 1, at.y)?;
                write(turn, base + 2, if is_base { 1 } else { 2 })?;
                out.push(Site { index: count, at, is_base, holder: None, has_enemy: false });
                count += 1;
                write(turn, SITE_COUNT, count)?;
                count - 1
            }
        };
        let has_enemy = view.unit_at(at).is_some_and(|u| u.team != view.me.team);
        if out[index as usize].has_enemy != has_enemy {
            out[index as usize].has_enemy = has_enemy;
            let seen = if has_enemy { now } else { 0 };
            write(turn, SITES + index * SITE_LENGTH + 5, seen)?;
        }
    }
    Ok(())
}

/// Claims a site that this unit holds or goes to; the claim is renewed regularly.
pub(crate) fn claim(view: &View, turn: &mut Turn<'_, HomeRun>, site: &Site) -> Result<(), Stopped> {
    let base = SITES + site.index * SITE_LENGTH;
    if site.holder == Some(view.me.id.into()) && !view.round.is_multiple_of(CLAIM_EVERY) {
        return Ok(());
    }
    write(turn, base + 3, view.round as i32 + 1)?;
    write(turn, base + 4, view.me.id.into())
}

/// Stores the places of headquarters in sight, and returns those of the own and of the enemy's.
pub(crate) fn share_hqs(
    view: &View,
    turn: &mut Turn<'_, HomeRun>,
) -> Result<[Option<Location>; 2], Stopped> {
    let mut known = [None; 2];
    for (i, base) in HQ.into_iter().enumerate() {
        if read(turn, base)? == 1 {
            known[i] = Some(Location::new(read(turn, base + 1)?, read(turn, base + 2)?));
        }
    }
    let seen = std::iter::once(&view.me).chain(&view.units);
    for hq in seen.filter(|unit| unit.unit_type == UnitType::Hq) {
        let i = usize::from(hq.team != view.me.team);
        if known[i] != Some(hq.at) {
            known[i] = Some(hq.at);
            for (k, value) in [1, hq.at.x, hq.at.y].into_iter().enumerate() {
                write(turn, HQ[i] + k as i32, value)?;
            }
        }
    }
    Ok(known)
}

/// In every eighth round each unit counts itself.
pub(crate) fn be_counted(view: &View, turn: &mut Turn<'_, HomeRun>) -> Result<(), Stopped> {
    if !view.round.is_multiple_of(COUNT_EVERY) {
        return Ok(());
    }
    let index = UNIT_COUNTS + view.me.unit_type as i32;
    let count = read(turn, index)?;
    write(turn, index, count + 1)
}

/// In the round after a count the headquarters reads how many of each type there are, and clears
/// the count for the next.
pub(crate) fn count_heads(
    view: &View,
    turn: &mut Turn<'_, HomeRun>,
    heads: &mut [i32; 4],
) -> Result<(), Stopped> {
    if view.round % COUNT_EVERY == 1 {
        for (index, count) in (UNIT_COUNTS..).zip(heads.iter_mut()) {
            *count = read(turn, index)?;
            write(turn, index, 0)?;
        }
    }
    Ok(())
}

/// Whether a unit is of the other team and can be batted.
pub(crate) fn is_prey(team: Team, unit: &crate::UnitInfo) -> bool {
    unit.team != team && unit.unit_type != UnitType::Hq
}
