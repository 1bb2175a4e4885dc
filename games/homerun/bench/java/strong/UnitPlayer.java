package strong;

import aic2023.user.Direction;
import aic2023.user.Location;
import aic2023.user.MapObject;
import aic2023.user.UnitController;
import aic2023.user.UnitInfo;
import aic2023.user.UnitStat;
import aic2023.user.UnitType;

/**
 * The load of a strong bot: about a hundred units that sense everything in sight several times per turn, keep a map
 * in the team's array, plan on it until their energy runs short, and draw from the game's generator.
 */
public class UnitPlayer {
    private static boolean isStep(UnitController uc, Direction direction) {
        return direction != Direction.ZERO && uc.canMove(direction);
    }

    /** Array: from here on a grid of what was seen, by the last digits of the coordinates. */
    private int gridAt(Location location) {
        return 1000 + (location.x & 63) * 64 + (location.y & 63);
    }

    private UnitController uc;
    private Direction heading;
    private int recruits;

    public void run(UnitController controller) {
        uc = controller;
        heading = Direction.values()[(int) (uc.getRandomDouble() * 8)];
        while (true) {
            if (uc.getType() == UnitType.HQ) {
                recruit();
            } else {
                uc.write(0, uc.read(0) + 1);
                remember();
                live();
            }
            think();
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

    /** Writes what is in sight into the team's grid. */
    private void remember() {
        float sight = uc.getType().getStat(UnitStat.VISION_RANGE);
        for (Location stadium : uc.senseObjects(MapObject.STADIUM, sight)) {
            int taken = uc.senseUnitAtLocation(stadium) == null ? 1 : 2;
            if (uc.read(gridAt(stadium)) != taken) {
                uc.write(gridAt(stadium), taken);
            }
        }
        for (Location water : uc.senseObjects(MapObject.WATER, sight)) {
            if (uc.read(gridAt(water)) != 3) {
                uc.write(gridAt(water), 3);
            }
        }
    }

    private void live() {
        UnitInfo[] enemies = uc.senseUnits(32, uc.getOpponent());
        UnitInfo[] friends = uc.senseUnits(32, uc.getTeam());
        Location goal = enemies.length > 0 && friends.length > 1 ? enemies[0].getLocation() : null;
        if (uc.getType() == UnitType.PITCHER) {
            goal = place();
        } else if (uc.getType() == UnitType.BATTER) {
            bat(uc.getRound() % 8 == 0 ? friends : enemies);
        }
        if (uc.canMove() && (goal == null || !uc.getLocation().isEqual(goal)) && !goTo(goal)) {
            wander();
        }
    }

    /** The base or stadium under this unit, or the nearest free one, or null. Bases, which earn points, come first. */
    private Location place() {
        Location base = free(uc.senseObjects(MapObject.BASE, 20));
        return base != null ? base : free(uc.senseObjects(MapObject.STADIUM, 20));
    }

    private Location free(Location[] places) {
        Location here = uc.getLocation();
        for (Location place : places) {
            if (place.isEqual(here) || uc.senseUnitAtLocation(place) == null) {
                return place;
            }
        }
        return null;
    }

    /** Pitchers are never batted: without their income one side would soon have few units. */
    private void bat(UnitInfo[] units) {
        for (UnitInfo unit : units) {
            if (unit.getType() != UnitType.PITCHER && uc.getLocation().distanceSquared(unit.getLocation()) <= 2) {
                Direction direction = uc.getLocation().directionTo(unit.getLocation());
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
            heading = Direction.values()[(int) (uc.getRandomDouble() * 8)];
        }
    }

    /** Looks through the grid. Catchers never find an end: they are stopped in mid-thought, where some die. */
    private void think() {
        Location here = uc.getLocation();
        int reach = uc.getType() == UnitType.CATCHER ? 15 : 1;
        int seen = 0;
        for (int dx = -reach; dx <= reach; dx++) {
            for (int dy = -reach; dy <= reach; dy++) {
                seen += uc.read(gridAt(here.add(dx, dy)));
            }
        }
        // A unit that died while it was stopped has one call left: the second one stops it for good.
        uc.write(1, seen);
        uc.write(2, uc.getRound());
    }
}
