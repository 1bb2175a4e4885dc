// Lets every artist paint, and spends the gold on more artists.
#include "AI.h"

using namespace std;

const char* AI::username()
{
  return "Shell AI";
}

const char* AI::password()
{
  return "password";
}

void AI::init()
{
  cout << "I am player " << playerID() << "." << endl;
}

// Returns true to end the turn, false to be called again with a fresh look at everything.
bool AI::run()
{
  for(size_t i = 0; i < units.size(); i++)
    if(units[i].ownerID() == playerID() && getTypeFromUnit(units[i]).canPaint())
      paint(units[i]);
  for(size_t i = 0; i < buildings.size(); i++)
  {
    Building& building = buildings[i];
    int z = building.z();
    bool isFed = hunger(playerID(), z) + 3 <= foodProduced(playerID(), z);
    if(building.ownerID() != playerID() || !building.complete() || building.inTraining() >= 0 || !isFed)
      continue;
    for(size_t t = 0; t < unitTypes.size(); t++)
      if(unitTypes[t].canPaint() && unitTypes[t].trainerID() == building.buildingTypeID()
         && effUnitPrice(unitTypes[t], building.level()) <= getGold(playerID(), z))
        building.train(unitTypes[t]);
  }
  return true;
}

// An artist paints the gallery that he stands on or beside: that is where artists are trained.
void AI::paint(Unit& artist)
{
  for(size_t i = 0; i < buildings.size(); i++)
  {
    Building& gallery = buildings[i];
    int away = abs(gallery.x() - artist.x()) + abs(gallery.y() - artist.y());
    if(gallery.z() == artist.z() && away <= 1 && gallery.complete() && getTypeFromBuilding(gallery).allowPaint())
    {
      artist.paint(gallery.x(), gallery.y());
      return;
    }
  }
}
