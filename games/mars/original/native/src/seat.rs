//! One team's seat: its knowledge, the answers to its questions, and sending its orders.

use crate::words::{Order, Words, read_number, read_robot};
use agon_core::Game;
use agon_mars::{
    ActionResult, Call, Direction, HIDDEN, Invalid, Mars, Reply, RobotId, RobotInfo, RobotType,
    Rules, Team, View,
};
use agon_protocol::{Format, FromBot, Hello, How, ToBot, VERSION};
use pyo3::create_exception;
use pyo3::exceptions::{PyBaseException, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

create_exception!(
    _agon_mars,
    TurnOver,
    PyBaseException,
    "The turn has been taken away. Not an Exception, so that no bot catches it by accident."
);

/// Messages are MessagePack; only `hello` and `ready` are lines of JSON.
const FORMAT: Format = Format::Msgpack;

/// A team's knowledge, and its connection to the engine.
#[pyclass(module = "_agon_mars", frozen)]
pub struct Seat {
    words: Words,
    /// Sends a message and returns the next one that arrives.
    exchange: Py<PyAny>,
    rules: Rules,
    seed: u64,
    team: Team,
    /// Never locked while Python code runs, because that code may call this object.
    moment: Mutex<Moment>,
}

/// The state that changes during a match.
#[derive(Default)]
struct Moment {
    /// The number of the turn being played.
    turn: Option<u64>,
    is_over: bool,
    known: Option<Arc<Known>>,
}

/// The team's knowledge: the last view, and a position made from it that answers questions.
struct Known {
    view: View,
    position: Mars,
}

type Heard = ToBot<View, Reply>;
type Said = FromBot<Call>;

#[pymethods]
impl Seat {
    /// Sits down. `hello` is the first line from Agon; `exchange` is a function that sends a message
    /// and returns the next one that arrives.
    #[new]
    fn new(py: Python<'_>, hello: &[u8], exchange: Py<PyAny>) -> PyResult<Seat> {
        let hello: Hello = match Format::Json.read::<Heard>(hello) {
            Ok(ToBot::Hello(hello)) => hello,
            Ok(_) => return Err(PyValueError::new_err("Agon did not say hello first")),
            Err(fault) => return Err(PyValueError::new_err(format!("Agon's hello: {fault}"))),
        };
        if hello.game != "mars" {
            let what = format!("this bot plays Mars Makeover, not the game {}", hello.game);
            return Err(PyValueError::new_err(what));
        }
        Ok(Seat {
            words: Words::load(py)?,
            exchange,
            rules: Rules::of(hello.rules),
            seed: hello.seed,
            team: if hello.seat == Team::Blue.seat().0 { Team::Blue } else { Team::Red },
            moment: Mutex::default(),
        })
    }

    /// The seed for everything random in the bot.
    #[getter]
    fn seed(&self) -> u64 {
        self.seed
    }

    /// Whether the match is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.moment().is_over
    }

    /// The line that answers `hello`.
    fn ready<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let ready = Said::Ready { format: FORMAT, metered: false, protocol: VERSION };
        let mut line = Vec::new();
        Format::Json.write(&ready, &mut line);
        PyBytes::new(py, &line)
    }

    /// Handles a message that is not an answer; returns whether a turn begins with it.
    fn hear(&self, message: &[u8]) -> PyResult<bool> {
        match read(message)? {
            ToBot::Turn { turn, view, .. } => {
                self.see(view)?;
                self.moment().turn = Some(turn);
                return Ok(true);
            }
            ToBot::Over { .. } => self.leave(true),
            ToBot::Stopped { .. } => self.leave(false),
            ToBot::Error { message } => {
                self.leave(false);
                return Err(PyRuntimeError::new_err(format!("Agon complains: {message}")));
            }
            _ => {}
        }
        Ok(false)
    }

    /// The message that ends the turn, or None if it is over already. `error` says what cut it short.
    #[pyo3(signature = (error=None))]
    fn done<'py>(&self, py: Python<'py>, error: Option<String>) -> Option<Bound<'py, PyBytes>> {
        let turn = self.moment().turn.take()?;
        let how = if error.is_some() { How::Failed } else { How::Done };
        Some(PyBytes::new(py, &write(&Said::Done { turn, how, energy: 0, error })))
    }

    // The team's view.

    /// The own team.
    fn get_team(&self, py: Python<'_>) -> Py<PyAny> {
        self.words.team(self.team).clone_ref(py)
    }

    /// The round.
    fn get_turn(&self) -> PyResult<u16> {
        Ok(self.known()?.view.turn)
    }

    /// Own metal.
    fn get_metal(&self) -> PyResult<i32> {
        Ok(self.known()?.view.metal)
    }

    /// Metal a robot costs.
    fn get_spawn_cost(&self) -> PyResult<i32> {
        Ok(self.known()?.view.spawn_cost)
    }

    /// Metal a transformation needs.
    fn get_transform_cost(&self) -> PyResult<i32> {
        Ok(self.known()?.view.transform_cost)
    }

    /// The time bank at the start of the turn.
    fn get_time_left(&self) -> PyResult<f64> {
        Ok(self.known()?.view.time_left)
    }

    /// Rows of `TileInfo`, None where hidden.
    fn get_map<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let known = self.known()?;
        let View { tiles, terraform, mining, robots, enemies, .. } = &known.view;
        let mut standing = vec![None; tiles.cells().len()];
        for robot in robots.iter().chain(enemies) {
            standing[usize::from(robot.row) * tiles.width() + usize::from(robot.col)] = Some(robot);
        }
        let tile_info = self.words.tile_info.bind(py);
        let rows = PyList::empty(py);
        let mut row = Vec::with_capacity(tiles.width());
        for (i, &letter) in tiles.cells().iter().enumerate() {
            let (r, c) = (i / tiles.width(), i % tiles.width());
            row.push(if letter == HIDDEN {
                py.None().into_bound(py)
            } else {
                let robot = standing[i].map(|robot| self.words.robot(py, robot)).transpose()?;
                let (value, metal) = (terraform.cells()[i], mining.cells()[i]);
                tile_info.call1((self.words.state(letter), r, c, value, metal, robot))?
            });
            if c + 1 == tiles.width() {
                rows.append(PyList::new(py, row.drain(..))?)?;
            }
        }
        Ok(rows)
    }

    /// Rows of text: "#" hidden, "I", "M", else the terraform value from the team's side.
    fn get_str_map<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let known = self.known()?;
        let View { tiles, terraform, .. } = &known.view;
        let rows = tiles.rows().zip(terraform.rows()).map(|(letters, values)| {
            let text = letters.iter().zip(values).map(|(&letter, value)| match letter {
                b'T' => value.to_string(),
                other => char::from(other).to_string(),
            });
            text.collect::<Vec<_>>()
        });
        PyList::new(py, rows.collect::<Vec<_>>())
    }

    /// Names and `RobotInfo`s of the own robots.
    fn get_ally_robots<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.robots(py, &self.known()?.view.robots)
    }

    /// Names and `RobotInfo`s of the enemy's robots in sight.
    fn get_enemy_robots<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.robots(py, &self.known()?.view.enemies)
    }

    // Questions, answered from the team's knowledge.

    /// The robot on a tile, as far as the team sees.
    fn check_for_collision<'py>(
        &self,
        row: &Bound<'py, PyAny>,
        col: &Bound<'py, PyAny>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let question = Call::RobotAt { row: read_number(row)?, col: read_number(col)? };
        match self.ask(&question)? {
            Reply::Robot(Some(robot)) => self.words.robot(row.py(), &robot).map(Some),
            _ => Ok(None),
        }
    }

    /// First step and length of the way between two tiles.
    fn optimal_path(
        &self,
        start_row: &Bound<'_, PyAny>,
        start_col: &Bound<'_, PyAny>,
        end_row: &Bound<'_, PyAny>,
        end_col: &Bound<'_, PyAny>,
        check_collisions: &Bound<'_, PyAny>,
    ) -> PyResult<(Py<PyAny>, i32)> {
        let from = (read_number(start_row)?, read_number(start_col)?);
        let to = (read_number(end_row)?, read_number(end_col)?);
        let avoid_robots = check_collisions.is_truthy()?;
        self.way(start_row.py(), &Call::Path { from, to, avoid_robots })
    }

    /// First step and length of the way to the nearest own tile.
    fn robot_to_base(
        &self,
        robot: &Bound<'_, PyAny>,
        check_collisions: &Bound<'_, PyAny>,
    ) -> PyResult<(Py<PyAny>, i32)> {
        let avoid_robots = check_collisions.is_truthy()?;
        self.way(robot.py(), &Call::PathToBase { robot: read_robot(robot)?, avoid_robots })
    }

    /// Whether `spawn_robot` would succeed.
    fn can_spawn_robot(
        &self,
        kind: &Bound<'_, PyAny>,
        row: &Bound<'_, PyAny>,
        col: &Bound<'_, PyAny>,
    ) -> PyResult<bool> {
        let (row, col) = (read_number(row)?, read_number(col)?);
        self.can(&Call::CanSpawn { kind: self.words.read_kind(kind)?, row, col })
    }

    /// Whether `move_robot` would succeed.
    fn can_move_robot(
        &self,
        robot: &Bound<'_, PyAny>,
        direction: &Bound<'_, PyAny>,
    ) -> PyResult<bool> {
        let robot = read_robot(robot)?;
        self.can(&Call::CanMove { robot, direction: self.direction(robot, direction)? })
    }

    /// Whether `robot_action` would succeed.
    fn can_robot_action(&self, robot: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.can(&Call::CanAct { robot: read_robot(robot)? })
    }

    /// Whether `transform_robot` would succeed.
    fn can_transform_robot(
        &self,
        robot: &Bound<'_, PyAny>,
        kind: &Bound<'_, PyAny>,
    ) -> PyResult<bool> {
        let robot = read_robot(robot)?;
        self.can(&Call::CanTransform { robot, kind: self.words.read_kind(kind)? })
    }

    // Orders, executed by the engine.

    /// Builds a robot.
    fn spawn_robot<'py>(
        &self,
        kind: &Bound<'py, PyAny>,
        row: &Bound<'py, PyAny>,
        col: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (row_, col) = (read_number(row)?, read_number(col)?);
        let call = Call::Spawn { kind: self.words.read_kind(kind)?, row: row_, col };
        self.made(row.py(), self.order(row.py(), Order::Spawn, call)?)
    }

    /// Moves a robot; False if it has moved already.
    fn move_robot(&self, robot: &Bound<'_, PyAny>, direction: &Bound<'_, PyAny>) -> PyResult<bool> {
        let (py, robot) = (robot.py(), read_robot(robot)?);
        let direction = self.direction(robot, direction)?;
        let reply = self.order(py, Order::Move, Call::Move { robot, direction })?;
        Ok(reply != Reply::AlreadyMoved)
    }

    /// Lets a robot act. The return value depends on the rules (C4).
    fn robot_action(&self, robot: &Bound<'_, PyAny>) -> PyResult<Option<bool>> {
        let (py, robot) = (robot.py(), read_robot(robot)?);
        self.order(py, Order::Act, Call::Act { robot })?;
        Ok((self.rules.action_result == ActionResult::True).then_some(true))
    }

    /// Rebuilds a robot.
    fn transform_robot<'py>(
        &self,
        robot: &Bound<'py, PyAny>,
        kind: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let call = Call::Transform { robot: read_robot(robot)?, kind: self.words.read_kind(kind)? };
        self.made(robot.py(), self.order(robot.py(), Order::Transform, call)?)
    }
}

