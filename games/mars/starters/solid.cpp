// A solid bot for Mars Makeover: plays like `builtin:solid`.
//
// There are three kinds of work. Explorers work where they see something new, miners on deposits, and terraformers
// on land that is not ours. Every robot goes to the nearest work of its type, and no two robots go to the same
// tile. Robots recharge on own land before they go on, and never ram.
//
// All metal goes into new robots: a few explorers while much is hidden, miners for the deposits, and terraformers
// with the rest. They are built where their work is near.
#include <algorithm>
#include <set>
#include <unordered_map>

#include "mars_helpers.hpp"
#include "mars_types.hpp"

using mars::RobotInfo;
using mars::View;
using Number = std::int64_t;
/// A set of tiles. A tile is a number; there is a border of one tile around the map, so that every tile has eight
/// neighbours.
using Tiles = std::set<Number>;

/// A robot that rests on own land leaves with this charge.
const Number SETS_OUT = 60;
/// Hidden tiles for which one more explorer is built.
const Number HIDDEN_PER_EXPLORER = 200;
/// Miners beyond the number of terraformers.
const Number SPARE_MINERS = 2;
/// Terraformers beyond the number of tiles to take. More would only stand in the way.
const Number SPARE_TERRAFORMERS = 10;
/// Explorers and miners are built until this many rounds before the end.
const Number PAYS_UNTIL = 30;

bool has(const Tiles& tiles, Number at) { return tiles.count(at) > 0; }

/// The first step of a way, and where it leads.
struct Way {
    Number step, target;
};

/// The known part of the map.
struct Ground {
    Number width;
    /// What a step in each direction adds to a tile's number.
    std::vector<Number> steps;
    Tiles hidden, land, deposits, own;
    /// Land that takes few actions: neutral, or the enemy's with a value of -1 or -2.
    Tiles weak;
    /// Seen tiles that robots can enter, and those of them without a robot.
    Tiles open, free;

    explicit Ground(const View& view) : width(static_cast<Number>(view.tiles[0].size()) + 2) {
        for (const auto& [name, step] : mars::steps()) steps.push_back(step[0] * width + step[1]);
        for (std::size_t row = 0; row < view.tiles.size(); ++row)
            for (std::size_t col = 0; col < view.tiles[row].size(); ++col) {
                const Number at = tile(row, col), value = view.terraform[row][col];
                const char letter = view.tiles[row][col];
                if (letter == '#') hidden.insert(at);
                if (letter == 'T') land.insert(at);
                if (letter == 'M') deposits.insert(at);
                if (value > 0)
                    own.insert(at);
                else if (letter == 'T' && value >= -2)
                    weak.insert(at);
            }
        open = land;
        open.insert(deposits.begin(), deposits.end());
        free = open;
        for (const auto& robot : view.robots) free.erase(tile(robot.row, robot.col));
        for (const auto& robot : view.enemies) free.erase(tile(robot.row, robot.col));
    }

    Number tile(Number row, Number col) const { return (row + 1) * width + col + 1; }

    /// Seen tiles from which an explorer sees something new.
    Tiles frontier() const {
        Tiles found;
        for (Number at : hidden)
            for (Number step : steps)
                if (has(open, at + step)) found.insert(at + step);
        return found;
    }

    /// A shortest way over free tiles to the nearest goal. Of equally good first steps one on own land is better,
    /// because robots are charged there.
    std::optional<Way> way(Number start, const Tiles& goals) const {
        if (goals.empty()) return std::nullopt;
        std::unordered_map<Number, Number> first = {{start, start}};
        std::vector<Number> queue;
        for (bool is_own : {true, false})
            for (Number step : steps)
                if (has(free, start + step) && has(own, start + step) == is_own) {
                    first[start + step] = start + step;
                    queue.push_back(start + step);
                }
        for (std::size_t i = 0; i < queue.size(); ++i) {
            const Number at = queue[i];
            if (has(goals, at)) return Way{first[at], at};
            for (Number step : steps)
                if (has(free, at + step) && first.emplace(at + step, first[at]).second) queue.push_back(at + step);
        }
        return std::nullopt;
    }

    /// The free own tile that is nearest to one of the goals; robots do not block the way.
    std::optional<Number> spawn_place(const Tiles& goals) const {
        std::vector<Number> queue(goals.begin(), goals.end());
        Tiles seen = goals;
        for (std::size_t i = 0; i < queue.size(); ++i) {
            const Number at = queue[i];
            if (has(own, at) && has(free, at)) return at;
            for (Number step : steps)
                if (has(open, at + step) && seen.insert(at + step).second) queue.push_back(at + step);
        }
        return std::nullopt;
    }
};

