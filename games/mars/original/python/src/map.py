"""Tiles. ``Map`` and ``Tile`` are names for annotations: bots are given lists of ``TileInfo``."""

from src.game_constants import Direction, GameConstants, RobotType, Team, TileState
from src.info import RobotInfo, TileInfo
from src.robot import Robot

__all__ = [
    "Direction",
    "GameConstants",
    "Map",
    "Robot",
    "RobotInfo",
    "RobotType",
    "Team",
    "Tile",
    "TileInfo",
    "TileState",
]


class Map:
    """The engine's own map, which no bot is given."""


class Tile:
    """The engine's own tile, which no bot is given."""
