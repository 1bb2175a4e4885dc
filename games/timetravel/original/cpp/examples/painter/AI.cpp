#include "AI.h"

using namespace std;

static const int ENGINEERS = 2;
static const int ARTISTS = 6;

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
  cout << "I am player " << playerID() << " of a map up to (" << maxX() << ", " << maxY() << ")." << endl;
}

bool AI::run()
{
  train("School", "Engineer", ENGINEERS);
  train("Gallery", "Artist", ARTISTS);
  for(size_t i = 0; i < units.size(); i++)
  {
    if(units[i].ownerID() != playerID() || units[i].actions() == 0)
      continue;
    string type = getTypeFromUnit(units[i]).name();
    if(type == "Artist")
      paint(units[i]);
    else if(type == "Engineer")
      build(units[i]);
  }
  return true;
}

// Every idle building of a type trains a unit, as long as there are few of them in its period.
void AI::train(const char* building, const char* unit, int most)
{
  UnitType type = unitType(unit);
  for(vector<Building>::iterator b = buildings.begin(); b != buildings.end(); ++b)
  {
    if(b->ownerID() == playerID() && b->complete() && b->inTraining() < 0
       && strcmp(getTypeFromBuilding(*b).name(), building) == 0 && count(unit, b->z()) < most
       && hunger(playerID(), b->z()) < foodProduced(playerID(), b->z()))
      b->train(type);
  }
}

int AI::count(const char* type, int z)
{
  int sum = 0;
  for(size_t i = 0; i < units.size(); i++)
    if(units[i].ownerID() == playerID() && units[i].z() == z && !strcmp(getTypeFromUnit(units[i]).name(), type))
      sum++;
  return sum;
}

UnitType AI::unitType(const char* name)
{
  for(size_t i = 0; i < unitTypes.size(); i++)
    if(!strcmp(unitTypes[i].name(), name))
      return unitTypes[i];
  return UnitType();
}

BuildingType AI::buildingType(const char* name)
{
  for(size_t i = 0; i < buildingTypes.size(); i++)
    if(!strcmp(buildingTypes[i].name(), name))
      return buildingTypes[i];
  return BuildingType();
}

static int distance(Unit& unit, Building& building)
{
  return abs(unit.x() - building.x()) + abs(unit.y() - building.y());
}

// Paints the gallery it stands on or beside, or takes a step towards one.
void AI::paint(Unit& artist)
{
  Building* nearest = NULL;
  for(size_t i = 0; i < buildings.size(); i++)
  {
    Building& gallery = buildings[i];
    if(gallery.z() == artist.z() && gallery.complete() && getTypeFromBuilding(gallery).allowPaint()
       && (!nearest || ::distance(artist, gallery) < ::distance(artist, *nearest)))
      nearest = &gallery;
  }
  if(!nearest)
    return;
  if(::distance(artist, *nearest) > 1)
    step(artist, nearest->x(), nearest->y());
  else
    artist.paint(nearest->x(), nearest->y());
}

void AI::step(Unit& unit, int x, int y)
{
  int dx = (x > unit.x()) - (x < unit.x());
  int dy = (y > unit.y()) - (y < unit.y());
  if(dx && canMove(unit.x() + dx, unit.y(), unit.z()))
    unit.move(unit.x() + dx, unit.y());
  else if(dy && canMove(unit.x(), unit.y() + dy, unit.z()))
    unit.move(unit.x(), unit.y() + dy);
}

// Whether a unit stands next to, but not inside of, a building with this corner.
static bool isBeside(Unit& unit, int x, int y)
{
  int dx = unit.x() - x;
  int dy = unit.y() - y;
  return ((dx == -1 || dx == 2) && (dy == 0 || dy == 1)) || ((dy == -1 || dy == 2) && (dx == 0 || dx == 1));
}

// Continues the building beside it, or starts a new one where there is room.
void AI::build(Unit& engineer)
{
  for(size_t i = 0; i < buildings.size(); i++)
  {
    Building& begun = buildings[i];
    if(begun.ownerID() == playerID() && begun.z() == engineer.z() && !begun.complete()
       && isBeside(engineer, begun.x(), begun.y()))
    {
      BuildingType type = getTypeFromBuilding(begun);
      engineer.build(begun.x(), begun.y(), type);
      return;
    }
  }
  int spare = foodProduced(playerID(), engineer.z()) - hunger(playerID(), engineer.z());
  BuildingType wanted = buildingType(spare > 5 ? "Gallery" : "Farm");
  if(getGold(playerID(), engineer.z()) < effBuildingPrice(wanted, engineer.level()))
    return;
  for(int x = engineer.x() - 2; x <= engineer.x() + 1; x++)
    for(int y = engineer.y() - 2; y <= engineer.y() + 1; y++)
      if(isBeside(engineer, x, y) && hasRoom(x, y, engineer.z(), wanted))
      {
        engineer.build(x, y, wanted);
        return;
      }
  step(engineer, 0, 0);
}

bool AI::hasRoom(int x, int y, int z, BuildingType& type)
{
  for(int dx = 0; dx < type.width(); dx++)
    for(int dy = 0; dy < type.height(); dy++)
      if(!canBuild(x + dx, y + dy, z))
        return false;
  return true;
}
