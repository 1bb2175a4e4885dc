package mybot;

import aic2023.user.Direction;
import aic2023.user.Location;
import aic2023.user.MapObject;
import aic2023.user.UnitController;
import aic2023.user.UnitStat;
import aic2023.user.UnitType;

/** Every unit is a UnitPlayer of its own: the headquarters recruits pitchers, who walk to bases and stay there. */
public class UnitPlayer {
    public void run(UnitController uc) {
        while (true) {
            Direction direction = Direction.values()[(int) (Math.random() * 8)];
            if (uc.getType() == UnitType.HQ) {
                if (uc.canRecruitUnit(UnitType.PITCHER, direction)) {
                    uc.recruitUnit(UnitType.PITCHER, direction);
                }
            } else {
                walk(uc, direction);
            }
            // The turn ends here, and the next one begins.
            uc.yield();
        }
    }

    /** Towards the first base or stadium in sight, or in any direction. */
    private void walk(UnitController uc, Direction otherwise) {
        float sight = uc.getType().getStat(UnitStat.VISION_RANGE);
        Location[] goals = uc.senseObjects(MapObject.BASE, sight);
        if (goals.length == 0) {
            goals = uc.senseObjects(MapObject.STADIUM, sight);
        }
        Direction direction = goals.length == 0 ? otherwise : uc.getLocation().directionTo(goals[0]);
        if (uc.canMove(direction)) {
            uc.move(direction);
        }
    }
}
