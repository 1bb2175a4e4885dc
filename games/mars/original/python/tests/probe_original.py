"""Examines the kit under the rules of the original program."""

import bots.probe


class BotPlayer(bots.probe.Probe):
    original = True
