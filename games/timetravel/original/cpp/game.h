// The flat functions below BaseAI and the wrappers.
#ifndef AGON_TIMETRAVEL_GAME_H
#define AGON_TIMETRAVEL_GAME_H

#include "network.h"
#include "structures.h"

#ifdef __cplusplus
extern "C" {
#endif

// The connection. There is none, so these fail.
bool serverLogin(int socket, const char* username, const char* password);
int createGame();
int joinGame(int id);
int networkLoop(int socket);

// Ends the turn before run() has returned; later commands are denied.
void endTurn();
// Does nothing: run() gets a fresh look when it returns false.
void getStatus();

// Commands. They are only sent and always return true; denials are printed later.
bool buildingTrain(_Building* building, _UnitType* unit);
bool buildingCancel(_Building* building);
bool unitAttack(_Unit* unit, int x, int y);
bool unitBuild(_Unit* unit, int x, int y, _BuildingType* type);
bool unitPaint(_Unit* unit, int x, int y);
bool unitMove(_Unit* unit, int x, int y);
bool unitWarp(_Unit* unit);

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

// The objects of each kind in the order of their ids; NULL if there is none with this number.
_Building* getBuilding(int num);
int getBuildingCount();
_BuildingType* getBuildingType(int num);
int getBuildingTypeCount();
_Portal* getPortal(int num);
int getPortalCount();
_Terrain* getTerrain(int num);
int getTerrainCount();
_Unit* getUnit(int num);
int getUnitCount();
_UnitType* getUnitType(int num);
int getUnitTypeCount();

// Questions, answered from the board.
_UnitType* getTypeFromUnit(_Unit* unit);
_BuildingType* getTypeFromBuilding(_Building* building);
bool canMove(int x, int y, int z);
bool canBuild(int x, int y, int z);
int effDamage(_UnitType* type, int level);
int effFood(_BuildingType* type, int level);
int getGold(int playerNum, int z);
int artWorth(int artistLevel, int galleryLevel);
int hunger(int playerID, int z);
int foodProduced(int playerID, int z);
int effBuildingPrice(_BuildingType* type, int level);
int effUnitPrice(_UnitType* type, int level);
int effBuildingMaxHP(_BuildingType* type, int level);
int effUnitMaxHP(_UnitType* type, int level);
int effMaxHP(_UnitType* type, int level);
int effBuildingArmor(_BuildingType* type, int level);
int effUnitArmor(_UnitType* type, int level);

#ifdef __cplusplus
}
#endif

#endif
