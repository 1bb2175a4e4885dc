// The flat functions: the board answers questions, the host takes commands.
#include "game.h"

#include <cmath>
#include <climits>
#include <cstring>

#include "board.h"
#include "getters.h"

using agon_timetravel::board;
using agon_timetravel::deny;
using agon_timetravel::order;

namespace {

const int RADIUS = 10;
/// Values stop growing at this level.
const int LEVEL_MAX = 200;
const char* const NO_UNIT = "there is no such unit";
const char* const NO_BUILDING = "there is no such building";

/// A command of a unit upon a tile.
bool act(const char* verb, _Unit* unit, int x, int y) {
    if (unit)
        order(verb, {{"unit", unit->objectID}, {"x", x}, {"y", y}});
    else
        deny(std::string("game-") + verb + "-denied", NO_UNIT);
    return true;
}

template <typename Object>
bool isAt(const Object* object, int x, int y, int z) {
    return object->x == x && object->y == y && object->z == z;
}

bool covers(_Building* building, int x, int y, int z) {
    const _BuildingType* type = getTypeFromBuilding(building);
    int dx = x - building->x, dy = y - building->y;
    return type && building->z == z && dx >= 0 && dx < type->width && dy >= 0 && dy < type->height;
}

bool isEnemyUnitAt(int x, int y, int z) {
    for (const _Unit* unit : board().units.now)
        if (unit->ownerID != board().player && isAt(unit, x, y, z)) return true;
    return false;
}

/// Computes with exact factors 1.15 and 1.05, as the rules do, not with 32-bit floats.
double grown(int base, float growth, int level) {
    double factor = std::round(growth * 100) / 100.0;
    if (level < 0) return base * std::pow(factor, level);
    double power = 1;
    for (int i = 0; i < level && i < LEVEL_MAX; i++) power *= factor;
    return base * power;
}

int whole(double number) { return number < INT_MAX ? static_cast<int>(number) : INT_MAX; }

}  // namespace

// There is no connection.
bool serverLogin(int, const char*, const char*) { return false; }
int createGame() { return -1; }
int joinGame(int) { return -1; }
int networkLoop(int) { return 0; }
int open_server_connection(const char*, const char*) { return -1; }
int send_string(int, const char*) { return -1; }
char* rec_string(int) { return nullptr; }
sexp_t* extract_sexpr(const char*) { return nullptr; }

void endTurn() { agon_timetravel::endEarly(); }
void getStatus() {}

bool buildingTrain(_Building* building, _UnitType* unit) {
    if (building && unit)
        order("train", {{"building", building->objectID}, {"type", unit->name}});
    else
        deny("game-train-denied", building ? "there is no such type of unit" : NO_BUILDING);
    return true;
}

bool buildingCancel(_Building* building) {
    if (building)
        order("cancel", {{"building", building->objectID}});
    else
        deny("game-cancel-denied", NO_BUILDING);
    return true;
}

bool unitBuild(_Unit* unit, int x, int y, _BuildingType* type) {
    if (unit && type)
        order("build", {{"unit", unit->objectID}, {"x", x}, {"y", y}, {"type", type->name}});
    else
        deny("game-build-denied", unit ? "there is no such type of building" : NO_UNIT);
    return true;
}

bool unitAttack(_Unit* unit, int x, int y) { return act("attack", unit, x, y); }
bool unitPaint(_Unit* unit, int x, int y) { return act("paint", unit, x, y); }
bool unitMove(_Unit* unit, int x, int y) { return act("move", unit, x, y); }

bool unitWarp(_Unit* unit) {
    if (unit)
        order("warp", {{"unit", unit->objectID}});
    else
        deny("game-warp-denied", NO_UNIT);
    return true;
}

int getMaxX() { return RADIUS; }
int getMaxY() { return RADIUS; }
int getPlayer0Gold0() { return getGold(0, 0); }
int getPlayer0Gold1() { return getGold(0, 1); }
int getPlayer0Gold2() { return getGold(0, 2); }
int getPlayer1Gold0() { return getGold(1, 0); }
int getPlayer1Gold1() { return getGold(1, 1); }
int getPlayer1Gold2() { return getGold(1, 2); }
int getPlayerID() { return board().player; }
int getTurnNumber() { return board().turn; }

