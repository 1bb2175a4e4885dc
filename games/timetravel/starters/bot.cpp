// A first bot for Time Travel.
//
// Artists paint the gallery they stand on, which brings gold, and galleries train more artists.
// Farms feed a limited number of artists.
#include "agon.hpp"

const int MOST_ARTISTS = 5;

void play(agon::Turn& turn) {
    const agon::Json& view = turn.view;
    int artists[3] = {0, 0, 0};
    for (const auto& unit : view["units"]) {
        if (unit["owner"] != view["you"] || unit["type"] != "Artist") continue;
        int x = unit["x"].integer();
        int y = unit["y"].integer();
        int z = unit["z"].integer();
        ++artists[z];
        if (turn.call("paint", {{"unit", unit["id"]}, {"x", x}, {"y", y}})) turn.dot({x, y, z});
    }

    for (const auto& building : view["buildings"]) {
        if (building["owner"] != view["you"] || building["type"] != "Gallery") continue;
        // Refused while it is busy or gold is missing: that costs nothing.
        if (artists[building["z"].integer()] < MOST_ARTISTS)
            turn.call("train", {{"building", building["id"]}, {"type", "Artist"}});
    }
}

int main() { return agon::run(play); }
