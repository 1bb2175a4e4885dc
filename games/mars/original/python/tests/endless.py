"""Comes to no decision in its second turn."""

import time

from src.player import Player


class BotPlayer(Player):
    def play_turn(self, game_state):
        while game_state.get_turn() == 2:
            time.sleep(1)
