// A solid bot for Time Travel: plays like `builtin:solid`.
//
// It does not fight. It grows for a high net worth:
//
// * Artists paint, after walking to a gallery if none is in reach. They rest while there is enough gold.
// * Engineers finish buildings and start new ones: a few galleries, and farms everywhere else. They prefer
//   sites where the building also appears in the later periods.
// * Galleries train artists while gold is short and schools a few engineers, as many as the farms feed. In
//   the last turns farms train pigs, which count in the end.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <set>

#include "timetravel_types.hpp"

using timetravel::BuildingRecord;
using timetravel::UnitRecord;
using timetravel::View;
using Number = std::int64_t;
/// The coordinates of a tile and its period: x, y, z.
using Place = std::array<Number, 3>;
/// The distance of every tile to the nearest of some goals; tiles that are cut off are missing.
using Field = std::map<Place, Number>;

const Number RADIUS = 10;
const Number PERIODS = 3;
/// The distance of a tile that is cut off.
const Number FAR = 1000;
/// Engineers in each period: buildings of the far past appear in all three.
const Number ENGINEERS[] = {4, 1, 1};
/// Galleries in each period. They train artists; all other ground is for farms.
const Number GALLERIES = 4;
/// Gold in the purse of a period that needs no more artists.
const Number PLENTY = 2000;
/// Gold in the purse of a period whose artists may rest: it pays for the pigs.
const Number SAVINGS = 25000;
/// The last own turns, in which farms train pigs.
const Number HARVEST = 12;
const Number FARM_FOOD = 20;
const std::map<std::string, Number> HUNGER = {{"Pig", 1},      {"Engineer", 3},  {"Artist", 3},
                                              {"Spearman", 5}, {"Artillery", 5}, {"Cavalry", 5}};
const std::map<std::string, Number> UNIT_COST = {{"Pig", 80}, {"Engineer", 75}, {"Artist", 75}};
const std::map<std::string, Number> TRAIN_TURNS = {{"Pig", 1}, {"Engineer", 3}, {"Artist", 3}};
const std::map<std::string, std::string> TRAINS = {
    {"Gallery", "Artist"}, {"School", "Engineer"}, {"Farm", "Pig"}};
const std::map<std::string, Number> BUILDING_COST = {{"Farm", 300}, {"Gallery", 400}};
/// From where a building is built, seen from its corner: its four tiles and the eight along their edges.
const Number AREA[][2] = {{0, 0}, {1, 0}, {0, 1},  {1, 1},  {-1, 0}, {-1, 1},
                          {2, 0}, {2, 1}, {0, -1}, {1, -1}, {0, 2},  {1, 2}};

/// A price or a strength at a level.
Number grown(Number base, double growth, Number level) {
    return static_cast<Number>(static_cast<double>(base) * std::pow(growth, level));
}

Place place(const UnitRecord& unit) { return {unit.x, unit.y, unit.z}; }

std::vector<Place> on_board(const std::vector<Place>& cells) {
    std::vector<Place> inside;
    for (const Place& cell : cells)
        if (std::abs(cell[0]) <= RADIUS && std::abs(cell[1]) <= RADIUS) inside.push_back(cell);
    return inside;
}

std::vector<Place> neighbours(const Place& at) {
    auto [x, y, z] = at;
    return on_board({{x + 1, y, z}, {x - 1, y, z}, {x, y + 1, z}, {x, y - 1, z}});
}

/// The tiles of a building with this corner.
std::vector<Place> footprint(Number x, Number y, Number z) {
    return {{x, y, z}, {x + 1, y, z}, {x, y + 1, z}, {x + 1, y + 1, z}};
}

/// The tiles from which a building with this corner is built.
std::vector<Place> area(Number x, Number y, Number z) {
    std::vector<Place> cells;
    for (const auto& [dx, dy] : AREA) cells.push_back({x + dx, y + dy, z});
    return on_board(cells);
}

