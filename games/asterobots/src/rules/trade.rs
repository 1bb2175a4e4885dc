//! R7.1 to R7.6: buying, selling, and the life of offers and demands (R8.5).

use crate::command::{Good, Invalid};
use crate::constants::{AMOUNT_MAX, MATERIALS};
use crate::profile::TradeLife;
use crate::state::Asterobots;
use crate::types::{Material, Trade, TradeType};

/// R12 A sum within the limit, or a refusal.
fn fits(what: Good, value: i64) -> Result<i32, Invalid> {
    i32::try_from(value).map_err(|_| Invalid::TooLarge { what, value })
}

/// R7.1 The cost of buying from the aliens.
pub(super) fn check_buy_from_alien(
    state: &Asterobots,
    m: Material,
    amount: i32,
) -> Result<i32, Invalid> {
    if amount <= 0 {
        return Err(Invalid::AmountNotPositive { amount });
    }
    let me = &state.players[usize::from(state.current)];
    let cost = i64::from(state.buy_prices[m.index()]) * i64::from(amount);
    if cost > i64::from(me.money) {
        return Err(Invalid::NotEnoughMoney { has: me.money, needs: cost });
    }
    fits(Good::Stock, i64::from(me.materials[m.index()]) + i64::from(amount))?;
    Ok(cost as i32)
}

pub(super) fn buy_from_alien(
    state: &mut Asterobots,
    m: Material,
    amount: i32,
) -> Result<(), Invalid> {
    let cost = check_buy_from_alien(state, m, amount)?;
    let me = state.me();
    me.money -= cost;
    me.materials[m.index()] += amount;
    Ok(())
}

/// R7.2 The money after selling to the aliens.
pub(super) fn check_sell_to_alien(
    state: &Asterobots,
    m: Material,
    amount: i32,
) -> Result<i32, Invalid> {
    if amount <= 0 {
        return Err(Invalid::AmountNotPositive { amount });
    }
    let price = state.sell_prices()[m.index()];
    if price <= 0 {
        return Err(Invalid::Worthless { material: m });
    }
    check_stock(state, m, amount)?;
    let money = state.players[usize::from(state.current)].money;
    fits(Good::Money, i64::from(money) + i64::from(price) * i64::from(amount))
}

pub(super) fn sell_to_alien(
    state: &mut Asterobots,
    m: Material,
    amount: i32,
) -> Result<(), Invalid> {
    let money = check_sell_to_alien(state, m, amount)?;
    let me = state.me();
    me.money = money;
    me.materials[m.index()] -= amount;
    Ok(())
}

fn check_stock(state: &Asterobots, material: Material, amount: i32) -> Result<(), Invalid> {
    let has = state.players[usize::from(state.current)].materials[material.index()];
    if has < amount {
        return Err(Invalid::NotEnoughMaterials { material, has, needs: amount.into() });
    }
    Ok(())
}

/// What the two sides and the trade have after a deal.
pub(super) struct Deal {
    money: i32,
    stock: i32,
    publisher: usize,
    /// The publisher's money (an offer was bought from) or stock (a demand was sold to).
    received: i32,
    left: i32,
}

/// R7.3 Buying from an offer. R13 C5: a negative amount lets everything flow backwards, where that
/// is not refused at the end.
pub(super) fn check_buy_from_offer(
    state: &Asterobots,
    player: i32,
    material: Material,
    amount: i32,
) -> Result<Deal, Invalid> {
    let (publisher, trade) = find_trade(state, TradeType::Offer, player, material, amount)?;
    let (me, other) = (&state.players[usize::from(state.current)], &state.players[publisher]);
    let cost = i64::from(amount) * i64::from(trade.price);
    if cost > i64::from(me.money) {
        return Err(Invalid::NotEnoughMoney { has: me.money, needs: cost });
    }
    let has = me.materials[material.index()];
    let stock = i64::from(has) + i64::from(amount);
    if stock < 0 {
        return Err(Invalid::NotEnoughMaterials { material, has, needs: -i64::from(amount) });
    }
    let received = i64::from(other.money) + cost;
    if received < 0 {
        let (player, has) = (publisher as u8, other.money);
        return Err(Invalid::PublisherNotEnoughMoney { player, has, needs: -cost });
    }
    let deal = Deal {
        money: fits(Good::Money, i64::from(me.money) - cost)?,
        stock: fits(Good::Stock, stock)?,
        publisher,
        received: fits_publisher(state, publisher, Good::PublishersMoney, received)?,
        left: fits(Good::Trade, i64::from(trade.amount) - i64::from(amount))?,
    };
    check_quirks(state, TradeType::Offer, publisher, material, amount)?;
    Ok(deal)
}

