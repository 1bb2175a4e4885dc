//! Recorded games of the original program and of the reference simulator.
//!
//! A line is one action, but a command turn is executed as a whole: its lines are collected, its
//! outcomes queued in the order in which the rules ask for them, and then compared one by one with
//! the trail the turn has left.

use crate::command::{Call, Order};
use crate::constants::ACTIONS_PER_TURN;
use crate::map::{Galaxy, SystemId, SystemSpec};
use crate::observe::View;
use crate::profile::{Rules, Setup};
use crate::state::{Agent, GalaxyCommander, PlanesView, Report};
use crate::types::{Colour, Side};
use agon_core::trace::{Recording, TraceFault, broken, compare, field};
use agon_core::{Chance, End, Game, Profile, Why};
use serde_json::{Value, json};

/// The profile a recording must hold in, by its header.
pub fn profiles(header: &Value) -> Result<Vec<Profile>, TraceFault> {
    match field(header, "rules")?.as_str() {
        Some("engine") => Ok(vec![Profile::Original]),
        Some("handout") => Ok(vec![Profile::Handbook]),
        _ => Err(broken("`rules` is neither `engine` nor `handout`")),
    }
}

/// Starts to replay a recorded game.
pub fn open(header: &Value, profile: Profile) -> Result<Box<dyn Recording>, TraceFault> {
    let initial = field(header, "initial")?;
    let galaxy = read_galaxy(field(initial, "systems")?)?;
    let mut rules = Rules::of(profile);
    if let Some(actions) = header.pointer("/config/total_actions") {
        rules.actions = actions
            .as_u64()
            .and_then(|n| u32::try_from(n).ok())
            .ok_or_else(|| broken("`total_actions` is not a number of actions"))?;
    }
    let mut chance = Chance::recorded();
    for side in Side::BOTH {
        let agent = at(field(initial, "agents")?, side.index())?;
        let system = find(&galaxy, field(agent, "system")?)
            .ok_or_else(|| broken("an agent starts in a system that does not exist"))?;
        chance.record(system.0.into());
    }
    let setup = Setup::new(galaxy, rules).map_err(|fault| broken(fault.0))?;
    let state = GalaxyCommander::new(&setup, chance);
    let got = state_value(&state, state.planes(), &state.agents);
    compare("header", "initial", initial, &got)?;
    Ok(Box::new(Replay {
        state,
        view: View::default(),
        waiting: Vec::new(),
        steps: 0,
        is_ended: false,
    }))
}

struct Replay {
    state: GalaxyCommander,
    view: View,
    /// The lines of the command turn that is being collected.
    waiting: Vec<Value>,
    steps: u64,
    is_ended: bool,
}

impl Recording for Replay {
    fn line(&mut self, line: &Value) -> Result<u64, TraceFault> {
        if line.get("end").is_some() {
            let steps = self.play_turn()?;
            self.is_ended = true;
            self.check_end(line)?;
            return Ok(steps);
        }
        let step = field(line, "step")?.as_u64().ok_or_else(|| broken("`step` is not a number"))?;
        let due = self.steps + self.waiting.len() as u64 + 1;
        if step != due || self.is_ended {
            return Err(broken(format!("step {step} comes where {due} is due")));
        }
        if self.waiting.is_empty() {
            self.check_observations(&step.to_string(), field(line, "command_turn")?)?;
        }
        self.waiting.push(line.clone());
        if self.waiting.len() == ACTIONS_PER_TURN {
            return self.play_turn();
        }
        Ok(0)
    }

    fn finish(&mut self) -> Result<(), TraceFault> {
        match self.is_ended {
            true => Ok(()),
            false => Err(broken("the recording has no closing line")),
        }
    }
}

impl Replay {
    fn check_observations(&mut self, step: &str, turn: &Value) -> Result<(), TraceFault> {
        let index = self.state.action() as usize / ACTIONS_PER_TURN;
        compare(step, "command_turn.index", field(turn, "index")?, &json!(index))?;
        for side in Side::BOTH {
            self.state.view(side.actor(), &mut self.view);
            let word = side.colour().word();
            let expected = field(field(turn, word)?, "observation")?;
            let place = format!("command_turn.{word}.observation");
            compare(step, &place, expected, &observation_value(&self.view))?;
        }
        Ok(())
    }

