"""Trains engineers who build galleries and farms, trains artists, and lets these paint for gold."""

from BaseAI import BaseAI
from GameObject import *

ENGINEERS = 2
ARTISTS = 6


class AI(BaseAI):
    @staticmethod
    def username():
        return "Shell AI"

    @staticmethod
    def password():
        return "password"

    def init(self):
        print("I am player %d of a map up to (%d, %d)." % (self.playerID(), self.maxX(), self.maxY()))

    def run(self):
        self.train("School", "Engineer", ENGINEERS)
        self.train("Gallery", "Artist", ARTISTS)
        for unit in self.units:
            if unit.getOwnerID() == self.playerID() and unit.getActions() > 0:
                kind = self.getTypeFromUnit(unit).getName()
                if kind == "Artist":
                    self.paint(unit)
                elif kind == "Engineer":
                    self.build(unit)
        return 1

    def train(self, building, unit, most):
        """Every idle building of a type trains a unit, as long as there are few of them in its period."""
        for trainer in self.buildings:
            z = trainer.getZ()
            if (trainer.getOwnerID() == self.playerID() and trainer.getComplete() and trainer.getInTraining() < 0
                    and self.getTypeFromBuilding(trainer).getName() == building and self.count(unit, z) < most
                    and self.hunger(self.playerID(), z) < self.foodProduced(self.playerID(), z)):
                trainer.train(self.named(self.unitTypes, unit))

    def count(self, kind, z):
        ours = [u for u in self.units if u.getOwnerID() == self.playerID() and u.getZ() == z]
        return len([u for u in ours if self.getTypeFromUnit(u).getName() == kind])

    def named(self, types, name):
        return [one for one in types if one.getName() == name][0]

    def paint(self, artist):
        """Paints the gallery it stands on or beside, or takes a step towards one."""
        galleries = [b for b in self.buildings if b.getComplete() and b.getZ() == artist.getZ()
                     and self.getTypeFromBuilding(b).getAllowPaint()]
        if not galleries:
            return
        nearest = min(galleries, key=lambda gallery: distance(artist, gallery))
        if distance(artist, nearest) > 1:
            self.step(artist, nearest.getX(), nearest.getY())
        else:
            artist.paint(nearest.getX(), nearest.getY())

    def step(self, unit, x, y):
        ownX, ownY, z = unit.getX(), unit.getY(), unit.getZ()
        dx = (x > ownX) - (x < ownX)
        dy = (y > ownY) - (y < ownY)
        if dx and self.canMove(ownX + dx, ownY, z):
            unit.move(ownX + dx, ownY)
        elif dy and self.canMove(ownX, ownY + dy, z):
            unit.move(ownX, ownY + dy)

    def build(self, engineer):
        """Continues the building beside it, or starts a new one where there is room."""
        z = engineer.getZ()
        for begun in self.buildings:
            if (begun.getOwnerID() == self.playerID() and begun.getZ() == z and not begun.getComplete()
                    and beside(engineer, begun.getX(), begun.getY())):
                engineer.build(begun.getX(), begun.getY(), self.getTypeFromBuilding(begun))
                return
        spare = self.foodProduced(self.playerID(), z) - self.hunger(self.playerID(), z)
        wanted = self.named(self.buildingTypes, spare > 5 and "Gallery" or "Farm")
        if self.getGold(self.playerID(), z) < self.effBuildingPrice(wanted, engineer.getLevel()):
            return
        for x in range(engineer.getX() - 2, engineer.getX() + 2):
            for y in range(engineer.getY() - 2, engineer.getY() + 2):
                if beside(engineer, x, y) and self.hasRoom(x, y, z, wanted):
                    engineer.build(x, y, wanted)
                    return
        self.step(engineer, 0, 0)

    def hasRoom(self, x, y, z, kind):
        for dx in range(kind.getWidth()):
            for dy in range(kind.getHeight()):
                if not self.canBuild(x + dx, y + dy, z):
                    return False
        return True


def distance(unit, building):
    return abs(unit.getX() - building.getX()) + abs(unit.getY() - building.getY())


def beside(unit, x, y):
    """Whether a unit stands next to, but not inside of, a building with this corner."""
    dx, dy = unit.getX() - x, unit.getY() - y
    return (dx in (-1, 2) and dy in (0, 1)) or (dy in (-1, 2) and dx in (0, 1))
