"""Logs the traceback of one exception, fails with another, and sleeps for longer than a turn of Galaxy may take."""

import time
import traceback

import agon

turns = 0


def think(plan):
    return plan["missing"]


def play(turn):
    global turns
    turns += 1
    if turns == 3:
        try:
            think({})
        except KeyError:
            turn.log(traceback.format_exc())
    if turns == 5:
        think({})
    if turns == 8:
        time.sleep(5.3)


agon.run(play)
