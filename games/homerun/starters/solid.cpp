// A solid bot for Home Run: plays like `builtin:solid`.
//
// Every unit has a `Solid` of its own. Together they are a team, because they share what they find in the team's
// array: bases and stadiums, who holds them, enemies on them, the headquarters.
//
// * The headquarters recruits the type that the team lacks most.
// * Pitchers hold bases and stadiums, or go to one without a holder, or search for one.
// * Batters hunt enemies; they bat what brings the most.
// * Catchers stay by the headquarters.
#include <algorithm>
#include <deque>
#include <random>
#include <set>

#include "homerun_helpers.hpp"
#include "homerun_types.hpp"

using homerun::directions;
using homerun::distance_squared;
using homerun::Location;
using homerun::neighbour;
using homerun::UnitInfo;
using homerun::View;
namespace calls = homerun::calls;
using Number = std::int64_t;
/// Numbers of the team's array.
using Numbers = std::vector<Number>;

const std::vector<std::string> TYPES = {"HQ", "PITCHER", "BATTER", "CATCHER"};
const std::map<std::string, Number> COST = {{"HQ", 0}, {"PITCHER", 50}, {"BATTER", 75}, {"CATCHER", 35}};
/// The round from which points are worth more than reputation.
const Number INVEST_UNTIL = 150;
/// Rounds after which a wandering unit chooses another place.
const Number WANDER_ROUNDS = 40;
/// How many of the last tiles a walker remembers.
const std::size_t MEMORY = 24;

// Where things are in the team's array. A 0 means "nothing written yet" everywhere.
const Number SITE_COUNT = 0;
const Number HQ[] = {2, 5};    // own and enemy: known, x, y
const Number UNIT_COUNTS = 10;  // units of each type
const Number SITES = 100;
const Number SITE_LENGTH = 6;  // x, y, 1 for a base or 2 for a stadium, round of the claim, holder, round of the enemy
const Number SITES_MAX = 60;
/// Rounds after which a claim or a sighting is ignored.
const Number STALE_AFTER = 12;
/// Rounds between two claims of the same unit.
const Number CLAIM_EVERY = 5;
/// Rounds between two counts of all units.
const Number COUNT_EVERY = 8;

/// A base or a stadium as the team knows it.
struct Site {
    Number index;
    Location at;
    bool is_base;
    /// The unit that holds it or goes there, by a recent claim; 0 if there is none.
    Number holder;
    /// Whether an enemy was seen on it recently.
    bool has_enemy;
};

/// The direction by the signs of the differences.
std::string direction_to(const Location& a, const Location& b) {
    auto sign = [](Number from, Number to) { return Number(to > from) - Number(to < from); };
    const Location signs{sign(a[0], b[0]), sign(a[1], b[1])};
    for (const auto& name : directions())
        if (neighbour({0, 0}, name) == signs) return name;
    return "ZERO";
}

/// What a unit sees, by place.
struct Sight {
    View view;
    Location here;
    std::map<Location, char> tiles;
    std::map<Location, UnitInfo> units;
    std::set<Location> balls;

    explicit Sight(const agon::Json& seen) : view(seen), here(view.me.at) {
        for (const auto& [x, y, tile] : homerun::places(view)) tiles[{x, y}] = tile;
        for (const auto& unit : view.units) units.emplace(unit.at, unit);
        units.emplace(here, view.me);
        balls.insert(view.balls.begin(), view.balls.end());
    }

    bool is_seen(const Location& at) const { return tiles.count(at) > 0; }
    bool is(const Location& at, const std::string& kinds) const {
        auto tile = tiles.find(at);
        return tile != tiles.end() && kinds.find(tile->second) != std::string::npos;
    }
    bool is_land(const Location& at) const { return is(at, ".bs"); }
    bool is_site(const Location& at) const { return is(at, "bs"); }
    bool has_ball(const Location& at) const { return balls.count(at) > 0; }
    const UnitInfo* unit_at(const Location& at) const {
        auto unit = units.find(at);
        return unit == units.end() ? nullptr : &unit->second;
    }
    bool is_accessible(const Location& at) const { return is_land(at) && !unit_at(at) && !has_ball(at); }
    bool is_ours(const UnitInfo& unit) const { return unit.team == view.me.team; }
    Number distance(const Location& to) const { return distance_squared(here, to); }
};

