//! Replays games recorded from the original engine, or by another program under the handbook's rules.
//!
//! Compares every answer to a recorded bot, every state after a turn, and the end of the game. Answers that
//! Agon gives as a view (`get_map`, `get_info` and so on) are rebuilt from the view, so that the recordings
//! test the fog as well.

use crate::command::{Call, Invalid, Reply, RobotInfo};
use crate::constants::{SPAWN_COST, TRANSFORM_COST};
use crate::map::{Map, TileKind};
use crate::observe::View;
use crate::profile::{ActionResult, Rules, Setup};
use crate::rules;
use crate::state::Mars;
use crate::types::{Direction, RobotId, RobotType, Team};
use agon_core::trace::{Recording, TraceFault, broken, canonical_sha256, compare, field};
use agon_core::{End, Profile, Spent, Why};
use serde_json::{Value, json};

/// Tags of rules on which the profiles agree.
const HARMLESS_TAGS: [&str; 1] = ["str_map_by_red"];

/// The profiles in which a recording must hold: both for a recording of the original engine without any
/// difference between the profiles, otherwise only its own.
pub(crate) fn profiles(header: &Value) -> Result<Vec<Profile>, TraceFault> {
    let game = field(header, "game")?;
    if game != "mars_makeover" {
        return Err(broken(format!("this is a recording of {game}, not of \"mars_makeover\"")));
    }
    let own = own_profile(header)?;
    let tags = field(header, "tags")?.as_array().cloned().unwrap_or_default();
    let harmless = tags.iter().all(|tag| HARMLESS_TAGS.iter().any(|known| tag == known));
    Ok(if own == Profile::Original && harmless {
        vec![Profile::Original, Profile::Handbook]
    } else {
        vec![own]
    })
}

fn own_profile(header: &Value) -> Result<Profile, TraceFault> {
    match header.get("profile") {
        None => Ok(Profile::Original),
        Some(word) => word
            .as_str()
            .and_then(|word| word.parse().ok())
            .ok_or_else(|| broken(format!("the header's profile {word} is unknown"))),
    }
}

/// Starts to replay a recorded game in a profile.
pub(crate) fn open(header: &Value, profile: Profile) -> Result<Box<dyn Recording>, TraceFault> {
    let borrowed = profile != own_profile(header)?;
    let mut rules = Rules::of(profile);
    // The original accepted any map, so its games may use asymmetric maps in both profiles.
    rules.asymmetric_maps |= borrowed;
    start(header, rules, borrowed)
}

/// Starts to replay a recorded game with the given rules, regardless of its profile, and compares
/// everything. The number of rounds and the time bank come from the header. For tests that set a single
/// switch and check which recordings then differ.
pub fn open_trace_with(header: &Value, rules: Rules) -> Result<Box<dyn Recording>, TraceFault> {
    start(header, rules, false)
}

fn start(
    header: &Value,
    mut rules: Rules,
    borrowed: bool,
) -> Result<Box<dyn Recording>, TraceFault> {
    let config = field(header, "config")?;
    let rounds = field(config, "num_turns")?.as_u64().and_then(|n| u16::try_from(n).ok());
    let bank = field(config, "time_bank_s")?.as_f64();
    rules.rounds = rounds.ok_or_else(|| broken("config.num_turns is not a number of rounds"))?;
    rules.time_bank_s = bank.ok_or_else(|| broken("config.time_bank_s is not a number"))?;
    let map = field(field(header, "map")?, "tiles")?;
    let setup = Map::from_value(map).and_then(|map| Setup::new(map, rules));
    let initial = field(header, "initial")?;
    match setup {
        Err(_) if initial.is_null() => Ok(Box::new(Refused { ended: false })),
        Err(fault) => Err(broken(format!("the map is refused: {fault}"))),
        Ok(_) if initial.is_null() => {
            compare("header", "map", &json!("refused"), &json!("accepted"))?;
            unreachable!("the two words differ")
        }
        Ok(setup) => {
            let game = Mars::start(setup.shared_map(), rules);
            compare("header", "initial", initial, &state_json(&game, 0, None))?;
            Ok(Box::new(Replay { game, borrowed, view: View::default(), ended: false }))
        }
    }
}

