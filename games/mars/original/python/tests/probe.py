"""A bot that plays on while it examines everything the contest promised to bots.

A fault is an AssertionError, which ends the turn and shows in the report of the match. What depends on
the rules is asked of ``self.original``; ``probe_handbook.py`` and ``probe_original.py`` are the bots.
"""

import copy
import dataclasses
import inspect
import pickle
import random
import time

from src.errors import (
    IllegalActionError,
    IllegalMoveError,
    IllegalSpawnError,
    IllegalTransformError,
    InternalError,
    UserError,
)
from src.game_constants import Direction, GameConstants, RobotType, Team, TileState
from src.game_state import GameInfo, GameState
from src.map import RobotInfo, TileInfo
from src.player import Player

TILE_LETTERS = {TileState.IMPASSABLE: "I", TileState.MINING: "M"}


def raises(kinds, call, *values, **named):
    """The error that a call must raise."""
    try:
        result = call(*values, **named)
    except kinds as error:
        return error
    raise AssertionError(f"{call.__name__}{values}{named} returned {result!r}, not {kinds}")


def check_names():
    """The enums, numbers and classes, as a table of the contest."""
    assert [(t.name, t.value) for t in Team] == [("RED", 1), ("BLUE", 2)]
    assert [(t.name, t.value) for t in TileState] == [
        ("TERRAFORMABLE", 1),
        ("MINING", 2),
        ("IMPASSABLE", 3),
        ("ILLEGAL", 4),
    ]
    assert [(t.name, t.value) for t in RobotType] == [
        ("MINER", "Miner"),
        ("TERRAFORMER", "Terraformer"),
        ("EXPLORER", "Explorer"),
    ]
    assert [d.name for d in Direction] == (
        "UP UP_RIGHT RIGHT DOWN_RIGHT DOWN DOWN_LEFT LEFT UP_LEFT".split()
    )
    assert [d.value for d in Direction] == [
        (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)
    ]  # fmt: skip
    assert Direction((1, -1)) is Direction.DOWN_LEFT
    numbers = {k: v for k, v in vars(GameConstants).items() if not k.startswith("_")}
    assert numbers == dict(
        MIN_MAP_WIDTH=16, MIN_MAP_HEIGHT=16, MAX_MAP_WIDTH=48, MAX_MAP_HEIGHT=48, NUM_TURNS=200,
        BASE_VISIBLE_RADIUS=1, TIME_LIMIT=210, INIT_BATTERY=120, METAL_GAINED_PER_TURN=10,
        INIT_METAL=200, MINING_MIN=5, MINING_MAX=25, TERRAFORM_MAX=10, EXPLORER_ACTION_COST=10,
        MINER_ACTION_COST=20, TERRAFORMER_ACTION_COST=20, ROBOT_CHARGE=30, ROBOT_SPAWN_COST=50,
        ROBOT_TRANSFORM_COST=40,
    )  # fmt: skip
    assert all(type(value) is int for value in numbers.values())
    fields = lambda kind: " ".join(f.name for f in dataclasses.fields(kind))
    assert fields(RobotInfo) == "battery acted moved action_cost row col team name type"
    assert fields(TileInfo) == "state row col terraform mining robot"
    assert fields(GameInfo) == (
        "ally_robots enemy_robots map metal team robot_spawn_cost robot_transform_cost time_left turn"
    )
    import src.errors
    import src.info
    import src.map
    import src.robot

    assert src.info.RobotInfo is RobotInfo and src.info.GameInfo is GameInfo
    assert inspect.isclass(src.robot.Robot) and inspect.isclass(src.map.Map) and src.map.Tile
    errors = [e for e in vars(src.errors).values() if inspect.isclass(e)]
    assert sum(issubclass(e, UserError) for e in errors) == 8
    assert sum(issubclass(e, InternalError) for e in errors) == 8
    assert issubclass(IllegalMoveError, UserError) and issubclass(UserError, Exception)


def check_signatures():
    """Parameters by the engine's names; ``checkCollisions`` has a default."""
    names = lambda method: list(inspect.signature(method).parameters)[1:]
    assert names(GameState.optimal_path) == "startRow startCol endRow endCol checkCollisions".split()
    assert names(GameState.robot_to_base) == ["robotName", "checkCollisions"]
    assert names(GameState.move_robot) == ["robotName", "move"]
    assert names(GameState.spawn_robot) == ["type", "row", "col"]
    assert names(GameState.transform_robot) == ["robotName", "type"]
    assert names(GameState.robot_action) == ["robotName"]