// ------------------------------------------------------------------------------------ the team's array

Numbers read(agon::Turn& turn, Number start, Number count) {
    std::vector<agon::Json> reads;
    for (Number i = 0; i < count; ++i) reads.push_back(calls::read(start + i));
    Numbers numbers;
    if (count > 0)
        for (const auto& reply : turn.calls(reads)) numbers.push_back(reply.value().integer());
    return numbers;
}

/// Writes numbers one after the other.
void write(agon::Turn& turn, Number start, const Numbers& numbers) {
    std::vector<agon::Json> writes;
    for (Number number : numbers) writes.push_back(calls::write(start++, number));
    turn.calls(writes);
}

/// In every eighth round each unit counts itself.
void be_counted(agon::Turn& turn, const Sight& sight) {
    if (sight.view.round % COUNT_EVERY != 0) return;
    const auto type = std::find(TYPES.begin(), TYPES.end(), sight.view.me.type) - TYPES.begin();
    write(turn, UNIT_COUNTS + type, {read(turn, UNIT_COUNTS + type, 1)[0] + 1});
}

/// Stores the places of headquarters in sight, and returns those of the own and of the enemy's.
std::vector<std::optional<Location>> share_hqs(agon::Turn& turn, const Sight& sight) {
    const Numbers numbers = read(turn, HQ[0], 6);
    std::vector<std::optional<Location>> known(2);
    for (int i = 0; i < 2; ++i)
        if (numbers[3 * i] == 1) known[i] = Location{numbers[3 * i + 1], numbers[3 * i + 2]};
    for (const auto& [at, unit] : sight.units) {
        const int i = sight.is_ours(unit) ? 0 : 1;
        if (unit.type != "HQ" || known[i] == at) continue;
        known[i] = at;
        write(turn, HQ[i], {1, at[0], at[1]});
    }
    return known;
}

/// Reads what the team knows about bases and stadiums, and adds what this unit sees.
std::vector<Site> share_sites(agon::Turn& turn, const Sight& sight) {
    const Number now = sight.view.round + 1;
    const Number count = read(turn, SITE_COUNT, 1)[0];
    const Numbers numbers = read(turn, SITES, count * SITE_LENGTH);
    std::vector<Site> sites;
    for (Number i = 0; i < count; ++i) {
        const Number* row = &numbers[i * SITE_LENGTH];
        const Number holder = now - row[3] <= STALE_AFTER ? row[4] : 0;
        sites.push_back({i, {row[0], row[1]}, row[2] == 1, holder, row[5] != 0 && now - row[5] <= STALE_AFTER});
    }
    for (const auto& [x, y, tile] : homerun::places(sight.view)) {
        const Location at{x, y};
        if (!sight.is_site(at)) continue;
        auto site = std::find_if(sites.begin(), sites.end(), [&](const Site& known) { return known.at == at; });
        if (site == sites.end()) {
            const Number index = sites.size();
            if (index >= SITES_MAX) continue;
            write(turn, SITES + index * SITE_LENGTH, {x, y, tile == 'b' ? 1 : 2});
            write(turn, SITE_COUNT, {index + 1});
            site = sites.insert(sites.end(), {index, at, tile == 'b', 0, false});
        }
        const UnitInfo* unit = sight.unit_at(at);
        const bool has_enemy = unit && !sight.is_ours(*unit);
        if (site->has_enemy != has_enemy) {
            site->has_enemy = has_enemy;
            write(turn, SITES + site->index * SITE_LENGTH + 5, {has_enemy ? now : 0});
        }
    }
    return sites;
}

/// Claims a site that this unit holds or goes to; the claim is renewed regularly.
void claim(agon::Turn& turn, const Sight& sight, const Site& site) {
    const Number me = sight.view.me.id, round = sight.view.round;
    if (site.holder != me || round % CLAIM_EVERY == 0)
        write(turn, SITES + site.index * SITE_LENGTH + 3, {round + 1, me});
}

// --------------------------------------------------------------------------------------------- batting

/// How strong a bat is, and what it gains.
struct Bat {
    Number strength, gain;
};

/// The strength that gains most, the greatest of equals.
template <typename Gain>
Bat best_bat(Gain gain_of) {
    Bat best{3, gain_of(3)};
    for (Number strength = 2; strength > 0; --strength)
        if (gain_of(strength) > best.gain) best = {strength, gain_of(strength)};
    return best;
}

