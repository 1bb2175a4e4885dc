package aic2023.user;

/**
 * Everything a unit can do and ask. No method ever throws: an invalid call has no effect and costs a penalty
 * of 1000 energy. Asking first ({@code can...}) costs a penalty only when an argument is null.
 */
public interface UnitController {
    /** A snapshot of the unit. */
    UnitInfo getInfo();

    /** Where the unit stands; a new object each time. */
    Location getLocation();

    Team getTeam();

    Team getOpponent();

    UnitType getType();

    /** Whether the type moves and its movement cooldown is below 1. */
    boolean canMove();

    /** Whether the type acts and its action cooldown is below 1. */
    boolean canAct();

    boolean canMove(Direction direction);

    /** Goes one step; with ZERO it only costs cooldown. */
    void move(Direction direction);

    boolean canMoveBall(Direction dir);

    /** A pitcher grabs a ball, or drops the one it carries. */
    void moveBall(Direction dir);

    boolean canBat(Direction dir, int strength);

    /** A batter bats what is on a neighbouring tile, 1 to 3 tiles far. */
    void bat(Direction dir, int strength);

    /** Whether a tile is in sight and on the map. */
    boolean canSenseLocation(Location loc);

    /** Whether a tile, which must be in sight, is off the map. */
    boolean isOutOfMap(Location loc);

    /** Tiles with an object, nearest first. */
    Location[] senseObjects(MapObject mapObject, float radiusSquared);

    /** The unit on a tile in sight, or null. */
    UnitInfo senseUnitAtLocation(Location loc);

    /** Other units, nearest first; without a team those of both. */
    UnitInfo[] senseUnits(float radiusSquared, Team team);

    /** What a tile in sight is, or the ball on it if asked for. */
    MapObject senseObjectAtLocation(Location loc, boolean checkBall);

    void killSelf();

    /** Stores a number in the team's shared array. */
    void write(int index, int code);

    /** Reads a number from the team's shared array. */
    int read(int index);

    boolean canRecruitUnit(UnitType type, Direction dir);

    void recruitUnit(UnitType type, Direction dir);

    boolean canConstructBall(Direction dir);

    void constructBall(Direction dir);

    int getRound();

    /** Energy used in this turn, this call included. */
    int getEnergyUsed();

    /** 15000 less what was used; may be negative. */
    int getEnergyLeft();

    /** The energy left as a fraction of 15000. */
    double getPercentageOfEnergyLeft();

    /** The energy used as a fraction of 15000. */
    double getPercentageOfEnergyUsed();

    /** Writes a line into the log that goes with the replay. */
    void println(Object o);

    /** Marks a tile in the replay. */
    void drawPointDebug(Location loc, int r, int g, int b);

    /** Draws a line in the replay. */
    void drawLineDebug(Location from, Location to, int r, int g, int b);

    /** The next draw of the game's generator, from 0 to below 1. */
    double getRandomDouble();

    boolean canSchedule(int id);

    /** Lets a unit of the own team that has not had its turn this round act next. */
    void schedule(int id);

    float getReputation();

    float getPoints();

    /** Ends the turn; returns at the start of the next one. */
    void yield();
}
