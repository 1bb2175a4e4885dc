//! The solid bot's messages in the shared array: places of bases and stadiums, the units that hold them,
//! sightings of enemies, and the number of living units.

use super::{read, write};
use crate::map::AROUND;
use crate::observe::View;
use crate::state::HomeRun;
use crate::types::{Location, Team, Terrain, UnitType};
use agon_core::{Stopped, Turn};

// Where things are in the array. A 0 means "nothing written yet" everywhere.
const SITE_COUNT: i32 = 0;
const HQ: [i32; 2] = [2, 5]; // own and enemy: known, x, y
const UNIT_COUNTS: i32 = 10; // units of each type
const SITES: i32 = 100; // x, y, 1 for a base or 2 for a stadium, and:
const CLAIMED: i32 = 3; // the round of the last claim, plus 1
const HOLDER: i32 = 4; // the unit that made it
const SEEN: i32 = 5; // the round in which an enemy was seen on it, plus 1
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
}

/// The bases and stadiums in sight from one place. They never change, and most units stand still.
#[derive(Default)]
pub(crate) struct Outlook {
    from: Option<Location>,
    sites: Vec<(Location, Terrain)>,
}

impl Outlook {
    /// In sensing order.
    fn of(&mut self, view: &View) -> &[(Location, Terrain)] {
        let here = view.me.at;
        if self.from != Some(here) {
            self.from = Some(here);
            self.sites.clear();
            // Few tiles in sight are sites, so their places are computed only for those.
            for (&(dx, dy), &terrain) in AROUND.iter().zip(&view.tiles) {
                if matches!(terrain, Terrain::Base | Terrain::Stadium) {
                    let at = Location::new(here.x + i32::from(dx), here.y + i32::from(dy));
                    self.sites.push((at, terrain));
                }
            }
        }
        &self.sites
    }
}

/// Reads which bases and stadiums the team knows, and adds what this unit sees. `sites` keeps what never
/// changes from turn to turn: places and kinds. Who holds a site and whether an enemy is on it is read only
/// for the sites for which it matters: [`holder`], [`has_enemy`].
pub(crate) fn share_sites(
    view: &View,
    turn: &mut Turn<'_, HomeRun>,
    sites: &mut Vec<Site>,
    outlook: &mut Outlook,
) -> Result<(), Stopped> {
    let count = read(turn, SITE_COUNT)?.clamp(0, SITES_MAX);
    // A turn that ran out of energy may have added a site only here.
    sites.truncate(count as usize);
    for index in sites.len() as i32..count {
        let place = SITES + index * SITE_LENGTH;
        let at = Location::new(read(turn, place)?, read(turn, place + 1)?);
        let is_base = read(turn, place + 2)? == 1;
        sites.push(Site { index, at, is_base });
    }
    for &(at, terrain) in outlook.of(view) {
        let known = sites.iter().position(|site| site.at == at);
        let is_known = known.is_some();
        let Some(i) = known.or_else(|| add_site(sites, at, terrain)) else {
            continue;
        };
        let site = &sites[i];
        if !is_known {
            write_site(turn, site)?;
        }
        let is_occupied = view.unit_at(at).is_some_and(|u| u.team != view.me.team);
        if (is_known && has_enemy(view, turn, site)?) != is_occupied {
            let seen = if is_occupied { now(view) } else { 0 };
            write(turn, SITES + site.index * SITE_LENGTH + SEEN, seen)?;
        }
    }
    Ok(())
}

fn now(view: &View) -> i32 {
    view.round as i32 + 1
}

/// The unit that holds a site or goes there, by a recent claim. Old claims are not worth the second read.
pub(crate) fn holder(
    view: &View,
    turn: &mut Turn<'_, HomeRun>,
    site: &Site,
) -> Result<Option<i32>, Stopped> {
    let place = SITES + site.index * SITE_LENGTH;
    if now(view) - read(turn, place + CLAIMED)? > STALE_AFTER {
        return Ok(None);
    }
    let holder = read(turn, place + HOLDER)?;
    Ok((holder != 0).then_some(holder))
}

/// Whether an enemy was seen on a site recently.
pub(crate) fn has_enemy(
    view: &View,
    turn: &mut Turn<'_, HomeRun>,
    site: &Site,
) -> Result<bool, Stopped> {
    let seen = read(turn, SITES + site.index * SITE_LENGTH + SEEN)?;
    Ok(seen != 0 && now(view) - seen <= STALE_AFTER)
}

/// Adds a site that the team did not know, if there is room.
fn add_site(sites: &mut Vec<Site>, at: Location, terrain: Terrain) -> Option<usize> {
    let index = sites.len();
    let is_base = terrain == Terrain::Base;
    (index < SITES_MAX as usize).then(|| {
        sites.push(Site { index: index as i32, at, is_base });
        index
    })
}

/// Tells the team about a new site.
fn write_site(turn: &mut Turn<'_, HomeRun>, site: &Site) -> Result<(), Stopped> {
    let place = SITES + site.index * SITE_LENGTH;
    write(turn, place, site.at.x)?;
    write(turn, place + 1, site.at.y)?;
    write(turn, place + 2, if site.is_base { 1 } else { 2 })?;
    write(turn, SITE_COUNT, site.index + 1)
}

/// Claims a site that this unit holds or goes to; the claim is renewed regularly.
pub(crate) fn claim(view: &View, turn: &mut Turn<'_, HomeRun>, site: &Site) -> Result<(), Stopped> {
    let place = SITES + site.index * SITE_LENGTH;
    let is_due = view.round.is_multiple_of(CLAIM_EVERY);
    if !is_due && holder(view, turn, site)? == Some(view.me.id.into()) {
        return Ok(());
    }
    write(turn, place + CLAIMED, now(view))?;
    write(turn, place + HOLDER, view.me.id.into())
}

/// Stores the places of headquarters in sight, and reads those that this unit does not know: the own and the
/// enemy's. They never change.
pub(crate) fn share_hqs(
    view: &View,
    turn: &mut Turn<'_, HomeRun>,
    known: &mut [Option<Location>; 2],
) -> Result<(), Stopped> {
    for (i, base) in HQ.into_iter().enumerate() {
        if known[i].is_none() && read(turn, base)? == 1 {
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
    Ok(())
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
