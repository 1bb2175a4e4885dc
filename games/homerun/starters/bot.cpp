// A first bot for Home Run.
//
// Every unit is an instance of this class. The headquarters recruits pitchers; a pitcher walks until it
// stands on a base or a stadium, and stays there.
#include "agon.hpp"

const char* const DIRECTIONS[8] = {"NORTH", "NORTHWEST", "WEST", "SOUTHWEST",
                                   "SOUTH", "SOUTHEAST", "EAST", "NORTHEAST"};

class Unit {
public:
    void turn(agon::Turn& turn) {
        const agon::Json& me = turn.view["me"];
        if (heading_ < 0) heading_ = me["id"].integer() % 8;
        // The first tile is the one we stand on.
        char here = turn.view["tiles"].text()[0];
        if (me["type"] == "HQ") {
            auto recruit = agon::list("PITCHER", DIRECTIONS[turn.round % 8]);
            if (turn.call("can_recruit", recruit).value().boolean()) turn.call("recruit", recruit);
        } else if (here == 'b' || here == 's') {
            const auto& at = me["at"];
            turn.dot({at[0].integer(), at[1].integer()});
        } else if (me["move_cd"].number() < 1) {
            const char* direction = DIRECTIONS[heading_];
            if (turn.call("can_move", direction).value().boolean())
                turn.call("move", direction);
            else
                heading_ = (heading_ + 3) % 8;
        }
    }

private:
    int heading_ = -1;
};

int main() { return agon::run<Unit>(); }
