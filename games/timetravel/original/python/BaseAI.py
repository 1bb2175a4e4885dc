"""The base of every bot: objects, queries and commands. A bot is a class ``AI`` that derives from ``BaseAI``."""

import math

import _board
from GameObject import Building, BuildingType, Portal, Terrain, Unit, UnitType

RADIUS = 10
#: Values stop growing at this level.
LEVEL_MAX = 200


class BaseAI:
    """All objects as of the start of the turn, or of the last ``run`` that returned ``False``."""

    initialized = False
    iteration = 0
    buildings = []
    buildingTypes = []
    portals = []
    terrains = []
    units = []
    unitTypes = []

    @staticmethod
    def username():
        """The account of the team; not used here."""
        return "Shell AI"

    @staticmethod
    def password():
        """Its password; not used here."""
        return "password"

    def init(self):
        """Is called once, before the first ``run``."""

    def run(self):
        """Plays a turn; true ends it, false asks for a fresh look and another ``run``."""
        raise NotImplementedError

    def startTurn(self):
        """Reads the new board and plays."""
        BaseAI.iteration = _board.iteration
        BaseAI.buildings = [Building(row) for row in _board.rows["Building"]]
        BaseAI.buildingTypes = [BuildingType(row) for row in _board.rows["BuildingType"]]
        BaseAI.portals = [Portal(row) for row in _board.rows["Portal"]]
        BaseAI.terrains = [Terrain(row) for row in _board.rows["Terrain"]]
        BaseAI.units = [Unit(row) for row in _board.rows["Unit"]]
        BaseAI.unitTypes = [UnitType(row) for row in _board.rows["UnitType"]]
        if not self.initialized:
            self.initialized = True
            self.init()
        return self.run()

    @staticmethod
    def maxX():
        """The largest x."""
        return RADIUS

    @staticmethod
    def maxY():
        """The largest y."""
        return RADIUS

    @staticmethod
    def player0Gold0():
        """Player 0's gold in the far past."""
        return _board.gold[0][0]

    @staticmethod
    def player0Gold1():
        """Player 0's gold in the past."""
        return _board.gold[0][1]

    @staticmethod
    def player0Gold2():
        """Player 0's gold in the present."""
        return _board.gold[0][2]

    @staticmethod
    def player1Gold0():
        """Player 1's gold in the far past."""
        return _board.gold[1][0]

    @staticmethod
    def player1Gold1():
        """Player 1's gold in the past."""
        return _board.gold[1][1]

    @staticmethod
    def player1Gold2():
        """Player 1's gold in the present."""
        return _board.gold[1][2]

    @staticmethod
    def playerID():
        """The bot's own number."""
        return _board.player

    @staticmethod
    def turnNumber():
        """The number of the turn."""
        return _board.turn

    # The same under the names of the handbook.
    getMaxX, getMaxY = maxX, maxY
    getPlayer0Gold0, getPlayer0Gold1, getPlayer0Gold2 = player0Gold0, player0Gold1, player0Gold2
    getPlayer1Gold0, getPlayer1Gold1, getPlayer1Gold2 = player1Gold0, player1Gold1, player1Gold2
    getPlayerID, getTurnNumber = playerID, turnNumber

    @staticmethod
    def getTypeFromUnit(unit):
        """The type of a unit."""
        return _of_id(BaseAI.unitTypes, unit.getUnitTypeID())

    @staticmethod
    def getTypeFromBuilding(building):
        """The type of a building."""
        return _of_id(BaseAI.buildingTypes, building.getBuildingTypeID())

    @staticmethod
    def canMove(x, y, z):
        """Whether neither terrain nor enemies block a tile. Does not check the edge of the map."""
        for terrain in BaseAI.terrains:
            if terrain.getBlocksMove() and _is_at(terrain, x, y, z):
                return False
        for building in BaseAI.buildings:
            if building.getOwnerID() != _board.player and _covers(building, x, y, z):
                return False
        return not _is_enemy_at(x, y, z)

    @staticmethod
    def canBuild(x, y, z):
        """Whether one tile is free to build on."""
        if abs(x) > RADIUS or abs(y) > RADIUS or _is_enemy_at(x, y, z):
            return False
        if any(_is_at(portal, x, y, z) for portal in BaseAI.portals):
            return False
        if any(terrain.getBlocksBuild() and _is_at(terrain, x, y, z) for terrain in BaseAI.terrains):
            return False
        return not any(_covers(building, x, y, z) for building in BaseAI.buildings)

    @staticmethod
    def effDamage(unitType, level):
        """The damage of a unit at a level."""
        exact = _grown(unitType.getDamage(), unitType.getDamageExp(), level)
        return math.ceil(exact) if _board.damage_rounds_up else int(exact)

    @staticmethod
    def effFood(buildingType, level):
        """The food of a building at a level."""
        return int(_grown(buildingType.getFood(), buildingType.getFoodExp(), level))

    @staticmethod
    def getGold(playerNum, z):
        """The gold of a player in a period; 0 if there is no such."""
        return _board.gold[playerNum][z] if playerNum in (0, 1) and z in (0, 1, 2) else 0

    @staticmethod
    def artWorth(artistLevel, galleryLevel):
        """The gold of a painting, in one period."""
        for unitType in BaseAI.unitTypes:
            if unitType.getName() == "Artist":
                return unitType.getPaintBase() + unitType.getPaintLinear() * abs(artistLevel - galleryLevel)
        return 0

    @staticmethod
    def hunger(playerID, z):
        """The food that a player's units eat in a period."""
        units = (unit for unit in BaseAI.units if unit.getOwnerID() == playerID and unit.getZ() == z)
        return sum(BaseAI.getTypeFromUnit(unit).getHunger() for unit in units)

    @staticmethod
    def foodProduced(playerID, z):
        """The food that a player's complete buildings make in a period."""
        return sum(
            BaseAI.effFood(BaseAI.getTypeFromBuilding(building), building.getLevel())
            for building in BaseAI.buildings
            if building.getOwnerID() == playerID and building.getZ() == z and building.getComplete()
        )

    @staticmethod
    def effBuildingPrice(buildingType, level):
        """The price of a building at a level."""
        return int(_grown(buildingType.getPrice(), buildingType.getPriceExp(), level))

    @staticmethod
    def effUnitPrice(unitType, level):
        """The price of a unit at a level."""
        return int(_grown(unitType.getPrice(), unitType.getPriceExp(), level))

    @staticmethod
    def effUnitMaxHP(unitType, level):
        """The full hit points of a unit at a level."""
        return int(_grown(unitType.getHp(), unitType.getHpExp(), level))

    @staticmethod
    def effBuildingMaxHP(buildingType, level):
        """The full hit points of a building at a level."""
        return int(_grown(buildingType.getHp(), buildingType.getHpExp(), level))

    @staticmethod
    def effBuildingArmor(buildingType, level):
        """The armor of a building at a level."""
        return int(_grown(buildingType.getArmor(), buildingType.getArmorExp(), level))

    @staticmethod
    def effUnitArmor(unitType, level):
        """The armor of a unit at a level."""
        return int(_grown(unitType.getArmor(), unitType.getArmorExp(), level))


def _of_id(types, ID):
    return next((one for one in types if one.getObjectID() == ID), None)


def _is_at(thing, x, y, z):
    return thing.getX() == x and thing.getY() == y and thing.getZ() == z


def _covers(building, x, y, z):
    kind = BaseAI.getTypeFromBuilding(building)
    dx, dy = x - building.getX(), y - building.getY()
    return building.getZ() == z and 0 <= dx < kind.getWidth() and 0 <= dy < kind.getHeight()


def _is_enemy_at(x, y, z):
    return any(unit.getOwnerID() != _board.player and _is_at(unit, x, y, z) for unit in BaseAI.units)


def _grown(base, growth, level):
    """Computes with exact factors 1.15 and 1.05, as the rules do, not with 32-bit floats."""
    factor = round(growth, 2)
    if level < 0:
        return base * factor**level
    power = 1.0
    for _ in range(min(level, LEVEL_MAX)):
        power *= factor
    return base * power
