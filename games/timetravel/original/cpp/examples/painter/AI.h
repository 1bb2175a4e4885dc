// Trains engineers who build galleries and farms, trains artists, and lets these paint for gold.
#ifndef AI_H
#define AI_H

#include "BaseAI.h"

class AI: public BaseAI
{
public:
  virtual const char* username();
  virtual const char* password();
  virtual void init();
  virtual bool run();

private:
  void train(const char* building, const char* unit, int most);
  int count(const char* type, int z);
  UnitType unitType(const char* name);
  BuildingType buildingType(const char* name);
  void paint(Unit& artist);
  void build(Unit& engineer);
  void step(Unit& unit, int x, int y);
  bool hasRoom(int x, int y, int z, BuildingType& type);
};

#endif
