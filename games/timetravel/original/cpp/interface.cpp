// Everything that speaks to Agon, as one unit: the JSON of the C++ kit takes seconds to compile, so it is compiled once.
#include "board.cpp"
#include "game.cpp"
#include "host.cpp"
