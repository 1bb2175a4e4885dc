"""A badly written bot: it throws, exits, prints, keeps old robots, and plays on.

It takes turns at everything that may only cost it a turn. Where it goes wrong on purpose it says so in
its log, so that the test can count.
"""

import random
import sys

from src.game_constants import Direction, RobotType
from src.game_state import GameState
from src.player import Player


class BotPlayer(Player):
    def __init__(self, team):
        super().__init__(team)
        self.turn = 0
        self.old = {}
        print("hello from", team, flush=True)

    def play_turn(self, game_state: GameState) -> None:
        self.turn += 1
        self.work(game_state)
        mischief = [
            self.throw,
            self.move_nowhere,
            self.leave,
            self.interrupt,
            self.print_a_lot,
            self.use_old_robots,
            self.swallow_everything,
            self.recurse,
            self.replace_stdout,
        ][self.turn % 9]
        mischief(game_state)

    def work(self, game_state):
        """Something visible, so that a turn that fails late has still done something."""
        for row in game_state.get_map():
            for tile in row:
                if tile and game_state.can_spawn_robot(RobotType.EXPLORER, tile.row, tile.col):
                    robot = game_state.spawn_robot(RobotType.EXPLORER, tile.row, tile.col)
                    self.old[robot.name] = robot
        for name in game_state.get_ally_robots():
            direction = random.choice(list(Direction))
            if game_state.can_move_robot(name, direction):
                game_state.move_robot(name, direction)
            if game_state.can_robot_action(name):
                game_state.robot_action(name)

    def throw(self, game_state):
        return [][self.turn]

    def move_nowhere(self, game_state):
        """As bots do that take the answer of a path without looking at it."""
        direction, _ = game_state.optimal_path(0, 0, -1, -1)
        game_state.move_robot(next(iter(game_state.get_ally_robots()), "robot_1"), direction)

    def leave(self, game_state):
        sys.exit("that is enough")

    def interrupt(self, game_state):
        raise KeyboardInterrupt

    def print_a_lot(self, game_state):
        for i in range(300):
            print("robot", i, "thinks", "." * 60)
        print("no newline at the end", end="")
        sys.stdout.write("{\"type\":\"done\"}")

    def use_old_robots(self, game_state):
        """Robots long gone, and snapshots from turns ago."""
        for name, robot in self.old.items():
            game_state.optimal_path(robot.row, robot.col, 0, 0)
            assert game_state.can_move_robot(name, Direction.UP) in (True, False)
            robot.row += 1
        gone = set(self.old) - set(game_state.get_ally_robots())
        for name in gone:
            assert not game_state.can_robot_action(name)

    def swallow_everything(self, game_state):
        for name in list(game_state.get_ally_robots()) + ["robot_0", None, 3.5]:
            try:
                game_state.move_robot(name, None)
            except:  # noqa: E722
                pass

    def recurse(self, game_state):
        self.recurse(game_state)

    def replace_stdout(self, game_state):
        sys.stdout = None
        print("into nothing")
        sys.stdout = sys.__stdout__
