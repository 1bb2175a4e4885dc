package agon.helpers;

import agon.homerun.Around;
import agon.homerun.Way;
import aic2023.user.Direction;
import aic2023.user.Location;
import aic2023.user.MapObject;
import aic2023.user.UnitController;
import aic2023.user.UnitStat;

/**
 * Helpers for bots of Home Run: tiles with their coordinates, distances, neighbours, ways. They see only what the unit
 * can sense.
 *
 * <p>Helpers are metered like the bot's own code: every instruction costs 1, and every call of {@code UnitController} its
 * price. The costs given here are measured. A unit that runs out of energy within a helper goes on in its next turn, as
 * everywhere; what the helper returns then is partly a turn old.
 */
public final class HomeRun {
    /** The largest squared sight of any unit. */
    private static final int FARTHEST = 64;

    private HomeRun() {}

    /** A tile in sight. */
    public static final class Tile {
        /** Where it is. */
        public final Location at;
        /** Grass, water, a base or a stadium; null off the map. */
        public final MapObject object;

        Tile(Location at, MapObject object) {
            this.at = at;
            this.object = object;
        }

        /** Follows from the location's, so that a match can be repeated. */
        @Override
        public int hashCode() {
            return at.hashCode();
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public String toString() {
            return at + " " + object;
        }
    }

    /** A step to a neighbouring tile. */
    public static final class Step {
        /** The tile it leads to. */
        public final Location to;
        /** Its direction. */
        public final Direction direction;
        /** 10000 for a straight step, 14142 for a diagonal one: in proportion to the cooldown. */
        public final int cost;

        Step(Location to, Direction direction, int cost) {
            this.to = to;
            this.direction = direction;
            this.cost = cost;
        }

        /** Follows from the location's, so that a match can be repeated. */
        @Override
        public int hashCode() {
            return to.hashCode();
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public String toString() {
            return direction + " to " + to;
        }
    }

    /**
     * The tiles in sight, the own one first, in the order in which units sense: by distance, then from west to east, then
     * from south to north. Balls and units are not shown. Costs 3,400 for pitchers and batters, 4,500 for catchers and
     * 8,000 for the HQ, and 22 more for each tile of water, base or stadium.
     */
    public static Tile[] places(UnitController uc) {
        Tile[] tiles = new Tile[Around.within((int) uc.getType().getStat(UnitStat.VISION_RANGE))];
        MapObject[] kinds;
        Location here;
        Location[] land;
        // A unit that runs out of energy goes on in its next turn, perhaps elsewhere.
        do {
            here = uc.getLocation();
            kinds = new MapObject[tiles.length];
            mark(kinds, here, uc, MapObject.WATER);
            mark(kinds, here, uc, MapObject.BASE);
            mark(kinds, here, uc, MapObject.STADIUM);
            land = uc.senseObjects(MapObject.LOCATION, FARTHEST);
        } while (!uc.getLocation().isEqual(here));
        int x = here.x;
        int y = here.y;
        // The sensed tiles have the same order, but those off the map are missing.
        boolean isWhole = land.length == tiles.length;
        int next = 0;
        for (int i = 0; i < tiles.length; i++) {
            if (isWhole || next < land.length && Around.place(land[next].x - x, land[next].y - y) == i) {
                MapObject kind = kinds[i];
                tiles[i] = new Tile(land[next++], kind == null ? MapObject.GRASS : kind);
            } else {
                tiles[i] = new Tile(new Location(x + Around.DX[i], y + Around.DY[i]), null);
            }
        }
        return tiles;
    }

    private static void mark(MapObject[] kinds, Location here, UnitController uc, MapObject kind) {
        for (Location at : uc.senseObjects(kind, FARTHEST)) {
            int place = Around.place(at.x - here.x, at.y - here.y);
            if (place >= 0 && place < kinds.length) {
                kinds[place] = kind;
            }
        }
    }

    /**
     * The steps between two tiles if nothing is in the way. Sight is measured by {@link Location#distanceSquared}. Costs 17.
     */
    public static int distance(Location a, Location b) {
        return Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y));
    }

    /**
     * The accessible tiles in sight beside {@code at}: on the map, no water, without a unit or a ball. Costs 800 if
     * there are eight.
     */
    public static Step[] neighbours(UnitController uc, Location at) {
        Step[] found = new Step[8];
        int count = 0;
        Direction direction = Direction.NORTH;
        for (int i = 0; i < 8; i++) {
            Location to = at.add(direction);
            if (isAccessible(uc, to)) {
                found[count++] = new Step(to, direction, (i & 1) == 0 ? Way.STRAIGHT : Way.DIAGONAL);
            }
            direction = direction.rotateLeft();
        }
        Step[] steps = new Step[count];
        System.arraycopy(found, 0, steps, 0, count);
        return steps;
    }

    private static boolean isAccessible(UnitController uc, Location at) {
        if (!uc.canSenseLocation(at)) {
            return false;
        }
        MapObject object = uc.senseObjectAtLocation(at, true);
        // Null if the unit has had to wait for its next turn, and the tile is out of sight now.
        return object != null && object != MapObject.WATER && object != MapObject.BALL
                && uc.senseUnitAtLocation(at) == null;
    }

    /**
     * The quickest way over accessible tiles in sight, both ends included; null if there is none. Of equally quick ways
     * it is any one. The goal must be accessible, the start need not be: it may be the unit's own tile.
     *
     * <p>For pitchers and batters it costs 2,600 if the goal is not accessible, 4,000 to 8,000 for most ways, and 12,000 if
     * water cuts the goal off. For the HQ, which sees 197 tiles, it costs 7,000 to 26,000.
     */
    public static Location[] way(UnitController uc, Location start, Location goal) {
        return start.isEqual(goal) ? new Location[] {start} : new Way(uc).search(start, goal);
    }
}
