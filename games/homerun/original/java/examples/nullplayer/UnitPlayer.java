package nullplayer;

import aic2023.user.UnitController;

/** Does nothing, every turn. */
public class UnitPlayer {
    public void run(UnitController uc) {
        while (true) {
            uc.yield();
        }
    }
}
