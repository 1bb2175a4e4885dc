"""Thinks for ever in its second turn."""

from src.player import Player


class BotPlayer(Player):
    def play_turn(self, game_state):
        while game_state.get_turn() == 2:
            pass