    /// Plays the command turn whose lines have been collected; returns their number.
    fn play_turn(&mut self) -> Result<u64, TraceFault> {
        let lines = std::mem::take(&mut self.waiting);
        let Some(first) = lines.first() else {
            return Ok(0);
        };
        let turn = field(first, "command_turn")?;
        let travel = self.state.planes().travel().iter();
        let mut costs: Vec<i64> = travel.map(|&cost| cost.into()).collect();
        for line in &lines {
            self.record_outcomes(line, &mut costs)?;
        }
        for side in Side::BOTH {
            self.command(side, field(turn, side.colour().word())?)?;
        }
        for (i, line) in lines.iter().enumerate() {
            self.steps += 1;
            self.check_step(i, line)?;
        }
        let unused = self.state.chance.unused();
        let step = self.steps.to_string();
        compare(&step, "random.unused", &json!(0), &json!(unused))?;
        Ok(lines.len() as u64)
    }

    /// Makes the calls that a recorded array of commands stands for, and ends the turn.
    fn command(&mut self, side: Side, turn: &Value) -> Result<(), TraceFault> {
        let is_exception = turn.get("exception").is_some_and(|e| !e.is_null());
        let why = match field(turn, "returned")? {
            Value::Array(commands) if !is_exception => {
                for command in commands.iter().take(ACTIONS_PER_TURN) {
                    self.state.call(side.actor(), &read_call(command)?);
                }
                Why::Done
            }
            _ => Why::Failed,
        };
        self.state.end(side.actor(), End::because(why));
        Ok(())
    }

    /// Queues the outcomes of one action in the order in which the rules ask for them. `costs` are
    /// the travel costs before the action and become those after it.
    fn record_outcomes(&mut self, line: &Value, costs: &mut Vec<i64>) -> Result<(), TraceFault> {
        let random = field(line, "random")?;
        let after = flat_costs(field(random, "costs")?)?;
        if after.len() != costs.len() {
            return Err(broken("`costs` does not fit the wormholes of the galaxy"));
        }
        let chance = &mut self.state.chance;
        for (after, before) in after.iter().zip(&*costs) {
            chance.record(after.saturating_sub(*before));
        }
        *costs = after;
        match random.get("capture_tie").and_then(Value::as_str) {
            Some("blue") => chance.record(0),
            Some("red") => chance.record(1),
            _ => {}
        }
        for drawn in list(random.get("capture_costs")) {
            let cost = field(drawn, "cost")?.as_i64();
            chance.record(cost.ok_or_else(|| broken("a drawn capture cost is not a number"))?);
        }
        for side in Side::BOTH {
            let walk = random.pointer(&format!("/torpedo/{}/path", side.colour().word()));
            for hop in list(walk) {
                let system = find(&self.state.galaxy, hop);
                chance.record(system.map_or(-1, |system| system.0.into()));
            }
        }
        Ok(())
    }

    /// Compares one action with the recording.
    fn check_step(&self, i: usize, line: &Value) -> Result<(), TraceFault> {
        let step = self.steps.to_string();
        let Some(moment) = self.state.trail().moments().get(i) else {
            return Err(broken(format!("step {step} comes after the end of the game")));
        };
        for side in Side::BOTH {
            let word = side.colour().word();
            let report = &moment.reports[side.index()];
            self.check_input(&step, word, field(field(line, "input")?, word)?, report)?;
            let effective = field(field(line, "effective")?, word)?;
            let got = self.order_value(report.effective(), effective);
            compare(&step, &format!("effective.{word}"), effective, &got)?;
            let blast = report.blast.map_or(Value::Null, |(system, damage)| {
                json!({"system": self.state.galaxy.name(system), "damage": damage})
            });
            let recorded = line.pointer(&format!("/random/detonation/{word}"));
            let recorded = recorded.unwrap_or(&Value::Null);
            compare(&step, &format!("detonation.{word}"), recorded, &blast)?;
        }
        let planes = self.state.planes.after(i);
        let got = state_value(&self.state, planes, &moment.agents);
        compare(&step, "state", field(line, "state")?, &got)
    }

