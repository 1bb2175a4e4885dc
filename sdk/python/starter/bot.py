"""A first bot: it ends every turn at once, which is legal in every game.

`turn.view` is what the bot may know. `turn.call("name", ...)` makes a call and returns the game's reply. The game's
manual lists views, calls and replies, and docs/kits.md everything else that the kit can do.
"""
try:
    import agon
except ModuleNotFoundError:
    raise SystemExit(
        "This program talks to Agon; start it with: agon play GAME . builtin:random"
    ) from None


def play(turn):
    if turn.number == 1:
        turn.log(f"seat {turn.hello.seat_name} of {turn.hello.game} on {turn.hello.map}")
        turn.log(f"the view has {', '.join(sorted(turn.view))}")
    # Decide here what to do, and say it: reply = turn.call("name", field=1)
    # A reply is true if something came of the call; reply.refused says why not.


agon.run(play)
