// Every accessor asks its getter, every command its flat function.
#include "wrappers.h"

#include "game.h"
#include "getters.h"

#define AGON_ANSWER(get) \
    { return get(ptr); }

#define AGON_BUILDING(type, name, Name) \
    type Building::name() const AGON_ANSWER(buildingGet##Name)
#define AGON_BUILDING_TYPE(type, name, Name) \
    type BuildingType::name() const AGON_ANSWER(buildingTypeGet##Name)
#define AGON_PORTAL(type, name, Name) \
    type Portal::name() const AGON_ANSWER(portalGet##Name)
#define AGON_TERRAIN(type, name, Name) \
    type Terrain::name() const AGON_ANSWER(terrainGet##Name)
#define AGON_UNIT(type, name, Name) \
    type Unit::name() const AGON_ANSWER(unitGet##Name)
#define AGON_UNIT_TYPE(type, name, Name) \
    type UnitType::name() const AGON_ANSWER(unitTypeGet##Name)

Building::Building(_Building* ptr) : ptr(ptr) {}
BuildingType::BuildingType(_BuildingType* ptr) : ptr(ptr) {}
Portal::Portal(_Portal* ptr) : ptr(ptr) {}
Terrain::Terrain(_Terrain* ptr) : ptr(ptr) {}
Unit::Unit(_Unit* ptr) : ptr(ptr) {}
UnitType::UnitType(_UnitType* ptr) : ptr(ptr) {}

AGON_BUILDING_FIELDS(AGON_BUILDING)
AGON_BUILDING_TYPE_FIELDS(AGON_BUILDING_TYPE)
AGON_PORTAL_FIELDS(AGON_PORTAL)
AGON_TERRAIN_FIELDS(AGON_TERRAIN)
AGON_UNIT_FIELDS(AGON_UNIT)
AGON_UNIT_TYPE_FIELDS(AGON_UNIT_TYPE)

bool Building::train(const UnitType& unit) { return buildingTrain(ptr, unit.ptr); }
bool Building::cancel() { return buildingCancel(ptr); }
bool Unit::attack(int x, int y) { return unitAttack(ptr, x, y); }
bool Unit::build(int x, int y, const BuildingType& type) { return unitBuild(ptr, x, y, type.ptr); }
bool Unit::paint(int x, int y) { return unitPaint(ptr, x, y); }
bool Unit::move(int x, int y) { return unitMove(ptr, x, y); }
bool Unit::warp() { return unitWarp(ptr); }

#define AGON_LINE(type, name, Name) stream << #name << ": " << shown.name() << '\n';
#define AGON_PRINTER(Kind, FIELDS)                           \
    std::ostream& operator<<(std::ostream& stream, Kind shown) { \
        FIELDS(AGON_LINE)                                    \
        return stream;                                       \
    }

AGON_PRINTER(Building, AGON_BUILDING_FIELDS)
AGON_PRINTER(BuildingType, AGON_BUILDING_TYPE_FIELDS)
AGON_PRINTER(Portal, AGON_PORTAL_FIELDS)
AGON_PRINTER(Terrain, AGON_TERRAIN_FIELDS)
AGON_PRINTER(Unit, AGON_UNIT_FIELDS)
AGON_PRINTER(UnitType, AGON_UNIT_TYPE_FIELDS)
