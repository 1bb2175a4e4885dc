"""Lets every artist paint, and spends the gold on more artists."""

from BaseAI import BaseAI
from GameObject import *


class AI(BaseAI):
    """Your bot. The kit creates one AI and calls init() once, then run() in each of your turns."""

    @staticmethod
    def username():
        return "Shell AI"

    @staticmethod
    def password():
        return "password"

    def init(self):
        print("I am player %d." % self.playerID())

    def run(self):
        """Returns 1 to end the turn, 0 to be called again with a fresh look at everything."""
        for unit in self.units:
            if unit.getOwnerID() == self.playerID() and self.getTypeFromUnit(unit).getCanPaint():
                self.paint(unit)
        for building in self.buildings:
            z = building.getZ()
            isFed = self.hunger(self.playerID(), z) + 3 <= self.foodProduced(self.playerID(), z)
            isIdle = building.getComplete() and building.getInTraining() < 0
            if building.getOwnerID() != self.playerID() or not isIdle or not isFed:
                continue
            for unitType in self.unitTypes:
                price = self.effUnitPrice(unitType, building.getLevel())
                if (unitType.getCanPaint() and unitType.getTrainerID() == building.getBuildingTypeID()
                        and price <= self.getGold(self.playerID(), z)):
                    building.train(unitType)
        return 1

    def paint(self, artist):
        """An artist paints the gallery that he stands on or beside: that is where artists are trained."""
        for gallery in self.buildings:
            away = abs(gallery.getX() - artist.getX()) + abs(gallery.getY() - artist.getY())
            if (gallery.getZ() == artist.getZ() and away <= 1 and gallery.getComplete()
                    and self.getTypeFromBuilding(gallery).getAllowPaint()):
                artist.paint(gallery.getX(), gallery.getY())
                return
