// Prints sums over what the helpers of a game say about the first view; tests/all/helpers.rs explains them.

#include "asterobots_helpers.hpp"
#include "galaxy_helpers.hpp"
#include "homerun_helpers.hpp"
#include "mars_helpers.hpp"
#include "timetravel_helpers.hpp"

constexpr std::int64_t MODULUS = 1'000'003;
using Point = std::vector<std::int64_t>;

std::int64_t code(const std::string& name) {
    std::int64_t number = 7;
    for (unsigned char byte : name) number = (number * 31 + byte) % MODULUS;
    return number;
}

std::int64_t code(const Point& at) {
    return ((at[0] + 50) * 2003 + at[1] + 50) * 3 + (at.size() > 2 ? at[2] : 0);
}

template <typename Place, typename Neighbours, typename Distance, typename Way>
std::string sums(const std::vector<Place>& places, Neighbours neighbours, Distance distance, Way way) {
    std::int64_t near = 0, far = 0, ways = 0;
    for (std::size_t i = 0; i < places.size(); ++i) {
        const auto& to = places[i];
        const auto index = static_cast<std::int64_t>(i) + 1;
        for (const auto& [beside, cost] : neighbours(to)) near = (near + code(to) * code(beside) + cost) % MODULUS;
        far = (far + index * distance(places[0], to)) % MODULUS;
        if (i % 17 == 0) ways = (ways + index * way(places[0], to)) % MODULUS;
    }
    return "= " + std::to_string(places.size()) + " " + std::to_string(near) + " " + std::to_string(far) + " " +
           std::to_string(ways) + ".";
}

std::string words(agon::Turn& turn) {
    const auto& game = turn.hello.game;
    if (game == "mars") {
        auto view = agon::as<mars::View>(turn.view);
        std::vector<Point> places;
        for (const auto& [row, col, tile] : mars::places(view))
            if (tile != 'I') places.push_back({row, col});
        return sums(
            places, [&](const Point& at) { return mars::neighbours(view, at); },
            [&](const Point& a, const Point& b) { return mars::distance(a, b); },
            [&](const Point& a, const Point& b) { return std::int64_t(mars::way(view, a, b).size()); });
    }
    if (game == "galaxy") {
        auto view = agon::as<galaxy::View>(turn.view);
        std::vector<std::string> places;
        for (const auto& place : galaxy::places(view)) places.push_back(place.first);
        using Name = const std::string&;
        return sums(
            places, [&](Name at) { return galaxy::neighbours(view, at); },
            [&](Name a, Name b) { return galaxy::distance(view, a, b).value_or(-1); },
            [&](Name a, Name b) { return galaxy::way(view, a, b).empty() ? 0 : 1; });
    }
    if (game == "homerun") {
        auto view = agon::as<homerun::View>(turn.view);
        std::vector<Point> places;
        for (const auto& place : homerun::places(view)) places.push_back({place.x, place.y});
        return sums(
            places, [&](const Point& at) { return homerun::neighbours(view, at); },
            [&](const Point& a, const Point& b) {
                return homerun::distance(a, b) + 1000 * homerun::distance_squared(a, b);
            },
            [&](const Point& a, const Point& b) { return homerun::way(view, a, b).empty() ? 0 : 1; });
    }
    if (game == "timetravel") {
        auto view = agon::as<timetravel::View>(turn.view);
        return sums(
            timetravel::places(view), [&](const Point& at) { return timetravel::neighbours(view, at); },
            [&](const Point& a, const Point& b) { return timetravel::distance(a, b); },
            [&](const Point& a, const Point& b) { return std::int64_t(timetravel::way(view, a, b).size()); });
    }
    auto view = agon::as<asterobots::View>(turn.view);
    return sums(
        asterobots::places(view), [&](const Point& at) { return asterobots::neighbours(view, at); },
        [&](const Point& a, const Point& b) { return asterobots::distance(a, b); },
        [&](const Point& a, const Point& b) { return std::int64_t(asterobots::way(view, a, b).size()); });
}

int main() {
    return agon::run([](agon::Turn& turn) {
        if (turn.number == 1) turn.log(words(turn));
    });
}
