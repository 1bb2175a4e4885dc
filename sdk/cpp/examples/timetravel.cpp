// Time Travel: paint for gold, grow in the far past, and be worth more in the end.
//
// * Artists paint the gallery they stand on or beside; others walk back to one.
// * Engineers of the far past build farms and now and then a gallery: what is finished there appears in
//   the later periods too, one level better.
// * Galleries train artists and the school of the far past engineers until there are enough. Farms spend
//   the rest on pigs, which are worth a lot at the end and eat little. No unit is trained that the farms of
//   the period cannot feed.
//
// Orders that are not possible are refused and cost nothing, so the bot simply tries.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

#include "agon.hpp"

using agon::Json;

const int FAR_PAST = 0;
const std::map<std::string, int> HUNGER = {{"Pig", 1},      {"Engineer", 3},  {"Artist", 3},
                                           {"Spearman", 5}, {"Artillery", 5}, {"Cavalry", 5}};
const std::map<std::string, std::string> TRAINS = {
    {"Gallery", "Artist"}, {"School", "Engineer"}, {"Farm", "Pig"}};

/// A place in one period.
struct Place {
    int x, y;
};

Place place(const Json& thing) {
    int x = thing["x"].integer(), y = thing["y"].integer();
    return {x, y};
}
int gap(Place a, Place b) { return std::abs(a.x - b.x) + std::abs(a.y - b.y); }

/// Our own things of a list.
std::vector<Json> own(const Json& view, const char* list) {
    std::vector<Json> mine;
    for (const auto& thing : view[list])
        if (thing["owner"] == view["you"]) mine.push_back(thing);
    return mine;
}

class Player {
public:
    explicit Player(agon::Turn& turn)
        : turn_(turn), mine_(own(turn.view, "buildings")), units_(own(turn.view, "units")) {}

    void play() {
        for (const Json& unit : units_) {
            if (unit["type"] == "Artist") paint(unit);
            if (unit["type"] == "Engineer" && unit["z"] == FAR_PAST) build(unit);
        }
        for (int period = 0; period < 3; ++period) train(period);
    }

private:
    agon::Turn& turn_;
    std::vector<Json> mine_, units_;

    void paint(const Json& artist) {
        Place here = place(artist);
        const Json* nearest = nullptr;
        for (const Json& b : mine_) {
            if (b["type"] != "Gallery" || !b["complete"].boolean() || b["z"] != artist["z"]) continue;
            if (!nearest || gap(here, place(b)) < gap(here, place(*nearest))) nearest = &b;
        }
        if (!nearest) return;
        Place at = place(*nearest);
        if (turn_.call("paint", {{"unit", artist["id"]}, {"x", at.x}, {"y", at.y}}))
            turn_.dot({here.x, here.y, artist["z"].integer()});
        else
            walk(artist, at);
    }

    void build(const Json& engineer) {
        Place here = place(engineer), site = free_site(here);
        const Json* begun = nullptr;
        int farms = 0, galleries = 0;
        for (const Json& b : mine_) {
            farms += b["type"] == "Farm";
            galleries += b["type"] == "Gallery";
            if (b["z"] != FAR_PAST || b["complete"].boolean()) continue;
            if (!begun || gap(here, place(b)) < gap(here, place(*begun))) begun = &b;
        }
        if (begun)
            site = place(*begun);
        else if (turn_.view["gold"][turn_.view["you"].integer()][FAR_PAST].integer() < 400)
            return;
        const char* type = farms > 4 * galleries ? "Gallery" : "Farm";
        Json order = agon::call(
            "build", {{"unit", engineer["id"]}, {"x", site.x}, {"y", site.y}, {"type", type}});
        if (!turn_.call(order)) {
            walk(engineer, site);
            turn_.call(order);
        }
    }

    /// The corner of the nearest two by two tiles of the far past on which one can build.
    Place free_site(Place here) const {
        std::set<std::pair<int, int>> blocked;
        auto block = [&](const Json& thing, int size) {
            if (thing["z"] != FAR_PAST) return;
            for (int i = 0; i < size * size; ++i)
                blocked.insert({thing["x"].integer() + i % size, thing["y"].integer() + i / size});
        };
        for (const auto& building : turn_.view["buildings"]) block(building, 2);
        for (const auto& portal : turn_.view["portals"]) block(portal, 1);
        for (const auto& terrain : turn_.view["terrain"])
            if (terrain["blocks_build"].boolean()) block(terrain, 1);
        Place best{100, 100};
        for (int x = -10; x < 10; ++x)
            for (int y = -10; y < 10; ++y) {
                bool free = !blocked.count({x, y}) && !blocked.count({x + 1, y}) &&
                            !blocked.count({x, y + 1}) && !blocked.count({x + 1, y + 1});
                if (free && gap(here, {x, y}) < gap(here, best)) best = {x, y};
            }
        return best;
    }

    /// Walks closer and keeps one move for the work.
    void walk(const Json& unit, Place goal) {
        Place at = place(unit);
        int moves = unit["moves"].integer();
        for (int move = 0; move < std::max(1, moves - 1); ++move) {
            Place steps[4] = {{at.x, at.y + 1}, {at.x + 1, at.y}, {at.x, at.y - 1}, {at.x - 1, at.y}};
            std::stable_sort(steps, steps + 4, [&](Place a, Place b) { return gap(a, goal) < gap(b, goal); });
            for (int i = 0; i < 3; ++i) {
                if (turn_.call("move", {{"unit", unit["id"]}, {"x", steps[i].x}, {"y", steps[i].y}})) {
                    at = steps[i];
                    break;
                }
            }
        }
    }

    void train(int period) {
        std::map<std::string, int> there;
        double food = 0;
        for (const Json& unit : units_)
            if (unit["z"] == period) ++there[unit["type"].text()];
        for (const Json& b : mine_) {
            if (b["z"] != period || !b["complete"].boolean()) continue;
            if (b["type"] == "Farm") food += std::floor(20 * std::pow(1.15, b["level"].number()));
            if (!b["training"].is_null()) ++there[b["training"].text()];
        }
        for (const auto& [kind, number] : there) food -= HUNGER.at(kind) * number;
        std::map<std::string, int> enough = {
            {"Artist", 4}, {"Engineer", period == FAR_PAST ? 3 : 1}, {"Pig", 99}};
        for (const Json& b : mine_) {
            auto trains = TRAINS.find(b["type"].text());
            bool free = b["z"] == period && b["complete"].boolean() && b["training"].is_null();
            if (!free || trains == TRAINS.end()) continue;
            const std::string& kind = trains->second;
            if (food < HUNGER.at(kind) || there[kind] >= enough[kind]) continue;
            if (turn_.call("train", {{"building", b["id"]}, {"type", kind}})) {
                ++there[kind];
                food -= HUNGER.at(kind);
            }
        }
    }
};

int main() {
    return agon::run([](agon::Turn& turn) { Player(turn).play(); });
}