impl Seat {
    fn moment(&self) -> MutexGuard<'_, Moment> {
        // A panic under the lock leaves no partial change, so a poisoned lock is usable.
        self.moment.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn known(&self) -> PyResult<Arc<Known>> {
        let known = self.moment().known.clone();
        known.ok_or_else(|| PyRuntimeError::new_err("the first turn has not begun"))
    }

    /// Stores a view.
    fn see(&self, view: View) -> PyResult<()> {
        let position = view.position(self.rules);
        let position = position.map_err(|fault| PyValueError::new_err(fault.to_string()))?;
        self.moment().known = Some(Arc::new(Known { view, position }));
        Ok(())
    }

    /// Ends the turn, and perhaps the match.
    fn leave(&self, is_over: bool) {
        let mut moment = self.moment();
        moment.turn = None;
        moment.is_over |= is_over;
    }

    /// The direction of an order. As in the contest, it is not checked if the robot is unknown: the rules
    /// refuse that first.
    fn direction(&self, robot: RobotId, value: &Bound<'_, PyAny>) -> PyResult<Option<Direction>> {
        let is_own = self.known()?.position.team(self.team).robot(robot).is_some();
        if is_own || value.is_none() {
            self.words.read_direction(value)
        } else {
            Ok(Some(Direction::Up))
        }
    }

