package slugger;

import aic2023.user.Direction;
import aic2023.user.Location;
import aic2023.user.MapObject;
import aic2023.user.Team;
import aic2023.user.UnitController;
import aic2023.user.UnitInfo;
import aic2023.user.UnitType;

/**
 * Pitchers earn, batters hunt. The headquarters recruits two pitchers for every batter. Pitchers take the
 * nearest base or stadium that is free; batters go for enemies and bat whatever they reach, balls at a
 * headquarters first. Where the enemy's headquarters is they tell each other through the shared array.
 */
public class UnitPlayer {
    private UnitController uc;
    private Direction heading;

    public void run(UnitController controller) {
        uc = controller;
        heading = Direction.values()[(int) (Math.random() * 8)];
        int recruits = 0;
        while (true) {
            if (uc.getType() == UnitType.HQ) {
                recruits += recruit(recruits % 3 == 2 ? UnitType.BATTER : UnitType.PITCHER);
            } else {
                lookForHeadquarters();
                if (uc.getType() == UnitType.BATTER) {
                    bat();
                    hunt();
                    bat();
                } else {
                    earn();
                }
            }
            uc.yield();
        }
    }

    private int recruit(UnitType type) {
        int count = 0;
        for (Direction direction : Direction.values()) {
            if (uc.canRecruitUnit(type, direction)) {
                uc.recruitUnit(type, direction);
                count++;
            }
        }
        return count;
    }

    /** Array: 0 whether the enemy's headquarters is known, 1 and 2 where it is. */
    private void lookForHeadquarters() {
        if (uc.read(0) != 0) {
            return;
        }
        for (UnitInfo unit : uc.senseUnits(64, uc.getOpponent())) {
            if (unit.getType() == UnitType.HQ) {
                uc.write(0, 1);
                uc.write(1, unit.getLocation().x);
                uc.write(2, unit.getLocation().y);
            }
        }
    }

    private void earn() {
        if (!uc.canMove()) {
            return;
        }
        MapObject here = uc.senseObjectAtLocation(uc.getLocation(), false);
        if (here == MapObject.BASE || here == MapObject.STADIUM) {
            return;
        }
        if (!goTo(free(MapObject.BASE)) && !goTo(free(MapObject.STADIUM))) {
            wander();
        }
    }

    /** The nearest tile of a kind without a unit, or null. */
    private Location free(MapObject kind) {
        for (Location location : uc.senseObjects(kind, 20)) {
            if (uc.senseUnitAtLocation(location) == null) {
                return location;
            }
        }
        return null;
    }

    private void hunt() {
        if (!uc.canMove()) {
            return;
        }
        Location[] balls = uc.senseObjects(MapObject.BALL, 20);
        UnitInfo[] enemies = uc.senseUnits(20, uc.getOpponent());
        for (UnitInfo enemy : enemies) {
            if (enemy.getType() != UnitType.HQ && goTo(enemy.getLocation())) {
                return;
            }
        }
        if (balls.length > 0 && goTo(balls[0])) {
            return;
        }
        if (uc.read(0) == 0 || !goTo(new Location(uc.read(1), uc.read(2)))) {
            wander();
        }
    }

    private void bat() {
        if (!uc.canAct()) {
            return;
        }
        Location here = uc.getLocation();
        Team own = uc.getTeam();
        for (Direction direction : Direction.values()) {
            Location there = here.add(direction);
            if (!uc.canBat(direction, 3)) {
                continue;
            }
            UnitInfo unit = uc.senseUnitAtLocation(there);
            if (unit == null || unit.getTeam() != own) {
                uc.drawLineDebug(here, there.add(direction.dx * 3, direction.dy * 3), 255, 0, 0);
                uc.bat(direction, 3);
                return;
            }
        }
    }

    /** A step nearer, straight or to one side; false if there is no way or nowhere to go. */
    private boolean goTo(Location goal) {
        if (goal == null) {
            return false;
        }
        Direction direct = uc.getLocation().directionTo(goal);
        return step(direct) || step(direct.rotateLeft()) || step(direct.rotateRight());
    }

    private boolean step(Direction direction) {
        if (direction == Direction.ZERO || !uc.canMove(direction)) {
            return false;
        }
        uc.move(direction);
        return true;
    }

    /** Straight on until something is in the way. */
    private void wander() {
        for (int i = 0; i < 8 && !step(heading); i++) {
            heading = Direction.values()[(int) (Math.random() * 8)];
        }
    }
}