/// C12: a recording whose only content is that its map is refused.
struct Refused {
    ended: bool,
}

impl Recording for Refused {
    fn line(&mut self, line: &Value) -> Result<u64, TraceFault> {
        self.ended = true;
        let got = json!({"end": true, "winner": null, "ranking": [], "reason": "map_refused"});
        compare("end", "end", line, &got).map(|()| 0)
    }

    fn finish(&mut self) -> Result<(), TraceFault> {
        self.ended.then_some(()).ok_or_else(|| broken("the recording has no last line"))
    }
}

struct Replay {
    game: Mars,
    /// Whether the game is played in another profile than it was recorded in. C4 and C11 have no tags, so
    /// they are then answered as in the recording's profile.
    borrowed: bool,
    view: View,
    ended: bool,
}

impl Recording for Replay {
    fn line(&mut self, line: &Value) -> Result<u64, TraceFault> {
        if self.ended {
            return Err(broken("there is a line behind the last one"));
        }
        if line.get("end").is_some() {
            self.ended = true;
            return self.check_end(line).map(|()| 0);
        }
        let step = field(line, "step")?.to_string();
        self.begin(&step, line)?;
        let calls =
            field(line, "calls")?.as_array().ok_or_else(|| broken("`calls` is not a list"))?;
        for (i, call) in calls.iter().enumerate() {
            self.call(&step, &format!("calls[{i}]"), call)?;
        }
        self.end_turn(&step, line)?;
        Ok(1)
    }

    fn finish(&mut self) -> Result<(), TraceFault> {
        self.ended.then_some(()).ok_or_else(|| broken("the recording stops before its last line"))
    }
}

impl Replay {
    /// Runs the upkeep and compares its effects.
    fn begin(&mut self, step: &str, line: &Value) -> Result<(), TraceFault> {
        let team = self.game.team;
        compare(step, "turn", field(line, "turn")?, &json!(self.game.round))?;
        compare(step, "team", field(line, "team")?, &json!(team))?;
        if self.game.ending.is_some() {
            return Err(broken("the game is over, but the recording goes on"));
        }
        let before = self.game.team(team).clone();
        rules::begin_turn(&mut self.game);
        let after = self.game.team(team);
        let recharged: Vec<_> = before
            .robots
            .iter()
            .zip(&after.robots)
            .filter(|(old, new)| new.battery != old.battery)
            .map(|(_, new)| json!([new.id, new.battery]))
            .collect();
        let upkeep = json!({"income": after.metal - before.metal, "recharged": recharged});
        compare(step, "upkeep", field(line, "upkeep")?, &upkeep)
    }

    /// Makes one recorded call and compares the answer.
    fn call(&mut self, step: &str, at: &str, recorded: &Value) -> Result<(), TraceFault> {
        let name = field(recorded, "fn")?.as_str().unwrap_or_default();
        let args = field(recorded, "args")?.as_array().cloned().unwrap_or_default();
        let at = format!("{at} {name}");
        if name == "get_time_left" {
            return Ok(()); // a measured time, which is not comparable (FORMAT.md)
        }
        match self.answer(name, &args)? {
            Ok(got) => {
                if let Some(sum) = recorded.get("ret_sha256") {
                    compare(
                        step,
                        &format!("{at} ret_sha256"),
                        sum,
                        &canonical_sha256(&got).into(),
                    )?;
                } else {
                    let expected = recorded.get("ret").cloned();
                    let raised = json!({"raised": recorded.get("raise")});
                    compare(step, &format!("{at} ret"), &expected.unwrap_or(raised), &got)?;
                }
            }
            Err((class, why)) => {
                let got = json!({"type": class, "reason": code(&why)});
                let returned = json!({"returned": recorded.get("ret")});
                let expected = recorded.get("raise").unwrap_or(&returned);
                compare(step, &format!("{at} raise"), expected, &got)?;
            }
        }
        match recorded.get("metal") {
            None => Ok(()),
            Some(metal) => {
                let got = self.game.team(self.game.team).metal.into();
                compare(step, &format!("{at} metal"), metal, &got)
            }
        }
    }

