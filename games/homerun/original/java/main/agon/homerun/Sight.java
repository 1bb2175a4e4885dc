package agon.homerun;

import agon.protocol.Unpacker;
import aic2023.user.Direction;
import aic2023.user.Location;
import aic2023.user.MapObject;
import aic2023.user.Snapshots;
import aic2023.user.Team;
import aic2023.user.UnitInfo;
import aic2023.user.UnitStat;
import aic2023.user.UnitType;

/**
 * The last view of the unit whose turn it is, and the answers that follow from it. Places are those of
 * {@link Around}.
 */
final class Sight {
    private static final int EMPTY = -1;
    private static final int BALL = -2;
    private static final Direction[] DIRECTIONS = Direction.values();

    private int round;
    private float reputation;
    private float points;
    private final Seen me = new Seen();
    private final byte[] tiles = new byte[Around.COUNT];
    private int tileCount;
    private final Seen[] units = new Seen[Around.COUNT];
    private int unitCount;
    private final int[] balls = new int[Around.COUNT];
    private int ballCount;
    /** A unit's index, {@link #BALL} or {@link #EMPTY}. Does not contain the unit itself. */
    private final int[] occupants = new int[Around.COUNT];

    /** A unit in the view. */
    private static final class Seen {
        int id;
        Team team = Team.A;
        UnitType type = UnitType.HQ;
        int x;
        int y;
        int place;
        float moveCooldown;
        float actCooldown;
        boolean isCarrying;

        void read(Unpacker in) {
            for (int pairs = in.map(); pairs > 0; pairs--) {
                switch (in.symbol()) {
                    case "id" -> id = (int) in.number();
                    case "team" -> team = in.symbol().equals("A") ? Team.A : Team.B;
                    case "type" -> type = UnitType.valueOf(in.symbol());
                    case "at" -> {
                        in.list();
                        x = (int) in.number();
                        y = (int) in.number();
                    }
                    case "move_cd" -> moveCooldown = (float) in.real();
                    case "act_cd" -> actCooldown = (float) in.real();
                    case "carrying" -> isCarrying = in.is();
                    default -> in.skip();
                }
            }
        }

        UnitInfo info() {
            return Snapshots.of(id, team, type, new Location(x, y), moveCooldown, actCooldown, isCarrying);
        }
    }

    Sight() {
        for (int i = 0; i < units.length; i++) {
            units[i] = new Seen();
        }
    }

    /** Reads a view. */
    void read(Unpacker in) {
        for (int pairs = in.map(); pairs > 0; pairs--) {
            switch (in.symbol()) {
                case "round" -> round = (int) in.number();
                case "me" -> me.read(in);
                case "reputation" -> reputation = (float) in.real();
                case "points" -> points = (float) in.real();
                case "tiles" -> tileCount = in.ascii(tiles);
                case "units" -> {
                    unitCount = in.list();
                    for (int i = 0; i < unitCount; i++) {
                        units[i].read(in);
                    }
                }
                case "balls" -> {
                    ballCount = in.list();
                    for (int i = 0; i < ballCount; i++) {
                        in.list();
                        balls[i] = Around.place(in.number() - me.x, in.number() - me.y);
                    }
                }
                default -> in.skip();
            }
        }
        place();
    }

    private void place() {
        java.util.Arrays.fill(occupants, 0, tileCount, EMPTY);
        for (int i = 0; i < unitCount; i++) {
            units[i].place = placeOf(units[i].x, units[i].y);
            occupants[units[i].place] = i;
        }
        for (int i = 0; i < ballCount; i++) {
            occupants[balls[i]] = BALL;
        }
    }

    int round() {
        return round;
    }

    float reputation() {
        return reputation;
    }

    float points() {
        return points;
    }

    Team team() {
        return me.team;
    }

    UnitType type() {
        return me.type;
    }

    UnitInfo me() {
        return me.info();
    }

    Location here() {
        return new Location(me.x, me.y);
    }

    private Location at(int place) {
        return new Location(me.x + Around.DX[place], me.y + Around.DY[place]);
    }

    private int placeOf(int x, int y) {
        return Around.place((long) x - me.x, (long) y - me.y);
    }

