// Helpers for bots of Galaxy Commander: systems by name, distances, neighbours, ways.
#pragma once

#include <algorithm>

#include "galaxy_types.hpp"

namespace galaxy {

/// The systems within the scan by name.
inline std::vector<std::pair<std::string, SeenSystem>> places(const View& view) {
    std::vector<std::pair<std::string, SeenSystem>> all;
    for (const auto& system : view.systems) all.emplace_back(system.name, system);
    return all;
}

/// A system and the cost of going there.
using Step = std::pair<std::string, std::int64_t>;

/// The systems at the ends of a system's wormholes with their costs, for `agon::path`.
inline std::vector<Step> neighbours(const View& view, const std::string& name) {
    std::vector<Step> all;
    for (const auto& system : view.systems)
        if (system.name == name)
            for (const auto& hole : system.wormholes)
                if (hole.to) all.emplace_back(*hole.to, hole.cost);
    return all;
}

/// The cheapest way through the wormholes in sight, both ends included; empty if there is none.
inline std::vector<std::string> way(const View& view, const std::string& start, const std::string& goal) {
    return agon::path(
        start, [&](const std::string& name) { return name == goal; },
        [&](const std::string& name) { return neighbours(view, name); });
}

/// What the cheapest way costs; nothing if there is no way in sight.
inline std::optional<std::int64_t> distance(const View& view, const std::string& start,
                                            const std::string& goal) {
    const auto found = way(view, start, goal);
    if (found.empty()) return std::nullopt;
    std::int64_t sum = 0;
    for (std::size_t i = 0; i + 1 < found.size(); ++i) {
        std::optional<std::int64_t> least;
        for (const auto& [to, cost] : neighbours(view, found[i]))
            if (to == found[i + 1]) least = std::min(cost, least.value_or(cost));
        sum += least.value_or(0);
    }
    return sum;
}

}  // namespace galaxy
