//! `agon matches`: lists matches, or shows one.

use super::server::Server;
use super::{block_on, moment, print_json, versus, word};
use crate::Done;
use crate::args::MatchesArgs;
use crate::report::table;
use serde_json::Value;
use std::io::Write;

pub fn run(args: &MatchesArgs, out: &mut dyn Write) -> anyhow::Result<Done> {
    let server = Server::of_login(args.contest.event.as_ref())?;
    let answer = match args.number {
        Some(number) => block_on(server.get(&format!("/matches/{number}"), &[]))?,
        None => block_on(server.get(&server.in_event("/matches")?, &query(args)))?,
    };
    if args.contest.json {
        print_json(&answer, out)?;
    } else if args.number.is_some() {
        let event = block_on(server.get(&format!("/events/{}", word(&answer["event"])), &[]))?;
        let game = agon_games::GAMES.iter().find(|info| info.id == word(&event["game"]));
        let seats = game.map(|info| info.seat_names).unwrap_or_default();
        write!(out, "{}", described(&answer, seats))?;
    } else {
        let matches = answer["matches"].as_array().map(Vec::as_slice).unwrap_or_default();
        match matches.is_empty() {
            true => writeln!(out, "There is no such match.")?,
            false => write!(out, "{}", table(&matches.iter().map(row).collect::<Vec<_>>()))?,
        }
    }
    Ok(Done::Well)
}

fn query(args: &MatchesArgs) -> Vec<(&'static str, String)> {
    let words = [
        ("kind", &args.kind),
        ("state", &args.state),
        ("result", &args.result),
        ("map", &args.map),
        ("since", &args.since),
    ];
    let mut query = vec![("limit", args.limit.to_string())];
    query.extend(words.into_iter().filter_map(|(name, value)| Some((name, value.clone()?))));
    query
}

fn row(one: &Value) -> Vec<String> {
    vec![
        one["id"].to_string(),
        moment(&one["created_ms"]),
        word(&one["kind"]).to_owned(),
        versus(&one["sides"]),
        word(&one["state"]).to_owned(),
        results(one),
    ]
}

/// How the sides did: "won, lost"; empty before the end.
fn results(one: &Value) -> String {
    let sides = one["sides"].as_array().map(Vec::as_slice).unwrap_or_default();
    sides.iter().filter_map(|side| side["result"].as_str()).collect::<Vec<_>>().join(", ")
}

/// A match with its games: which team had which seat, its rank and score, and what staff corrected.
fn described(one: &Value, seat_names: &[&str]) -> String {
    let (id, kind, state) = (&one["id"], word(&one["kind"]), word(&one["state"]));
    let mut text = format!("Match {id} ({kind}): {} is {state}.\n", versus(&one["sides"]));
    let sides = list(&one["sides"]);
    let won: Vec<&str> = sides
        .iter()
        .filter(|side| side["result"] == "won")
        .map(|side| word(&side["name"]))
        .collect();
    match won.as_slice() {
        [] if sides.iter().any(|side| side["result"] == "drawn") => {
            text.push_str("It is a draw.\n")
        }
        [] => {}
        won => text.push_str(&format!("Won by {}.\n", won.join(" and "))),
    }
    if let Some(why) = one["why"].as_str() {
        text.push_str(&format!("{why}\n"));
    }
    for game in list(&one["games"]) {
        let (number, map, seed) = (&game["number"], word(&game["map"]), &game["seed"]);
        let reason = word(&game["reason"]);
        text.push_str(&format!("  game {number} on {map}, seed {seed}: {reason}\n"));
        for (seat, side) in list(&game["sides"]).iter().enumerate() {
            let side = side.as_u64().and_then(|side| sides.get(side as usize));
            let name = side.map_or("", |side| word(&side["name"]));
            let number = (seat + 1).to_string();
            let seat_name = seat_names.get(seat).copied().unwrap_or(&number);
            let rank =
                game["ranks"].get(seat).map_or("no rank".into(), |rank| format!("rank {rank}"));
            let score =
                game["scores"].get(seat).map_or(String::new(), |score| format!(", score {score}"));
            text.push_str(&format!("    {seat_name}: {name}, {rank}{score}\n"));
        }
        if let Some(why) = game["correction"]["why"].as_str() {
            let played: Vec<String> =
                list(&game["correction"]["played"]).iter().map(Value::to_string).collect();
            let played = played.join(", ");
            text.push_str(&format!("    corrected by the organisers, played as {played}: {why}\n"));
        }
        for fault in list(&game["faults"]).iter().filter_map(Value::as_str) {
            text.push_str(&format!("    your bot: {fault}\n"));
        }
    }
    text
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_match_tells_seats_winner_and_correction() {
        let side = |name: &str, result: &str| json!({ "name": name, "result": result });
        let game = json!({
            "number": 1, "map": "m", "seed": 7, "reason": "red has more.", "sides": [1, 0],
            "ranks": [2, 1], "scores": [3.5, 4], "faults": [null, null],
            "correction": { "played": [1, 2], "why": "A wrong map." },
        });
        let one = json!({
            "id": 5, "kind": "ladder", "state": "finished",
            "sides": [side("Ada", "won"), side("Bob", "lost")], "games": [game],
        });
        let text = described(&one, &["blue", "red"]);
        assert_eq!(
            text,
            "Match 5 (ladder): Ada v Bob is finished.\nWon by Ada.\n  game 1 on m, seed 7: red has more.\n\
             \x20   blue: Bob, rank 2, score 3.5\n    red: Ada, rank 1, score 4\n    \
             corrected by the organisers, played as 1, 2: A wrong map.\n"
        );
    }
}
