//! What a spectator sees: the frame a viewer draws, and the position as text.
//!
//! A frame is a whole command turn: the galaxy after each of its three actions, with the
//! effects of the commands. The text mode prints the same in the handout's notation.

use crate::command::{Invalid, Notation, Order};
use crate::map::{Galaxy, Name, SystemId, list, painted, picture};
use crate::observe::Scan;
use crate::state::{Agent, GalaxyCommander, Moment, PlanesView, Report};
use crate::types::{Colour, Side};
use agon_core::{Actor, End, Game, MatchInfo, Spot};
use serde::Serialize;
use std::fmt::Write;

/// The galaxy after a command turn, and how it got there. Systems are numbered from 0 in galaxy
/// order. Fields that never change cost nothing in a replay: frames are stored as differences.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Frame {
    /// Actions played.
    pub action: u32,
    /// Actions of the whole game.
    pub actions: u32,
    /// The constant values of the systems, and where to draw them.
    pub systems: Vec<SystemFrame>,
    /// The three actions of the command turn that led here; none before the first turn.
    pub steps: Vec<StepFrame>,
    /// The numbers now: after the last of these actions.
    pub planes: PlanesFrame,
    /// Blue and Red now: the next scan is already paid.
    pub agents: [AgentFrame; 2],
    /// The winner, in the last frame; `None` in a draw.
    pub winner: Option<Side>,
    /// How it was decided, in the last frame.
    pub result: Option<String>,
}

/// The constant values of a system.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SystemFrame {
    /// Its name.
    pub name: Name,
    /// Where to draw it, from 0 (left) to 1000.
    pub x: u16,
    /// Where to draw it, from 0 (top) to 1000.
    pub y: u16,
    /// The most generators it can have.
    pub max_generators: i32,
    /// The systems its wormholes lead to, in order.
    pub wormholes: Vec<SystemId>,
}

/// The numbers of all systems at one moment.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlanesFrame {
    /// One letter per system: `g`, `b` or `r`.
    pub owners: String,
    /// Generators by system.
    pub generators: Vec<i32>,
    /// Stored energy by system.
    pub energy: Vec<i32>,
    /// Capture cost by system.
    pub capture_costs: Vec<i32>,
    /// Travel costs of the wormholes, by system.
    pub travel_costs: Vec<Vec<i32>>,
    /// How many systems are Gray, Blue and Red.
    pub owned: [usize; 3],
}

/// One agent at one moment.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AgentFrame {
    /// Where it is; `None` if the player of the frame does not see it.
    pub system: Option<SystemId>,
    /// Its energy; `None` if the player of the frame does not know it.
    pub energy: Option<i32>,
    /// Systems it owns.
    pub systems: usize,
    /// Generators in them.
    pub generators: i32,
    /// What it pays for each scan; `None` if the player of the frame does not know it.
    pub scan_energy: Option<i32>,
    /// ContinueCapture actions still needed, while it is capturing.
    pub capture_actions_left: Option<i32>,
    /// The systems within its scan; only in the position in which it gives commands.
    pub sees: Vec<SystemId>,
}

/// One action.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StepFrame {
    /// Its number, from 1.
    pub action: u32,
    /// The numbers after it.
    pub planes: PlanesFrame,
    /// Blue and Red after it.
    pub agents: [AgentFrame; 2],
    /// What Blue and Red did in it.
    pub deeds: [DeedFrame; 2],
}

/// The effect of an agent's command.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DeedFrame {
    /// The command in the handout's notation.
    pub command: String,
    /// Why it was lost, in a sentence.
    pub lost: Option<String>,
    /// The system it captured.
    pub captured: Option<SystemId>,
    /// The torpedo it fired.
    pub shot: Option<ShotFrame>,
}

/// The flight of a torpedo.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ShotFrame {
    /// The systems it passed, without the one it started from.
    pub flown: Vec<SystemId>,
    /// Where it went off.
    pub system: SystemId,
    /// The damage there.
    pub damage: i32,
}

