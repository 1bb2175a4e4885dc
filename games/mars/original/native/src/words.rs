//! Conversion between the contest's types in Python and the game's types in Rust.

use agon_mars::{Direction, Invalid, RobotId, RobotInfo, RobotType, Team};
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyString;

/// The classes and enum members of the package `src`, looked up once.
pub struct Words {
    pub tile_info: Py<PyAny>,
    robot_info: Py<PyAny>,
    teams: [Py<PyAny>; 2],
    kinds: [Py<PyAny>; 3],
    directions: [Py<PyAny>; 8],
    land: Py<PyAny>,
    deposit: Py<PyAny>,
    rock: Py<PyAny>,
    errors: [Py<PyAny>; 4],
}

/// The orders, each with its own class of exception.
#[derive(Copy, Clone)]
pub enum Order {
    Spawn,
    Move,
    Act,
    Transform,
}

impl Words {
    /// Looks the types up in the package `src`.
    pub fn load(py: Python<'_>) -> PyResult<Words> {
        let constants = py.import("src.game_constants")?;
        let member = |class: &str, name: &str| -> PyResult<Py<PyAny>> {
            Ok(constants.getattr(class)?.getattr(name)?.unbind())
        };
        let class = |module: &str, name: &str| -> PyResult<Py<PyAny>> {
            Ok(py.import(module)?.getattr(name)?.unbind())
        };
        let robot_type = |name| member("RobotType", name);
        let error = |name| class("src.errors", name);
        let direction = |name| member("Direction", name);
        Ok(Words {
            tile_info: class("src.info", "TileInfo")?,
            robot_info: class("src.info", "RobotInfo")?,
            teams: [member("Team", "BLUE")?, member("Team", "RED")?],
            kinds: [robot_type("EXPLORER")?, robot_type("MINER")?, robot_type("TERRAFORMER")?],
            directions: [
                direction("UP")?,
                direction("UP_RIGHT")?,
                direction("RIGHT")?,
                direction("DOWN_RIGHT")?,
                direction("DOWN")?,
                direction("DOWN_LEFT")?,
                direction("LEFT")?,
                direction("UP_LEFT")?,
            ],
            land: member("TileState", "TERRAFORMABLE")?,
            deposit: member("TileState", "MINING")?,
            rock: member("TileState", "IMPASSABLE")?,
            errors: [
                error("IllegalSpawnError")?,
                error("IllegalMoveError")?,
                error("IllegalActionError")?,
                error("IllegalTransformError")?,
            ],
        })
    }

    /// The member of `Team`.
    pub fn team(&self, team: Team) -> &Py<PyAny> {
        &self.teams[team as usize]
    }

    /// The member of `Direction`, or None.
    pub fn direction(&self, py: Python<'_>, direction: Option<Direction>) -> Py<PyAny> {
        direction.map_or(py.None(), |d| self.directions[d as usize].clone_ref(py))
    }

    /// The member of `TileState` for a letter of a view.
    pub fn state(&self, letter: u8) -> &Py<PyAny> {
        match letter {
            b'T' => &self.land,
            b'M' => &self.deposit,
            _ => &self.rock,
        }
    }

    /// A new `RobotInfo`.
    pub fn robot<'py>(&self, py: Python<'py>, robot: &RobotInfo) -> PyResult<Bound<'py, PyAny>> {
        self.robot_info.bind(py).call1((
            robot.battery,
            robot.acted,
            robot.moved,
            robot.action_cost,
            robot.row,
            robot.col,
            self.team(robot.team),
            robot.name.to_string(),
            &self.kinds[robot.kind as usize],
        ))
    }

    /// The exception for a refused order.
    pub fn refusal(&self, py: Python<'_>, order: Order, why: Invalid) -> PyErr {
        let sentence = match why {
            Invalid::UnknownRobot { robot: RobotId(0) } => "no robot has this name".to_owned(),
            why => why.to_string(),
        };
        match self.errors[order as usize].bind(py).call1((sentence,)) {
            Ok(error) => PyErr::from_value(error),
            Err(error) => error,
        }
    }

    /// A `Direction`, or `None`. Anything else is an AttributeError if it has no `value`, as
    /// in the contest, and a TypeError if it has one.
    pub fn read_direction(&self, value: &Bound<'_, PyAny>) -> PyResult<Option<Direction>> {
        if value.is_none() {
            return Ok(None);
        }
        let place = self.directions.iter().position(|member| value.is(member));
        match place {
            Some(i) => Ok(Some(Direction::ALL[i])),
            None => {
                let value = value.getattr("value")?;
                Err(PyTypeError::new_err(format!("a Direction is needed, not {value}")))
            }
        }
    }

    /// A `RobotType`, or `None`.
    pub fn read_kind(&self, value: &Bound<'_, PyAny>) -> PyResult<Option<RobotType>> {
        if value.is_none() {
            return Ok(None);
        }
        match self.kinds.iter().position(|member| value.is(member)) {
            Some(i) => Ok(Some(RobotType::ALL[i])),
            None => Err(PyTypeError::new_err(format!("a RobotType is needed, not {value}"))),
        }
    }
}

/// A row or a column: any whole number, including numpy's. Numbers that do not fit are outside of every map.
pub fn read_number(value: &Bound<'_, PyAny>) -> PyResult<i32> {
    match value.extract::<i32>() {
        Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => Ok(-1),
        other => other,
    }
}

/// The robot with a name. A value that is not a name is an unknown robot; an unhashable value is a
/// TypeError.
pub fn read_robot(value: &Bound<'_, PyAny>) -> PyResult<RobotId> {
    match value.cast::<PyString>() {
        Ok(name) => Ok(RobotId::from_name(&name.to_string_lossy())),
        Err(_) => value.hash().map(|_| RobotId(0)),
    }
}
