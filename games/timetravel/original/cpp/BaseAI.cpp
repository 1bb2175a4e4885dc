// Everything here is a flat function under the name of a method.
#include "BaseAI.h"

#include "game.h"

namespace {

/// Wraps the objects of a kind.
template <typename Wrapper, typename Object>
void wrap(std::vector<Wrapper>& all, int count, Object* (*get)(int)) {
    all.clear();
    for (int i = 0; i < count; i++) all.push_back(Wrapper(get(i)));
}

}  // namespace

BaseAI::BaseAI() : initialized(false) {}
BaseAI::~BaseAI() {}

bool BaseAI::startTurn() {
    wrap(buildings, getBuildingCount(), getBuilding);
    wrap(buildingTypes, getBuildingTypeCount(), getBuildingType);
    wrap(portals, getPortalCount(), getPortal);
    wrap(terrains, getTerrainCount(), getTerrain);
    wrap(units, getUnitCount(), getUnit);
    wrap(unitTypes, getUnitTypeCount(), getUnitType);
    if (!initialized) {
        initialized = true;
        init();
    }
    return run();
}

int BaseAI::maxX() { return ::getMaxX(); }
int BaseAI::maxY() { return ::getMaxY(); }
int BaseAI::player0Gold0() { return ::getPlayer0Gold0(); }
int BaseAI::player0Gold1() { return ::getPlayer0Gold1(); }
int BaseAI::player0Gold2() { return ::getPlayer0Gold2(); }
int BaseAI::player1Gold0() { return ::getPlayer1Gold0(); }
int BaseAI::player1Gold1() { return ::getPlayer1Gold1(); }
int BaseAI::player1Gold2() { return ::getPlayer1Gold2(); }
int BaseAI::playerID() { return ::getPlayerID(); }
int BaseAI::turnNumber() { return ::getTurnNumber(); }

int BaseAI::getMaxX() { return ::getMaxX(); }
int BaseAI::getMaxY() { return ::getMaxY(); }
int BaseAI::getPlayer0Gold0() { return ::getPlayer0Gold0(); }
int BaseAI::getPlayer0Gold1() { return ::getPlayer0Gold1(); }
int BaseAI::getPlayer0Gold2() { return ::getPlayer0Gold2(); }
int BaseAI::getPlayer1Gold0() { return ::getPlayer1Gold0(); }
int BaseAI::getPlayer1Gold1() { return ::getPlayer1Gold1(); }
int BaseAI::getPlayer1Gold2() { return ::getPlayer1Gold2(); }
int BaseAI::getPlayerID() { return ::getPlayerID(); }
int BaseAI::getTurnNumber() { return ::getTurnNumber(); }

UnitType BaseAI::getTypeFromUnit(Unit u) { return UnitType(::getTypeFromUnit(u.ptr)); }
BuildingType BaseAI::getTypeFromBuilding(Building b) { return BuildingType(::getTypeFromBuilding(b.ptr)); }
bool BaseAI::canMove(int x, int y, int z) { return ::canMove(x, y, z); }
bool BaseAI::canBuild(int x, int y, int z) { return ::canBuild(x, y, z); }
int BaseAI::effDamage(UnitType ut, int level) { return ::effDamage(ut.ptr, level); }
int BaseAI::effFood(BuildingType bt, int level) { return ::effFood(bt.ptr, level); }
int BaseAI::getGold(int playerNum, int z) { return ::getGold(playerNum, z); }
int BaseAI::artWorth(int artistLevel, int galleryLevel) { return ::artWorth(artistLevel, galleryLevel); }
int BaseAI::hunger(int playerID, int z) { return ::hunger(playerID, z); }
int BaseAI::foodProduced(int playerID, int z) { return ::foodProduced(playerID, z); }
int BaseAI::effBuildingPrice(BuildingType bt, int level) { return ::effBuildingPrice(bt.ptr, level); }
int BaseAI::effUnitPrice(UnitType ut, int level) { return ::effUnitPrice(ut.ptr, level); }
int BaseAI::effBuildingMaxHP(BuildingType bt, int level) { return ::effBuildingMaxHP(bt.ptr, level); }
int BaseAI::effUnitMaxHP(UnitType ut, int level) { return ::effUnitMaxHP(ut.ptr, level); }
int BaseAI::effBuildingArmor(BuildingType bt, int level) { return ::effBuildingArmor(bt.ptr, level); }
int BaseAI::effUnitArmor(UnitType ut, int level) { return ::effUnitArmor(ut.ptr, level); }
