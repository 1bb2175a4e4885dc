//! `agon raffle`: the raffles of an event, one's own tickets, and whether a draw is right.

use super::server::Server;
use super::{block_on, moment, print_json, word};
use crate::Done;
use crate::args::RaffleArgs;
use agon_server::raffle::{Ticket, check_draw};
use anyhow::Context;
use serde_json::Value;
use std::io::Write;

pub fn run(args: &RaffleArgs, out: &mut dyn Write) -> anyhow::Result<Done> {
    let server = Server::of_login(args.contest.event.as_ref())?;
    let raffles = block_on(server.get(&server.in_event("/raffles")?, &[]))?;
    if args.contest.json {
        print_json(&raffles, out)?;
        return Ok(Done::Well);
    }
    let raffles = raffles.as_array().map(Vec::as_slice).unwrap_or_default();
    if raffles.is_empty() {
        writeln!(out, "This event has no raffle.")?;
    }
    let mut done = Done::Well;
    for raffle in raffles {
        if !show(raffle, out)? {
            done = Done::Badly;
        }
    }
    Ok(done)
}

/// Prints a raffle; false if its draw is wrong.
fn show(raffle: &Value, out: &mut dyn Write) -> anyhow::Result<bool> {
    let (title, bot) = (word(&raffle["title"]), word(&raffle["bot"]));
    writeln!(out, "{title}: beat {bot} in a scrimmage until {}.", moment(&raffle["closes_ms"]))?;
    let mine = raffle["my_tickets"].as_array().map_or(0, Vec::len);
    writeln!(out, "  tickets of your team: {mine} of at most {}", raffle["most_tickets"])?;
    writeln!(out, "  SHA-256 of the seed: {}", word(&raffle["commitment"]))?;
    if raffle["drawn_ms"].is_null() {
        return Ok(true);
    }
    let seed = word(&raffle["seed"]);
    writeln!(out, "  seed: {seed}")?;
    let read = |key: &str| -> anyhow::Result<Vec<Ticket>> {
        serde_json::from_value(raffle[key].clone()).context("the server's answer has no draw")
    };
    let (tickets, winners) = (read("tickets")?, read("winners")?);
    for (ticket, place) in winners.iter().zip(1..) {
        writeln!(out, "  prize {place}: {} with ticket {}", ticket.name, ticket.number)?;
    }
    let prizes = raffle["prizes"].as_u64().unwrap_or_default() as u32;
    match check_draw(word(&raffle["commitment"]), seed, &tickets, prizes, &winners) {
        Ok(()) => writeln!(out, "  The draw is right: this computer gets the same winners.")?,
        Err(why) => {
            writeln!(out, "  The draw is wrong: {why}.")?;
            return Ok(false);
        }
    }
    Ok(true)
}
