// The bot's program: the only file of the kit that knows the bot. It is compiled as the bot is.
#include "AI.h"
#include "host.h"

int main() {
    AI ai;
    return agon_timetravel::play(ai);
}
