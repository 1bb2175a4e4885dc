// The base of every bot: its objects, queries and commands. A bot is a class AI that derives from it.
#ifndef AGON_TIMETRAVEL_BASEAI_H
#define AGON_TIMETRAVEL_BASEAI_H

// The contest included the first four; compilers of its time included the others with them.
#include <vector>
#include <ctime>
#include <iostream>
#include <cstdlib>
#include <cctype>
#include <cstdio>
#include <cstring>
#include <string>

#include "wrappers.h"

class BaseAI {
protected:
    // All objects as of the start of the turn, or of the last run() that returned false.
    std::vector<Building> buildings;
    std::vector<BuildingType> buildingTypes;
    std::vector<Portal> portals;
    std::vector<Terrain> terrains;
    std::vector<Unit> units;
    std::vector<UnitType> unitTypes;

public:
    BaseAI();
    virtual ~BaseAI();

    virtual const char* username() = 0;
    virtual const char* password() = 0;
    // Called once, before the first run().
    virtual void init() = 0;
    // Plays a turn; true ends it, false asks for a fresh look and another run().
    virtual bool run() = 0;
    bool startTurn();

    int maxX();
    int maxY();
    int player0Gold0();
    int player0Gold1();
    int player0Gold2();
    int player1Gold0();
    int player1Gold1();
    int player1Gold2();
    int playerID();
    int turnNumber();

    // The same under the names of the handbook.
    int getMaxX();
    int getMaxY();
    int getPlayer0Gold0();
    int getPlayer0Gold1();
    int getPlayer0Gold2();
    int getPlayer1Gold0();
    int getPlayer1Gold1();
    int getPlayer1Gold2();
    int getPlayerID();
    int getTurnNumber();

    UnitType getTypeFromUnit(Unit u);
    BuildingType getTypeFromBuilding(Building b);
    bool canMove(int x, int y, int z);
    bool canBuild(int x, int y, int z);
    int effDamage(UnitType ut, int level);
    int effFood(BuildingType bt, int level);
    int getGold(int playerNum, int z);
    int artWorth(int artistLevel, int galleryLevel);
    int hunger(int playerID, int z);
    int foodProduced(int playerID, int z);
    int effBuildingPrice(BuildingType bt, int level);
    int effUnitPrice(UnitType ut, int level);
    int effBuildingMaxHP(BuildingType bt, int level);
    int effUnitMaxHP(UnitType ut, int level);
    int effBuildingArmor(BuildingType bt, int level);
    int effUnitArmor(UnitType ut, int level);

private:
    bool initialized;
};

#endif