Number distance(const Field& field, const Place& cell) {
    auto found = field.find(cell);
    return found == field.end() ? FAR : found->second;
}

/// The least distance of some tiles.
Number least(const Field& field, const std::vector<Place>& cells) {
    Number least = FAR;
    for (const Place& cell : cells) least = std::min(least, distance(field, cell));
    return least;
}

/// The obstacles of the board for own units.
class Ground {
public:
    explicit Ground(const View& view) {
        for (const auto& terrain : view.terrain) {
            if (terrain.blocks_move) closed_.insert({terrain.x, terrain.y, terrain.z});
            if (terrain.blocks_build) taken_.insert({terrain.x, terrain.y, terrain.z});
        }
        for (const auto& portal : view.portals) taken_.insert({portal.x, portal.y, portal.z});
        for (const auto& building : view.buildings)
            for (const Place& cell : footprint(building.x, building.y, building.z)) {
                taken_.insert(cell);
                if (building.owner != view.you) closed_.insert(cell);
            }
        for (const auto& unit : view.units)
            if (unit.owner != view.you) {
                closed_.insert(place(unit));
                taken_.insert(place(unit));
            }
    }

    /// Distances to the nearest goal on foot.
    Field field(const std::vector<Place>& goals) const {
        Field field;
        std::vector<Place> queue;
        auto visit = [&](const Place& cell, Number distance) {
            if (!closed_.count(cell) && field.emplace(cell, distance).second) queue.push_back(cell);
        };
        for (const Place& goal : goals) visit(goal, 0);
        for (std::size_t i = 0; i < queue.size(); ++i) {
            const Place cell = queue[i];
            for (const Place& near : neighbours(cell)) visit(near, field[cell] + 1);
        }
        return field;
    }

    /// The nearest free ground, preferring sites from which the building ripples into later periods.
    std::optional<Place> best_site(const Place& from) const {
        const Field ways = field({from});
        const Number z = from[2];
        std::optional<Place> best;
        Number cheapest = FAR;
        for (Number y = -RADIUS; y < RADIUS; ++y)
            for (Number x = -RADIUS; x < RADIUS; ++x) {
                if (!is_site(x, y, z)) continue;
                Number cost = least(ways, area(x, y, z));
                for (Number later = z + 1; later < PERIODS; ++later)
                    if (!is_site(x, y, later)) cost += 8;
                if (cost < cheapest) {
                    cheapest = cost;
                    best = Place{x, y, z};
                }
            }
        return best;
    }

private:
    /// Tiles closed to own units, and tiles closed to new buildings.
    std::set<Place> closed_, taken_;

    /// Whether all tiles of a footprint are free to build on.
    bool is_site(Number x, Number y, Number z) const {
        for (const Place& cell : footprint(x, y, z))
            if (taken_.count(cell)) return false;
        return true;
    }
};

/// A turn in progress. It writes the effect of small orders into its view, which is far cheaper than looking
/// again.
class Solid {
public:
    explicit Solid(agon::Turn& turn) : turn_(turn), view_(turn.view), ground_(view_) {}

    void play() {
        paint();
        build();
        train();
    }

private:
    agon::Turn& turn_;
    View view_;
    Ground ground_;

    std::vector<UnitRecord*> own_units(const char* kind) {
        std::vector<UnitRecord*> own;
        for (auto& unit : view_.units)
            if (unit.owner == view_.you && unit.type == kind) own.push_back(&unit);
        return own;
    }

    std::vector<BuildingRecord*> own_buildings() {
        std::vector<BuildingRecord*> own;
        for (auto& building : view_.buildings)
            if (building.owner == view_.you) own.push_back(&building);
        return own;
    }

    /// Remaining own turns, including this one.
    Number own_turns_left() const { return (view_.turn_limit - view_.turn + 1) / 2; }

    Number& gold(Number z) { return view_.gold[view_.you][z]; }

