package demo;

import aic2023.user.Direction;
import aic2023.user.Location;
import aic2023.user.MapObject;
import aic2023.user.UnitController;
import aic2023.user.UnitStat;
import aic2023.user.UnitType;

/** The load of the contest's simple bot: pitchers that look for a base or a stadium and go there. */
public class UnitPlayer {
    public void run(UnitController uc) {
        while (true) {
            if (uc.getType() == UnitType.HQ) {
                recruit(uc);
            } else if (uc.canMove()) {
                walk(uc);
            }
            uc.yield();
        }
    }

    private Direction draw() {
        return Direction.values()[(int) (Math.random() * 8)];
    }

    private void recruit(UnitController uc) {
        Direction direction = draw();
        if (uc.canRecruitUnit(UnitType.PITCHER, direction)) {
            uc.recruitUnit(UnitType.PITCHER, direction);
        }
    }

    private void walk(UnitController uc) {
        float sight = uc.getType().getStat(UnitStat.VISION_RANGE);
        Location[] goals = uc.senseObjects(MapObject.BASE, sight);
        if (goals.length == 0) {
            goals = uc.senseObjects(MapObject.STADIUM, sight);
        }
        Direction direction = draw();
        if (goals.length > 0 && uc.canMove(uc.getLocation().directionTo(goals[0]))) {
            direction = uc.getLocation().directionTo(goals[0]);
        }
        if (uc.canMove(direction)) {
            uc.move(direction);
        }
    }
}
