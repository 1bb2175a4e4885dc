// A first bot for Galaxy Commander.
//
// It captures the system it is in. When that is done it takes the energy stored there and flies on through
// the cheapest wormhole, if possible to a system that is not ours.
#include <algorithm>

#include "agon.hpp"

using agon::Json;

/// The system of this name, or null.
Json find(const Json& view, const Json& name) {
    for (const auto& system : view["systems"])
        if (system["name"] == name) return system;
    return nullptr;
}

void play(agon::Turn& turn) {
    const Json& view = turn.view;
    Json here = find(view, view["current"]);
    if (here["owner"] != view["colour"]) {
        if (view["capture_actions_left"].is_null())
            turn.call("capture", std::min(view["energy"].integer(), here["capture_cost"].integer() - 1));
        while (turn.call("continue_capture")) {
        }  // until the three actions of this turn are used up
        return;
    }

    turn.call("refuel");
    Json best;
    std::int64_t least = INT64_MAX;
    for (const auto& wormhole : here["wormholes"]) {
        if (wormhole["to"].is_null()) continue;
        bool ours = find(view, wormhole["to"])["owner"] == view["colour"];
        auto price = wormhole["cost"].integer() + (ours ? 1000 : 0);
        if (price < least) {
            least = price;
            best = wormhole["to"];
        }
    }
    if (!best.is_null()) {
        turn.line(here["name"].text(), best.text());
        turn.call("move", best);
    }
}

int main() { return agon::run(play); }
