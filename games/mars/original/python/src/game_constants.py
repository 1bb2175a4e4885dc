"""Enums, and the numbers of the rules. The numbers come from the engine itself."""

from enum import Enum

import _agon_mars as _engine


class Team(Enum):
    """The two teams. Blue moves first."""

    RED = 1
    BLUE = 2


class TileState(Enum):
    """The kind of a tile."""

    TERRAFORMABLE = 1
    MINING = 2
    IMPASSABLE = 3
    ILLEGAL = 4
    """Hidden or outside the map. No ``TileInfo`` says so: a hidden tile is ``None``."""


class RobotType(Enum):
    """The types of robots."""

    MINER = "Miner"
    TERRAFORMER = "Terraformer"
    EXPLORER = "Explorer"


class Direction(Enum):
    """Steps as (rows down, columns right), clockwise from up."""

    UP = (-1, 0)
    UP_RIGHT = (-1, 1)
    RIGHT = (0, 1)
    DOWN_RIGHT = (1, 1)
    DOWN = (1, 0)
    DOWN_LEFT = (1, -1)
    LEFT = (0, -1)
    UP_LEFT = (-1, -1)


class GameConstants:
    """The numbers of the handbook."""

    MIN_MAP_WIDTH = _engine.SIDE_MIN
    MIN_MAP_HEIGHT = _engine.SIDE_MIN
    MAX_MAP_WIDTH = _engine.SIDE_MAX
    MAX_MAP_HEIGHT = _engine.SIDE_MAX
    NUM_TURNS = _engine.ROUNDS
    BASE_VISIBLE_RADIUS = 1
    TIME_LIMIT = int(_engine.TIME_BANK_S)

    INIT_BATTERY = _engine.BATTERY_MAX
    METAL_GAINED_PER_TURN = _engine.METAL_PER_TURN
    INIT_METAL = _engine.INITIAL_METAL

    MINING_MIN = _engine.MINING_MIN
    MINING_MAX = _engine.MINING_MAX
    TERRAFORM_MAX = _engine.TERRAFORM_MAX

    EXPLORER_ACTION_COST = _engine.EXPLORER_ACTION_COST
    MINER_ACTION_COST = _engine.MINER_ACTION_COST
    TERRAFORMER_ACTION_COST = _engine.TERRAFORMER_ACTION_COST

    ROBOT_CHARGE = _engine.RECHARGE
    ROBOT_SPAWN_COST = _engine.SPAWN_COST
    ROBOT_TRANSFORM_COST = _engine.TRANSFORM_COST
