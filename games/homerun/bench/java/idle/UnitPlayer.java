package idle;

import aic2023.user.UnitController;

/** The smallest load: a headquarters that ends its turns. What is left is the start of the program. */
public class UnitPlayer {
    public void run(UnitController uc) {
        while (true) {
            uc.yield();
        }
    }
}
