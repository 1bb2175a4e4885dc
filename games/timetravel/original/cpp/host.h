// Plays a match with an AI; returns the program's exit code.
#ifndef AGON_TIMETRAVEL_HOST_H
#define AGON_TIMETRAVEL_HOST_H

class BaseAI;

namespace agon_timetravel {

int play(BaseAI& ai);

}  // namespace agon_timetravel

#endif
