// Helpers for bots of Time Travel: tiles that units can enter, distances, neighbours, ways.
#pragma once

#include <cstdlib>
#include <set>

#include "timetravel_types.hpp"

namespace timetravel {

/// The coordinates of a tile and its period: x, y, z.
using Place = std::vector<std::int64_t>;

/// The greatest x and y; the least are -10.
constexpr std::int64_t EDGE = 10;

namespace detail {

/// The tiles with terrain that blocks steps, with enemies, and if the rules say so with portals.
inline std::set<Place> closed_tiles(const View& view) {
    std::set<Place> closed;
    for (const auto& one : view.terrain)
        if (one.blocks_move) closed.insert({one.x, one.y, one.z});
    for (const auto& unit : view.units)
        if (unit.owner != view.you) closed.insert({unit.x, unit.y, unit.z});
    for (const auto& house : view.buildings)
        for (std::int64_t corner = 0; corner < 4 && house.owner != view.you; ++corner)
            closed.insert({house.x + corner % 2, house.y + corner / 2, house.z});
    for (const auto& portal : view.portals)
        if (!view.rules.units_on_portals) closed.insert({portal.x, portal.y, portal.z});
    return closed;
}

inline std::vector<std::pair<Place, std::int64_t>> beside(const std::set<Place>& closed, const Place& at) {
    const auto x = at.at(0), y = at.at(1), z = at.at(2);
    std::vector<std::pair<Place, std::int64_t>> all;
    for (const Place& to : {Place{x + 1, y, z}, Place{x - 1, y, z}, Place{x, y + 1, z}, Place{x, y - 1, z}})
        if (std::abs(to[0]) <= EDGE && std::abs(to[1]) <= EDGE && !closed.count(to)) all.emplace_back(to, 1);
    return all;
}

}  // namespace detail

/// The tiles that own units can enter by z, y, then x.
inline std::vector<Place> places(const View& view) {
    const auto closed = detail::closed_tiles(view);
    std::vector<Place> all;
    for (std::int64_t z = 0; z < 3; ++z)
        for (auto y = -EDGE; y <= EDGE; ++y)
            for (auto x = -EDGE; x <= EDGE; ++x)
                if (!closed.count({x, y, z})) all.push_back({x, y, z});
    return all;
}

/// The steps between two tiles of one period if nothing is in the way; attacks measure in the same way.
inline std::int64_t distance(const Place& a, const Place& b) {
    return std::abs(a.at(0) - b.at(0)) + std::abs(a.at(1) - b.at(1));
}

/// The tiles that an own unit can step to from `at`, each with its cost, 1, for `agon::path`.
inline std::vector<std::pair<Place, std::int64_t>> neighbours(const View& view, const Place& at) {
    return detail::beside(detail::closed_tiles(view), at);
}

/// A shortest way within one period, both ends included; empty if there is none.
inline std::vector<Place> way(const View& view, const Place& start, const Place& goal) {
    const auto closed = detail::closed_tiles(view);
    return agon::path(
        start, [&](const Place& at) { return at == goal; },
        [&](const Place& at) { return detail::beside(closed, at); });
}

}  // namespace timetravel
