// A first bot for Asterobots.
//
// It selects veins that build many robots. Then every vein of ours that is strong enough conquers the
// weakest vein it can.
#include <algorithm>

#include "agon.hpp"

using agon::Json;

void select(agon::Turn& turn) {
    auto promise = [](const Json& vein) { return vein["robot_productivity"].integer(); };
    Json best;
    for (const auto& vein : turn.view["veins"])
        if (vein["owner"] == -1 && promise(vein) > promise(best)) best = vein;
    turn.call("select", best["location"]);
}

agon::Spot spot(const Json& vein) {
    const Json& at = vein["location"];
    return {at[0].integer(), at[1].integer()};
}

void play(agon::Turn& turn) {
    const Json& view = turn.view;
    if (view["phase"] == "select") return select(turn);

    std::vector<Json> targets;
    for (const auto& vein : view["veins"])
        if (vein["owner"] != view["me"]) targets.push_back(vein);
    std::sort(targets.begin(), targets.end(),
              [](const Json& a, const Json& b) { return a["robots"].integer() < b["robots"].integer(); });
    std::size_t next = 0;
    for (const auto& vein : view["veins"]) {
        if (vein["owner"] != view["me"] || next == targets.size()) continue;
        const Json& target = targets[next];
        // Some more than live there now, because robots are built while ours are on their way.
        auto robots = target["robots"].integer() + 20;
        if (vein["robots"].integer() < robots) continue;
        turn.call("launch", {{"robots", robots}, {"from", vein["location"]}, {"to", target["location"]}});
        turn.line(spot(vein), spot(target));
        ++next;
    }
}

int main() { return agon::run(play); }