class Probe(Player):
    original = False

    def __init__(self, team):
        Player.__init__(self, team)
        self.rng = random.Random(5)
        self.turns = 0
        self.state = None
        self.stale = []
        self.bank = 210.0
        check_names()
        check_signatures()

    def play_turn(self, game_state):
        started = time.time()
        self.turns += 1
        assert self.state in (None, game_state), "the same object in every turn"
        self.state = game_state
        self.check_sight()
        self.check_questions()
        self.spawn()
        self.drive()
        self.transform()
        self.check_sight()
        self.check_refusals()
        assert time.time() >= started
        print("turn", self.turns, "of", self.team, "is examined")

    def check_sight(self):
        state = self.state
        info = state.get_info()
        assert isinstance(info, GameInfo) and info.robots is info.ally_robots
        assert info.turn == state.get_turn() == self.turns
        assert info.team is state.get_team() is self.team
        assert info.metal == state.get_metal() and type(info.metal) is int
        assert info.robot_spawn_cost == state.get_spawn_cost() == 50
        assert info.robot_transform_cost == state.get_transform_cost() == 40
        assert type(info.time_left) is float and info.time_left == state.get_time_left()
        assert 0 < info.time_left <= self.bank
        self.bank = info.time_left
        tiles = state.get_map()
        assert tiles == info.map and tiles is not info.map
        assert all(len(row) == len(tiles[0]) for row in tiles) and len(tiles) >= 16
        self.check_tiles(tiles, state.get_str_map(), info)
        for robots, team in ((info.ally_robots, self.team), (info.enemy_robots, None)):
            numbers = [int(name.split("_")[1]) for name in robots]
            assert numbers == sorted(numbers), "in the order of creation"
            for name, robot in robots.items():
                assert name == robot.name and isinstance(robot, RobotInfo)
                assert (robot.team is self.team) == (team is self.team)
                assert robot.type.value in ("Miner", "Terraformer", "Explorer")
                assert robot.action_cost == (10 if robot.type == RobotType.EXPLORER else 20)
                assert state.check_for_collision(robot.row, robot.col) == robot
                assert tiles[robot.row][robot.col].robot == robot
        # Snapshots are independent of each other.
        tiles[0].clear()
        info.ally_robots.clear()
        assert state.get_map() == info.map
        assert len(state.get_ally_robots()) == sum(
            1 for row in info.map for t in row if t and t.robot and t.robot.team is self.team
        )
        assert str(state) == ""

    def check_tiles(self, tiles, letters, info):
        robots = {(r.row, r.col) for r in [*info.ally_robots.values(), *info.enemy_robots.values()]}
        for r, row in enumerate(tiles):
            for c, tile in enumerate(row):
                if tile is None:
                    assert letters[r][c] == "#"
                    continue
                assert isinstance(tile, TileInfo) and (tile.row, tile.col) == (r, c)
                assert letters[r][c] == TILE_LETTERS.get(tile.state, str(tile.terraform))
                assert (tile.robot is not None) == ((r, c) in robots)
                assert -10 <= tile.terraform <= 10
                assert (5 <= tile.mining <= 25) == (tile.state == TileState.MINING)
                assert tile.mining == 0 or tile.terraform == 0
        if info.turn == 1:
            assert sum(t.terraform for row in tiles for t in row if t) >= 5, "own side is positive"

    def check_questions(self):
        state, tiles = self.state, self.state.get_map()
        seen = [t for row in tiles for t in row if t and t.state != TileState.IMPASSABLE]
        here, there = self.rng.choice(seen), self.rng.choice(seen)
        pair = state.optimal_path(here.row, here.col, there.row, there.col, checkCollisions=False)
        same = state.optimal_path(
            start_row=here.row, start_col=here.col, end_row=there.row, end_col=there.col,
            checkCollisions=False,
        )  # fmt: skip
        assert pair == same and type(pair) is tuple
        self.check_way(pair, here, there)
        assert state.optimal_path(here.row, here.col, here.row, here.col) == (None, 0)
        assert state.optimal_path(-1, 0, here.row, here.col) == (None, -1)
        assert state.optimal_path(here.row, here.col, 10**30, -(10**30)) == (None, -1)
        assert state.robot_to_base("nobody") == state.robot_to_base(17) == (None, -1)
        for name, robot in state.get_ally_robots().items():
            direction, steps = state.robot_to_base(robotName=name, checkCollisions=False)
            home = tiles[robot.row][robot.col].terraform > 0
            assert (steps == 0) == home and (direction is None) == (steps <= 0)
            break
        assert state.check_for_collision(-1, 3) is None
        assert state.check_for_collision(1000, 3) is None

    def check_way(self, pair, here, there):
        """Walks along and counts."""
        state = self.state
        direction, steps = pair
        row, col, walked = here.row, here.col, 0
        while direction is not None:
            row, col, walked = row + direction.value[0], col + direction.value[1], walked + 1
            direction, left = state.optimal_path(row, col, there.row, there.col, False)
            assert left == steps - walked
        assert steps == -1 or ((row, col) == (there.row, there.col) and walked == steps)

    def spawn(self):
        state = self.state
        for row in state.get_map():
            for tile in row:
                if tile is None or tile.terraform <= 0 or state.get_metal() < 120:
                    continue
                kind = self.rng.choice(list(RobotType))
                if state.can_spawn_robot(kind, tile.row, tile.col):
                    before = state.get_metal()
                    robot = state.spawn_robot(kind, tile.row, tile.col)
                    assert isinstance(robot, RobotInfo) and robot.type is kind
                    assert (robot.row, robot.col) == (tile.row, tile.col)
                    assert robot.battery == 120 and robot.moved and robot.acted
                    assert state.get_metal() == before - 50
                    assert state.get_ally_robots()[robot.name] == robot
                    assert not state.can_spawn_robot(kind, tile.row, tile.col)
                    raises(IllegalSpawnError, state.spawn_robot, kind, tile.row, tile.col)
                    assert not state.can_robot_action(robot.name)
                    self.stale.append(robot)

    def drive(self):
        state = self.state
        for name, robot in state.get_ally_robots().items():
            for direction in self.rng.sample(list(Direction), 8):
                row, col = robot.row + direction.value[0], robot.col + direction.value[1]
                free = state.check_for_collision(row, col) is None
                if not free or not state.can_move_robot(name, direction):
                    continue
                moved = state.move_robot(name, direction)
                assert moved is (not robot.moved)
                if moved:
                    now = state.get_ally_robots()[name]
                    assert (now.row, now.col, now.moved) == (row, col, True)
                    assert (robot.row, robot.col, robot.moved) != (now.row, now.col, now.moved)
                    # C11: after its move a robot can move by the original rules only.
                    back = Direction((-direction.value[0], -direction.value[1]))
                    assert state.can_move_robot(robot_name=name, dir=back) is self.original
                    assert state.move_robot(robot_name=name, dir=back) is False
                break
            if state.can_robot_action(name):
                before = state.get_ally_robots()[name]
                result = state.robot_action(name)
                assert result is (None if self.original else True)
                after = state.get_ally_robots()[name]
                assert after.battery == before.battery - before.action_cost and after.acted
                raises(IllegalActionError, state.robot_action, robotName=name)

    def transform(self):
        state = self.state
        robots = list(state.get_ally_robots().values())
        if self.turns % 7 or not robots or state.get_metal() < 60:
            return
        robot, metal = robots[0], state.get_metal()
        assert state.can_transform_robot(robot.name, RobotType.MINER)
        new = state.transform_robot(robot.name, RobotType.MINER)
        assert new.type is RobotType.MINER and (new.row, new.col) == (robot.row, robot.col)
        assert new.battery == robot.battery and state.get_ally_robots()[new.name] == new
        if self.original:
            assert new.name != robot.name and new.moved and new.acted
            assert list(state.get_ally_robots())[-1] == new.name
            assert state.get_metal() == metal - 50
            raises(IllegalMoveError, state.move_robot, robot.name, Direction.UP)
        else:
            assert new.name == robot.name and new.moved == robot.moved
            assert state.get_metal() == metal - 40

    def check_refusals(self):
        state, robots = self.state, self.state.get_ally_robots()
        name = next(iter(robots), "robot_1")
        # Not an error of the game but of the program: something else than a Direction, a whole number...
        nonsense = (AttributeError, TypeError)
        if robots:
            raises(nonsense, state.move_robot, name, "UP")
            raises(nonsense, state.can_move_robot, name, (0, 1))
        raises(nonsense, state.can_spawn_robot, RobotType.MINER, 1.5, 2)
        raises(nonsense, state.can_spawn_robot, "Miner", 1, 2)
        raises(nonsense, state.optimal_path, 0, 0, "1", 1)
        raises(nonsense, state.can_robot_action, ["robot_1"])
        raises(TypeError, state.move_robot, name)
        raises(TypeError, state.get_map, 1)
        # The game's own refusals, as sentences.
        error = raises(IllegalMoveError, state.move_robot, name, None)
        assert "no direction" in str(error), error
        error = raises(IllegalMoveError, state.move_robot, "C-3PO", Direction.UP)
        assert "no robot has this name" in str(error), error
        raises(IllegalMoveError, state.move_robot, 12, "not a direction")
        assert not state.can_move_robot("C-3PO", "not a direction")
        raises(IllegalActionError, state.robot_action, "robot_99999")
        raises(IllegalTransformError, state.transform_robot, name, None)
        raises(IllegalSpawnError, state.spawn_robot, None, 0, 0)
        raises(IllegalSpawnError, state.spawn_robot, RobotType.MINER, -1, 10**20)
        for enemy in state.get_enemy_robots():
            raises(IllegalMoveError, state.move_robot, enemy, Direction.UP)
            assert not state.can_robot_action(enemy)
        assert not state.can_move_robot(name, None)
        assert not state.can_transform_robot(name, None)
        # Old snapshots are still what they were.
        for robot in self.stale:
            assert robot.battery == 120 and robot == copy.deepcopy(robot)
            assert pickle.loads(pickle.dumps(robot)) == robot
            assert dataclasses.replace(robot, row=1).row == 1
            assert repr(robot).startswith("RobotInfo(battery=120, acted=True, moved=True")
            raises(TypeError, hash, robot)
        self.stale = self.stale[-5:]