/// The value of killing a unit; losing an own one costs twice its price.
Number worth(const Sight& sight, const UnitInfo& unit) {
    return sight.is_ours(unit) ? -2 * COST.at(unit.type) : COST.at(unit.type);
}

Number gain_of_unit(const Sight& sight, const UnitInfo& unit, const std::string& direction, Number strength) {
    Location at = unit.at;
    for (Number i = 0; i < strength; ++i) {
        const Location to = neighbour(at, direction);
        if (!sight.is_seen(to)) break;  // the flight is judged up to here
        if (!sight.is_land(to) || sight.has_ball(to)) return worth(sight, unit);
        const UnitInfo* other = sight.unit_at(to);
        if (other && other->type == "HQ") return worth(sight, unit);
        if (other && other->type == "CATCHER") break;
        if (other) return worth(sight, unit) + worth(sight, *other);
        at = to;
    }
    if (sight.is_ours(unit) || sight.is_site(at) || at == unit.at) return -1;
    // No unit dies, but an enemy that stood on a base or a stadium earns nothing for a while.
    return sight.is_site(unit.at) ? 11 : 1;
}

Bat best_bat_of_unit(const Sight& sight, const Location& at, const std::string& direction) {
    const UnitInfo* unit = sight.unit_at(at);
    if (!unit || unit->type == "HQ") return {1, 0};
    return best_bat([&](Number strength) { return gain_of_unit(sight, *unit, direction, strength); });
}

Number gain_of_ball(const Sight& sight, Location at, const std::string& direction, Number strength) {
    Number gain = 0;
    for (Number i = 0; i < strength; ++i) {
        at = neighbour(at, direction);
        if (!sight.is_land(at) || sight.has_ball(at)) break;
        const UnitInfo* unit = sight.unit_at(at);
        if (!unit) continue;
        if (unit->type == "HQ") return gain + (sight.is_ours(*unit) ? -1000 : 1000);
        if (unit->type == "CATCHER") break;
        gain += worth(sight, *unit);
    }
    return gain;
}

Bat best_bat_of_ball(const Sight& sight, const Location& at, const std::string& direction) {
    return best_bat([&](Number strength) { return gain_of_ball(sight, at, direction, strength); });
}

/// Carries out the bat that gains most, if any gains at all.
bool bat_best(agon::Turn& turn, const Sight& sight) {
    if (sight.view.me.act_cd >= 1) return false;
    Bat best{0, 0};
    std::string towards;
    for (const auto& direction : directions()) {
        const Location at = neighbour(sight.here, direction);
        const Bat bat = sight.has_ball(at) ? best_bat_of_ball(sight, at, direction)
                                           : best_bat_of_unit(sight, at, direction);
        if (bat.gain > best.gain) {
            best = bat;
            towards = direction;
        }
    }
    if (best.gain > 0) turn.call(calls::bat(towards, best.strength));
    return best.gain > 0;
}

/// The free tile next to a unit from which a bat does the most.
Location best_spot(const Sight& sight, const Location& prey) {
    Location spot = prey;
    std::optional<std::pair<Number, Number>> most;
    for (int i = 0; i < 8; ++i) {
        const Location at = neighbour(prey, directions()[i]);
        if (at != sight.here && !sight.is_accessible(at)) continue;
        const Number gain = best_bat_of_unit(sight, prey, directions()[(i + 4) % 8]).gain;
        const auto rank = std::make_pair(gain, -sight.distance(at));
        if (!most || rank >= *most) {
            most = rank;
            spot = at;
        }
    }
    return spot;
}

/// Builds a ball where a batter next to the headquarters can bat it at a unit; the batter's turn is still to come.
void feed_batters(agon::Turn& turn, const Sight& sight) {
    for (const auto& batter : sight.view.units) {
        if (!sight.is_ours(batter) || batter.type != "BATTER" || batter.act_cd >= 2) continue;
        for (const auto& direction : directions()) {
            const Location at = neighbour(batter.at, direction);
            if (sight.distance(at) > 2 || !sight.is_accessible(at)) continue;
            if (best_bat_of_ball(sight, at, direction).gain <= 0) continue;
            const std::string build = direction_to(sight.here, at);
            if (turn.call(calls::can_construct_ball(build)).value().boolean())
                turn.call(calls::construct_ball(build));
            return;
        }
    }
}

