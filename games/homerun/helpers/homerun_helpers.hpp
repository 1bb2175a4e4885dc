// Helpers for bots of Home Run: tiles with their coordinates, distances, neighbours.
#pragma once

#include <algorithm>
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

}  // namespace homerun
