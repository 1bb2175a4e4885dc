"""Write bots for the games of Agon.

A bot is a function (or a class with a method ``turn``) that plays one turn::

    import agon

    def play(turn):
        for robot in turn.view.robots:
            turn.call("move", robot=robot.name, direction="UP")

    agon.run(play)

``turn.view`` is what the bot may know, ``turn.call`` says something to the game and returns its
answer, and the turn ends when the function returns. Everything a bot prints goes to its log.
"""

from ._path import path
from ._record import Hello, Record
from ._run import run
from ._turn import Call, Reply, Turn, TurnOver, call

__all__ = ["Call", "Hello", "Record", "Reply", "Turn", "TurnOver", "call", "path", "run"]
__version__ = "0.1.0"
