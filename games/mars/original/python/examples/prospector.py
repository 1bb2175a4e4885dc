"""A bot as one would have written it at the contest: explores, mines, and terraforms round its base.

Play it with

    agon play mars prospector.py builtin:greedy
"""

from src.game_constants import Direction, RobotType, Team, TileState
from src.game_state import GameInfo, GameState
from src.map import RobotInfo, TileInfo
from src.player import Player


def distance(a, b):
    """Steps between two tiles without obstacles."""
    return max(abs(a.row - b.row), abs(a.col - b.col))


class BotPlayer(Player):
    def __init__(self, team: Team):
        Player.__init__(self, team)
        self.mine_of = {}  # name of a miner -> (row, col) of its deposit

    def play_turn(self, game_state: GameState) -> None:
        self.state = game_state
        info: GameInfo = game_state.get_info()
        self.tiles = [tile for row in info.map for tile in row if tile is not None]
        self.map = info.map
        self.mine_of = {n: m for n, m in self.mine_of.items() if n in info.robots}
        for name, robot in info.robots.items():
            if robot.battery < robot.action_cost:
                self.go_home(robot)
            elif robot.type == RobotType.EXPLORER:
                self.explore(robot)
            elif robot.type == RobotType.MINER:
                self.mine(robot)
            else:
                self.terraform(robot)
        self.build(info)

    # The actions of the three types.

    def explore(self, robot: RobotInfo):
        frontier = [t for t in self.tiles if self.is_open(t) and self.sees_darkness(t)]
        self.go_to_nearest(robot, frontier)
        self.act(robot.name)

    def mine(self, robot: RobotInfo):
        if robot.name not in self.mine_of:
            taken = set(self.mine_of.values())
            mines = [t for t in self.tiles if t.state == TileState.MINING]
            free = [t for t in mines if (t.row, t.col) not in taken]
            if not free:
                return
            best = min(free, key=lambda t: (distance(t, robot), -t.mining))
            self.mine_of[robot.name] = (best.row, best.col)
        row, col = self.mine_of[robot.name]
        if (robot.row, robot.col) != (row, col):
            direction, _ = self.state.optimal_path(robot.row, robot.col, row, col)
            self.step(robot, direction)
        self.act(robot.name)

    def terraform(self, robot: RobotInfo):
        here = self.map[robot.row][robot.col]
        if not self.wants_work(here):
            work = [t for t in self.tiles if self.wants_work(t) and t.robot is None]
            self.go_to_nearest(robot, work)
        self.act(robot.name)

    def go_home(self, robot: RobotInfo):
        direction, _ = self.state.robot_to_base(robot.name)
        self.step(robot, direction)

    # Helpers.

    def is_open(self, tile: TileInfo):
        return tile.state != TileState.IMPASSABLE and tile.robot is None

    def wants_work(self, tile: TileInfo):
        return tile.state == TileState.TERRAFORMABLE and tile.terraform <= 0

    def sees_darkness(self, tile: TileInfo):
        for d in Direction:
            row, col = tile.row + d.value[0], tile.col + d.value[1]
            if 0 <= row < len(self.map) and 0 <= col < len(self.map[0]):
                if self.map[row][col] is None:
                    return True
        return False

    def go_to_nearest(self, robot: RobotInfo, tiles):
        """To the first of the nearest tiles that can be reached."""
        for tile in sorted(tiles, key=lambda t: distance(t, robot))[:5]:
            direction, steps = self.state.optimal_path(robot.row, robot.col, tile.row, tile.col)
            if steps > 0:
                self.step(robot, direction)
            if steps >= 0:
                return

    def step(self, robot: RobotInfo, direction):
        if direction is None or robot.moved:
            return
        row, col = robot.row + direction.value[0], robot.col + direction.value[1]
        if self.state.check_for_collision(row, col) is None:
            if self.state.can_move_robot(robot.name, direction):
                self.state.move_robot(robot.name, direction)

    def act(self, name: str):
        if self.state.can_robot_action(name):
            self.state.robot_action(name)

    def build(self, info: GameInfo):
        count = {kind: 0 for kind in RobotType}
        for robot in info.robots.values():
            count[robot.type] += 1
        mines = sum(1 for t in self.tiles if t.state == TileState.MINING)
        for tile in self.tiles:
            if tile.terraform <= 0 or self.state.get_metal() < self.state.get_spawn_cost():
                continue
            if count[RobotType.EXPLORER] < 2:
                kind = RobotType.EXPLORER
            elif count[RobotType.MINER] < min(mines, 2 + info.turn // 15):
                kind = RobotType.MINER
            else:
                kind = RobotType.TERRAFORMER
            if self.state.can_spawn_robot(kind, tile.row, tile.col):
                self.state.spawn_robot(kind, tile.row, tile.col)
                count[kind] += 1
