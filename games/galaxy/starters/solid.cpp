// A solid bot for Galaxy Commander: plays like `builtin:solid`.
//
// It looks two wormholes far and flies to the system that costs the least to reach and to capture. It keeps
// no map; it only counts how often it was in each system, to leave a region that is all its own.
#include <algorithm>
#include <tuple>

#include "galaxy_types.hpp"

using galaxy::SeenSystem;
using galaxy::View;
using Number = std::int64_t;

const Number ACTIONS_PER_TURN = 3;
/// A scan of this energy shows the neighbours of the neighbours, too.
const Number SCAN_ENERGY = 1;
/// A store of at least this much energy is worth the action that empties it.
const Number REFUEL_STORE_MIN = 3;

/// A wormhole whose end is in sight.
struct Way {
    const SeenSystem* to;
    Number cost;
};

const SeenSystem* find(const View& view, const std::string& name) {
    for (const auto& system : view.systems)
        if (system.name == name) return &system;
    return nullptr;
}

/// The wormholes of a system whose ends are in sight.
std::vector<Way> ends(const View& view, const SeenSystem& of) {
    std::vector<Way> ways;
    for (const auto& wormhole : of.wormholes) {
        const SeenSystem* to = wormhole.to ? find(view, *wormhole.to) : nullptr;
        if (to) ways.push_back({to, wormhole.cost});
    }
    return ways;
}

void continue_capture(Number actions, agon::Turn& turn) {
    for (Number i = 0; i < std::min(actions, ACTIONS_PER_TURN); ++i) turn.call("continue_capture");
}

/// Captures a system: as much with energy as possible, the rest with the actions of this turn.
void capture(Number energy, const SeenSystem& system, Number actions, agon::Turn& turn) {
    Number paid = std::max<Number>(std::min(energy, system.capture_cost - 1), 0);
    turn.call("capture", paid);
    Number left = system.capture_cost - 1 - paid;
    continue_capture(std::min(left, actions - 1), turn);
}

class Solid {
public:
    void play(agon::Turn& turn) {
        const View view(turn.view);
        const SeenSystem* here = find(view, view.current);
        if (!here) return;
        ++visits_[here->name];
        if (view.capture_actions_left) return continue_capture(*view.capture_actions_left, turn);

        Number actions_left = ACTIONS_PER_TURN;
        if (view.scan_energy < SCAN_ENERGY && view.energy > SCAN_ENERGY) {
            turn.call("set_scan", SCAN_ENERGY);
            --actions_left;
        }
        if (here->owner != view.colour) return capture(view.energy, *here, actions_left, turn);

        // The system is ours: take its energy, fly on, and begin to capture the next one at once.
        Number energy = view.energy;
        if (here->energy >= REFUEL_STORE_MIN) {
            turn.call("refuel");
            energy += here->energy;
            --actions_left;
        }
        std::optional<Way> next = next_system(view, *here);
        if (!next || actions_left == 0 || next->cost > energy) return;
        turn.line(here->name, next->to->name);
        turn.call("move", next->to->name);
        --actions_left;
        if (actions_left > 0 && next->to->owner != view.colour)
            capture(energy - next->cost, *next->to, actions_left, turn);
    }

private:
    /// How often a turn began in each system.
    std::map<std::string, int> visits_;

    /// The neighbour to fly to, and the cost of the wormhole: towards the cheapest system within two
    /// wormholes that is not ours; without one, the neighbour that was visited least.
    std::optional<Way> next_system(const View& view, const SeenSystem& here) {
        std::optional<Way> best;
        Number least = INT64_MAX;
        for (const Way& first : ends(view, here)) {
            // Every wormhole also costs one action.
            Number total = INT64_MAX;
            if (first.to->owner != view.colour) total = first.cost + 1 + first.to->capture_cost;
            for (const Way& second : ends(view, *first.to))
                if (second.to->owner != view.colour)
                    total = std::min(total, first.cost + second.cost + 2 + second.to->capture_cost);
            if (total < least) {
                least = total;
                best = first;
            }
        }
        if (best) return best;
        auto rank = [&](const Way& way) { return std::make_tuple(visits_[way.to->name], way.cost); };
        for (const Way& way : ends(view, here))
            if (!best || rank(way) < rank(*best)) best = way;
        return best;
    }
};

int main() {
    Solid solid;
    return agon::run([&](agon::Turn& turn) { solid.play(turn); });
}