    /// One step towards the goals of a field; returns whether it was taken.
    bool walk(UnitRecord& unit, const Field& field) {
        if (unit.moves == 0) return false;
        Place best = place(unit);
        for (const Place& near : neighbours(place(unit)))
            if (distance(field, near) < distance(field, best)) best = near;
        if (best == place(unit)) return false;
        if (!turn_.call(timetravel::calls::move(unit.id, best[0], best[1]))) return false;
        unit.x = best[0];
        unit.y = best[1];
        --unit.moves;
        return true;
    }

    // ------------------------------------------------------------------------------------- the artists

    /// Every artist paints, after walking to a gallery if none is in reach. Artists rest while the purse of
    /// their period holds enough.
    void paint() {
        std::map<Place, Number> galleries;
        std::vector<Place> goals;
        for (const auto& building : view_.buildings)
            if (building.type == "Gallery" && building.complete)
                for (const Place& cell : footprint(building.x, building.y, building.z)) {
                    galleries[cell] = building.level;
                    goals.push_back(cell);
                }
        // Where gold counts in the end, artists never rest.
        const bool can_rest = view_.rules.net_worth == "objects";
        std::vector<UnitRecord*> idle;
        for (UnitRecord* artist : own_units("Artist")) {
            if (can_rest && gold(artist->z) >= SAVINGS) continue;
            if (artist->actions > 0 && !paint_from_here(*artist, galleries)) idle.push_back(artist);
        }
        if (idle.empty()) return;
        const Field field = ground_.field(goals);
        for (UnitRecord* artist : idle)
            while (walk(*artist, field) && !paint_from_here(*artist, galleries)) {
            }
    }

    /// Paints the best gallery in an artist's reach: one whose level is far from the artist's own. Returns
    /// whether there is one.
    bool paint_from_here(UnitRecord& artist, const std::map<Place, Number>& galleries) {
        std::vector<Place> reach = neighbours(place(artist));
        reach.push_back(place(artist));
        std::optional<Place> best;
        Number most = 0;
        for (const Place& cell : reach) {
            auto gallery = galleries.find(cell);
            if (gallery == galleries.end()) continue;
            Number worth = std::abs(gallery->second - artist.level);
            if (!best || worth >= most) {
                best = cell;
                most = worth;
            }
        }
        if (!best) return false;
        agon::Reply reply = turn_.call(timetravel::calls::paint(artist.id, (*best)[0], (*best)[1]));
        if (reply) {
            for (Number z = 0; z < PERIODS; ++z) gold(z) += reply.value()["gold"][z].integer();
            --artist.actions;
        }
        return true;
    }

    // ----------------------------------------------------------------------------------- the engineers

    /// Engineers continue unfinished buildings, and otherwise start the building that is wanted.
    void build() {
        std::vector<Number> ids;
        for (UnitRecord* engineer : own_units("Engineer")) ids.push_back(engineer->id);
        for (Number id : ids)
            // Bounded, because some rules let a build action cost nothing.
            for (int i = 0; i < 40; ++i) {
                UnitRecord* engineer = find(id);
                if (!engineer || engineer->actions == 0 || !work(*engineer)) break;
            }
    }

    UnitRecord* find(Number id) {
        for (auto& unit : view_.units)
            if (unit.id == id) return &unit;
        return nullptr;
    }

    /// One order of an engineer; returns whether it was carried out.
    bool work(UnitRecord& engineer) {
        if (BuildingRecord* unfinished = nearest(engineer))
            return build_at(engineer, unfinished->x, unfinished->y, std::nullopt);
        const std::string kind = wanted_building(engineer.z);
        const bool is_at_level = view_.rules.building_price == "at_level";
        const Number price = grown(BUILDING_COST.at(kind), 1.05, is_at_level ? engineer.level : 0);
        if (gold(engineer.z) < price) return false;
        const auto site = ground_.best_site(place(engineer));
        return site && build_at(engineer, (*site)[0], (*site)[1], kind);
    }

