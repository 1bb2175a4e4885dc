// All objects as of the start of the turn or the bot's last look.
#ifndef AGON_TIMETRAVEL_BOARD_H
#define AGON_TIMETRAVEL_BOARD_H

#include <map>
#include <vector>

#include "agon.hpp"
#include "structures.h"

namespace agon_timetravel {

/// The objects of a kind. Each keeps its address for the whole match, so that a bot's pointers stay valid.
template <typename Object>
class Shelf {
public:
    std::vector<Object*> now;  ///< The existing ones, in the order of their ids.

    /// The object at an index, or null.
    Object* at(int number) const {
        bool exists = number >= 0 && number < static_cast<int>(now.size());
        return exists ? now[static_cast<std::size_t>(number)] : nullptr;
    }

    void clear() { now.clear(); }

    void put(const Object& object) {
        Object& place = all_[object.objectID];
        place = object;
        now.push_back(&place);
    }

private:
    std::map<int, Object> all_;
};

struct Board {
    Shelf<_Building> buildings;
    Shelf<_BuildingType> buildingTypes;
    Shelf<_Portal> portals;
    Shelf<_Terrain> terrains;
    Shelf<_Unit> units;
    Shelf<_UnitType> unitTypes;
    int gold[2][3] = {};
    int player = 0;
    int turn = 0;
    bool damageRoundsUp = false;

    /// Reads a view.
    void show(const agon::Json& view);
};

/// The board that the bot sees.
Board& board();

/// Gives an order, such as `move`, or prints at once why it is denied.
void order(const char* verb, agon::Json fields);

/// Prints a denial as the contest's client did: the name of the message, then the reason.
void deny(const std::string& message, const std::string& reason);

/// Ends the turn before run() has returned.
void endEarly();

}  // namespace agon_timetravel

#endif