// ------------------------------------------------------------------------------------------- the units

class Solid {
public:
    void turn(agon::Turn& turn) {
        const Sight sight(turn.view);
        const std::string& type = sight.view.me.type;
        if (!random_) random_ = std::mt19937_64(turn.hello.seed + sight.view.me.id);
        if (type == "HQ")
            count_heads(turn, sight);
        else
            be_counted(turn, sight);
        const auto hqs = share_hqs(turn, sight);
        sites_ = share_sites(turn, sight);
        if (type == "HQ")
            manage(turn, sight);
        else if (type == "PITCHER")
            pitch(turn, sight);
        else if (type == "BATTER")
            hunt(turn, sight);
        else
            guard(turn, sight, hqs[0], hqs[1]);
    }

private:
    std::optional<std::mt19937_64> random_;
    std::vector<Site> sites_;
    /// The last tiles it stood on.
    std::deque<Location> trail_;
    /// Where it wanders to, and until when.
    std::optional<Location> wander_goal_;
    Number wander_until_ = 0;
    /// The headquarters' count of its units by type.
    Numbers heads_ = {0, 0, 0, 0};

    /// A random number below another one.
    Number below(Number n) { return static_cast<Number>((*random_)() % static_cast<std::uint64_t>(n)); }

    /// In the round after a count the headquarters reads how many of each type there are, and clears the count
    /// for the next.
    void count_heads(agon::Turn& turn, const Sight& sight) {
        if (sight.view.round % COUNT_EVERY != 1) return;
        heads_ = read(turn, UNIT_COUNTS, 4);
        write(turn, UNIT_COUNTS, {0, 0, 0, 0});
    }

    /// Recruits the type that the team lacks most, as long as the reputation suffices.
    void manage(agon::Turn& turn, const Sight& sight) {
        feed_batters(turn, sight);
        while (true) {
            const Number pitchers = heads_[1], batters = heads_[2], catchers = heads_[3];
            const Number places = sites_.size();
            int type = 1;
            if (pitchers >= 4 && catchers < 1)
                type = 3;
            else if (pitchers >= 2 && (batters * 2 < pitchers - 1 || pitchers > places + 1))
                type = 2;
            // Saving for the unit that is needed is better than buying another one.
            if (!recruit(turn, sight, TYPES[type])) return;
            ++heads_[type];
        }
    }

    bool recruit(agon::Turn& turn, const Sight& sight, const std::string& type) {
        std::vector<std::string> names = directions();
        for (std::size_t i = 1; i < names.size(); ++i) std::swap(names[i], names[below(i + 1)]);
        // New units begin on the side of the nearest site without a holder.
        const Site* goal = nearest(sight, [](const Site& site) { return site.holder == 0; });
        if (goal)
            std::stable_sort(names.begin(), names.end(), [&](const auto& a, const auto& b) {
                auto way = [&](const std::string& name) {
                    return distance_squared(neighbour(sight.here, name), goal->at);
                };
                return way(a) < way(b);
            });
        for (const auto& direction : names)
            if (turn.call(calls::can_recruit(type, direction)).value().boolean()) {
                turn.call(calls::recruit(type, direction));
                return true;
            }
        return false;
    }

    /// The nearest of the sites that are wanted, or null.
    template <typename Wanted>
    const Site* nearest(const Sight& sight, Wanted is_wanted) const {
        const Site* best = nullptr;
        for (const Site& site : sites_)
            if (is_wanted(site) && (!best || sight.distance(site.at) < sight.distance(best->at))) best = &site;
        return best;
    }

    /// Holds a base or a stadium, or goes to one without a holder, or searches for one.
    void pitch(agon::Turn& turn, const Sight& sight) {
        if (const Site* held = nearest(sight, [&](const Site& site) { return site.at == sight.here; }))
            return claim(turn, sight, *held);
        const Site* best = nullptr;
        Number least = 0;
        for (const Site& site : sites_) {
            const bool is_free = site.holder == 0 || site.holder == sight.view.me.id;
            if (!is_free || sight.unit_at(site.at) || site.has_enemy) continue;
            // Bases give points; stadiums pay for more units, which is better early in the game.
            const bool is_preferred = site.is_base == (sight.view.round >= INVEST_UNTIL);
            const Number length = sight.distance(site.at) * (is_preferred ? 1 : 3);
            if (!best || length < least) {
                best = &site;
                least = length;
            }
        }
        if (!best) return wander(turn, sight);
        claim(turn, sight, *best);
        walk(turn, sight, best->at);
    }

