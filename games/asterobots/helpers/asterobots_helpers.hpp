// Helpers for bots of Asterobots: vertices of the field, distances, neighbours, ways.
#pragma once

#include <algorithm>
#include <cstdlib>

#include "asterobots_types.hpp"

namespace asterobots {

namespace detail {

/// The first and the last column of a row.
inline std::pair<std::int64_t, std::int64_t> columns(std::int64_t size, std::int64_t y) {
    const auto cut = y >= 1 ? y - 1 : -y;
    return {2 - 2 * size + cut, 2 * size - cut};
}

}  // namespace detail

/// All vertices of the field by y, then x.
inline std::vector<Point> places(const View& view) {
    const auto size = view.setting.map_size;
    std::vector<Point> all;
    for (auto y = 1 - size; y <= size; ++y) {
        const auto [first, last] = detail::columns(size, y);
        for (auto x = first; x <= last; ++x) all.push_back({x, y});
    }
    return all;
}

/// The edges between two vertices.
inline std::int64_t distance(const Point& a, const Point& b) {
    const auto& upper = a.at(1) <= b.at(1) ? a : b;
    const auto wide = std::abs(a.at(0) - b.at(0)), high = std::abs(a.at(1) - b.at(1));
    if (high == 0) return wide;
    const bool is_upward = (upper[0] + upper[1]) % 2 == 0;
    const auto stairs = std::max(wide, high - (is_upward ? 1 : 0));
    return high + stairs + (stairs - wide) % 2;
}

/// The vertices beside `at`, each with its cost, 1, for `agon::path`.
inline std::vector<std::pair<Point, std::int64_t>> neighbours(const View& view, const Point& at) {
    const auto size = view.setting.map_size, x = at.at(0), y = at.at(1);
    std::vector<std::pair<Point, std::int64_t>> all;
    for (const Point& to : {Point{x - 1, y}, Point{x + 1, y}, Point{x, (x + y) % 2 == 0 ? y + 1 : y - 1}}) {
        const auto [first, last] = detail::columns(size, to[1]);
        if (to[1] >= 1 - size && to[1] <= size && to[0] >= first && to[0] <= last) all.emplace_back(to, 1);
    }
    return all;
}

/// A shortest way, both ends included. The question `path` tells which one a plain launch takes.
inline std::vector<Point> way(const View& view, const Point& start, const Point& goal) {
    return agon::path(
        start, [&](const Point& at) { return at == goal; },
        [&](const Point& at) { return neighbours(view, at); });
}

}  // namespace asterobots
