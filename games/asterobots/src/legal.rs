//! What a player may order now. Players see the whole position, so the list is made from it directly.

use crate::command::Call;
use crate::constants::{AMOUNT_MAX, COMMANDS_PER_TURN, PATH_POINTS_MAX};
use crate::rules;
use crate::state::Asterobots;
use crate::types::{Material, Owner, Phase, Point, Squad, TradeType};
use agon_core::{Actor, Aim, LegalCall, Spot, Values, Walk};
use serde_json::{Value, json};

/// Appends what an actor may order now; nothing if it is not its turn or its list is full.
pub(crate) fn legal_calls(game: &Asterobots, actor: Actor, out: &mut Vec<LegalCall<Call>>) {
    if game.ending.is_some() || actor.0 != u32::from(game.current) {
        return;
    }
    match game.phase() {
        Phase::Select => selections(game, out),
        Phase::Main if game.listed >= COMMANDS_PER_TURN => {}
        Phase::Main => {
            launches(game, out);
            upgrades(game, out);
            deals_with_aliens(game, out);
            deals_with_players(game, out);
            publications(game, out);
        }
    }
}

/// R6 Every free vein.
fn selections(game: &Asterobots, out: &mut Vec<LegalCall<Call>>) {
    let free = game.deposits().filter(|(_, vein)| vein.owner == Owner::ALIENS);
    out.extend(free.map(|(deposit, _)| LegalCall::one(Call::Select(deposit.location))));
}

/// R7.7, R7.8: one launch and one launch with a path from each own vein that has robots. The number of
/// robots, the destination and the path are open.
fn launches(game: &Asterobots, out: &mut Vec<LegalCall<Call>>) {
    let me = Owner::player(game.current);
    for (deposit, vein) in game.deposits().filter(|(_, vein)| vein.owner == me && vein.robots > 0) {
        let from = deposit.location;
        let others = game.map.veins().iter().map(|deposit| deposit.location);
        let others: Vec<Point> = others.filter(|&location| location != from).collect();
        let Some(&to) = others.first() else { continue };
        let robots = || Values::Number { min: 1, max: vein.robots.into() };

        let destinations = others.iter().map(|to| json!(to)).collect();
        let launch = LegalCall::one(Call::Launch { robots: 1, from, to })
            .open("/launch/robots", robots())
            .open("/launch/to", Values::OneOf(destinations));
        let default_paths: Vec<Value> = others.iter().map(|to| json!([from, to])).collect();
        let path = Values::AnyOf(vec![walks(game, from, &others), Values::OneOf(default_paths)]);
        let with_path = LegalCall::one(Call::LaunchWithPath { robots: 1, path: vec![from, to] })
            .open("/launch_with_path/robots", robots())
            .open("/launch_with_path/path", path);
        out.extend([launch, with_path]);
    }
}

/// R7.8 The paths from a vein to all others. C7: in the original they may leave the field.
fn walks(game: &Asterobots, from: Point, to: &[Point]) -> Values {
    let field = game.map.field();
    let row = |y| {
        let columns = field.columns(y);
        [y, *columns.start(), *columns.end()]
    };
    Values::Walk(Walk {
        from: [from.x, from.y],
        to: to.iter().map(|to| [to.x, to.y]).collect(),
        steps: [vec![[-1, 0], [1, 0], [0, 1]], vec![[-1, 0], [1, 0], [0, -1]]],
        rows: (!game.rules.path_leaves_field).then(|| field.rows().map(row).collect()),
        max: PATH_POINTS_MAX,
    })
}

/// R7.9, R7.10: every upgrade that can be paid for.
fn upgrades(game: &Asterobots, out: &mut Vec<LegalCall<Call>>) {
    for deposit in game.map.veins() {
        let location = deposit.location;
        let calls = [Call::UpgradeMaterial { location }, Call::UpgradeRobot { location }];
        out.extend(calls.into_iter().filter(|call| is_legal(game, call)).map(LegalCall::one));
    }
}

/// R7.1, R7.2: buying and selling, with an open amount.
fn deals_with_aliens(game: &Asterobots, out: &mut Vec<LegalCall<Call>>) {
    for material in Material::ALL {
        let buy = |amount| Call::BuyFromAlien { material, amount };
        out.extend(with_amount(game, buy, "/buy_from_alien/amount"));
        let sell = |amount| Call::SellToAlien { material, amount };
        out.extend(with_amount(game, sell, "/sell_to_alien/amount"));
    }
}