    /// This engine's answer to a call of the original API: a value, or an exception's class and reason.
    #[allow(clippy::type_complexity, reason = "explained by the sentence above")]
    fn answer(
        &mut self,
        name: &str,
        args: &[Value],
    ) -> Result<Result<Value, (&'static str, Invalid)>, TraceFault> {
        let team = self.game.team;
        self.view.fill(&self.game, team);
        let robot =
            |i: usize| RobotId::from_name(args.get(i).and_then(Value::as_str).unwrap_or(""));
        let order = |game: &mut Mars, class, call| match rules::answer(game, team, &call) {
            Reply::Refused(why) => Err((class, why)),
            reply => Ok(reply),
        };
        let game = &mut self.game;
        let action_result = game.rules.action_result;
        Ok(match name {
            "spawn_robot" => {
                let call =
                    Call::Spawn { kind: kind(args, 0)?, row: int(args, 1)?, col: int(args, 2)? };
                order(game, "IllegalSpawnError", call).map(returned)
            }
            "move_robot" => {
                let call = Call::Move { robot: robot(0), direction: direction(args, 1)? };
                order(game, "IllegalMoveError", call)
                    .map(|reply| json!(reply != Reply::AlreadyMoved))
            }
            "robot_action" => {
                order(game, "IllegalActionError", Call::Act { robot: robot(0) }).map(|_| {
                    match action_result {
                        ActionResult::True if !self.borrowed => json!(true),
                        _ => Value::Null,
                    }
                })
            }
            "transform_robot" => {
                let call = Call::Transform { robot: robot(0), kind: kind(args, 1)? };
                order(game, "IllegalTransformError", call).map(returned)
            }
            _ => Ok(self.inquire(name, args, robot(0))?),
        })
    }

    /// Answers a question of the original API.
    fn inquire(&self, name: &str, args: &[Value], robot: RobotId) -> Result<Value, TraceFault> {
        let (game, view, team) = (&self.game, &self.view, self.game.team);
        let flag = |i: usize| {
            args.get(i).and_then(Value::as_bool).ok_or_else(|| broken("a flag is missing"))
        };
        let call = match name {
            "can_spawn_robot" => {
                Call::CanSpawn { kind: kind(args, 0)?, row: int(args, 1)?, col: int(args, 2)? }
            }
            "can_move_robot" if self.borrowed => {
                // C11 is not tagged: in the other profile only checks 1-4 are comparable.
                let direction = direction(args, 1)?;
                return Ok(rules::check_move(game, team, robot, direction).is_ok().into());
            }
            "can_move_robot" => Call::CanMove { robot, direction: direction(args, 1)? },
            "can_robot_action" => Call::CanAct { robot },
            "can_transform_robot" => Call::CanTransform { robot, kind: kind(args, 1)? },
            "optimal_path" => Call::Path {
                from: (int(args, 0)?, int(args, 1)?),
                to: (int(args, 2)?, int(args, 3)?),
                avoid_robots: flag(4)?,
            },
            "robot_to_base" => Call::PathToBase { robot, avoid_robots: flag(1)? },
            "check_for_collision" => Call::RobotAt { row: int(args, 0)?, col: int(args, 1)? },
            _ => return view_answer(view, name),
        };
        Ok(returned(rules::inquire(game, team, &call)))
    }

