// Plays the match over Agon's protocol: shows the board, runs the bot, gives its orders.
#include "host.h"

#include <cstdlib>
#include <iostream>
#include <utility>

#include "BaseAI.h"
#include "board.h"

namespace agon_timetravel {
namespace {

/// Orders given at once. Batching is invisible, because the bot's view does not change while it runs.
const std::size_t BATCH = 1000;

agon::Turn* turn = nullptr;  ///< The turn being played, unless the bot has ended it.
std::vector<agon::Json> orders;
std::vector<std::string> verbs;

/// Gives the collected orders, and prints denials.
void give() {
    if (orders.empty()) return;
    std::vector<agon::Reply> replies = turn->calls(std::exchange(orders, {}));
    std::vector<std::string> said = std::exchange(verbs, {});
    for (std::size_t i = 0; i < replies.size() && i < said.size(); i++)
        if (replies[i].refused) deny("game-" + said[i] + "-denied", *replies[i].refused);
}

void playTurn(BaseAI& ai, agon::Turn& now) {
    orders.clear();
    verbs.clear();
    turn = &now;
    board().show(now.view);
    while (!ai.startTurn()) {
        if (!turn) return;
        give();
        board().show(now.look());
    }
    endEarly();
}

}  // namespace

void order(const char* verb, agon::Json fields) {
    if (!turn) return deny(std::string("game-") + verb + "-denied", "it is not your turn");
    orders.push_back(agon::call(verb, std::move(fields)));
    verbs.push_back(verb);
    if (orders.size() >= BATCH) give();
}

void deny(const std::string& message, const std::string& reason) {
    std::cout << message << '\n' << reason << std::endl;
}

void endEarly() {
    if (!turn) return deny("end-turn-denied", "it is not your turn");
    give();
    turn = nullptr;
}

int play(BaseAI& ai) {
    bool isFirst = true;
    return agon::run([&](agon::Turn& now) {
        if (isFirst && !std::getenv("AGON_NO_SEED")) std::srand(static_cast<unsigned>(now.hello.seed));
        isFirst = false;
        try {
            playTurn(ai, now);
        } catch (...) {
            turn = nullptr;
            throw;
        }
    });
}

}  // namespace agon_timetravel
