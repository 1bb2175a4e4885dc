//! What is worth noticing in a turn: trades between players, upgrades, destroyed squads, veins with a new
//! owner, and players that lose their last vein.

use crate::command::{Call, Reply};
use crate::state::Asterobots;
use crate::types::{Phase, Point, Squad};
use agon_core::{Deed, Event, EventKind, Game, Seat, Spot};
use std::collections::BTreeSet;

/// What happened in the turn between the position `before` its first command and `now`.
pub(crate) fn events(
    now: &Asterobots,
    before: &Asterobots,
    deeds: &[Deed<Asterobots>],
) -> Vec<Event> {
    let mut events = Vec::new();
    // The position after the commands, before the end of the turn: it holds the squads of this turn too.
    let mut commanded = before.clone();
    for deed in deeds {
        events.extend(trade(&commanded, deed));
        commanded.call(deed.actor, &deed.call);
        events.extend(upgrade(&commanded, deed));
    }
    events.extend(kills(now, &commanded));
    events.extend(captures(now, before));
    events.extend(eliminations(now, before));
    events
}

fn spot(at: Point) -> Spot {
    Spot::Tile(vec![at.x, at.y])
}

/// R7.3, R7.4: goods that change hands; `game` is the position before the command. C5: a negative amount
/// flows backwards. 0 pieces and a player's own trade (C6) give no event.
fn trade(game: &Asterobots, deed: &Deed<Asterobots>) -> Option<Event> {
    let (publisher, material, amount, is_purchase) = match deed.call {
        Call::BuyFromOffer { player, material, amount } => (player, material, amount, amount > 0),
        Call::SellToDemand { player, material, amount } => (player, material, amount, amount < 0),
        _ => return None,
    };
    let is_done = matches!(deed.reply, Reply::Done { .. });
    let (player, publisher) = (deed.actor.0, u8::try_from(publisher).ok()?);
    if !is_done || amount == 0 || player == u32::from(publisher) {
        return None;
    }
    let price = game.trade(publisher.into(), material)?.price;
    let (pieces, sum) = (amount.unsigned_abs(), i64::from(price) * i64::from(amount).abs());
    let (done, from) = if is_purchase { ("bought", "from") } else { ("sold", "to") };
    let sentence =
        format!("player {player} {done} {pieces} {material} {from} player {publisher} for {sum} J");
    Some(Event::new(EventKind::Trade, sentence).by(Seat(player as u8)).to(Seat(publisher)))
}

/// R7.9, R7.10: a vein with a higher rank; `game` is the position after the command.
fn upgrade(game: &Asterobots, deed: &Deed<Asterobots>) -> Option<Event> {
    let (kind, at) = match deed.call {
        Call::UpgradeMaterial { location } => ("material", location),
        Call::UpgradeRobot { location } => ("robot", location),
        _ => return None,
    };
    if !matches!(deed.reply, Reply::Done { .. }) {
        return None;
    }
    let vein = &game.veins()[game.map().vein_at(at)?.index()];
    let rank = if kind == "material" { vein.material_rank } else { vein.robot_rank };
    let player = deed.actor.0;
    let sentence = format!("player {player} raised the {kind} rank of the vein at {at} to {rank}");
    Some(Event::new(EventKind::Build, sentence).by(Seat(player as u8)).at(spot(at)))
}

/// R8.3 Squads that are gone without having arrived; `game` is the position before the end of the turn.
fn kills(now: &Asterobots, game: &Asterobots) -> Vec<Event> {
    let moved = |owner: u8| has_moved(now, game, owner);
    let place = |squad: &Squad| match moved(squad.owner) {
        true => game.path(squad).nth(1).unwrap_or(squad.at),
        false => squad.at,
    };
    let mut events = Vec::new();
    let left: BTreeSet<u32> = now.squads.iter().map(|squad| squad.id).collect();
    let is_gone = |squad: &&Squad| !left.contains(&squad.id);
    for squad in game.squads().filter(is_gone) {
        if squad.steps_left == 1 && moved(squad.owner) {
            continue;
        }
        let (robots, owner) = (squad.robots, squad.owner);
        let at = place(squad);
        let enemy = game.squads().find(|other| other.owner != owner && place(other) == at);
        let size = if robots == 1 { "1 robot".into() } else { format!("{robots} robots") };
        let kill = |sentence| Event::new(EventKind::Kill, sentence).to(Seat(owner)).at(spot(at));
        events.push(match enemy {
            Some(enemy) => {
                let by = enemy.owner;
                kill(format!("player {by} destroyed a squad of player {owner} with {size}"))
                    .by(Seat(by))
            }
            // A squad of a player without veins can be met before its own skipped turn moves it.
            None => kill(format!("a squad of player {owner} with {size} was destroyed")),
        });
    }
    events
}

/// R8 Whether the squads of a player moved in the turn: those of the player whose turn it was, and of the
/// players that were skipped after it.
fn has_moved(now: &Asterobots, game: &Asterobots, player: u8) -> bool {
    if game.phase() == Phase::Select {
        return false;
    }
    let players = game.players.len() as u8;
    let turns_after_first = |player: u8| (player + players - game.current) % players;
    let last = turns_after_first(now.current);
    // After the end `current` is the player whose turn was the last.
    turns_after_first(player) < last + u8::from(now.ending.is_some())
}

/// R6, R8.4: veins that have another owner than before the turn.
fn captures(now: &Asterobots, before: &Asterobots) -> Vec<Event> {
    let mut events = Vec::new();
    for ((deposit, vein), old) in now.deposits().zip(&before.veins) {
        let Some(player) = vein.owner.id().filter(|_| vein.owner != old.owner) else { continue };
        let (material, at) = (deposit.material, deposit.location);
        let sentence = match before.phase() {
            Phase::Select => format!("player {player} selected the {material} vein at {at}"),
            Phase::Main => {
                let back = match before.players[player].is_alive() {
                    true => "",
                    false => " and is back in the game",
                };
                let owner = old.owner;
                format!("player {player} captured the {material} vein at {at} from {owner}{back}")
            }
        };
        let event = Event::new(EventKind::Capture, sentence).by(seat(player)).at(spot(at));
        events.push(match old.owner.id() {
            Some(owner) => event.to(seat(owner)),
            None => event,
        });
    }
    events
}

/// R5 Players that lost their last vein.
fn eliminations(now: &Asterobots, before: &Asterobots) -> Vec<Event> {
    let mut events = Vec::new();
    for (id, (player, old)) in now.players.iter().zip(&before.players).enumerate() {
        if old.is_alive() && !player.is_alive() {
            let mut veins = before.veins.iter().zip(&now.veins);
            let lost = veins.find(|(old, _)| old.owner.id() == Some(id));
            let sentence = format!("player {id} lost its last vein");
            let event = Event::new(EventKind::Elimination, sentence).to(seat(id));
            events.push(match lost.and_then(|(_, vein)| vein.owner.id()) {
                Some(victor) => event.by(seat(victor)),
                None => event,
            });
        }
    }
    events
}

fn seat(player: usize) -> Seat {
    Seat(player as u8)
}