pub(super) fn buy_from_offer(
    state: &mut Asterobots,
    player: i32,
    material: Material,
    amount: i32,
) -> Result<(), Invalid> {
    let deal = check_buy_from_offer(state, player, material, amount)?;
    // R13 C6: with a trade of one's own the publisher's side of the deal is lost, because the
    // active player's side is written last.
    state.players[deal.publisher].money = deal.received;
    settle(state, material, &deal);
    Ok(())
}

/// R7.4 Selling to a demand; the publisher has paid already.
pub(super) fn check_sell_to_demand(
    state: &Asterobots,
    player: i32,
    material: Material,
    amount: i32,
) -> Result<Deal, Invalid> {
    let (publisher, trade) = find_trade(state, TradeType::Demand, player, material, amount)?;
    check_stock(state, material, amount)?;
    let (me, other) = (&state.players[usize::from(state.current)], &state.players[publisher]);
    let revenue = i64::from(amount) * i64::from(trade.price);
    let money = i64::from(me.money) + revenue;
    if money < 0 {
        return Err(Invalid::NotEnoughMoney { has: me.money, needs: -revenue });
    }
    let has = other.materials[material.index()];
    let received = i64::from(has) + i64::from(amount);
    if received < 0 {
        let (player, needs) = (publisher as u8, -i64::from(amount));
        return Err(Invalid::PublisherNotEnoughMaterials { player, material, has, needs });
    }
    let stock = i64::from(me.materials[material.index()]) - i64::from(amount);
    let deal = Deal {
        money: fits(Good::Money, money)?,
        stock: fits(Good::Stock, stock)?,
        publisher,
        received: fits_publisher(state, publisher, Good::PublishersStock, received)?,
        left: fits(Good::Trade, i64::from(trade.amount) - i64::from(amount))?,
    };
    check_quirks(state, TradeType::Demand, publisher, material, amount)?;
    Ok(deal)
}

pub(super) fn sell_to_demand(
    state: &mut Asterobots,
    player: i32,
    material: Material,
    amount: i32,
) -> Result<(), Invalid> {
    let deal = check_sell_to_demand(state, player, material, amount)?;
    state.players[deal.publisher].materials[material.index()] = deal.received;
    settle(state, material, &deal);
    Ok(())
}

/// The standing trade that a deal is about, large enough for it.
fn find_trade(
    state: &Asterobots,
    kind: TradeType,
    player: i32,
    material: Material,
    amount: i32,
) -> Result<(usize, &Trade), Invalid> {
    let publisher = usize::try_from(player).unwrap_or(usize::MAX);
    let trade = state
        .trade(publisher, material)
        .filter(|t| t.kind == kind)
        .ok_or(Invalid::NoSuchTrade { kind, player, material })?;
    if amount > trade.amount {
        return Err(Invalid::AmountExceedsTrade { amount, open: trade.amount });
    }
    Ok((publisher, trade))
}

/// R12 What the publisher receives must fit. With a trade of the player's own it is lost (C6), so any
/// amount fits.
fn fits_publisher(
    state: &Asterobots,
    publisher: usize,
    what: Good,
    value: i64,
) -> Result<i32, Invalid> {
    if publisher == usize::from(state.current) {
        return Ok(value.min(AMOUNT_MAX.into()) as i32);
    }
    fits(what, value)
}

/// R13 C5, C6: trades that the original accepted by mistake and the manual does not mention.
fn check_quirks(
    state: &Asterobots,
    kind: TradeType,
    publisher: usize,
    material: Material,
    amount: i32,
) -> Result<(), Invalid> {
    if amount <= 0 && !state.rules.non_positive_trade_amount {
        return Err(Invalid::AmountNotPositive { amount });
    }
    if publisher == usize::from(state.current) && !state.rules.self_trade {
        return Err(Invalid::SelfTrade { kind, material });
    }
    Ok(())
}

/// The active player's side of a deal, and what is left of the trade.
fn settle(state: &mut Asterobots, material: Material, deal: &Deal) {
    let me = state.me();
    me.money = deal.money;
    me.materials[material.index()] = deal.stock;
    let serial = state.next_serial;
    let place = &mut state.trades[deal.publisher][material.index()];
    *place =
        place.filter(|_| deal.left > 0).map(|trade| Trade { amount: deal.left, serial, ..trade });
    state.standing -= u8::from(deal.left <= 0);
    state.next_serial += 1;
}

