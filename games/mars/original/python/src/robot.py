"""A name for annotations: bots are given ``RobotInfo``."""

from src.game_constants import Direction, GameConstants, RobotType, Team
from src.info import RobotInfo

__all__ = ["Direction", "GameConstants", "Robot", "RobotInfo", "RobotType", "Team"]


class Robot:
    """The engine's own robot, which no bot is given."""
