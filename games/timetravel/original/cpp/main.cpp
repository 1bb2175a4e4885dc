// The bot's program: the only file of the kit that uses the bot. It is compiled with the bot's options.
#include "AI.h"
#include "host.h"

int main() {
    AI ai;
    return agon_timetravel::play(ai);
}
