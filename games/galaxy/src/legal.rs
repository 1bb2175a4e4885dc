//! What an agent may command now, made from what it sees.
//!
//! Every command is queued, whether it can be carried out or not: the rules judge it in its action, after
//! costs and owners may have changed. So the list is the same in every position, and what the agent sees
//! only decides which names, paths and energies are suggested.

use crate::command::{Call, Order};
use crate::map::Name;
use crate::observe::{SeenSystem, View};
use crate::state::GalaxyCommander;
use crate::types::Side;
use agon_core::{Actor, Aim, LegalCall, Spot, Values};
use serde_json::Value;
use std::collections::BTreeSet;

/// The longest list that a call can hold in practice; the rules set no limit.
const MAX_HOPS: usize = i32::MAX as usize;

/// Appends what an actor may command now; nothing if it cannot queue another command.
pub(crate) fn legal_calls(game: &GalaxyCommander, actor: Actor, out: &mut Vec<LegalCall<Call>>) {
    let Ok(side) = game.check_call(actor) else {
        return;
    };
    let mut view = View::default();
    view.fill(game, side);
    let place = planned_place(game, side, &view);
    let energy = || Values::amount(view.energy.into());

    out.extend([Call::NoAction, Call::Refuel, Call::ContinueCapture].map(LegalCall::one));
    let names = destinations(&view, place);
    let first = names.first().cloned();
    let to = Values::Text { suggestions: names.clone() }.or_null();
    out.push(LegalCall::one(Call::Move(first)).open("/move", to));
    out.push(LegalCall::one(Call::Fortify(0)).open("/fortify", energy()));
    out.push(LegalCall::one(Call::SetScan(0)).open("/set_scan", energy()));
    out.push(LegalCall::one(Call::Capture(0)).open("/capture", energy()));
    let hop = Values::Text { suggestions: names }.or_null();
    let any_path = Values::List { min: 0, max: MAX_HOPS, entries: Box::new(hop) };
    let path = Values::AnyOf(vec![Values::OneOf(paths(&view, place)), any_path]);
    let shot = Call::Shoot { path: Vec::new(), energy: 0 };
    out.push(LegalCall::one(shot).open("/shoot/path", path).open("/shoot/energy", energy()));
}

/// Where the agent will be after the moves it has queued; `None` if they lead beyond its scan. Moves through
/// wormholes that it does not see are judged by the rules only.
fn planned_place<'a>(game: &GalaxyCommander, side: Side, view: &'a View) -> Option<&'a SeenSystem> {
    let commands = &game.commands[side.index()];
    let mut place = view.here()?;
    for step in 0..commands.len() {
        if let Order::Move(Some(to)) = commands.order(step) {
            let next = view.system(game.galaxy().name(to))?;
            if ends(place).any(|end| end == next.name) {
                place = next;
            }
        }
    }
    Some(place)
}

/// The systems in sight at the ends of a system's wormholes.
fn ends(system: &SeenSystem) -> impl Iterator<Item = Name> {
    system.wormholes.iter().filter_map(|wormhole| wormhole.to)
}

/// The systems that can be reached by one move; if none is known, all systems in sight.
fn destinations(view: &View, place: Option<&SeenSystem>) -> Vec<String> {
    let near: Vec<String> = place.into_iter().flat_map(ends).map(|name| name.to_string()).collect();
    match near.is_empty() {
        true => view.systems.iter().map(|system| system.name.to_string()).collect(),
        false => near,
    }
}

/// The shortest path to each system in sight, nearest first. The first path is empty: such a torpedo goes
/// off where the agent is.
fn paths(view: &View, place: Option<&SeenSystem>) -> Vec<Value> {
    let Some(place) = place else {
        return vec![Value::Array(Vec::new())];
    };
    let mut reached: Vec<(&SeenSystem, Vec<Name>)> = vec![(place, Vec::new())];
    let mut known = BTreeSet::from([place.name]);
    let mut next = 0;
    while next < reached.len() {
        for end in ends(reached[next].0) {
            if let Some(system) = view.system(&end).filter(|_| known.insert(end)) {
                let mut path = reached[next].1.clone();
                path.push(end);
                reached.push((system, path));
            }
        }
        next += 1;
    }
    let json = |path: Vec<Name>| path.iter().map(|name| Value::from(name.as_str())).collect();
    reached.into_iter().map(|(_, path)| json(path)).collect()
}

/// Where on the board an order belongs: moves and torpedoes lead to a system.
pub(crate) fn aim(call: &Call) -> Aim {
    let to = match call {
        Call::Move(Some(to)) => Some(to),
        Call::Shoot { path, .. } => path.last().and_then(Option::as_ref),
        _ => None,
    };
    to.map_or(Aim::NONE, |to| Aim::NONE.at(Spot::Unit(to.clone())))
}
