"""Uses numpy, and prints what chance gives it."""

import random

import numpy as np

from src.game_constants import RobotType
from src.player import Player

print("first draws:", random.random(), np.random.rand())


class BotPlayer(Player):
    def play_turn(self, game_state):
        tiles = game_state.get_map()
        value = np.array([[t.terraform if t else 0 for t in row] for row in tiles])
        for row, col in np.argwhere(value > 0):
            # Rows and columns are numpy numbers here, as in many bots.
            assert type(row) is not int
            if game_state.can_spawn_robot(RobotType.EXPLORER, row, col):
                robot = game_state.spawn_robot(RobotType.EXPLORER, row, col)
                assert (robot.row, robot.col) == (row, col)
            assert game_state.optimal_path(row, col, row, col) == (None, 0)
        for name in game_state.get_ally_robots():
            if game_state.can_robot_action(name):
                game_state.robot_action(name)