impl Frame {
    /// The galaxy as it is, with the command turn that led to it.
    pub fn of(game: &GalaxyCommander) -> Frame {
        let galaxy = game.galaxy();
        let trail = game.trail();
        let first = game.action() - trail.moments().len() as u32 + 1;
        let step = |(i, moment): (usize, &Moment)| StepFrame {
            action: first + i as u32,
            planes: PlanesFrame::of(galaxy, game.planes.after(i)),
            agents: Side::BOTH.map(|side| {
                AgentFrame::of(&moment.agents[side.index()], side, galaxy, game.planes.after(i))
            }),
            deeds: moment.reports.each_ref().map(|report| DeedFrame::of(game, report)),
        };
        let mut agents = Side::BOTH
            .map(|side| AgentFrame::of(&game.agents[side.index()], side, galaxy, game.planes()));
        let mut scan = Scan::default();
        for (frame, agent) in agents.iter_mut().zip(&game.agents) {
            game.scan(agent, &mut scan);
            frame.sees = galaxy.systems().filter(|&s| scan.sees(s)).collect();
        }
        let outcome = game.is_over().then(|| game.outcome());
        Frame {
            action: game.action(),
            actions: game.rules().actions,
            systems: galaxy.systems().map(|s| SystemFrame::of(galaxy, s)).collect(),
            steps: trail.moments().iter().enumerate().map(step).collect(),
            planes: PlanesFrame::of(galaxy, game.planes()),
            agents,
            winner: outcome.as_ref().and_then(|outcome| {
                let seat = outcome.winner()?;
                Side::of(Actor(seat.0.into()))
            }),
            result: outcome.map(|outcome| outcome.reason.sentence),
        }
    }
}

impl Frame {
    /// R5 The galaxy as one agent sees it: systems out of its scan have no name and no numbers, the rival's
    /// energy and commands are missing, and the actions of the turn show the agent's own part.
    pub fn of_side(game: &GalaxyCommander, side: Side) -> Frame {
        let mut frame = Frame::of(game);
        let mut scan = Scan::default();
        game.scan(game.agent(side), &mut scan);
        let (own, rival) = (side.index(), side.other().index());
        for (system, fields) in game.galaxy().systems().zip(&mut frame.systems) {
            if scan.sees(system) {
                fields.wormholes.retain(|&end| scan.sees(end));
            } else {
                let (name, wormholes) = (Name::new(), Vec::new());
                *fields = SystemFrame { name, x: 0, y: 0, max_generators: 0, wormholes };
            }
        }
        frame.planes = PlanesFrame::within(game.galaxy(), game.planes(), &scan);
        let hidden = AgentFrame {
            system: frame.agents[rival].system.filter(|&system| scan.sees(system)),
            energy: None,
            systems: frame.planes.owned[1 + rival],
            generators: frame.planes.generators_of(side.other()),
            scan_energy: None,
            capture_actions_left: None,
            sees: Vec::new(),
        };
        frame.agents[rival] = hidden.clone();
        frame.agents[own].systems = frame.planes.owned[1 + own];
        frame.agents[own].generators = frame.planes.generators_of(side);
        for step in &mut frame.steps {
            step.planes = frame.planes.clone();
            step.agents[rival] = hidden.clone();
            // The view leaves out what happened to the agent between the actions.
            let system = step.agents[own].system.filter(|&system| scan.sees(system));
            step.agents[own] = AgentFrame { system, sees: Vec::new(), ..frame.agents[own].clone() };
            step.deeds[rival] =
                DeedFrame { command: String::new(), lost: None, captured: None, shot: None };
            let deed = &mut step.deeds[own];
            deed.captured = deed.captured.filter(|&system| scan.sees(system));
            let is_seen = |shot: &ShotFrame| {
                scan.sees(shot.system) && shot.flown.iter().all(|&system| scan.sees(system))
            };
            deed.shot = deed.shot.take().filter(is_seen);
        }
        frame
    }
}

/// R5 Whether an agent notices an event: it happened to the agent, or in a system within its scan.
pub(crate) fn notices(game: &GalaxyCommander, side: Side, event: &agon_core::Event) -> bool {
    let mut scan = Scan::default();
    game.scan(game.agent(side), &mut scan);
    let galaxy = game.galaxy();
    let is_seen = match &event.at {
        Some(Spot::Unit(name)) => galaxy
            .systems()
            .any(|system| scan.sees(system) && galaxy.name(system).as_str() == name.as_str()),
        _ => event.by == Some(side.seat()),
    };
    is_seen || event.to == Some(side.seat())
}

/// R5 Whether the rival is in a system within the agent's scan: 1 or 0.
pub(crate) fn contacts(game: &GalaxyCommander, side: Side) -> usize {
    let mut scan = Scan::default();
    game.scan(game.agent(side), &mut scan);
    usize::from(scan.sees(game.agent(side.other()).system))
}

impl SystemFrame {
    fn of(galaxy: &Galaxy, system: SystemId) -> SystemFrame {
        let place = galaxy.layout()[system.index()];
        SystemFrame {
            name: *galaxy.name(system),
            x: place.x,
            y: place.y,
            max_generators: galaxy.max_generators()[system.index()],
            wormholes: galaxy.neighbours(system).to_vec(),
        }
    }
}