    /// Ends the turn and compares the whole state and the time banks.
    fn end_turn(&mut self, step: &str, line: &Value) -> Result<(), TraceFault> {
        let (turn, team) = (self.game.round, self.game.team);
        let end = if field(line, "timeout")? == &json!(true) {
            End::because(Why::OutOfTime)
        } else {
            let seconds = field(line, "elapsed_s")?.as_f64();
            let seconds = seconds.ok_or_else(|| broken("`elapsed_s` is not a number"))?;
            let failed = !line.get("exception").unwrap_or(&Value::Null).is_null();
            let why = if failed { Why::Failed } else { Why::Done };
            End { why, spent: Spent { seconds, energy: 0 } }
        };
        rules::end_turn(&mut self.game, end);
        let game = &self.game;
        compare(step, "state", field(line, "state")?, &state_json(game, turn, Some(team)))?;
        let banks = both(|team| json!(game.team(team).bank_s));
        compare(step, "time_left", field(line, "time_left")?, &banks)
    }

    fn check_end(&self, line: &Value) -> Result<(), TraceFault> {
        let game = &self.game;
        let Some(ending) = game.ending else {
            return compare("end", "end", line, &json!("the game goes on"));
        };
        let got = json!({
            "end": true,
            "winner": ending.winner,
            "ranking": [ending.winner, ending.winner.other()],
            "reason": rules::outcome(game).reason.code,
            "final": {
                "tiles_owned": both(|team| json!(game.team(team).tiles)),
                "robots": both(|team| json!(game.team(team).robots.len())),
                "metal": both(|team| json!(game.team(team).metal)),
                "time_left": both(|team| json!(game.team(team).bank_s)),
            },
        });
        compare("end", "end", line, &got)
    }
}

/// Answers that are taken from the view.
fn view_answer(view: &View, name: &str) -> Result<Value, TraceFault> {
    Ok(match name {
        "get_info" => json!({
            "ally_robots": view.robots,
            "enemy_robots": view.enemies,
            "map": tile_infos(view),
            "metal": view.metal,
            "team": view.team,
            "robot_spawn_cost": SPAWN_COST,
            "robot_transform_cost": TRANSFORM_COST,
            "turn": view.turn,
        }),
        "get_map" => tile_infos(view),
        "get_str_map" => text_map(view),
        "get_ally_robots" => json!(view.robots),
        "get_enemy_robots" => json!(view.enemies),
        "get_metal" => json!(view.metal),
        "get_spawn_cost" => json!(view.spawn_cost),
        "get_transform_cost" => json!(view.transform_cost),
        "get_turn" => json!(view.turn),
        "get_team" => json!(view.team),
        _ => {
            return Err(broken(format!("the recording calls `{name}`, which is unknown")));
        }
    })
}

fn tile_infos(view: &View) -> Value {
    let mut robots: Vec<Option<&RobotInfo>> = vec![None; view.tiles.cells().len()];
    for robot in view.robots.iter().chain(&view.enemies) {
        robots[usize::from(robot.row) * view.tiles.width() + usize::from(robot.col)] = Some(robot);
    }
    let info = |row: usize, col: usize| {
        let state = match view.tiles[(row, col)] {
            b'T' => TileKind::Terraformable,
            b'M' => TileKind::Mining,
            b'I' => TileKind::Impassable,
            _ => return Value::Null,
        };
        json!({
            "state": state.word(),
            "row": row,
            "col": col,
            "terraform": view.terraform[(row, col)],
            "mining": view.mining[(row, col)],
            "robot": robots[row * view.tiles.width() + col],
        })
    };
    let row = |row| (0..view.tiles.width()).map(|col| info(row, col)).collect::<Vec<_>>();
    json!((0..view.tiles.height()).map(row).collect::<Vec<_>>())
}

fn text_map(view: &View) -> Value {
    let text = |row: usize, col: usize| match view.tiles[(row, col)] {
        b'T' => view.terraform[(row, col)].to_string(),
        letter => char::from(letter).to_string(),
    };
    let row = |row| (0..view.tiles.width()).map(|col| text(row, col)).collect::<Vec<_>>();
    json!((0..view.tiles.height()).map(row).collect::<Vec<_>>())
}

