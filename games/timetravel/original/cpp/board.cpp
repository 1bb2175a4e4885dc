// Reads views. The types have the numbers that the contest's server sent; views only name them.
#include "board.h"

#include <algorithm>
#include <climits>

namespace agon_timetravel {
namespace {

using agon::Json;

const float STRENGTH = 1.15f;
const float PRICE = 1.05f;

char CAVALRY[] = "Cavalry", ARTILLERY[] = "Artillery", SPEARMAN[] = "Spearman", ARTIST[] = "Artist", PIG[] = "Pig",
     ENGINEER[] = "Engineer";
char FARM[] = "Farm", BARRACKS[] = "Barracks", SCHOOL[] = "School", GALLERY[] = "Gallery", BUNKER[] = "Bunker";

/// Paint base and slope follow these; the slope depends on the rules.
const _UnitType UNIT_TYPES[] = {
    {0, CAVALRY, 120, 5, 4, 1500, 50, 5, 2, 0, 280, 0, 1, 7, 0, STRENGTH, STRENGTH, PRICE, STRENGTH, 5, 0},
    {1, ARTILLERY, 177, 5, 5, 1800, 25, 3, 1, 2, 750, 3, 4, 7, 0, STRENGTH, STRENGTH, PRICE, STRENGTH, 5, 0},
    {2, SPEARMAN, 181, 5, 3, 2000, 160, 4, 1, 1, 450, 0, 2, 7, 0, STRENGTH, STRENGTH, PRICE, STRENGTH, 5, 0},
    {3, ARTIST, 75, 3, 3, 500, 20, 2, 1, 1, 0, 1, 0, 9, 1, STRENGTH, STRENGTH, PRICE, STRENGTH, 5, 0},
    {4, PIG, 80, 1, 1, 1400, 100, 3, 0, 1, 0, 1, 0, 6, 0, STRENGTH, STRENGTH, PRICE, STRENGTH, 5, 0},
    {5, ENGINEER, 75, 3, 3, 500, 20, 2, 1, 1, 0, 1, 0, 8, 0, STRENGTH, STRENGTH, PRICE, STRENGTH, 5, 0},
};

/// The time that a school takes in the present depends on the rules.
const _BuildingType BUILDING_TYPES[] = {
    {6, FARM, 300, 20, 7, 4, 2, 3000, 100, 5, 0, 2, 2, 0, 0, STRENGTH, STRENGTH, PRICE, STRENGTH},
    {7, BARRACKS, 400, 0, 12, 8, 5, 3500, 100, 5, 0, 2, 2, 0, 0, STRENGTH, STRENGTH, PRICE, STRENGTH},
    {8, SCHOOL, 400, 0, 12, 8, 0, 3500, 100, 5, 0, 2, 2, 0, 0, STRENGTH, STRENGTH, PRICE, STRENGTH},
    {9, GALLERY, 400, 0, 8, 5, 3, 3500, 100, 5, 1, 2, 2, 0, 0, STRENGTH, STRENGTH, PRICE, STRENGTH},
    {10, BUNKER, 300, 0, 14, 8, 4, 5000, 100, 5, 0, 2, 2, 0, 0, STRENGTH, STRENGTH, PRICE, STRENGTH},
};
const int SCHOOL_ID = 8;
const int FEE_STEP = 10;
const float FEE_DECAY = 0.8f;

/// The interface has 32 bits for every number.
int number(const Json& json) {
    return static_cast<int>(std::clamp<std::int64_t>(json.integer(), INT_MIN, INT_MAX));
}

int flag(const Json& json) { return json.boolean() ? 1 : 0; }

template <typename Types>
int typeId(const Types& types, const Json& name) {
    for (const auto& type : types)
        if (name.text() == type.name) return type.objectID;
    return -1;
}

_Unit unit(const Json& u) {
    return {number(u["id"]),    number(u["x"]),           number(u["y"]),     number(u["z"]),       number(u["hp"]),
            number(u["level"]), typeId(UNIT_TYPES, u["type"]), number(u["owner"]), number(u["actions"]), number(u["moves"])};
}

_Building building(const Json& b) {
    return {number(b["id"]),
            number(b["x"]),
            number(b["y"]),
            number(b["z"]),
            number(b["hp"]),
            number(b["level"]),
            typeId(BUILDING_TYPES, b["type"]),
            number(b["owner"]),
            typeId(UNIT_TYPES, b["training"]),
            number(b["progress"]),
            flag(b["linked"]),
            flag(b["complete"])};
}

_Portal portal(const Json& p) {
    return {number(p["id"]),        number(p["x"]),   number(p["y"]), number(p["z"]),
            number(p["direction"]), number(p["fee"]), FEE_STEP,       FEE_DECAY};
}

_Terrain terrain(const Json& t) {
    return {number(t["id"]), number(t["x"]),          number(t["y"]),
            number(t["z"]),  flag(t["blocks_move"]), flag(t["blocks_build"])};
}

template <typename Object>
void fill(Shelf<Object>& shelf, const Json& list, Object (*read)(const Json&)) {
    shelf.clear();
    for (const Json& one : list) shelf.put(read(one));
}

}  // namespace

void Board::show(const Json& view) {
    player = number(view["you"]);
    turn = number(view["turn"]);
    for (std::size_t owner = 0; owner < 2; owner++)
        for (std::size_t z = 0; z < 3; z++) gold[owner][z] = number(view["gold"].list()[owner].list()[z]);
    fill(units, view["units"], unit);
    fill(buildings, view["buildings"], building);
    fill(portals, view["portals"], portal);
    fill(terrains, view["terrain"], terrain);
    const Json& rules = view["rules"];
    damageRoundsUp = rules["damage_rounding"].text() == "up";
    unitTypes.clear();
    for (_UnitType type : UNIT_TYPES) {
        type.paintLinear = number(rules["paint_slope"]);
        unitTypes.put(type);
    }
    buildingTypes.clear();
    for (_BuildingType type : BUILDING_TYPES) {
        if (type.objectID == SCHOOL_ID) type.futureBuildTime = number(rules["school_turns_in_present"]);
        buildingTypes.put(type);
    }
}

Board& board() {
    static Board board;
    return board;
}

}  // namespace agon_timetravel
