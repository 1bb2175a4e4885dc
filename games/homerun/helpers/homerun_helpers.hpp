// Helpers for bots of Home Run: tiles with their coordinates, distances, neighbours, ways.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <set>
#include <tuple>

#include "homerun_types.hpp"

namespace homerun {

/// A tile in sight: x grows to the east, y to the north.
struct Place {
    std::int64_t x, y;
    char tile;
};

/// The tiles around a unit in the order of `view.tiles`, as x and y.
inline const std::vector<std::pair<int, int>>& around() {
    static const auto all = [] {
        std::vector<std::pair<int, int>> all;
        for (int x = -8; x <= 8; ++x)
            for (int y = -8; y <= 8; ++y)
                if (x * x + y * y <= 64) all.emplace_back(x, y);
        std::sort(all.begin(), all.end(), [](auto a, auto b) {
            auto key = [](auto p) {
                return std::make_tuple(p.first * p.first + p.second * p.second, p.first, p.second);
            };
            return key(a) < key(b);
        });
        return all;
    }();
    return all;
}

/// The tiles in sight with their coordinates, the own one first.
inline std::vector<Place> places(const View& view) {
    std::vector<Place> all;
    for (std::size_t i = 0; i < view.tiles.size(); ++i) {
        auto [dx, dy] = around().at(i);
        all.push_back({view.me.at.at(0) + dx, view.me.at.at(1) + dy, view.tiles[i]});
    }
    return all;
}

/// The squared distance of two tiles, as the rules measure sight.
inline std::int64_t distance_squared(const Location& a, const Location& b) {
    auto dx = a.at(0) - b.at(0), dy = a.at(1) - b.at(1);
    return dx * dx + dy * dy;
}

/// The tile beside `at` in a direction such as NORTH.
inline Location neighbour(const Location& at, const std::string& direction) {
    auto has = [&](const char* part) { return direction.find(part) != std::string::npos; };
    return {at.at(0) + has("EAST") - has("WEST"), at.at(1) + has("NORTH") - has("SOUTH")};
}

/// The eight directions.
inline const std::vector<std::string>& directions() {
    static const std::vector<std::string> all{"NORTH", "NORTHWEST", "WEST", "SOUTHWEST",
                                              "SOUTH", "SOUTHEAST", "EAST", "NORTHEAST"};
    return all;
}

/// The steps between two tiles if nothing is in the way.
inline std::int64_t distance(const Location& a, const Location& b) {
    return std::max(std::abs(a.at(0) - b.at(0)), std::abs(a.at(1) - b.at(1)));
}

/// The direction from a tile to one beside it; nothing for all other tiles.
inline std::optional<std::string> direction(const Location& a, const Location& b) {
    for (const auto& name : directions())
        if (neighbour(a, name) == b) return name;
    return std::nullopt;
}

/// A tile and the cost of going there.
using Step = std::pair<Location, std::int64_t>;

namespace detail {

/// The tiles in sight that are accessible: no water, and without a unit or a ball.
inline std::set<Location> open_tiles(const View& view) {
    std::set<Location> open;
    for (const auto& [x, y, tile] : places(view))
        if (tile == '.' || tile == 'b' || tile == 's') open.insert({x, y});
    open.erase(view.me.at);
    for (const auto& unit : view.units) open.erase(unit.at);
    for (const auto& ball : view.balls) open.erase(ball);
    return open;
}

inline std::vector<Step> beside(const std::set<Location>& open, const Location& at) {
    std::vector<Step> all;
    for (const auto& name : directions()) {
        const auto to = neighbour(at, name);
        if (open.count(to)) all.emplace_back(to, to[0] != at[0] && to[1] != at[1] ? 14142 : 10000);
    }
    return all;
}

}  // namespace detail

/// The accessible tiles in sight beside `at`, each with its cost in cooldown, for `agon::path`: a straight
/// step costs 10000, a diagonal one 14142.
inline std::vector<Step> neighbours(const View& view, const Location& at) {
    return detail::beside(detail::open_tiles(view), at);
}

/// The quickest way over the tiles in sight, both ends included; empty if there is none.
inline std::vector<Location> way(const View& view, const Location& start, const Location& goal) {
    const auto open = detail::open_tiles(view);
    return agon::path(
        start, [&](const Location& at) { return at == goal; },
        [&](const Location& at) { return detail::beside(open, at); });
}

}  // namespace homerun
