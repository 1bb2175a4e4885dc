// The objects as bots hold them: an accessor for every field, and the commands.
//
// A wrapper that was kept from an earlier turn shows its object as it is now, or as it was last seen. One
// without an object answers 0 and "", and its commands are denied.
#ifndef AGON_TIMETRAVEL_WRAPPERS_H
#define AGON_TIMETRAVEL_WRAPPERS_H

#include <cstddef>
#include <iostream>

#include "structures.h"

#define AGON_ACCESSOR(type, name, Name) type name() const;

class BuildingType {
public:
    _BuildingType* ptr;
    BuildingType(_BuildingType* ptr = NULL);
    AGON_BUILDING_TYPE_FIELDS(AGON_ACCESSOR)
    friend std::ostream& operator<<(std::ostream& stream, BuildingType type);
};

class UnitType {
public:
    _UnitType* ptr;
    UnitType(_UnitType* ptr = NULL);
    AGON_UNIT_TYPE_FIELDS(AGON_ACCESSOR)
    friend std::ostream& operator<<(std::ostream& stream, UnitType type);
};

// Commands are only sent and always return true; denials are printed later.
class Building {
public:
    _Building* ptr;
    Building(_Building* ptr = NULL);
    AGON_BUILDING_FIELDS(AGON_ACCESSOR)
    bool train(const UnitType& unit);
    bool cancel();
    friend std::ostream& operator<<(std::ostream& stream, Building building);
};

class Portal {
public:
    _Portal* ptr;
    Portal(_Portal* ptr = NULL);
    AGON_PORTAL_FIELDS(AGON_ACCESSOR)
    friend std::ostream& operator<<(std::ostream& stream, Portal portal);
};

class Terrain {
public:
    _Terrain* ptr;
    Terrain(_Terrain* ptr = NULL);
    AGON_TERRAIN_FIELDS(AGON_ACCESSOR)
    friend std::ostream& operator<<(std::ostream& stream, Terrain terrain);
};

class Unit {
public:
    _Unit* ptr;
    Unit(_Unit* ptr = NULL);
    AGON_UNIT_FIELDS(AGON_ACCESSOR)
    bool attack(int x, int y);
    bool build(int x, int y, const BuildingType& type);
    bool paint(int x, int y);
    bool move(int x, int y);
    bool warp();
    friend std::ostream& operator<<(std::ostream& stream, Unit unit);
};

#endif