    /** The place of a tile in sight, which may lie off the map; -1 out of sight. */
    int inRange(Location location) {
        int place = placeOf(location.x, location.y);
        return place < tileCount ? place : -1;
    }

    /** Whether the tile at a place is on the map. */
    boolean isOnMap(int place) {
        return tiles[place] != '#';
    }

    /** The unit at a place, including the unit itself, or null. */
    UnitInfo unitAt(int place) {
        if (place == 0) {
            return me.info();
        }
        return occupants[place] >= 0 ? units[occupants[place]].info() : null;
    }

    /** What the tile at a place is. */
    MapObject objectAt(int place, boolean checkBall) {
        return checkBall && occupants[place] == BALL ? MapObject.BALL : terrain(place);
    }

    private MapObject terrain(int place) {
        return switch (tiles[place]) {
            case '~' -> MapObject.WATER;
            case 'b' -> MapObject.BASE;
            case 's' -> MapObject.STADIUM;
            default -> MapObject.GRASS;
        };
    }

    /** Other units within a squared distance, nearest first. */
    UnitInfo[] units(int distance, Team team) {
        int count = 0;
        int end = 0;
        while (end < unitCount && Around.DISTANCE[units[end].place] <= distance) {
            count += team == null || units[end].team == team ? 1 : 0;
            end++;
        }
        UnitInfo[] found = new UnitInfo[count];
        for (int i = 0, next = 0; i < end; i++) {
            if (team == null || units[i].team == team) {
                found[next++] = units[i].info();
            }
        }
        return found;
    }

    /** Tiles with an object within a squared distance, nearest first. */
    Location[] objects(MapObject object, float distance) {
        int end = Math.min(Around.within((int) Math.min(distance, (float) Around.COUNT)), tileCount);
        Location[] found = new Location[end];
        int count = 0;
        for (int place = 0; place < end; place++) {
            if (has(object, place)) {
                found[count++] = at(place);
            }
        }
        return java.util.Arrays.copyOf(found, count);
    }

    private boolean has(MapObject object, int place) {
        if (!isOnMap(place)) {
            return false;
        }
        return switch (object) {
            case LOCATION -> true;
            case BALL -> occupants[place] == BALL;
            default -> terrain(place) == object;
        };
    }

    // The conditions of orders, in the rulebook's order.

    boolean isReadyToMove() {
        return me.type.canMove() && me.moveCooldown < 1;
    }

    boolean isReadyToAct() {
        return me.type.canAct() && me.actCooldown < 1;
    }

    boolean canMove(Direction direction) {
        return isReadyToMove() && (direction == Direction.ZERO || isAccessible(neighbour(direction)));
    }

    boolean canRecruit(UnitType type, Direction direction) {
        return me.type == UnitType.HQ && type != UnitType.HQ && isAccessible(neighbour(direction))
                && reputation >= type.getStat(UnitStat.REP_COST);
    }

    boolean canConstructBall(Direction direction) {
        return me.type == UnitType.HQ && isAccessible(neighbour(direction))
                && reputation >= aic2023.user.GameConstants.BALL_COST;
    }

    boolean canMoveBall(Direction direction) {
        if (me.type != UnitType.PITCHER || !isReadyToAct()) {
            return false;
        }
        int place = neighbour(direction);
        return me.isCarrying ? isAccessible(place) : isOnMap(place) && occupants[place] == BALL;
    }

    boolean canBat(Direction direction, int strength) {
        if (direction == Direction.ZERO || strength < 1 || strength > aic2023.user.GameConstants.MAX_STRENGTH
                || me.type != UnitType.BATTER || !isReadyToAct()) {
            return false;
        }
        int place = neighbour(direction);
        int there = occupants[place];
        return isOnMap(place) && there != EMPTY && (there == BALL || units[there].type != UnitType.HQ);
    }

    private static int neighbour(Direction direction) {
        return NEIGHBOURS[direction.ordinal()];
    }

    private static final int[] NEIGHBOURS = new int[DIRECTIONS.length];

    static {
        for (Direction direction : DIRECTIONS) {
            NEIGHBOURS[direction.ordinal()] = Around.place(direction.dx, direction.dy);
        }
    }

    private boolean isAccessible(int place) {
        return place != 0 && isOnMap(place) && tiles[place] != '~' && occupants[place] == EMPTY;
    }
}