/// A reply in the shape of the original API.
fn returned(reply: Reply) -> Value {
    match reply {
        Reply::Spawned(robot) | Reply::Transformed(robot) => json!(robot),
        Reply::Can(can) => json!(can),
        Reply::Way { direction, steps } => json!([direction, steps]),
        Reply::Robot(robot) => json!(robot),
        other => json!(other),
    }
}

/// The reason codes of the recordings.
fn code(why: &Invalid) -> &'static str {
    match why {
        Invalid::NotYourTurn => "not_your_turn",
        Invalid::NoType => "no_type",
        Invalid::NoDirection { .. } => "no_direction",
        Invalid::UnknownRobot { .. } => "unknown_robot",
        Invalid::TargetHidden { .. } => "target_hidden_or_outside",
        Invalid::TargetImpassable { .. } => "target_impassable",
        Invalid::TileClosed { .. } => "tile_hidden_outside_or_impassable",
        Invalid::TileNotOwn { .. } => "tile_not_ally",
        Invalid::TileOccupied { .. } => "tile_occupied",
        Invalid::TileUsed { .. } => "tile_used_this_turn",
        Invalid::NotEnoughMetal { .. } => "not_enough_metal",
        Invalid::AlreadyActed { .. } => "already_acted",
        Invalid::BatteryTooLow { .. } => "battery_too_low",
        Invalid::NothingToExplore { .. } => "nothing_to_explore",
        Invalid::NotOnDeposit { .. } => "not_a_mining_tile",
        Invalid::NotTerraformable { .. } => "not_a_terraformable_tile",
        Invalid::TerraformAtMax { .. } => "terraform_at_max",
    }
}

fn both(of: impl Fn(Team) -> Value) -> Value {
    json!({"red": of(Team::Red), "blue": of(Team::Blue)})
}

fn state_json(game: &Mars, turn: u16, team: Option<Team>) -> Value {
    let width = game.map.width();
    let cells = 0..game.map.cells() as u16;
    let terraform: Vec<i8> = cells.clone().map(|cell| game.terraform(cell)).collect();
    let robots = |team: Team| {
        let robots = game.team(team).robots.iter().map(|robot| {
            let RobotInfo { name, kind, row, col, battery, moved, acted, .. } =
                robot.info(team, width);
            json!({"name": name, "type": kind, "row": row, "col": col, "battery": battery,
                   "moved": moved, "acted": acted})
        });
        json!(robots.collect::<Vec<_>>())
    };
    let visible = |team: Team| {
        let digits: Vec<u8> =
            cells.clone().map(|cell| b'0' + u8::from(game.is_visible(team, cell))).collect();
        json!(digits.chunks(width).map(String::from_utf8_lossy).collect::<Vec<_>>())
    };
    json!({
        "turn": turn,
        "team": team,
        "metal": both(|team| json!(game.team(team).metal)),
        "robots": both(robots),
        "terraform": terraform.chunks(width).collect::<Vec<_>>(),
        "visible": both(visible),
        "tiles_owned": both(|team| json!(game.team(team).tiles)),
        "next_robot_number": game.next_robot,
    })
}

fn int(args: &[Value], i: usize) -> Result<i32, TraceFault> {
    let number = args.get(i).and_then(Value::as_i64);
    let number = number.ok_or_else(|| broken(format!("argument {i} is not a whole number")))?;
    Ok(number.clamp(i32::MIN.into(), i32::MAX.into()) as i32)
}

fn kind(args: &[Value], i: usize) -> Result<Option<RobotType>, TraceFault> {
    let value = args.get(i).cloned().unwrap_or(Value::Null);
    serde_json::from_value(value)
        .map_err(|e| broken(format!("argument {i} is not a robot type: {e}")))
}

fn direction(args: &[Value], i: usize) -> Result<Option<Direction>, TraceFault> {
    let value = args.get(i).cloned().unwrap_or(Value::Null);
    serde_json::from_value(value)
        .map_err(|e| broken(format!("argument {i} is not a direction: {e}")))
}
