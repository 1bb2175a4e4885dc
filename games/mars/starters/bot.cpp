// A first bot for Mars Makeover.
//
// Every robot walks in a direction of its own and works wherever it can. All metal goes into new robots:
// one explorer, then terraformers.
#include "agon.hpp"

const char* const DIRECTIONS[8] = {"UP",   "UP_RIGHT",  "RIGHT", "DOWN_RIGHT",
                                   "DOWN", "DOWN_LEFT", "LEFT",  "UP_LEFT"};
const int STEPS[8][2] = {{-1, 0}, {-1, 1}, {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}};

void play(agon::Turn& turn) {
    const agon::Json& view = turn.view;
    int number = 0;
    for (const auto& robot : view["robots"]) {
        int way = (number++ + turn.round / 5) % 8;
        auto row = robot["row"].integer() + STEPS[way][0];
        auto col = robot["col"].integer() + STEPS[way][1];
        // Stepping on a robot rams it, and both are lost: look who is there.
        if (turn.call("robot_at", {{"row", row}, {"col", col}}).value().is_null())
            turn.call("move", {{"robot", robot["name"]}, {"direction", DIRECTIONS[way]}});
        turn.call("act", {{"robot", robot["name"]}});
    }

    auto metal = view["metal"].integer();
    auto price = view["spawn_cost"].integer();
    std::string type = view["robots"].size() > 0 ? "terraformer" : "explorer";
    for (int row = 0; row < view["terraform"].size(); ++row) {
        const auto& line = view["terraform"][row];
        for (int col = 0; col < line.size(); ++col) {
            if (line[col].integer() <= 0 || metal < price) continue;
            if (turn.call("spawn", {{"type", type}, {"row", row}, {"col", col}})) {
                turn.dot({row, col});
                metal -= price;
                type = "terraformer";
            }
        }
    }
}

int main() { return agon::run(play); }
