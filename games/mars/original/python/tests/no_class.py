"""A file without the class that the contest asked for."""

from src.player import Player


class Bot(Player):
    """BotPlayer is missing."""