impl PlanesFrame {
    fn of(galaxy: &Galaxy, planes: PlanesView<'_>) -> PlanesFrame {
        let letter = |system| match planes.owner(system) {
            Colour::Gray => 'g',
            Colour::Blue => 'b',
            Colour::Red => 'r',
        };
        let costs = |system| planes.travel()[galaxy.wormholes(system)].to_vec();
        PlanesFrame {
            owners: galaxy.systems().map(letter).collect(),
            generators: galaxy.systems().map(|s| planes.generators(s)).collect(),
            energy: galaxy.systems().map(|s| planes.store(s)).collect(),
            capture_costs: galaxy.systems().map(|s| planes.capture_cost(s)).collect(),
            travel_costs: galaxy.systems().map(costs).collect(),
            owned: [Colour::Gray, Colour::Blue, Colour::Red].map(|colour| planes.count(colour)),
        }
    }

    /// The numbers of the systems within a scan; those of the others are `g` and 0.
    fn within(galaxy: &Galaxy, planes: PlanesView<'_>, scan: &Scan) -> PlanesFrame {
        let mut frame = PlanesFrame::of(galaxy, planes);
        let owners = galaxy.systems().zip(frame.owners.chars());
        let owners: Vec<Option<char>> =
            owners.map(|(system, owner)| Some(owner).filter(|_| scan.sees(system))).collect();
        frame.owned = ['g', 'b', 'r']
            .map(|letter| owners.iter().filter(|&&owner| owner == Some(letter)).count());
        frame.owners = owners.iter().map(|owner| owner.unwrap_or('g')).collect();
        for system in galaxy.systems() {
            let (at, ends) = (system.index(), galaxy.neighbours(system));
            if !scan.sees(system) {
                (frame.generators[at], frame.energy[at], frame.capture_costs[at]) = (0, 0, 0);
                frame.travel_costs[at].clear();
                continue;
            }
            let costs = frame.travel_costs[at].iter().zip(ends);
            let costs = costs.filter(|&(_, &end)| scan.sees(end)).map(|(&cost, _)| cost);
            frame.travel_costs[at] = costs.collect();
        }
        frame
    }

    /// The generators in all systems of a side.
    fn generators_of(&self, side: Side) -> i32 {
        let letter = if side == Side::Blue { 'b' } else { 'r' };
        let systems = self.owners.chars().zip(&self.generators);
        systems.filter(|&(owner, _)| owner == letter).map(|(_, generators)| generators).sum()
    }
}

impl AgentFrame {
    fn of(agent: &Agent, side: Side, galaxy: &Galaxy, planes: PlanesView<'_>) -> AgentFrame {
        let owned = galaxy.systems().filter(|&system| planes.owner(system) == side.colour());
        AgentFrame {
            system: Some(agent.system),
            energy: Some(agent.energy),
            systems: planes.count(side.colour()),
            generators: owned.map(|system| planes.generators(system)).sum(),
            scan_energy: Some(agent.scan_energy),
            capture_actions_left: agent.capture_left,
            sees: Vec::new(),
        }
    }
}

impl DeedFrame {
    fn of(game: &GalaxyCommander, report: &Report) -> DeedFrame {
        let hops = game.trail().hops();
        let shot = report.blast.map(|(system, damage)| {
            let path = match report.order {
                Order::Shoot { hops: stretch, .. } => stretch.of(hops),
                _ => &[],
            };
            let flown = path.iter().take(report.flown.into()).flatten();
            ShotFrame { flown: flown.copied().collect(), system, damage }
        });
        DeedFrame {
            command: notation(game, report.order).to_string(),
            lost: report.lost.as_ref().map(Invalid::to_string),
            captured: report.captured,
            shot,
        }
    }
}

/// An order of the trail in the handout's notation.
fn notation(game: &GalaxyCommander, order: Order) -> Notation<'_> {
    Notation { order, hops: game.trail().hops(), galaxy: game.galaxy() }
}

/// R13 The effects of an end of turn, as the contest's text mode prints them: after every action
/// its number, both commands as they took effect, all systems and both agents; after the last one
/// the owners. Before the first action the starting position is printed.
pub(crate) fn tell(game: &GalaxyCommander, actor: Actor, end: End, info: &MatchInfo) -> String {
    let mut after = game.clone();
    after.end(actor, end);
    let mut text = String::new();
    if game.action() == 0 && !Side::BOTH.iter().any(|&side| game.has_ended(side)) {
        tell_galaxy(&mut text, game, game.planes(), &game.agents, info);
    }
    if after.action() > game.action() {
        for (i, moment) in after.trail().moments().iter().enumerate() {
            let _ = writeln!(text, "Step {}\n\nActions:\n", game.action() as usize + i + 1);
            for (side, report) in Side::BOTH.into_iter().zip(&moment.reports) {
                let command = notation(&after, report.effective());
                let _ = writeln!(text, "{}: {command}", side.colour());
            }
            text.push('\n');
            let planes = after.planes.after(i);
            tell_galaxy(&mut text, &after, planes, &moment.agents, info);
        }
        if after.is_over() {
            for system in after.galaxy().systems() {
                let owner = after.planes().owner(system);
                let _ = writeln!(text, "{}: {owner}", after.galaxy().name(system));
            }
        }
    }
    text
}

