"""The base class of bots."""

from __future__ import annotations

from src.game_constants import Team
from src.game_state import GameState

__all__ = ["GameState", "Player", "Team"]


class Player:
    """A bot is a class ``BotPlayer``, usually one that extends this."""

    team: Team

    def __init__(self, team: Team) -> None:
        self.team = team

    def play_turn(self, game_state: GameState) -> None:
        """Plays one turn; does nothing unless the bot overrides it."""
