"""A first bot for Time Travel.

Artists paint the gallery they stand on, which brings gold, and galleries train more artists.
Farms feed a limited number of artists.
"""

try:
    import agon
except ModuleNotFoundError:
    raise SystemExit(
        "This program talks to Agon; start it with: agon play timetravel . builtin:random"
    ) from None

from timetravel_types import View

MOST_ARTISTS = 5


def play(turn: agon.Turn[View]) -> None:
    view = turn.view
    artists = [0, 0, 0]
    for unit in view.units:
        if unit.owner == view.you and unit.type == "Artist":
            artists[unit.z] += 1
            if turn.call("paint", unit=unit.id, x=unit.x, y=unit.y):
                turn.dot((unit.x, unit.y, unit.z))

    for building in view.buildings:
        if building.owner == view.you and building.type == "Gallery":
            if artists[building.z] < MOST_ARTISTS:
                # Refused while it is busy or gold is missing: that costs nothing.
                turn.call("train", building=building.id, type="Artist")


agon.run(play)
