// Your bot. The kit creates one AI and calls init() once, then run() in each of your turns.
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
  void paint(Unit& artist);
};

#endif