/// A turn.
class Solid {
public:
    explicit Solid(agon::Turn& turn) : turn_(turn), view_(turn.view), ground_(view_), metal_(view_.metal) {
        jobs_ = {{"explorer", ground_.frontier()}, {"miner", ground_.deposits}, {"terraformer", ground_.weak}};
    }

    void play() {
        for (const RobotInfo& robot : view_.robots) work(robot);
        build();
    }

private:
    agon::Turn& turn_;
    View view_;
    Ground ground_;
    Number metal_;
    /// Tiles with work for each type of robot. A tile is the target of at most one robot.
    std::map<std::string, Tiles> jobs_;

    /// One robot's turn: moves towards work, or towards own land to recharge; then acts.
    void work(const RobotInfo& robot) {
        Number at = ground_.tile(robot.row, robot.col);
        if (has(ground_.own, at)) {
            if (robot.battery < SETS_OUT) return;
        } else if (robot.battery < robot.action_cost) {
            if (auto home = ground_.way(at, ground_.own)) step(robot, at, home->step);
            return;
        }

        Tiles& jobs = jobs_[robot.type];
        Number target = at;
        if (!has(jobs, at)) {
            const auto way = ground_.way(at, jobs);
            if (!way) return;
            target = way->target;
            if (step(robot, at, way->step)) at = way->step;
        }
        if (has(jobs, at)) act(robot, at);
        jobs.erase(at);
        jobs.erase(target);
    }

    bool step(const RobotInfo& robot, Number at, Number to) {
        const auto i = std::find(ground_.steps.begin(), ground_.steps.end(), to - at) - ground_.steps.begin();
        if (turn_.call(mars::calls::move(robot.name, mars::steps()[i].first)).kind() != "moved") return false;
        ground_.free.insert(at);
        ground_.free.erase(to);
        return true;
    }

    void act(const RobotInfo& robot, Number at) {
        // An explorer before it may have shown everything here.
        auto is_new = [&](Number step) { return has(ground_.hidden, at + step); };
        const bool is_useful = std::any_of(ground_.steps.begin(), ground_.steps.end(), is_new);
        if (robot.battery < robot.action_cost || (robot.type == "explorer" && !is_useful)) return;
        const agon::Reply reply = turn_.call(mars::calls::act(robot.name));
        const agon::Json value = reply.value();
        if (reply.kind() == "explored")
            for (const auto& tile : value["tiles"])
                ground_.hidden.erase(ground_.tile(tile[0].integer(), tile[1].integer()));
        if (reply.kind() == "mined") metal_ += value["metal"].integer();
        if (reply.kind() == "terraformed" && value["value"].integer() > 0) ground_.own.insert(at);
    }

    /// Builds robots next to their work, as long as there are metal and work.
    void build() {
        std::map<std::string, Number> count;
        for (const RobotInfo& robot : view_.robots) ++count[robot.type];
        while (metal_ >= view_.spawn_cost) {
            const std::string type = next_robot(count);
            if (type.empty()) return;
            Tiles& jobs = jobs_[type];
            const auto at = ground_.spawn_place(jobs);
            if (!at) return;
            if (!turn_.call(mars::calls::spawn(type, *at / ground_.width - 1, *at % ground_.width - 1))) return;
            metal_ -= view_.spawn_cost;
            ground_.free.erase(*at);
            ++count[type];
            // The work beside it is for this robot: the next one is built elsewhere.
            std::vector<Number> near = {0};
            near.insert(near.end(), ground_.steps.begin(), ground_.steps.end());
            for (Number step : near)
                if (jobs.erase(*at + step) > 0) break;
        }
    }

    /// Explorers while tiles are hidden, then miners for the deposits in sight, then terraformers for the land in
    /// sight; empty if none is needed.
    std::string next_robot(std::map<std::string, Number>& count) {
        const Number rounds_left = view_.turns - view_.turn;
        if (rounds_left > PAYS_UNTIL) {
            const Number explorers = 1 + static_cast<Number>(ground_.hidden.size()) / HIDDEN_PER_EXPLORER;
            if (!jobs_["explorer"].empty() && count["explorer"] < explorers) return "explorer";
            const Number miners = std::min<Number>(ground_.deposits.size(), count["terraformer"] + SPARE_MINERS);
            if (!jobs_["miner"].empty() && count["miner"] < miners) return "miner";
        }
        const Number foreign = std::count_if(ground_.land.begin(), ground_.land.end(),
                                             [&](Number at) { return !has(ground_.own, at); });
        const bool is_useful = !jobs_["terraformer"].empty() && count["terraformer"] < foreign + SPARE_TERRAFORMERS;
        return rounds_left > 0 && is_useful ? "terraformer" : "";
    }
};

int main() {
    return agon::run([](agon::Turn& turn) { Solid(turn).play(); });
}
