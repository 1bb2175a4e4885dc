"""The game as a bot sees it.

Questions are answered inside the bot's own process by the engine's rules, from what the team can see;
only the four orders travel to the engine. No rule is written here.
"""

from __future__ import annotations

from functools import wraps
from typing import Any, Callable, Dict, List, Optional, Tuple

from src.errors import (
    IllegalActionError,
    IllegalMoveError,
    IllegalSpawnError,
    IllegalTransformError,
)
from src.game_constants import Direction, GameConstants, RobotType, Team, TileState
from src.info import GameInfo, RobotInfo, TileInfo
from src.map import Map, Tile
from src.robot import Robot

__all__ = [
    "Direction",
    "GameConstants",
    "GameInfo",
    "GameState",
    "IllegalActionError",
    "IllegalMoveError",
    "IllegalSpawnError",
    "IllegalTransformError",
    "Map",
    "Robot",
    "RobotInfo",
    "RobotType",
    "Team",
    "Tile",
    "TileInfo",
    "TileState",
]


def _also_named(**handbook: str) -> Callable[[Callable], Callable]:
    """Accepts the handbook's parameter names in addition to the engine's."""

    def rename(method: Callable) -> Callable:
        @wraps(method)
        def call(*values: Any, **named: Any) -> Any:
            if named:
                named = {handbook.get(name, name): value for name, value in named.items()}
            return method(*values, **named)

        return call

    return rename


class GameState:
    """The same object is given to ``play_turn`` in every turn."""

    def __init__(self, seat: Any) -> None:
        self.__seat = seat

    def __str__(self) -> str:
        return ""

    def get_info(self) -> GameInfo:
        """Everything at once."""
        return GameInfo(
            ally_robots=self.get_ally_robots(),
            enemy_robots=self.get_enemy_robots(),
            map=self.get_map(),
            metal=self.get_metal(),
            team=self.get_team(),
            robot_spawn_cost=self.get_spawn_cost(),
            robot_transform_cost=self.get_transform_cost(),
            time_left=self.get_time_left(),
            turn=self.get_turn(),
        )

    def get_map(self) -> List[List[Optional[TileInfo]]]:
        """The tiles, row by row; ``None`` where hidden."""
        return self.__seat.get_map()

    def get_str_map(self) -> List[List[str]]:
        """The tiles as text: ``#`` hidden, ``I`` rock, ``M`` deposit, else the terraform value,
        above 0 yours."""
        return self.__seat.get_str_map()

    def get_ally_robots(self) -> Dict[str, RobotInfo]:
        """Your robots by name, in the order of creation."""
        return self.__seat.get_ally_robots()

    def get_enemy_robots(self) -> Dict[str, RobotInfo]:
        """The enemy's robots on visible tiles by name, in the order of creation."""
        return self.__seat.get_enemy_robots()

    def get_metal(self) -> int:
        """Your metal."""
        return self.__seat.get_metal()

    def get_spawn_cost(self) -> int:
        """The metal that a robot costs."""
        return self.__seat.get_spawn_cost()

    def get_transform_cost(self) -> int:
        """The metal that a transformation needs."""
        return self.__seat.get_transform_cost()

    def get_team(self) -> Team:
        """Your team."""
        return self.__seat.get_team()

    def get_turn(self) -> int:
        """The round, from 1."""
        return self.__seat.get_turn()

    def get_time_left(self) -> float:
        """Your time bank in seconds, as it was at the start of this turn."""
        return self.__seat.get_time_left()

    def check_for_collision(self, row: int, col: int) -> Optional[RobotInfo]:
        """The robot that you see on a tile, or ``None``."""
        return self.__seat.check_for_collision(row, col)

    @_also_named(start_row="startRow", start_col="startCol", end_row="endRow", end_col="endCol")
    def optimal_path(
        self, startRow: int, startCol: int, endRow: int, endCol: int, checkCollisions: bool = True
    ) -> Tuple[Optional[Direction], int]:
        """The first step and the length of a shortest way through visible tiles; ``(None, 0)`` if
        already there, ``(None, -1)`` if there is no way."""
        return self.__seat.optimal_path(startRow, startCol, endRow, endCol, checkCollisions)

    @_also_named(robot_name="robotName")
    def robot_to_base(
        self, robotName: str, checkCollisions: bool = True
    ) -> Tuple[Optional[Direction], int]:
        """The same for a shortest way of one of your robots to a tile of yours."""
        return self.__seat.robot_to_base(robotName, checkCollisions)

    def can_spawn_robot(self, type: Optional[RobotType], row: int, col: int) -> bool:
        """Whether ``spawn_robot`` would work."""
        return self.__seat.can_spawn_robot(type, row, col)

    def spawn_robot(self, type: Optional[RobotType], row: int, col: int) -> RobotInfo:
        """Builds a robot on a free tile of yours; raises ``IllegalSpawnError``."""
        return self.__seat.spawn_robot(type, row, col)

    @_also_named(robot_name="robotName", dir="move")
    def can_move_robot(self, robotName: str, move: Optional[Direction]) -> bool:
        """Whether ``move_robot`` would work. Robots in the way do not count: they are rammed."""
        return self.__seat.can_move_robot(robotName, move)

    @_also_named(robot_name="robotName", dir="move")
    def move_robot(self, robotName: str, move: Optional[Direction]) -> bool:
        """Moves a robot one step, or rams the robot that stands there; ``False`` if it has moved already;
        raises ``IllegalMoveError``."""
        return self.__seat.move_robot(robotName, move)

    @_also_named(robot_name="robotName")
    def can_robot_action(self, robotName: str) -> bool:
        """Whether ``robot_action`` would work."""
        return self.__seat.can_robot_action(robotName)

    @_also_named(robot_name="robotName")
    def robot_action(self, robotName: str) -> Optional[bool]:
        """Lets a robot explore, mine or terraform; raises ``IllegalActionError``. ``True`` by the
        handbook, ``None`` by the rules of the original program."""
        return self.__seat.robot_action(robotName)

    @_also_named(robot_name="robotName")
    def can_transform_robot(self, robotName: str, type: Optional[RobotType]) -> bool:
        """Whether ``transform_robot`` would work."""
        return self.__seat.can_transform_robot(robotName, type)

    @_also_named(robot_name="robotName")
    def transform_robot(self, robotName: str, type: Optional[RobotType]) -> RobotInfo:
        """Rebuilds a robot as another type; raises ``IllegalTransformError``. By the rules of the
        original program the robot has another name afterwards."""
        return self.__seat.transform_robot(robotName, type)