    fn ask(&self, question: &Call) -> PyResult<Reply> {
        Ok(self.known()?.position.ask(self.team, question))
    }

    fn can(&self, question: &Call) -> PyResult<bool> {
        Ok(self.ask(question)? == Reply::Can(true))
    }

    fn way(&self, py: Python<'_>, question: &Call) -> PyResult<(Py<PyAny>, i32)> {
        let (direction, steps) = match self.ask(question)? {
            Reply::Way { direction, steps } => (direction, steps),
            _ => (None, -1),
        };
        Ok((self.words.direction(py, direction), steps))
    }

    fn robots<'py>(&self, py: Python<'py>, robots: &[RobotInfo]) -> PyResult<Bound<'py, PyDict>> {
        let names = PyDict::new(py);
        for robot in robots {
            names.set_item(robot.name.to_string(), self.words.robot(py, robot)?)?;
        }
        Ok(names)
    }

    /// Sends an order and stores its result.
    fn order(&self, py: Python<'_>, order: Order, call: Call) -> PyResult<Reply> {
        let turn = self.moment().turn;
        let turn = turn.ok_or_else(|| TurnOver::new_err(Invalid::NotYourTurn.to_string()))?;
        let look = self.is_exploring(&call)?;
        let heard = self.exchange(py, &Said::Call { turn, call: call.clone(), look })?;
        let ToBot::Reply { reply: Some(reply), view, .. } = heard else {
            return Err(unexpected(&heard));
        };
        match view {
            Some(view) => self.see(view)?,
            None => self.follow(py, turn, &call, &reply)?,
        }
        match reply {
            Reply::Refused(why) => Err(self.words.refusal(py, order, why)),
            reply => Ok(reply),
        }
    }

    /// Whether an order may reveal hidden tiles.
    fn is_exploring(&self, call: &Call) -> PyResult<bool> {
        let Call::Act { robot } = *call else { return Ok(false) };
        let known = self.known()?;
        let robot = known.view.robots.iter().find(|info| info.name == robot);
        Ok(robot.is_some_and(|info| info.kind == RobotType::Explorer))
    }

    /// Updates the knowledge after an order.
    fn follow(&self, py: Python<'_>, turn: u64, call: &Call, reply: &Reply) -> PyResult<()> {
        if let Reply::Refused(_) | Reply::AlreadyMoved = reply {
            return Ok(());
        }
        let mut position = self.known()?.position.clone();
        if !position.follow(call, reply) {
            return match self.exchange(py, &Said::Look { turn })? {
                ToBot::View { view, .. } => self.see(view),
                heard => Err(unexpected(&heard)),
            };
        }
        let mut view = View::default();
        position.view(self.team.actor(), &mut view);
        self.moment().known = Some(Arc::new(Known { view, position }));
        Ok(())
    }

    /// Sends a message and returns the answer; an error if the turn is over.
    fn exchange(&self, py: Python<'_>, message: &Said) -> PyResult<Heard> {
        let answer = self.exchange.bind(py).call1((PyBytes::new(py, &write(message)),))?;
        match read(answer.extract()?)? {
            heard @ (ToBot::Reply { .. } | ToBot::View { .. }) => Ok(heard),
            heard => {
                self.leave(matches!(heard, ToBot::Over { .. }));
                Err(TurnOver::new_err("the turn has been taken away"))
            }
        }
    }

    /// The robot that an order has created.
    fn made<'py>(&self, py: Python<'py>, reply: Reply) -> PyResult<Bound<'py, PyAny>> {
        match reply {
            Reply::Spawned(robot) | Reply::Transformed(robot) => self.words.robot(py, &robot),
            other => Err(unexpected(&other)),
        }
    }
}

fn unexpected(answer: &impl std::fmt::Debug) -> PyErr {
    PyRuntimeError::new_err(format!("Agon gave an answer that does not belong here: {answer:?}"))
}

fn read(message: &[u8]) -> PyResult<Heard> {
    FORMAT.read(message).map_err(|fault| PyValueError::new_err(fault.to_string()))
}

fn write(message: &Said) -> Vec<u8> {
    let mut bytes = Vec::new();
    FORMAT.write(message, &mut bytes);
    bytes
}
