//! R7 Orders to buildings: training and cancelling.

use super::{check_gold, own_building, pay, ripple};
use crate::command::{Invalid, Reply};
use crate::constants::UnitKind;
use crate::profile::Price;
use crate::state::TimeTravel;
use crate::types::{Id, Player};

/// R7 train: one unit at a time, of a type that the building trains, paid from the purse of its period.
pub(super) fn check_train(
    game: &TimeTravel,
    player: Player,
    building: Id,
    kind: UnitKind,
) -> Result<(usize, i64), Invalid> {
    let (index, trainer) = own_building(game, player, building)?;
    if kind.stats().trained_by != trainer.kind {
        return Err(Invalid::WrongTrainer { building, kind: trainer.kind, unit: kind });
    }
    if let Some(unit) = trainer.training {
        return Err(Invalid::Busy { building, unit });
    }
    let price = kind.stats().cost(trainer.level);
    let needs = match game.rules.training_check {
        Price::AtLevel => price,
        Price::AtLevelZero => kind.stats().cost(0),
    };
    check_gold(game, player, trainer.corner.z(), needs)?;
    if !trainer.complete {
        return Err(Invalid::Incomplete { building });
    }
    Ok((index, price))
}

pub(super) fn train(
    game: &mut TimeTravel,
    player: Player,
    building: Id,
    kind: UnitKind,
) -> Result<Reply, Invalid> {
    let (index, price) = check_train(game, player, building, kind)?;
    let trainer = &mut game.buildings[index];
    trainer.training = Some(kind);
    trainer.progress = 0;
    let z = trainer.corner.z();
    pay(game, player, z, -price);
    Ok(Reply::Training { price })
}

/// R7 cancel: the refund. A complete building cancels its training; an incomplete one is removed.
pub(super) fn check_cancel(
    game: &TimeTravel,
    player: Player,
    building: Id,
) -> Result<(usize, i64), Invalid> {
    let (index, target) = own_building(game, player, building)?;
    let refund = match (target.complete, target.training) {
        (true, None) => return Err(Invalid::NothingToCancel { building }),
        (true, Some(unit)) => unit.stats().cost(target.level),
        // C4: the price at the level, even if only the price at level 0 was charged.
        (false, _) => target.kind.stats().cost(target.level),
    };
    Ok((index, refund))
}

pub(super) fn cancel(
    game: &mut TimeTravel,
    player: Player,
    building: Id,
) -> Result<Reply, Invalid> {
    let (index, refund) = check_cancel(game, player, building)?;
    let target = &mut game.buildings[index];
    let z = target.corner.z();
    if target.complete {
        target.training = None;
        target.progress = 0;
    } else {
        ripple::destroy_building(game, building);
    }
    pay(game, player, z, refund);
    Ok(Reply::Cancelled { refund })
}
