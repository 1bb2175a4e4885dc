package agon.homerun;

import agon.homerun.meter.Meter;
import agon.protocol.Packer;
import aic2023.user.Direction;
import aic2023.user.Location;
import aic2023.user.MapObject;
import aic2023.user.Team;
import aic2023.user.UnitController;
import aic2023.user.UnitInfo;
import aic2023.user.UnitType;

/**
 * The controller of one unit. Questions are answered from its sight. Only the game's draws, several at once, and the
 * permission to be scheduled are asked from Agon, because no unit can see them.
 */
final class Controller implements UnitController {
    private static final Location[] NOWHERE = {};
    private static final UnitInfo[] NO_UNITS = {};
    /** Longer lines are cut. */
    private static final int LONGEST_LINE = 1000;

    private final Dialogue dialogue;
    private final SharedArray array;
    private final Unit unit;

    Controller(Dialogue dialogue, SharedArray array, Unit unit) {
        this.dialogue = dialogue;
        this.array = array;
        this.unit = unit;
    }

    private Sight sight() {
        return dialogue.sight();
    }

    /** Whether an argument is missing; that costs a penalty. */
    private static boolean isMissing(Object argument) {
        if (argument == null) {
            Meter.penalty();
        }
        return argument == null;
    }

    /** Whether something can be done; if not, that costs a penalty. */
    private static boolean isPossible(boolean can) {
        if (!can) {
            Meter.penalty();
        }
        return can;
    }

    @Override
    public UnitInfo getInfo() {
        return sight().me();
    }

    @Override
    public Location getLocation() {
        return sight().here();
    }

    @Override
    public Team getTeam() {
        return dialogue.lastSight().team();
    }

    @Override
    public Team getOpponent() {
        return dialogue.lastSight().team().getOpponent();
    }

    @Override
    public UnitType getType() {
        return dialogue.lastSight().type();
    }

    @Override
    public boolean canMove() {
        return sight().isReadyToMove();
    }

    @Override
    public boolean canAct() {
        return sight().isReadyToAct();
    }

    @Override
    public boolean canMove(Direction direction) {
        return !isMissing(direction) && sight().canMove(direction);
    }

    @Override
    public void move(Direction direction) {
        if (!isMissing(direction) && isPossible(sight().canMove(direction))) {
            dialogue.orderThatChanges().map(1).text("move").name(direction);
        }
    }

    @Override
    public boolean canMoveBall(Direction dir) {
        return !isMissing(dir) && sight().canMoveBall(dir);
    }

    @Override
    public void moveBall(Direction dir) {
        if (isPossible(canMoveBall(dir))) {
            dialogue.orderThatChanges().map(1).text("move_ball").name(dir);
        }
    }

    @Override
    public boolean canBat(Direction dir, int strength) {
        return !isMissing(dir) && sight().canBat(dir, strength);
    }

    @Override
    public void bat(Direction dir, int strength) {
        if (isPossible(canBat(dir, strength))) {
            dialogue.orderThatChanges().map(1).text("bat").list(2).name(dir).number(strength);
        }
    }

    @Override
    public boolean canSenseLocation(Location loc) {
        if (isMissing(loc)) {
            return false;
        }
        int place = sight().inRange(loc);
        return place >= 0 && sight().isOnMap(place);
    }

    @Override
    public boolean isOutOfMap(Location loc) {
        if (isMissing(loc)) {
            return true;
        }
        int place = sight().inRange(loc);
        return isPossible(place >= 0) && !sight().isOnMap(place);
    }

    /** The place of a tile that can be sensed; -1 and a penalty if it cannot. */
    private int sensible(Location loc) {
        int place = loc == null ? -1 : sight().inRange(loc);
        return isPossible(place >= 0 && sight().isOnMap(place)) ? place : -1;
    }

    @Override
    public Location[] senseObjects(MapObject mapObject, float radiusSquared) {
        // NaN is refused like a negative radius.
        boolean isRadius = radiusSquared >= 0;
        return isPossible(isRadius && mapObject != null) ? sight().objects(mapObject, radiusSquared) : NOWHERE.clone();
    }

    @Override
    public UnitInfo senseUnitAtLocation(Location loc) {
        int place = sensible(loc);
        return place < 0 ? null : sight().unitAt(place);
    }

