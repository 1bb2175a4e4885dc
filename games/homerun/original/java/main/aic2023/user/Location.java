package aic2023.user;

import agon.homerun.meter.Meter;

/** A tile, in the coordinates that bots see. */
public class Location {
    /** The column; grows to the east. */
    public int x;
    /** The row; grows to the north. */
    public int y;

    private int identity;

    /** The tile (0, 0). */
    public Location() {}

    /** The tile (x, y). */
    public Location(int x, int y) {
        this.x = x;
        this.y = y;
    }

    /** The neighbour in a direction. Without one: a penalty, and this tile. */
    public Location add(Direction direction) {
        if (direction == null) {
            Meter.penalty();
            return this;
        }
        return new Location(x + direction.dx, y + direction.dy);
    }

    /** The tile some steps away. */
    public Location add(int dx, int dy) {
        return new Location(x + dx, y + dy);
    }

    /** The direction by the signs of the differences. Without a tile: a penalty, and ZERO. */
    public Direction directionTo(Location location) {
        if (location == null) {
            Meter.penalty();
            return Direction.ZERO;
        }
        return Direction.getDirection(location.x - x, location.y - y);
    }

    /** The squared distance. Without a tile: a penalty, and 0. */
    public int distanceSquared(Location location) {
        if (location == null) {
            Meter.penalty();
            return 0;
        }
        int dx = location.x - x;
        int dy = location.y - y;
        return dx * dx + dy * dy;
    }

    /** Whether it is the same tile; not for null. */
    public boolean isEqual(Location location) {
        return location != null && location.x == x && location.y == y;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Location && isEqual((Location) other);
    }

    /**
     * An identity hash, as in the contest: equal tiles have different hashes. It is numbered per unit, so that a
     * match can be repeated.
     */
    @Override
    public int hashCode() {
        if (identity == 0) {
            identity = Meter.identity();
        }
        return identity;
    }

    @Override
    public String toString() {
        return "[" + x + "," + y + "]";
    }
}
