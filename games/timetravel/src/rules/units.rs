//! R6 Orders to units other than attacks and builds: move, paint, warp.

use super::{check_gold, own_unit, pay, ripple};
use crate::command::{Invalid, Reply};
use crate::constants::*;
use crate::profile::PaintIncome;
use crate::state::{Building, TimeTravel};
use crate::types::{Cell, Id, Player};

/// R6 move: one step to a neighbouring tile without blocking terrain and without enemies.
pub(super) fn check_step(
    game: &TimeTravel,
    player: Player,
    unit: Id,
    x: i32,
    y: i32,
) -> Result<(usize, Cell), Invalid> {
    let (index, mover) = own_unit(game, player, unit)?;
    if mover.moves < 1 {
        return Err(Invalid::NoMoves { unit, has: mover.moves, needs: 1 });
    }
    let distance = mover.cell.distance(x, y);
    if distance != 1 {
        return Err(Invalid::NotOneStep { unit, x, y, distance });
    }
    let to = Cell::new(x, y, mover.cell.z()).ok_or(Invalid::OutOfBounds { x, y })?;
    if game.map.blocks_move(to) {
        return Err(Invalid::BlockedByTerrain { x, y });
    }
    if game.is_held_by(player.other(), to) {
        return Err(Invalid::BlockedByEnemy { x, y });
    }
    if !game.rules.units_on_portals && game.map.portal_at(to).is_some() {
        return Err(Invalid::BlockedByPortal { x, y });
    }
    Ok((index, to))
}

pub(super) fn step(
    game: &mut TimeTravel,
    player: Player,
    unit: Id,
    x: i32,
    y: i32,
) -> Result<Reply, Invalid> {
    let (index, to) = check_step(game, player, unit, x, y)?;
    game.units[index].moves -= 1;
    game.relocate(index, to);
    Ok(Reply::Moved)
}

/// R6 paint: an artist earns gold at a gallery of either player under or beside him.
#[inline]
pub(super) fn check_paint(
    game: &TimeTravel,
    player: Player,
    unit: Id,
    x: i32,
    y: i32,
) -> Result<(usize, &Building), Invalid> {
    let (index, painter) = own_unit(game, player, unit)?;
    if painter.actions < 1 {
        return Err(Invalid::NoActions { unit });
    }
    let target = Cell::new(x, y, painter.cell.z()).ok_or(Invalid::OutOfBounds { x, y })?;
    let distance = painter.cell.distance(x, y);
    if distance > 1 {
        return Err(Invalid::TooFarToPaint { unit, x, y, distance });
    }
    let gallery = game.building_at(target).ok_or(Invalid::NoBuilding { x, y })?;
    let building = gallery.id;
    if !gallery.kind.stats().paintable {
        return Err(Invalid::NotPaintable { building, kind: gallery.kind });
    }
    if painter.kind != UnitKind::Artist {
        return Err(Invalid::CannotPaint { unit, kind: painter.kind });
    }
    if !gallery.complete && !game.rules.paint_incomplete {
        return Err(Invalid::Incomplete { building });
    }
    Ok((index, gallery))
}

#[inline]
pub(super) fn paint(
    game: &mut TimeTravel,
    player: Player,
    unit: Id,
    x: i32,
    y: i32,
) -> Result<Reply, Invalid> {
    let (index, gallery) = check_paint(game, player, unit, x, y)?;
    let artist = game.units[index].level;
    let slope = game.rules.paint_slope;
    let gain = |gallery: &Building| PAINT_BASE + slope * i64::from(gallery.level.abs_diff(artist));
    let mut gold = [0; PERIODS];
    gold[gallery.corner.period()] = gain(gallery);
    if game.rules.paint_income == PaintIncome::EveryPeriod {
        each_other_period(game, gallery, |other| gold[other.corner.period()] = gain(other));
    }
    let purses = &mut game.gold[player as usize];
    purses.iter_mut().zip(gold).for_each(|(purse, gain)| *purse = purse.saturating_add(gain));
    let artist = &mut game.units[index];
    artist.actions -= 1;
    Ok(Reply::Painted { from: artist.cell.place(), gold })
}

/// R6 paint, C2: visits a gallery's copies in later periods and its past selves.
#[inline]
fn each_other_period(game: &TimeTravel, gallery: &Building, mut visit: impl FnMut(&Building)) {
    let mut copy = gallery;
    while copy.linked
        && let Some(later) = copy.corner.later().and_then(|cell| game.building_at(cell))
    {
        copy = later;
        visit(copy);
    }
    let mut corner = gallery.corner;
    while let Some(past) = corner.earlier().and_then(|cell| game.building_at(cell)) {
        // The copy of a linked building covers the same tiles; without overlaps it is the building here.
        if !past.linked || past.corner.later() != Some(corner) {
            break;
        }
        corner = past.corner;
        visit(past);
    }
}

/// R6 warp: through the portal under the unit, at its current fee.
pub(super) fn check_warp(
    game: &TimeTravel,
    player: Player,
    unit: Id,
) -> Result<(usize, usize, Cell), Invalid> {
    let (index, traveller) = own_unit(game, player, unit)?;
    let from = traveller.cell;
    let portal = game.map.portal_at(from).ok_or(Invalid::NoPortal { unit })?;
    check_gold(game, player, from.z(), i64::from(game.fees[portal]))?;
    let to = game.map.portals()[portal].leads_to().ok_or(Invalid::NoPortal { unit })?;
    Ok((index, portal, to))
}

pub(super) fn warp(game: &mut TimeTravel, player: Player, unit: Id) -> Result<Reply, Invalid> {
    let (index, portal, to) = check_warp(game, player, unit)?;
    let fee = i64::from(game.fees[portal]);
    pay(game, player, game.units[index].cell.z(), -fee);
    game.fees[portal] = game.fees[portal].saturating_add(PORTAL_FEE_STEP);
    game.relocate(index, to);
    let destroyed = ripple::stomp(game, player, to);
    Ok(Reply::Warped { z: to.z(), fee, destroyed })
}