    @Override
    public UnitInfo[] senseUnits(float radiusSquared, Team team) {
        int radius = (int) radiusSquared;
        boolean isRadius = radius >= 0 && !Float.isNaN(radiusSquared);
        return isPossible(isRadius) ? sight().units(radius, team) : NO_UNITS.clone();
    }

    @Override
    public MapObject senseObjectAtLocation(Location loc, boolean checkBall) {
        int place = sensible(loc);
        return place < 0 ? null : sight().objectAt(place, checkBall);
    }

    @Override
    public void killSelf() {
        dialogue.order().text("kill_self");
        Meter.die();
    }

    @Override
    public void write(int index, int code) {
        if (isPossible(SharedArray.has(index))) {
            array.write(index, code);
            dialogue.order().map(1).text("write").list(2).number(index).number(code);
        }
    }

    @Override
    public int read(int index) {
        if (!isPossible(SharedArray.has(index))) {
            return -1;
        }
        if (!array.knows(index)) {
            dialogue.order().map(1).text("read").number(index);
            if (!dialogue.ask()) {
                return -1;
            }
            array.learn(index, (int) dialogue.number());
        }
        return array.read(index);
    }

    @Override
    public boolean canRecruitUnit(UnitType type, Direction dir) {
        return !isMissing(type == null ? null : dir) && sight().canRecruit(type, dir);
    }

    @Override
    public void recruitUnit(UnitType type, Direction dir) {
        if (isPossible(canRecruitUnit(type, dir))) {
            dialogue.orderThatChanges().map(1).text("recruit").list(2).name(type).name(dir);
            // The ID of the new unit is drawn, too.
            dialogue.forgetDraws();
        }
    }

    @Override
    public boolean canConstructBall(Direction dir) {
        return !isMissing(dir) && sight().canConstructBall(dir);
    }

    @Override
    public void constructBall(Direction dir) {
        if (isPossible(canConstructBall(dir))) {
            dialogue.orderThatChanges().map(1).text("construct_ball").name(dir);
        }
    }

    @Override
    public int getRound() {
        return dialogue.lastSight().round();
    }

    @Override
    public int getEnergyUsed() {
        return Meter.used();
    }

    @Override
    public int getEnergyLeft() {
        return Meter.LIMIT - Meter.used();
    }

    @Override
    public double getPercentageOfEnergyLeft() {
        return getEnergyLeft() / (double) Meter.LIMIT;
    }

    @Override
    public double getPercentageOfEnergyUsed() {
        return getEnergyUsed() / (double) Meter.LIMIT;
    }

    @Override
    public void println(Object o) {
        String line = o == null ? null : String.valueOf(o);
        Packer order = dialogue.order().map(1).text("print");
        if (line != null) {
            order.text(line.length() > LONGEST_LINE ? line.substring(0, LONGEST_LINE) : line);
        } else {
            order.none();
            isPossible(dialogue.ask());
        }
    }

    @Override
    public void drawPointDebug(Location loc, int r, int g, int b) {
        Packer order = dialogue.order().map(1).text("draw_point").list(2);
        place(order, loc);
        colour(order, r, g, b);
        if (loc == null) {
            isPossible(dialogue.ask());
        }
    }

    @Override
    public void drawLineDebug(Location a, Location b, int red, int green, int blue) {
        Packer order = dialogue.order().map(1).text("draw_line").list(3);
        place(order, a);
        place(order, b);
        colour(order, red, green, blue);
        if (a == null || b == null) {
            isPossible(dialogue.ask());
        }
    }

    private static void place(Packer order, Location location) {
        if (location == null) {
            order.none();
        } else {
            order.list(2).number(location.x).number(location.y);
        }
    }

    private static void colour(Packer order, int red, int green, int blue) {
        order.list(3).number(red).number(green).number(blue);
    }

    @Override
    public double getRandomDouble() {
        double draw = dialogue.draw();
        dialogue.order().text("random");
        return draw;
    }

    @Override
    public boolean canSchedule(int id) {
        dialogue.order().map(1).text("can_schedule").number(id);
        return dialogue.ask() && dialogue.is();
    }

    @Override
    public void schedule(int id) {
        dialogue.order().map(1).text("schedule").number(id);
        isPossible(dialogue.ask());
    }

    @Override
    public float getReputation() {
        return sight().reputation();
    }

    @Override
    public float getPoints() {
        return sight().points();
    }

    @Override
    public void yield() {
        unit.endTurn("done");
    }
}