    /// Bats if that gains something, goes to a target, and bats again.
    void hunt(agon::Turn& turn, const Sight& sight) {
        const bool has_batted = bat_best(turn, sight);
        const Site* trouble = nearest(sight, [](const Site& site) { return site.has_enemy; });
        std::optional<Location> goal;
        if (trouble && trouble->at != sight.here) goal = trouble->at;
        for (const auto& unit : sight.view.units)
            if (!sight.is_ours(unit) && unit.type != "HQ") {
                goal = best_spot(sight, unit.at);
                break;
            }
        if (!goal) return wander(turn, sight);
        if (walk(turn, sight, *goal) && !has_batted) bat_best(turn, Sight(turn.look()));
    }

    /// Stands next to the headquarters, towards the enemy's if that is known.
    void guard(agon::Turn& turn, const Sight& sight, const std::optional<Location>& home,
               const std::optional<Location>& enemy) {
        if (!home) return;
        const Location post = enemy ? neighbour(*home, direction_to(*home, *enemy)) : *home;
        if (sight.distance(post) > 2) walk(turn, sight, post);
    }

    /// Goes to a random far place, and to another one when that is reached or took too long.
    void wander(agon::Turn& turn, const Sight& sight) {
        if (sight.view.me.move_cd >= 1) return;
        auto is_good = [&](const Location& goal) {
            const bool is_off = sight.is_seen(goal) && !sight.is_land(goal);
            return sight.view.round < wander_until_ && sight.distance(goal) > 8 && !is_off;
        };
        if (!wander_goal_ || !is_good(*wander_goal_)) {
            const Number x = sight.here[0] + below(51) - 25;
            wander_goal_ = Location{x, sight.here[1] + below(51) - 25};
            wander_until_ = sight.view.round + WANDER_ROUNDS;
        }
        if (!walk(turn, sight, *wander_goal_)) wander_goal_.reset();
    }

    bool walk(agon::Turn& turn, const Sight& sight, const Location& goal) {
        if (sight.view.me.move_cd >= 1) return false;
        const std::string direction = step_towards(sight, goal);
        // Asking first is cheaper: a refused order costs a penalty.
        if (direction.empty() || !turn.call(calls::can_move(direction)).value().boolean()) return false;
        turn.call(calls::move(direction));
        return true;
    }

    /// The direction of the next step: towards the tile in sight that brings the unit nearest to its goal,
    /// counting the way there around obstacles. Tiles visited recently count as farther away, so that a unit
    /// leaves a dead end.
    std::string step_towards(const Sight& sight, const Location& goal) {
        if (sight.here == goal) return "";
        if (trail_.empty() || trail_.back() != sight.here) trail_.push_back(sight.here);
        if (trail_.size() > MEMORY) trail_.pop_front();
        auto cost = [&](const Location& at, Number steps) {
            const Number dx = std::abs(at[0] - goal[0]), dy = std::abs(at[1] - goal[1]);
            const Number straight = 10 * std::max(dx, dy) + 4 * std::min(dx, dy);
            return steps * 10 + straight * 11 / 10 + 25 * std::count(trail_.begin(), trail_.end(), at);
        };
        // For each tile in sight that can be reached how many steps away it is, and how the way begins.
        std::map<Location, std::pair<Number, std::string>> ways = {{sight.here, {0, ""}}};
        std::deque<Location> queue = {sight.here};
        for (; !queue.empty(); queue.pop_front()) {
            const auto [steps, first] = ways[queue.front()];
            for (const auto& direction : directions()) {
                const Location to = neighbour(queue.front(), direction);
                if (ways.count(to) || !sight.is_accessible(to)) continue;
                ways[to] = {steps + 1, first.empty() ? direction : first};
                queue.push_back(to);
            }
        }
        Number best = cost(sight.here, 0);
        std::string direction;
        for (const auto& [x, y, tile] : homerun::places(sight.view)) {
            auto way = ways.find({x, y});
            if (way == ways.end() || way->second.first == 0) continue;
            const Number now = cost({x, y}, way->second.first);
            if (now < best) {
                best = now;
                direction = way->second.second;
            }
        }
        return direction;
    }
};

int main() { return agon::run<Solid>(); }
