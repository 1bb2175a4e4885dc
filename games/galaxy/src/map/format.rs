//! R3.4 The text format of the original program: one system per line, no header.
//!
//! `NAME:g,G,e,c,[DEST1,DEST2],[COST1,COST2]`: generators, maximum, stored energy (which the
//! original ignores: every store begins empty), capture cost, wormholes and their costs. Lines
//! without a colon are skipped.

use super::{Galaxy, SystemSpec, brief};
use agon_core::MapFault;
use std::fmt::Write;

/// Reads a galaxy file.
pub(super) fn parse(text: &str) -> Result<Galaxy, MapFault> {
    let mut specs = Vec::new();
    let mut lines = Vec::new();
    for (i, line) in text.lines().enumerate() {
        if let Some((name, rest)) = line.split_once(':') {
            let spec = parse_system(name.trim(), rest)
                .map_err(|what| MapFault(format!("line {}: {what}", i + 1)))?;
            specs.push(spec);
            lines.push(i + 1);
        }
    }
    Galaxy::build(&specs, &|i| format!("line {}", lines[i]))
}

/// Writes a galaxy file.
pub(super) fn write(galaxy: &Galaxy) -> String {
    let mut text = String::new();
    for system in galaxy.systems() {
        let i = system.index();
        let ends = galaxy.neighbours(system).iter().map(|&end| galaxy.name(end));
        let costs = &galaxy.costs[galaxy.wormholes(system)];
        let (g, max) = (galaxy.generators[i], galaxy.max_generators[i]);
        let (name, capture) = (&galaxy.names[i], galaxy.capture_costs[i]);
        writeln!(text, "{name}:{g},{max},0,{capture},[{}],[{}]", list(ends), list(costs))
            .expect("a String takes everything");
    }
    text
}

/// Items with commas between them.
pub(crate) fn list<T: std::fmt::Display>(items: impl IntoIterator<Item = T>) -> String {
    let mut text = String::new();
    for (i, item) in items.into_iter().enumerate() {
        let comma = if i > 0 { "," } else { "" };
        write!(text, "{comma}{item}").expect("a string takes everything");
    }
    text
}

fn parse_system(name: &str, rest: &str) -> Result<SystemSpec, String> {
    let shape = || {
        format!(
            "`{}` is not a system: write NAME:g,G,e,c,[DEST1,DEST2],[COST1,COST2]",
            brief(&format!("{name}:{rest}"))
        )
    };
    let parts: Vec<&str> = rest.split(['[', ']']).map(str::trim).collect();
    let [numbers, ends, ",", costs, ""] = parts[..] else {
        return Err(shape());
    };
    let numbers: Vec<&str> = numbers.split(',').map(str::trim).collect();
    let [generators, max_generators, store, capture_cost, ""] = numbers[..] else {
        return Err(shape());
    };
    number("the stored energy", store)?;
    let ends = items(ends);
    let costs = items(costs);
    if ends.len() != costs.len() {
        return Err(format!(
            "system {} has {} wormholes but {} costs",
            brief(name),
            ends.len(),
            costs.len()
        ));
    }
    let mut wormholes = Vec::with_capacity(ends.len());
    for (end, cost) in ends.into_iter().zip(costs) {
        wormholes.push((end.to_owned(), number("a wormhole's cost", cost)?));
    }
    Ok(SystemSpec {
        name: name.to_owned(),
        generators: number("the generator count", generators)?,
        max_generators: number("the maximum generator count", max_generators)?,
        capture_cost: number("the capture cost", capture_cost)?,
        wormholes,
    })
}

/// The items of a bracket; an empty bracket has none.
fn items(text: &str) -> Vec<&str> {
    if text.is_empty() {
        return Vec::new();
    }
    text.split(',').map(str::trim).collect()
}

fn number(what: &str, text: &str) -> Result<i32, String> {
    text.parse()
        .map_err(|_| format!("{what} is `{}`, which is not a whole number of 32 bits", brief(text)))
}