    /// Farms while food is short, then a few galleries, then farms again.
    std::string wanted_building(Number z) {
        Number galleries = 0;
        for (const BuildingRecord* building : own_buildings())
            if (building->z == z && building->type == "Gallery") ++galleries;
        return spare_food(z) >= 9 && galleries < GALLERIES ? "Gallery" : "Farm";
    }

    /// The unfinished building of the period to which an engineer is nearest.
    BuildingRecord* nearest(const UnitRecord& engineer) {
        std::optional<Field> field;
        BuildingRecord* best = nullptr;
        Number shortest = FAR;
        for (BuildingRecord* building : own_buildings()) {
            if (building->complete || building->z != engineer.z) continue;
            if (!field) field = ground_.field({place(engineer)});
            Number way = least(*field, footprint(building->x, building->y, building->z));
            if (way < shortest) {
                shortest = way;
                best = building;
            }
        }
        return best;
    }

    /// Works on a building, or walks to it; returns whether an order was carried out.
    bool build_at(UnitRecord& engineer, Number x, Number y, const std::optional<std::string>& kind) {
        const std::vector<Place> spots = area(x, y, engineer.z);
        if (std::find(spots.begin(), spots.end(), place(engineer)) == spots.end())
            return walk(engineer, ground_.field(spots));
        if (!turn_.call(timetravel::calls::build(engineer.id, x, y, kind))) return false;
        // A finished building appears in later periods and changes much: look again.
        view_ = View(turn_.look());
        ground_ = Ground(view_);
        return true;
    }

    // ------------------------------------------------------------------------------------ the training

    /// Trains artists first, then engineers, and at harvest time pigs; all of them only where they can be
    /// fed.
    void train() {
        const Number left = own_turns_left();
        Number spare[PERIODS], engineers[PERIODS] = {};
        for (Number z = 0; z < PERIODS; ++z) spare[z] = spare_food(z);
        for (const UnitRecord* engineer : own_units("Engineer")) ++engineers[engineer->z];
        for (const BuildingRecord* building : own_buildings())
            engineers[building->z] += building->training == "Engineer";
        std::vector<const BuildingRecord*> idle;
        // Artists first, because they pay for everything else.
        for (const char* home : {"Gallery", "School", "Farm"})
            for (const BuildingRecord* building : own_buildings())
                if (building->type == home && building->complete && !building->training)
                    idle.push_back(building);
        for (const BuildingRecord* building : idle) {
            const std::string& kind = TRAINS.at(building->type);
            const Number z = building->z;
            bool is_wanted = left <= HARVEST;
            if (kind == "Artist") is_wanted = gold(z) < PLENTY;
            if (kind == "Engineer") is_wanted = engineers[z] < ENGINEERS[z];
            const bool is_in_time = left > TRAIN_TURNS.at(kind);
            const bool is_fed = spare[z] >= HUNGER.at(kind);
            const bool is_affordable = gold(z) >= grown(UNIT_COST.at(kind), 1.05, building->level);
            if (!is_wanted || !is_in_time || !is_fed || !is_affordable) continue;
            agon::Reply reply = turn_.call(timetravel::calls::train(building->id, kind));
            if (!reply) continue;
            gold(z) -= reply.value()["price"].integer();
            spare[z] -= HUNGER.at(kind);
            engineers[z] += kind == "Engineer";
        }
    }

    /// Spare food in a period once all units in training have appeared.
    Number spare_food(Number z) {
        Number food = 0;
        for (const auto& unit : view_.units)
            if (unit.owner == view_.you && unit.z == z) food -= HUNGER.at(unit.type);
        for (const BuildingRecord* building : own_buildings()) {
            if (building->z != z) continue;
            if (building->type == "Farm" && building->complete)
                food += grown(FARM_FOOD, 1.15, building->level);
            if (building->training) food -= HUNGER.at(*building->training);
        }
        return food;
    }
};

int main() {
    return agon::run([](agon::Turn& turn) { Solid(turn).play(); });
}
