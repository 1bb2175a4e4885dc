// Helpers for bots of Mars Makeover: tiles with their coordinates, distances, neighbours, ways.
#pragma once

#include <algorithm>
#include <cstdlib>

#include "mars_types.hpp"

namespace mars {

/// The row and the column of a tile.
using Tile = std::vector<std::int64_t>;

/// A tile that the team has seen.
struct Place {
    std::int64_t row, col;
    char tile;
};

/// What each direction adds to row and column.
inline const std::vector<std::pair<std::string, Tile>>& steps() {
    static const std::vector<std::pair<std::string, Tile>> all{
        {"UP", {-1, 0}},  {"UP_RIGHT", {-1, 1}},  {"RIGHT", {0, 1}}, {"DOWN_RIGHT", {1, 1}},
        {"DOWN", {1, 0}}, {"DOWN_LEFT", {1, -1}}, {"LEFT", {0, -1}}, {"UP_LEFT", {-1, -1}},
    };
    return all;
}

/// The tiles that the team has seen with their coordinates.
inline std::vector<Place> places(const View& view) {
    std::vector<Place> all;
    std::int64_t row = 0;
    for (const auto& tiles : view.tiles) {
        std::int64_t col = 0;
        for (char tile : tiles) {
            if (tile != '#') all.push_back({row, col, tile});
            ++col;
        }
        ++row;
    }
    return all;
}

/// The steps between two tiles if nothing is in the way.
inline std::int64_t distance(const Tile& a, const Tile& b) {
    return std::max(std::abs(a.at(0) - b.at(0)), std::abs(a.at(1) - b.at(1)));
}

/// The tile beside `at` in a direction such as UP.
inline Tile neighbour(const Tile& at, const std::string& direction) {
    for (const auto& [name, step] : steps())
        if (name == direction) return {at.at(0) + step[0], at.at(1) + step[1]};
    throw std::invalid_argument("there is no direction " + direction);
}

/// The direction from a tile to one beside it; nothing for all other tiles.
inline std::optional<std::string> direction(const Tile& a, const Tile& b) {
    for (const auto& [name, step] : steps())
        if (neighbour(a, name) == b) return name;
    return std::nullopt;
}

/// The seen tiles beside `at` that are not rock, each with its cost, 1, for `agon::path`.
inline std::vector<std::pair<Tile, std::int64_t>> neighbours(const View& view, const Tile& at) {
    std::vector<std::pair<Tile, std::int64_t>> all;
    const auto rows = static_cast<std::int64_t>(view.tiles.size());
    for (const auto& [name, step] : steps()) {
        const Tile to = neighbour(at, name);
        if (to[0] < 0 || to[0] >= rows || to[1] < 0) continue;
        const auto& row = view.tiles[static_cast<std::size_t>(to[0])];
        const auto col = static_cast<std::size_t>(to[1]);
        if (col < row.size() && row[col] != '#' && row[col] != 'I') all.emplace_back(to, 1);
    }
    return all;
}

/// A shortest way through seen land, both ends included, past any robots; empty if there is none.
inline std::vector<Tile> way(const View& view, const Tile& start, const Tile& goal) {
    return agon::path(
        start, [&](const Tile& at) { return at == goal; },
        [&](const Tile& at) { return neighbours(view, at); });
}

}  // namespace mars
