"""Snapshots of the game. Changing one does not change the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, List, Optional

from src.game_constants import RobotType, Team, TileState


@dataclass
class RobotInfo:
    """A robot at the moment of asking."""

    battery: int
    acted: bool
    """Whether it has acted in its team's present or last turn."""
    moved: bool
    """Whether it has moved in its team's present or last turn."""
    action_cost: int
    row: int
    col: int
    team: Team
    name: str
    type: RobotType


@dataclass
class TileInfo:
    """A visible tile at the moment of asking."""

    state: TileState
    row: int
    col: int
    terraform: int
    """Above 0 yours, below 0 the enemy's."""
    mining: int
    """The metal that one action of a miner yields here."""
    robot: Optional[RobotInfo]


@dataclass
class GameInfo:
    """Everything that can be asked for, at the moment of asking."""

    ally_robots: Dict[str, RobotInfo]
    enemy_robots: Dict[str, RobotInfo]
    """Those on visible tiles."""
    map: List[List[Optional[TileInfo]]]
    metal: int
    team: Team
    robot_spawn_cost: int
    robot_transform_cost: int
    time_left: float
    turn: int

    @property
    def robots(self) -> Dict[str, RobotInfo]:
        """The handbook's name for ``ally_robots``."""
        return self.ally_robots

    @robots.setter
    def robots(self, robots: Dict[str, RobotInfo]) -> None:
        self.ally_robots = robots