/// R7.3, R7.4: accepting each standing trade, with an open amount.
fn deals_with_players(game: &Asterobots, out: &mut Vec<LegalCall<Call>>) {
    for (publisher, material, trade) in game.trades() {
        let player = i32::from(publisher);
        out.extend(match trade.kind {
            TradeType::Offer => {
                let buy = |amount| Call::BuyFromOffer { player, material, amount };
                with_amount(game, buy, "/buy_from_offer/amount")
            }
            TradeType::Demand => {
                let sell = |amount| Call::SellToDemand { player, material, amount };
                with_amount(game, sell, "/sell_to_demand/amount")
            }
        });
    }
}

/// R7.5, R7.6: publishing, with open amount and price. Prices up to what the aliens charge are suggested: no
/// player needs to pay more.
fn publications(game: &Asterobots, out: &mut Vec<LegalCall<Call>>) {
    let player = &game.players[usize::from(game.current)];
    for material in Material::ALL {
        let price = |max: i32| {
            let usual = game.buy_prices[material.index()].clamp(1, max).into();
            Values::AnyOf(vec![
                Values::Number { min: 1, max: usual },
                Values::Number { min: usual, max: max.into() },
            ])
        };
        let offer = Call::Offer { material, amount: 1, price: 1 };
        if is_legal(game, &offer) {
            let stock = player.materials[material.index()].into();
            let amount = Values::Number { min: 1, max: stock };
            let offer = LegalCall::one(offer).open("/offer/amount", amount);
            out.push(offer.open("/offer/price", price(AMOUNT_MAX)));
        }
        let demand = Call::Demand { material, amount: 1, price: 1 };
        if is_legal(game, &demand) {
            let funds = player.money.into();
            let amount = Values::Affordable { price: "/demand/price", funds };
            let demand = LegalCall::one(demand).open("/demand/price", price(player.money));
            out.push(demand.open("/demand/amount", amount));
        }
    }
}

fn is_legal(game: &Asterobots, command: &Call) -> bool {
    rules::check_command(game, command).is_ok()
}

/// A command with all its legal amounts, if there are any. Every condition on an amount is a lower or an
/// upper bound, so the legal amounts have no gaps and bisection finds both ends. C5: amounts of 0 or less are
/// legal in the original; positive ones are suggested where possible.
fn with_amount(
    game: &Asterobots,
    command: impl Fn(i32) -> Call,
    path: &'static str,
) -> Option<LegalCall<Call>> {
    let is_legal = |amount: i64| is_legal(game, &command(amount as i32));
    let first = [1, 0].into_iter().find(|&amount| is_legal(amount))?;
    let min = last_legal(first, i32::MIN.into(), is_legal);
    let max = last_legal(first, AMOUNT_MAX.into(), is_legal);
    let kinds = [(min.max(1), max), (min, max.min(0))];
    let kinds = kinds.into_iter().filter(|(min, max)| min <= max);
    let mut kinds: Vec<Values> = kinds.map(|(min, max)| Values::Number { min, max }).collect();
    let values = if kinds.len() == 1 { kinds.remove(0) } else { Values::AnyOf(kinds) };
    Some(LegalCall::one(command(first as i32)).open(path, values))
}

/// The legal amount nearest to `end`; `first` is legal, and so are all amounts between it and the answer.
fn last_legal(first: i64, end: i64, is_legal: impl Fn(i64) -> bool) -> i64 {
    if is_legal(end) {
        return end;
    }
    let (mut legal, mut illegal) = (first, end);
    while legal.abs_diff(illegal) > 1 {
        let middle = i64::midpoint(legal, illegal);
        if is_legal(middle) {
            legal = middle;
        } else {
            illegal = middle;
        }
    }
    legal
}

/// Where on the board an order belongs: robots start at a vein, upgrades are made in one. Trades belong to
/// the whole player.
pub(crate) fn aim(call: &Call) -> Aim {
    let spot = |point: Point| Spot::Tile(vec![point.x, point.y]);
    match *call {
        Call::Select(vein) => Aim::NONE.at(spot(vein)),
        Call::Launch { from, to, .. } => Aim::by(spot(from)).at(spot(to)),
        Call::LaunchWithPath { ref path, .. } => match path[..] {
            [from, .., to] => Aim::by(spot(from)).at(spot(to)),
            _ => Aim::NONE,
        },
        Call::UpgradeMaterial { location } | Call::UpgradeRobot { location } => {
            Aim::by(spot(location))
        }
        _ => Aim::NONE,
    }
}

/// How many squads of other players are on their way to a vein of this one.
pub(crate) fn contacts(game: &Asterobots, player: u8) -> usize {
    let is_own = |squad: &&Squad| game.veins[squad.to.index()].owner == Owner::player(player);
    game.squads.iter().filter(|squad| squad.owner != player).filter(is_own).count()
}
