"""The objects as bots hold them. One that was kept from an earlier turn is looked up again by its id."""

import ctypes

import _board
from ExistentialError import ExistentialError

__all__ = [
    "Building",
    "BuildingType",
    "ExistentialError",
    "GameObject",
    "Portal",
    "Terrain",
    "Unit",
    "UnitType",
]


class GameObject:
    """An object with an id. Each kind has a getter for every field: ``getObjectID()``, ``getX()`` ..."""

    fields = ()

    def __init__(self, ptr):
        self.ptr = ptr
        self.ID = ptr[0]
        self.iteration = _board.iteration

    def __init_subclass__(cls):
        for place, field in enumerate(cls.fields):
            name = "get" + field[0].upper() + field[1:]
            setattr(cls, name, _getter(name, place))

    def validify(self):
        """Looks the object up again if its numbers are old."""
        if self.iteration == _board.iteration:
            return True
        ptr = _board.find(type(self).__name__, self.ID)
        if ptr is None:
            raise ExistentialError("Object does not exist anymore.")
        self.ptr = ptr
        self.iteration = _board.iteration
        return True

    def __str__(self):
        self.validify()
        return "".join(f"{field}: {value}\n" for field, value in zip(self.fields, self.ptr))


def _getter(name, place):
    def get(self):
        self.validify()
        return self.ptr[place]

    get.__name__ = name
    return get


def _whole(number):
    """An argument as the contest's library took it: a whole number, of which 32 bits count."""
    try:
        number = number.__index__()
    except AttributeError:
        raise ctypes.ArgumentError(
            f"a whole number is needed here, not {number!r} (in Python 3, 5 // 2 is one and 5 / 2 is not)"
        ) from None
    return (number + 2**31) % 2**32 - 2**31


class BuildingType(GameObject):
    """A type of building."""

    fields = ("objectID", "name", "price", "food", "pastBuildTime", "presentBuildTime", "futureBuildTime", "hp",
              "armor", "builderID", "allowPaint", "width", "height", "spawnX", "spawnY", "armorExp", "hpExp",
              "priceExp", "foodExp")  # fmt: skip


class UnitType(GameObject):
    """A type of unit."""

    fields = ("objectID", "name", "price", "hunger", "trainTime", "hp", "armor", "moves", "actions", "attackCost",
              "damage", "minRange", "maxRange", "trainerID", "canPaint", "armorExp", "hpExp", "priceExp", "damageExp",
              "paintBase", "paintLinear")  # fmt: skip


class Portal(GameObject):
    """A portal."""

    fields = ("objectID", "x", "y", "z", "direction", "fee", "feeIncr", "feeMultiplier")


class Terrain(GameObject):
    """A piece of terrain."""

    fields = ("objectID", "x", "y", "z", "blocksMove", "blocksBuild")


class Building(GameObject):
    """A building. Commands are only sent and always return true; denials are printed later."""

    fields = ("objectID", "x", "y", "z", "hp", "level", "buildingTypeID", "ownerID", "inTraining", "progress",
              "linked", "complete")  # fmt: skip

    def train(self, unit):
        """Trains a unit."""
        self.validify()
        if not isinstance(unit, UnitType):
            raise TypeError("unit should be of [UnitType]")
        unit.validify()
        _board.order("train", {"building": self.ID, "type": unit.getName()})
        return True

    def cancel(self):
        """Stops a training, or removes an unfinished building."""
        self.validify()
        _board.order("cancel", {"building": self.ID})
        return True


class Unit(GameObject):
    """A unit. Commands are only sent and always return true; denials are printed later."""

    fields = ("objectID", "x", "y", "z", "hp", "level", "unitTypeID", "ownerID", "actions", "moves")

    def attack(self, x, y):
        """Attacks a tile."""
        return self._act("attack", x, y)

    def paint(self, x, y):
        """Paints the gallery on a tile."""
        return self._act("paint", x, y)

    def move(self, x, y):
        """Takes one step."""
        return self._act("move", x, y)

    def build(self, x, y, type):
        """Builds, continues building, or repairs."""
        self.validify()
        if not isinstance(type, BuildingType):
            raise TypeError("type should be of [BuildingType]")
        type.validify()
        tile = {"unit": self.ID, "x": _whole(x), "y": _whole(y)}
        _board.order("build", {**tile, "type": type.getName()})
        return True

    def warp(self):
        """Goes through the portal it stands on."""
        self.validify()
        _board.order("warp", {"unit": self.ID})
        return True

    def _act(self, verb, x, y):
        self.validify()
        _board.order(verb, {"unit": self.ID, "x": _whole(x), "y": _whole(y)})
        return True