/// R7.5, R7.6: the numbers of a publication.
fn check_terms(amount: i32, price: i32) -> Result<(), Invalid> {
    if amount <= 0 {
        return Err(Invalid::AmountNotPositive { amount });
    }
    if price <= 0 {
        return Err(Invalid::PriceNotPositive { price });
    }
    Ok(())
}

/// R5 At most one trade per publisher and material.
fn check_no_trade(state: &Asterobots, material: Material) -> Result<(), Invalid> {
    match state.trade(usize::from(state.current), material) {
        Some(trade) => Err(Invalid::TradeExists { kind: trade.kind, material }),
        None => Ok(()),
    }
}

/// R7.5 An offer binds the material.
pub(super) fn check_offer(
    state: &Asterobots,
    material: Material,
    amount: i32,
    price: i32,
) -> Result<(), Invalid> {
    check_terms(amount, price)?;
    check_stock(state, material, amount)?;
    check_no_trade(state, material)
}

pub(super) fn offer(
    state: &mut Asterobots,
    material: Material,
    amount: i32,
    price: i32,
) -> Result<(), Invalid> {
    check_offer(state, material, amount, price)?;
    state.me().materials[material.index()] -= amount;
    publish(state, TradeType::Offer, material, amount, price);
    Ok(())
}

/// R7.6 A demand binds the money.
pub(super) fn check_demand(
    state: &Asterobots,
    material: Material,
    amount: i32,
    price: i32,
) -> Result<i32, Invalid> {
    check_terms(amount, price)?;
    let has = state.players[usize::from(state.current)].money;
    let cost = i64::from(amount) * i64::from(price);
    if cost > i64::from(has) {
        return Err(Invalid::NotEnoughMoney { has, needs: cost });
    }
    check_no_trade(state, material)?;
    Ok(cost as i32)
}

pub(super) fn demand(
    state: &mut Asterobots,
    material: Material,
    amount: i32,
    price: i32,
) -> Result<(), Invalid> {
    let cost = check_demand(state, material, amount, price)?;
    state.me().money -= cost;
    publish(state, TradeType::Demand, material, amount, price);
    Ok(())
}

fn publish(state: &mut Asterobots, kind: TradeType, material: Material, amount: i32, price: i32) {
    let serial = state.next_serial;
    state.next_serial += 1;
    state.trades[usize::from(state.current)][material.index()] =
        Some(Trade { kind, amount, price, is_fresh: true, serial });
    state.standing += 1;
}

/// R8 step 4, R8.5: trades whose time is over are cancelled as `player` ends a turn.
pub(super) fn expire_trades(state: &mut Asterobots, player: u8) {
    if state.standing == 0 {
        return;
    }
    match state.rules.trade_life {
        TradeLife::NextTurnBegins => {
            let next = (usize::from(player) + 1) % state.players.len();
            cancel_trades(state, next, |_| true);
        }
        TradeLife::NextTurnEnds => {
            cancel_trades(state, usize::from(player), |trade| !trade.is_fresh);
            for trade in state.trades[usize::from(player)].iter_mut().flatten() {
                trade.is_fresh = false;
            }
        }
    }
}

/// R10 At the end of the game all trades are cancelled.
pub(super) fn cancel_all_trades(state: &mut Asterobots) {
    for player in 0..state.players.len() {
        cancel_trades(state, player, |_| true);
    }
}

/// R8.5 The rest of the escrow is returned. R12: anything above the limit is lost.
fn cancel_trades(state: &mut Asterobots, player: usize, is_due: impl Fn(&Trade) -> bool) {
    for m in 0..MATERIALS {
        let Some(trade) = state.trades[player][m].filter(&is_due) else {
            continue;
        };
        state.trades[player][m] = None;
        state.standing -= 1;
        let owner = &mut state.players[player];
        let (purse, back) = match trade.kind {
            TradeType::Offer => (&mut owner.materials[m], i64::from(trade.amount)),
            TradeType::Demand => {
                (&mut owner.money, i64::from(trade.amount) * i64::from(trade.price))
            }
        };
        *purse = (i64::from(*purse) + back).min(AMOUNT_MAX.into()) as i32;
    }
}