_Building* getBuilding(int num) { return board().buildings.at(num); }
int getBuildingCount() { return static_cast<int>(board().buildings.now.size()); }
_BuildingType* getBuildingType(int num) { return board().buildingTypes.at(num); }
int getBuildingTypeCount() { return static_cast<int>(board().buildingTypes.now.size()); }
_Portal* getPortal(int num) { return board().portals.at(num); }
int getPortalCount() { return static_cast<int>(board().portals.now.size()); }
_Terrain* getTerrain(int num) { return board().terrains.at(num); }
int getTerrainCount() { return static_cast<int>(board().terrains.now.size()); }
_Unit* getUnit(int num) { return board().units.at(num); }
int getUnitCount() { return static_cast<int>(board().units.now.size()); }
_UnitType* getUnitType(int num) { return board().unitTypes.at(num); }
int getUnitTypeCount() { return static_cast<int>(board().unitTypes.now.size()); }

_UnitType* getTypeFromUnit(_Unit* unit) {
    for (_UnitType* type : board().unitTypes.now)
        if (unit && type->objectID == unit->unitTypeID) return type;
    return nullptr;
}

_BuildingType* getTypeFromBuilding(_Building* building) {
    for (_BuildingType* type : board().buildingTypes.now)
        if (building && type->objectID == building->buildingTypeID) return type;
    return nullptr;
}

bool canMove(int x, int y, int z) {
    for (const _Terrain* terrain : board().terrains.now)
        if (terrain->blocksMove && isAt(terrain, x, y, z)) return false;
    for (_Building* building : board().buildings.now)
        if (building->ownerID != board().player && covers(building, x, y, z)) return false;
    return !isEnemyUnitAt(x, y, z);
}

bool canBuild(int x, int y, int z) {
    if (x < -RADIUS || x > RADIUS || y < -RADIUS || y > RADIUS || isEnemyUnitAt(x, y, z)) return false;
    for (const _Portal* portal : board().portals.now)
        if (isAt(portal, x, y, z)) return false;
    for (const _Terrain* terrain : board().terrains.now)
        if (terrain->blocksBuild && isAt(terrain, x, y, z)) return false;
    for (_Building* building : board().buildings.now)
        if (covers(building, x, y, z)) return false;
    return true;
}

int effDamage(_UnitType* type, int level) {
    double exact = grown(unitTypeGetDamage(type), unitTypeGetDamageExp(type), level);
    return whole(board().damageRoundsUp ? std::ceil(exact) : exact);
}

int effFood(_BuildingType* type, int level) {
    return whole(grown(buildingTypeGetFood(type), buildingTypeGetFoodExp(type), level));
}

int getGold(int playerNum, int z) {
    bool exists = playerNum >= 0 && playerNum < 2 && z >= 0 && z < 3;
    return exists ? board().gold[playerNum][z] : 0;
}

int artWorth(int artistLevel, int galleryLevel) {
    for (const _UnitType* type : board().unitTypes.now)
        if (!std::strcmp(type->name, "Artist"))
            return type->paintBase + type->paintLinear * std::abs(artistLevel - galleryLevel);
    return 0;
}

int hunger(int playerID, int z) {
    int sum = 0;
    for (_Unit* unit : board().units.now)
        if (unit->ownerID == playerID && unit->z == z) sum += unitTypeGetHunger(getTypeFromUnit(unit));
    return sum;
}

int foodProduced(int playerID, int z) {
    int sum = 0;
    for (_Building* building : board().buildings.now)
        if (building->ownerID == playerID && building->z == z && building->complete)
            sum += effFood(getTypeFromBuilding(building), building->level);
    return sum;
}

int effBuildingPrice(_BuildingType* type, int level) {
    return whole(grown(buildingTypeGetPrice(type), buildingTypeGetPriceExp(type), level));
}

int effUnitPrice(_UnitType* type, int level) {
    return whole(grown(unitTypeGetPrice(type), unitTypeGetPriceExp(type), level));
}

int effBuildingMaxHP(_BuildingType* type, int level) {
    return whole(grown(buildingTypeGetHp(type), buildingTypeGetHpExp(type), level));
}

int effUnitMaxHP(_UnitType* type, int level) {
    return whole(grown(unitTypeGetHp(type), unitTypeGetHpExp(type), level));
}

int effMaxHP(_UnitType* type, int level) { return effUnitMaxHP(type, level); }

int effBuildingArmor(_BuildingType* type, int level) {
    return whole(grown(buildingTypeGetArmor(type), buildingTypeGetArmorExp(type), level));
}

int effUnitArmor(_UnitType* type, int level) {
    return whole(grown(unitTypeGetArmor(type), unitTypeGetArmorExp(type), level));
}
