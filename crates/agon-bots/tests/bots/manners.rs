//! Uses everything that the kit has. The bots of this name in other languages say the same, word for word.

use agon_bot::{call, json, Bot, Turn, TurnOver};

#[derive(Default)]
struct Manners {
    turns: u32,
}

impl Bot for Manners {
    fn turn(&mut self, turn: &mut Turn) -> Result<(), TurnOver> {
        self.turns += 1;
        match turn.hello.game.as_str() {
            "galaxy" => self.galaxy(turn),
            _ => self.homerun(turn),
        }
    }
}

impl Manners {
    fn galaxy(&self, turn: &mut Turn) -> Result<(), TurnOver> {
        match self.turns {
            1 => greet(turn),
            2 => speak(turn),
            3 => panic!("on purpose"),
            4 => turn.draft(vec![call("set_scan", 2)]),
            5 => {
                turn.log(format!("= scan energy {}", turn.view["scan_energy"]))?;
                let current = turn.look()?["current"].text().to_owned();
                turn.dot(&*current, [255, 220, 0])?;
                turn.line(&*current, [3, 4], [255, 0, 0])?;
                turn.text(7, "here", [1, 2, 3])
            }
            _ => Ok(()),
        }
    }

    fn homerun(&self, turn: &mut Turn) -> Result<(), TurnOver> {
        let kind = turn.view["me"]["type"].text();
        match (self.turns, kind) {
            (1, _) => {
                turn.log(format!("= a new {kind}"))?;
                if kind == "HQ" {
                    turn.call("recruit", ["PITCHER", "NORTH"])?;
                }
            }
            (2, "HQ") => loop {
                turn.call("sense_units", json!([64, ()]))?;
            },
            (3, "HQ") => {
                turn.log(format!("= energy {}", turn.energy.expect("Home Run counts it")))?;
                turn.call("kill_self", ())?;
                turn.call("info", ())?;
                turn.log("= said by the dead")?;
            }
            (5, _) => {
                turn.log(format!("= turn {} of a {kind}", self.turns))?;
                panic!("on purpose");
            }
            _ => {}
        }
        Ok(())
    }
}

fn greet(turn: &Turn) -> Result<(), TurnOver> {
    let hello = &turn.hello;
    println!("printed in a turn");
    turn.log(format!("= {} {} {} {}", hello.game, hello.version, hello.rules, hello.map))?;
    turn.log(format!("= seat {} {} of {}", hello.seat, hello.seat_name, hello.seats))?;
    let tournament = if hello.tournament { "a" } else { "no" };
    turn.log(format!("= {tournament} tournament, seed {}", hello.seed))?;
    let Turn { number, actor, round, .. } = turn;
    turn.log(format!("= turn {number} of actor {actor} in round {round}"))?;
    let left = turn.seconds_left();
    let is_in_time = left > Some(0.0) && left <= turn.seconds;
    let energy = if turn.energy.is_some() { "some" } else { "no" };
    turn.log(format!("= {}, {energy} energy", if is_in_time { "in time" } else { "late" }))
}

fn speak(turn: &mut Turn) -> Result<(), TurnOver> {
    let reply = turn.call("set_scan", 1)?;
    let ok = |ok: bool| if ok { "ok" } else { "refused" };
    turn.log(format!("= {} {} {}", reply.kind(), reply.value(), ok(reply.ok())))?;
    turn.log(format!("= {}", turn.call("capture", -5)?.refused.unwrap_or_default()))?;
    let nonsense = turn.call("nonsense", json!({"much": 1}))?;
    let raw = if nonsense.raw.is_null() { "no answer".into() } else { nonsense.raw.to_string() };
    turn.log(format!("= {}, {raw}", ok(nonsense.ok())))?;
    for one in turn.calls(vec![call("refuel", ()), call("no_action", ())])? {
        let refused = one.refused.as_deref().unwrap_or("ok");
        turn.log(format!("= {}: {refused}", one.kind()))?;
    }
    turn.look()?;
    Ok(())
}

fn main() {
    agon_bot::run_each::<Manners>()
}