    /// Compares the command that was due. The report of a torpedo has the path that was flown,
    /// which is compared as the effect; here only its length is compared.
    fn check_input(
        &self,
        step: &str,
        word: &str,
        input: &Value,
        report: &Report,
    ) -> Result<(), TraceFault> {
        let no_action = json!({"type": "no_action"});
        let expected = if input.is_null() { &no_action } else { input };
        let mut expected = expected.clone();
        let mut got = self.order_value(report.order, &expected);
        for command in [&mut expected, &mut got] {
            if let Some(path) = command.get_mut("path") {
                *path = json!(path.as_array().map(Vec::len));
            }
        }
        compare(step, &format!("input.{word}"), &expected, &got)
    }

    /// An order as recordings write it. The name of an unknown system is not kept in an order: it is
    /// taken from the recording, if that has no system's name there either.
    fn order_value(&self, order: Order, recorded: &Value) -> Value {
        let galaxy = &self.state.galaxy;
        let name = |hop: Option<SystemId>, recorded: Option<&Value>| match (hop, recorded) {
            (Some(hop), _) => json!(galaxy.name(hop)),
            (None, Some(entry)) if find(galaxy, entry).is_none() => entry.clone(),
            (None, _) => json!("?"),
        };
        match order {
            Order::NoAction => json!({"type": "no_action"}),
            Order::Move(to) => {
                json!({"type": "move", "destination": name(to, recorded.get("destination"))})
            }
            Order::Refuel => json!({"type": "refuel"}),
            Order::Fortify(energy) => json!({"type": "fortify", "energy": energy}),
            Order::SetScan(energy) => json!({"type": "set_scan", "energy": energy}),
            Order::Capture(energy) => json!({"type": "capture", "energy": energy}),
            Order::ContinueCapture => json!({"type": "continue_capture"}),
            Order::Shoot { energy, hops } => {
                let recorded = list(recorded.get("path"));
                let hops = hops.of(self.state.trail().hops()).iter().enumerate();
                let path: Vec<Value> = hops.map(|(i, &hop)| name(hop, recorded.get(i))).collect();
                json!({"type": "shoot", "path": path, "energy": energy})
            }
        }
    }

    /// Compares the closing line. A recording may stop before the game is over; its closing line then
    /// describes the last recorded action.
    fn check_end(&self, line: &Value) -> Result<(), TraceFault> {
        compare("end", "steps", field(line, "steps")?, &json!(self.steps))?;
        let told = self.steps as usize % ACTIONS_PER_TURN;
        let planes = match told {
            0 => self.state.planes(),
            told => self.state.planes.after(told - 1),
        };
        let [gray, blue, red] =
            [Colour::Gray, Colour::Blue, Colour::Red].map(|colour| planes.count(colour));
        let owned = json!({"blue": blue, "red": red, "gray": gray});
        compare("end", "systems_owned", field(line, "systems_owned")?, &owned)?;
        let (winner, ranking) = match blue.cmp(&red) {
            std::cmp::Ordering::Greater => (json!("blue"), json!([["blue"], ["red"]])),
            std::cmp::Ordering::Less => (json!("red"), json!([["red"], ["blue"]])),
            std::cmp::Ordering::Equal => (Value::Null, json!([["blue", "red"]])),
        };
        compare("end", "winner", field(line, "winner")?, &winner)?;
        compare("end", "ranking", field(line, "ranking")?, &ranking)?;
        let is_whole = self.steps == u64::from(self.state.rules.actions);
        compare("end", "is_over", &json!(is_whole), &json!(self.state.is_over()))
    }
}

