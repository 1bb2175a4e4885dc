// `unitGetHp(ptr)` and the like: every field of every structure. Without an object they return 0 or "".
#ifndef AGON_TIMETRAVEL_GETTERS_H
#define AGON_TIMETRAVEL_GETTERS_H

#include "structures.h"

#define AGON_BUILDING_GETTER(type, name, Name) type buildingGet##Name(_Building* ptr);
#define AGON_BUILDING_TYPE_GETTER(type, name, Name) type buildingTypeGet##Name(_BuildingType* ptr);
#define AGON_PORTAL_GETTER(type, name, Name) type portalGet##Name(_Portal* ptr);
#define AGON_TERRAIN_GETTER(type, name, Name) type terrainGet##Name(_Terrain* ptr);
#define AGON_UNIT_GETTER(type, name, Name) type unitGet##Name(_Unit* ptr);
#define AGON_UNIT_TYPE_GETTER(type, name, Name) type unitTypeGet##Name(_UnitType* ptr);

#ifdef __cplusplus
extern "C" {
#endif

AGON_BUILDING_FIELDS(AGON_BUILDING_GETTER)
AGON_BUILDING_TYPE_FIELDS(AGON_BUILDING_TYPE_GETTER)
AGON_PORTAL_FIELDS(AGON_PORTAL_GETTER)
AGON_TERRAIN_FIELDS(AGON_TERRAIN_GETTER)
AGON_UNIT_FIELDS(AGON_UNIT_GETTER)
AGON_UNIT_TYPE_FIELDS(AGON_UNIT_TYPE_GETTER)

#ifdef __cplusplus
}
#endif

#endif
