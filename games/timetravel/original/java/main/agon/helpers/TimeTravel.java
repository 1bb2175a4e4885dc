package agon.helpers;

import agon.timetravel.Board;
import agon.timetravel.Kind;
import agon.timetravel.Row;
import agon.timetravel.Thing;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Helpers for bots of Time Travel: tiles that units can enter, distances, neighbours, ways. They see what the bot's
 * objects see: the board as of the start of the turn or the last look.
 */
public final class TimeTravel {
    /** The greatest x and y; the least are -10. */
    private static final int EDGE = 10;
    private static final int PERIODS = 3;
    private static final int BUILDING_SIDE = 2;
    /** Where rows have their numbers. */
    private static final int X = 1;
    private static final int Y = 2;
    private static final int Z = 3;
    private static final int BLOCKS_MOVE = 4;
    /** Of units and of buildings. */
    private static final int OWNER = 7;

    private TimeTravel() {}

    /** A tile: x and y from -10 to 10, and the period z: 0 far past, 1 past, 2 present. */
    public record Place(int x, int y, int z) {
        /** West to east. */
        @Override
        public int x() {
            return x;
        }

        /** The other coordinate. */
        @Override
        public int y() {
            return y;
        }

        /** The period: 0 far past, 1 past, 2 present. */
        @Override
        public int z() {
            return z;
        }
    }

    /** The tile of a unit, a portal or a piece of terrain, or the corner of a building with the smallest coordinates. */
    public static Place at(Thing thing) {
        thing.validify();
        if (thing.ptr.name() != null) {
            throw new IllegalArgumentException(thing.ptr.name() + " is a type, which is nowhere: give a unit or a building");
        }
        return placeOf(thing.ptr);
    }

    /** The tiles that own units can enter by z, y, then x. */
    public static List<Place> places() {
        Set<Place> closed = closed();
        List<Place> all = new ArrayList<>();
        for (int z = 0; z < PERIODS; z++) {
            for (int y = -EDGE; y <= EDGE; y++) {
                for (int x = -EDGE; x <= EDGE; x++) {
                    Place place = new Place(x, y, z);
                    if (!closed.contains(place)) {
                        all.add(place);
                    }
                }
            }
        }
        return all;
    }

    /** The steps between two tiles of one period if nothing is in the way; attacks measure in the same way. */
    public static int distance(Place a, Place b) {
        return Math.abs(a.x - b.x) + Math.abs(a.y - b.y);
    }

    /** The tiles that an own unit can step to from {@code at}, each with its cost, 1, as {@link Search#path} needs them. */
    public static List<Step<Place>> neighbours(Place at) {
        return beside(closed(), at);
    }

    /** A shortest way within one period, both ends included; null if there is none. */
    public static List<Place> way(Place start, Place goal) {
        Set<Place> closed = closed();
        return Search.path(start, goal::equals, at -> beside(closed, at));
    }

    private static List<Step<Place>> beside(Set<Place> closed, Place at) {
        List<Step<Place>> steps = new ArrayList<>(4);
        add(steps, closed, new Place(at.x + 1, at.y, at.z));
        add(steps, closed, new Place(at.x - 1, at.y, at.z));
        add(steps, closed, new Place(at.x, at.y + 1, at.z));
        add(steps, closed, new Place(at.x, at.y - 1, at.z));
        return steps;
    }

    private static void add(List<Step<Place>> steps, Set<Place> closed, Place to) {
        if (Math.abs(to.x) <= EDGE && Math.abs(to.y) <= EDGE && !closed.contains(to)) {
            steps.add(new Step<>(to, 1));
        }
    }

    /** The tiles with terrain that blocks steps, with enemies, and if the rules say so with portals. */
    private static Set<Place> closed() {
        Board board = Board.now();
        Set<Place> closed = new HashSet<>();
        for (Row terrain : board.rows(Kind.TERRAIN)) {
            if (terrain.number(BLOCKS_MOVE) != 0) {
                closed.add(placeOf(terrain));
            }
        }
        for (Row unit : board.rows(Kind.UNIT)) {
            if (unit.number(OWNER) != board.player()) {
                closed.add(placeOf(unit));
            }
        }
        for (Row building : board.rows(Kind.BUILDING)) {
            if (building.number(OWNER) != board.player()) {
                addTiles(closed, placeOf(building));
            }
        }
        if (!board.isUnitAllowedOnPortal()) {
            for (Row portal : board.rows(Kind.PORTAL)) {
                closed.add(placeOf(portal));
            }
        }
        return closed;
    }

    private static void addTiles(Set<Place> closed, Place corner) {
        for (int dx = 0; dx < BUILDING_SIDE; dx++) {
            for (int dy = 0; dy < BUILDING_SIDE; dy++) {
                closed.add(new Place(corner.x + dx, corner.y + dy, corner.z));
            }
        }
    }

    private static Place placeOf(Row row) {
        return new Place(row.number(X), row.number(Y), row.number(Z));
    }
}
