"""A bot to start from: explorers walk to hidden tiles, the others work where they stand."""

import random

try:
    from src.game_constants import Direction, RobotType, Team, TileState
    from src.game_state import GameState
    from src.player import Player
except ModuleNotFoundError:
    raise SystemExit(
        "This program talks to Agon; start it with: agon play mars . builtin:random"
    ) from None


class BotPlayer(Player):
    """One object plays the whole match."""

    def __init__(self, team: Team):
        Player.__init__(self, team)

    def play_turn(self, game_state: GameState) -> None:
        """Spawns what it can afford, then moves every robot at random and lets it work."""
        for row in game_state.get_map():
            for tile in row:
                if tile is None or tile.state != TileState.TERRAFORMABLE or tile.terraform <= 0:
                    continue
                kind = random.choice([RobotType.EXPLORER, RobotType.TERRAFORMER])
                if game_state.can_spawn_robot(kind, tile.row, tile.col):
                    game_state.spawn_robot(kind, tile.row, tile.col)
        for name in game_state.get_ally_robots():
            way = random.choice(list(Direction))
            if game_state.can_move_robot(name, way):
                game_state.move_robot(name, way)
            if game_state.can_robot_action(name):
                game_state.robot_action(name)
