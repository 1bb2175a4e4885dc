"""Examines the kit under the rules of the handbook."""

from bots.probe import Probe


class BotPlayer(Probe):
    original = False
