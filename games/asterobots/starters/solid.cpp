// A solid bot for Asterobots: plays like `builtin:solid`.
//
// Every vein attacks the foreign vein that pays for itself soonest, as soon as it has enough robots for it. It
// counts the robots that the target builds until the squad arrives, but no other squads, and leaves only a
// few robots at home.
#include <algorithm>
#include <array>
#include <set>
#include <tuple>

#include "asterobots_helpers.hpp"
#include "asterobots_types.hpp"

using asterobots::distance;
using asterobots::Point;
using asterobots::VeinView;
using asterobots::View;
using Number = std::int64_t;
/// Numbers in the order of the materials.
using Amounts = std::array<Number, 3>;

const Number ALIENS = -1;
const char* const MATERIALS[] = {"gas", "stone", "metal"};
/// Robots that stay in a vein.
const Number STAY_HOME = 10;
/// Robots sent to a player's vein beyond those that it will have.
const Number SPARE = 10;
/// When veins are selected: how many robots another vein next to one is worth, depending on its owner.
const double FREE_NEIGHBOUR = 20, OWN_NEIGHBOUR = 150, RIVAL_NEIGHBOUR = 300;
/// A stock above this is sold.
const Number SELL_ABOVE = 700;

Amounts amounts(const asterobots::ByMaterial& of) { return {of.gas, of.stone, of.metal}; }

double worth(const View& view, const VeinView& vein) {
    double worth = static_cast<double>(vein.robots + 12 * vein.robot_productivity);
    for (const VeinView& other : view.veins) {
        if (&other == &vein) continue;
        const double nearness = 1.0 / static_cast<double>(distance(vein.location, other.location));
        if (other.owner == ALIENS)
            worth += FREE_NEIGHBOUR * nearness;
        else if (other.owner == view.me)
            worth += OWN_NEIGHBOUR * nearness;
        else
            worth -= RIVAL_NEIGHBOUR * nearness;
    }
    return worth;
}

/// Selects a vein with many robots, far from rivals, with free veins around it; the second one near the first.
void select(agon::Turn& turn, const View& view) {
    const VeinView* best = nullptr;
    double most = 0;
    for (const VeinView& vein : view.veins) {
        if (vein.owner != ALIENS) continue;
        const double now = worth(view, vein);
        if (!best || now >= most) {
            best = &vein;
            most = now;
        }
    }
    if (best) turn.call(asterobots::calls::select(best->location));
}

/// The robots it takes to conquer a vein from another one.
Number price(const VeinView& from, const VeinView& to) {
    if (to.owner == ALIENS) return to.robots + 1;
    return to.robots + distance(from.location, to.location) * to.robot_productivity + SPARE;
}

/// The foreign vein whose conquest pays for itself soonest: after the way, and the time to build its price.
const VeinView* target(const View& view, const VeinView& from, const std::set<Point>& taken) {
    const VeinView* best = nullptr;
    Number least = 0;
    for (const VeinView& to : view.veins) {
        if (to.owner == view.me || taken.count(to.location)) continue;
        const Number turns = distance(from.location, to.location);
        const Number delay = turns + price(from, to) / std::max<Number>(to.initial_robot_productivity, 1);
        if (!best || delay < least) {
            best = &to;
            least = delay;
        }
    }
    return best;
}

/// Each vein attacks the vein that pays for itself soonest. A vein that another squad of ours is flying to is
/// left to that squad.
void attack(agon::Turn& turn, const View& view) {
    std::set<Point> taken;
    for (const auto& squad : view.squads)
        if (squad.owner == view.me) taken.insert(squad.path.back());
    for (const VeinView& from : view.veins) {
        if (from.owner != view.me) continue;
        const VeinView* to = target(view, from, taken);
        if (!to || from.robots - price(from, *to) < STAY_HOME) continue;
        turn.call(asterobots::calls::launch(price(from, *to), from.location, to->location));
        taken.insert(to->location);
    }
}

/// Sells what upgrades do not need.
void sell(agon::Turn& turn, const View& view) {
    const Amounts stock = amounts(view.players[view.me].materials);
    for (int m = 0; m < 3; ++m)
        if (stock[m] > SELL_ABOVE)
            turn.call(asterobots::calls::sell_to_alien(MATERIALS[m], stock[m] - SELL_ABOVE));
}

/// Raises the robot rank of the vein with the lowest rank; buys what is missing from the aliens.
void upgrade(agon::Turn& turn, const View& view) {
    const auto& me = view.players[view.me];
    auto rank = [](const VeinView& vein) { return std::make_tuple(vein.robot_rank, -vein.robot_productivity); };
    const VeinView* vein = nullptr;
    for (const VeinView& own : view.veins)
        if (own.owner == view.me && (!vein || rank(own) < rank(*vein))) vein = &own;
    const auto& costs = view.setting.upgrade_robot;
    if (!vein || vein->robot_rank > static_cast<Number>(costs.size())) return;
    Amounts missing = amounts(costs[vein->robot_rank - 1]);
    const Amounts stock = amounts(me.materials), prices = amounts(view.buy_prices);
    Number total = 0;
    for (int m = 0; m < 3; ++m) {
        missing[m] = std::max<Number>(missing[m] - stock[m], 0);
        total += missing[m] * prices[m];
    }
    if (total > me.money) return;
    for (int m = 0; m < 3; ++m)
        if (missing[m] > 0) turn.call(asterobots::calls::buy_from_alien(MATERIALS[m], missing[m]));
    turn.call(asterobots::calls::upgrade_robot(vein->location));
}

void play(agon::Turn& turn) {
    const View view(turn.view);
    if (view.phase == "select") return select(turn, view);
    attack(turn, view);
    sell(turn, view);
    upgrade(turn, view);
}

int main() { return agon::run(play); }
