// Every field of every structure.
#include "getters.h"

namespace {

/// The value of a field without an object.
template <typename T>
struct Nothing {
    static T value() { return 0; }
};

template <>
struct Nothing<char*> {
    static char* value() {
        static char none[] = "";
        return none;
    }
};

}  // namespace

#define AGON_GET(type, name) \
    { return ptr ? ptr->name : Nothing<type>::value(); }

#define AGON_BUILDING(type, name, Name) type buildingGet##Name(_Building* ptr) AGON_GET(type, name)
#define AGON_BUILDING_TYPE(type, name, Name) type buildingTypeGet##Name(_BuildingType* ptr) AGON_GET(type, name)
#define AGON_PORTAL(type, name, Name) type portalGet##Name(_Portal* ptr) AGON_GET(type, name)
#define AGON_TERRAIN(type, name, Name) type terrainGet##Name(_Terrain* ptr) AGON_GET(type, name)
#define AGON_UNIT(type, name, Name) type unitGet##Name(_Unit* ptr) AGON_GET(type, name)
#define AGON_UNIT_TYPE(type, name, Name) type unitTypeGet##Name(_UnitType* ptr) AGON_GET(type, name)

AGON_BUILDING_FIELDS(AGON_BUILDING)
AGON_BUILDING_TYPE_FIELDS(AGON_BUILDING_TYPE)
AGON_PORTAL_FIELDS(AGON_PORTAL)
AGON_TERRAIN_FIELDS(AGON_TERRAIN)
AGON_UNIT_FIELDS(AGON_UNIT)
AGON_UNIT_TYPE_FIELDS(AGON_UNIT_TYPE)
