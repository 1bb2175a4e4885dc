package crowd;

import aic2023.user.Direction;
import aic2023.user.Location;
import aic2023.user.MapObject;
import aic2023.user.UnitController;
import aic2023.user.UnitInfo;
import aic2023.user.UnitType;

/**
 * The bot of {@code agon bench java}: about a hundred units that look around, move and bat. The headquarters
 * replaces losses; half of the units are pitchers, who earn the cost.
 */
public class UnitPlayer {
    private static boolean isStep(UnitController uc, Direction direction) {
        return direction != Direction.ZERO && uc.canMove(direction);
    }

    private UnitController uc;
    private Direction heading;
    private int recruits;

    public void run(UnitController controller) {
        uc = controller;
        heading = Direction.values()[(int) (Math.random() * 8)];
        while (true) {
            if (uc.getType() == UnitType.HQ) {
                recruit();
            } else {
                uc.write(0, uc.read(0) + 1);
                live();
            }
            uc.yield();
        }
    }

    /** Array: 0 how many units had a turn since the headquarters' last one. */
    private void recruit() {
        int units = uc.read(0);
        uc.write(0, 0);
        for (Direction direction : Direction.values()) {
            UnitType type = units < 50 ? UnitType.PITCHER : recruits % 3 == 0 ? UnitType.CATCHER : UnitType.BATTER;
            if (units < 100 && uc.canRecruitUnit(type, direction)) {
                uc.recruitUnit(type, direction);
                recruits++;
                units++;
            }
        }
    }

    private void live() {
        UnitInfo[] enemies = uc.senseUnits(32, uc.getOpponent());
        Location goal = enemies.length > 0 ? enemies[0].getLocation() : null;
        if (uc.getType() == UnitType.PITCHER) {
            goal = stadium();
        } else if (uc.getType() == UnitType.BATTER) {
            bat(enemies);
        }
        if (uc.canMove() && (goal == null || !uc.getLocation().isEqual(goal)) && !goTo(goal)) {
            wander();
        }
    }

    /** The stadium under this unit, or the nearest free one, or null. */
    private Location stadium() {
        Location here = uc.getLocation();
        for (Location stadium : uc.senseObjects(MapObject.STADIUM, 20)) {
            if (stadium.isEqual(here) || uc.senseUnitAtLocation(stadium) == null) {
                return stadium;
            }
        }
        return null;
    }

    /** Pitchers are never batted: without their income one side would soon have few units. */
    private void bat(UnitInfo[] enemies) {
        for (UnitInfo enemy : enemies) {
            if (enemy.getType() != UnitType.PITCHER && uc.getLocation().distanceSquared(enemy.getLocation()) <= 2) {
                Direction direction = uc.getLocation().directionTo(enemy.getLocation());
                if (uc.canBat(direction, 3)) {
                    uc.bat(direction, 3);
                    return;
                }
            }
        }
    }

    private boolean goTo(Location goal) {
        if (goal == null) {
            return false;
        }
        Direction direct = uc.getLocation().directionTo(goal);
        return step(direct) || step(direct.rotateLeft()) || step(direct.rotateRight());
    }

    private boolean step(Direction direction) {
        if (!isStep(uc, direction)) {
            return false;
        }
        uc.move(direction);
        return true;
    }

    private void wander() {
        for (int i = 0; i < 8 && !step(heading); i++) {
            heading = Direction.values()[(int) (Math.random() * 8)];
        }
    }
}