/// The entries of an array that may be absent.
fn list(array: Option<&Value>) -> &[Value] {
    array.and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn at(array: &Value, index: usize) -> Result<&Value, TraceFault> {
    array.get(index).ok_or_else(|| broken("an array of the recording is too short"))
}

fn find(galaxy: &Galaxy, name: &Value) -> Option<SystemId> {
    name.as_str().and_then(|name| galaxy.find(name))
}

fn flat_costs(costs: &Value) -> Result<Vec<i64>, TraceFault> {
    let systems = list(Some(costs)).iter();
    systems
        .flat_map(|costs| list(Some(costs)))
        .map(|cost| cost.as_i64().ok_or_else(|| broken("a travel cost is not a number")))
        .collect()
}

fn read_galaxy(systems: &Value) -> Result<Galaxy, TraceFault> {
    let specs: Result<Vec<SystemSpec>, TraceFault> =
        list(Some(systems)).iter().map(read_system).collect();
    Galaxy::try_from(specs?).map_err(|fault| broken(fault.0))
}

fn read_system(system: &Value) -> Result<SystemSpec, TraceFault> {
    let text = |value: &Value| {
        let text = value.as_str().map(str::to_owned);
        text.ok_or_else(|| broken("a name of the recording is not a text"))
    };
    let number = |value: &Value| {
        let number = value.as_i64().and_then(|n| i32::try_from(n).ok());
        number.ok_or_else(|| broken("a value of a recorded system is not a number"))
    };
    let (ends, costs) = (list(system.get("wormholes")), list(system.get("costs")));
    let mut wormholes = Vec::new();
    for (end, cost) in ends.iter().zip(costs) {
        wormholes.push((text(end)?, number(cost)?));
    }
    Ok(SystemSpec {
        name: text(field(system, "name")?)?,
        generators: number(field(system, "generators")?)?,
        max_generators: number(field(system, "max_generators")?)?,
        capture_cost: number(field(system, "capture_cost")?)?,
        wormholes,
    })
}

/// A recorded command as a call. Anything else becomes a null, as in the original.
fn read_call(command: &Value) -> Result<Call, TraceFault> {
    let energy = || {
        let energy = field(command, "energy")?.as_i64();
        energy.ok_or_else(|| broken("the energy of a command is not a whole number"))
    };
    let name = |value: &Value| value.as_str().map(str::to_owned);
    Ok(match command.get("type").and_then(Value::as_str) {
        Some("no_action") => Call::NoAction,
        Some("move") => Call::Move(command.get("destination").and_then(name)),
        Some("refuel") => Call::Refuel,
        Some("fortify") => Call::Fortify(energy()?),
        Some("set_scan") => Call::SetScan(energy()?),
        Some("capture") => Call::Capture(energy()?),
        Some("continue_capture") => Call::ContinueCapture,
        Some("shoot") => Call::Shoot {
            path: list(command.get("path")).iter().map(name).collect(),
            energy: energy()?,
        },
        _ => Call::Null,
    })
}

/// A position as recordings write it.
fn state_value(state: &GalaxyCommander, planes: PlanesView<'_>, agents: &[Agent; 2]) -> Value {
    let galaxy = state.galaxy();
    let system = |id: SystemId| {
        let names = |id: &SystemId| json!(galaxy.name(*id));
        json!({
            "name": galaxy.name(id),
            "owner": planes.owner(id),
            "generators": planes.generators(id),
            "max_generators": galaxy.max_generators()[id.index()],
            "energy": planes.store(id),
            "capture_cost": planes.capture_cost(id),
            "wormholes": galaxy.neighbours(id).iter().map(names).collect::<Vec<_>>(),
            "costs": planes.travel()[galaxy.wormholes(id)],
        })
    };
    let agent = |side: Side| {
        let agent = &agents[side.index()];
        json!({
            "color": side,
            "system": galaxy.name(agent.system),
            "energy": agent.energy,
            "scan_energy": agent.scan_energy,
            "capture_actions_left": agent.capture_left,
        })
    };
    json!({
        "systems": galaxy.systems().map(system).collect::<Vec<_>>(),
        "agents": Side::BOTH.map(agent),
    })
}

/// An observation as recordings write it.
fn observation_value(view: &View) -> Value {
    let system = |seen: &crate::observe::SeenSystem| {
        json!({
            "name": seen.name,
            "owner": seen.owner,
            "generators": seen.generators,
            "max_generators": seen.max_generators,
            "energy": seen.energy,
            "capture_cost": seen.capture_cost,
            "wormholes": seen.wormholes.iter().map(|w| w.to).collect::<Vec<_>>(),
            "costs": seen.wormholes.iter().map(|w| w.cost).collect::<Vec<_>>(),
            "agents_present": seen.agents,
        })
    };
    json!({
        "energy": view.energy,
        "systems": view.systems.iter().map(system).collect::<Vec<_>>(),
    })
}