/// Systems and agents in the handout's notation.
fn tell_galaxy(
    text: &mut String,
    game: &GalaxyCommander,
    planes: PlanesView<'_>,
    agents: &[Agent; 2],
    info: &MatchInfo,
) {
    let galaxy = game.galaxy();
    text.push_str("Systems:\n\n");
    for system in galaxy.systems() {
        let _ = writeln!(text, "{}", system_line(galaxy, planes, system));
    }
    text.push_str("\nAgents:\n\n");
    for (side, agent) in Side::BOTH.into_iter().zip(agents) {
        let name = info.bots.get(side.index()).map_or("No name", String::as_str);
        let (colour, system) = (side.colour(), galaxy.name(agent.system));
        let _ = writeln!(text, "{colour}: {name},{system},{}", agent.energy);
    }
    text.push('\n');
}

/// One system in the handout's notation: owner, generators, maximum, store, capture cost,
/// wormholes and their costs.
fn system_line(galaxy: &Galaxy, planes: PlanesView<'_>, system: SystemId) -> String {
    let ends = galaxy.neighbours(system).iter().map(|&end| galaxy.name(end));
    format!(
        "{}: {},{},{},{},{},{{{}}},{{{}}}",
        galaxy.name(system),
        planes.owner(system),
        planes.generators(system),
        galaxy.max_generators()[system.index()],
        planes.store(system),
        planes.capture_cost(system),
        list(ends),
        list(&planes.travel()[galaxy.wormholes(system)]),
    )
}

/// R5 The position as one agent sees it, as text: the systems within its scan, and the agent.
pub(crate) fn draw_of_side(game: &GalaxyCommander, side: Side, colour: bool) -> String {
    let (galaxy, planes) = (game.galaxy(), game.planes());
    let mut scan = Scan::default();
    game.scan(game.agent(side), &mut scan);
    let mut text = format!("Action {} of {}\n", game.action(), game.rules().actions);
    for system in galaxy.systems().filter(|&system| scan.sees(system)) {
        let ways = galaxy.neighbours(system).iter().zip(&planes.travel()[galaxy.wormholes(system)]);
        let ways = ways.map(|(&end, cost)| match scan.sees(end) {
            true => format!("{} for {cost}", galaxy.name(end)),
            false => "?".into(),
        });
        let line = format!(
            "{}: {}, generators {} of {}, energy {}, capture cost {}, wormholes to {}",
            galaxy.name(system),
            planes.owner(system),
            planes.generators(system),
            galaxy.max_generators()[system.index()],
            planes.store(system),
            planes.capture_cost(system),
            ways.collect::<Vec<_>>().join(", "),
        );
        let _ = writeln!(text, "{}", painted(&line, planes.owner(system), colour));
    }
    for one in Side::BOTH {
        let agent = game.agent(one);
        let system = galaxy.name(agent.system);
        let line = if one == side {
            let (energy, cost) = (agent.energy, agent.scan_energy);
            format!("{}  in {system}, {energy} energy, scan energy {cost}", one.colour())
        } else if scan.sees(agent.system) {
            format!("{}  in {system}", one.colour())
        } else {
            format!("{}  out of sight", one.colour())
        };
        let _ = writeln!(text, "{}", painted(&line, one.colour(), colour));
    }
    text
}

/// A position as text: the picture with `<B` and `<R` for the agents, the systems and the agents.
pub(crate) fn draw(game: &GalaxyCommander, colour: bool) -> String {
    let galaxy = game.galaxy();
    let planes = game.planes();
    let label = |system: SystemId| {
        let mut text = galaxy.name(system).to_string();
        for (side, mark) in [(Side::Blue, "<B"), (Side::Red, "<R")] {
            if game.agent(side).system == system {
                text.push_str(mark);
            }
        }
        (text, planes.owner(system))
    };
    let mut text = format!("Action {} of {}\n", game.action(), game.rules().actions);
    text.push_str(&picture(galaxy, colour, label));
    for system in galaxy.systems() {
        let line = system_line(galaxy, planes, system);
        let _ = writeln!(text, "{}", painted(&line, planes.owner(system), colour));
    }
    for side in Side::BOTH {
        let agent = game.agent(side);
        let line = format!(
            "{:4}  {:3} systems  {:5} energy  in {}  scan energy {}",
            side.colour(),
            planes.count(side.colour()),
            agent.energy,
            galaxy.name(agent.system),
            agent.scan_energy,
        );
        let _ = writeln!(text, "{}", painted(&line, side.colour(), colour));
    }
    text
}
