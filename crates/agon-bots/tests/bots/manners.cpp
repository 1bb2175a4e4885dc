// Uses everything that the kit has. The bots of this name in other languages say the same, word for word.
#include <iostream>

#include "agon.hpp"

using agon::Json;
using std::to_string;

class Manners {
public:
    void turn(agon::Turn& turn) {
        ++turns_;
        if (turn.hello.game == "galaxy")
            galaxy(turn);
        else
            homerun(turn);
    }

private:
    int turns_ = 0;

    void galaxy(agon::Turn& turn) {
        const agon::Hello& hello = turn.hello;
        if (turns_ == 1) {
            std::cout << "printed in a turn" << std::endl;
            turn.log("= " + hello.game + " " + to_string(hello.version) + " " + hello.rules + " " + hello.map);
            turn.log("= seat " + to_string(hello.seat) + " " + hello.seat_name + " of " + to_string(hello.seats));
            turn.log(std::string(hello.tournament ? "= a" : "= no") + " tournament, seed " + to_string(hello.seed));
            turn.log("= turn " + to_string(turn.number) + " of actor " + to_string(turn.actor) + " in round " +
                     to_string(turn.round));
            bool in_time = 0 < turn.seconds_left() && turn.seconds_left() <= turn.seconds;
            turn.log(std::string(in_time ? "= in time" : "= late") + ", " + (turn.energy ? "some" : "no") + " energy");
        } else if (turns_ == 2) {
            agon::Reply reply = turn.call("set_scan", 1);
            turn.log("= " + reply.kind() + " " + reply.value().dump() + (reply ? " ok" : " refused"));
            turn.log("= " + *turn.call("capture", -5).refused);
            agon::Reply nonsense = turn.call("nonsense", {{"much", 1}});
            turn.log(std::string(nonsense.ok() ? "= ok" : "= refused") + ", " +
                     (nonsense.raw.is_null() ? "no answer" : nonsense.raw.dump()));
            for (const agon::Reply& one : turn.calls({agon::call("refuel"), "no_action"}, true))
                turn.log("= " + one.kind() + ": " + one.refused.value_or("ok"));
        } else if (turns_ == 3) {
            throw std::runtime_error("on purpose");
        } else if (turns_ == 4) {
            turn.draft({agon::call("set_scan", 2)});
        } else if (turns_ == 5) {
            turn.log("= scan energy " + turn.view["scan_energy"].dump());
            const Json& view = turn.look();
            turn.dot(view["current"].text());
            turn.line(view["current"].text(), {3, 4}, {255, 0, 0});
            turn.text(7, "here", {1, 2, 3});
        }
    }

    void homerun(agon::Turn& turn) {
        const std::string type = turn.view["me"]["type"].text();
        if (turns_ == 1) {
            turn.log("= a new " + type);
            if (type == "HQ") turn.call("recruit", agon::list("PITCHER", "NORTH"));
        } else if (turns_ == 2 && type == "HQ") {
            for (;;) turn.call("sense_units", agon::list(64, nullptr));
        } else if (turns_ == 3 && type == "HQ") {
            turn.log("= energy " + to_string(*turn.energy));
            turn.call("kill_self");
            turn.call("info");
            turn.log("= said by the dead");
        } else if (turns_ == 5) {
            turn.log("= turn " + to_string(turns_) + " of a " + type);
            throw std::runtime_error("on purpose");
        }
    }
};

int main() {
    std::cout << "printed before the match" << std::endl;
    return agon::run<Manners>();
}
