package agon.homerun;

import aic2023.user.Location;
import aic2023.user.MapObject;
import aic2023.user.UnitController;
import aic2023.user.UnitInfo;

/**
 * One search of {@link agon.helpers.HomeRun#way}: A* over the tiles in sight. Bots get a metered copy of this class. It
 * works with numbers in arrays, because every instruction is charged and objects of java.util would cost more.
 */
public final class Way {
    /** The cost of a straight step. */
    public static final int STRAIGHT = 10_000;
    /** The cost of a diagonal step. */
    public static final int DIAGONAL = 14_142;
    /** The largest squared sight of any unit. */
    private static final int FARTHEST = 64;
    /** Sight reaches 8 tiles; a way may begin beside them, and the outermost cells are never open. */
    private static final int REACH = 10;
    private static final int SIDE = 2 * REACH + 1;
    /** The cells and a few more, so that a mask keeps every number within the arrays. */
    private static final int CELLS = 512;
    private static final int CELL_MASK = CELLS - 1;
    /**
     * A key of the heap is the least cost of a way through a cell, the least cost of its rest, and the cell. So of equal
     * ways the one that is nearest to its goal comes first.
     */
    private static final int COST_SHIFT = 32;
    private static final int REST_SHIFT = 9;
    /** A search that has left this many cells asks whether there is a way at all. */
    private static final int PATIENCE = 8;
    /** Instead of the cost of a cell whose neighbours are known. */
    private static final int LEFT = -1;

    /** The tile of cell 0. */
    private final int x;
    private final int y;
    private final boolean[] open = new boolean[CELLS];
    /** The cost of the best known way to a cell, plus 1; 0 if none is known. */
    private final int[] costs = new int[CELLS];
    private final int[] before = new int[CELLS];
    /** A binary heap from index 1 on. Each cell enters it at most once from each neighbour. */
    private final long[] heap = new long[8 * CELLS];
    private int size;

    /** Looks at what the unit can sense. */
    public Way(UnitController uc) {
        Location here;
        Location[] land;
        Location[] water;
        Location[] balls;
        UnitInfo[] units;
        // A unit that runs out of energy goes on in its next turn, perhaps elsewhere.
        do {
            here = uc.getLocation();
            land = uc.senseObjects(MapObject.LOCATION, FARTHEST);
            water = uc.senseObjects(MapObject.WATER, FARTHEST);
            balls = uc.senseObjects(MapObject.BALL, FARTHEST);
            units = uc.senseUnits(FARTHEST, null);
        } while (!uc.getLocation().isEqual(here));
        x = here.x - REACH;
        y = here.y - REACH;
        mark(land, true);
        mark(water, false);
        mark(balls, false);
        for (UnitInfo unit : units) {
            close(unit.getLocation());
        }
        close(here);
    }

    private void mark(Location[] tiles, boolean isOpen) {
        boolean[] open = this.open;
        int origin = -x * SIDE - y;
        for (Location at : tiles) {
            open[at.x * SIDE + at.y + origin & CELL_MASK] = isOpen;
        }
    }

    private void close(Location at) {
        open[(at.x - x) * SIDE + at.y - y & CELL_MASK] = false;
    }

    /** The cell of a tile; -1 if no step from it or to it leads to a tile in sight. */
    private int cell(Location at) {
        int dx = at.x - x;
        int dy = at.y - y;
        return dx > 0 && dx < SIDE - 1 && dy > 0 && dy < SIDE - 1 ? dx * SIDE + dy : -1;
    }

    /** The quickest way, both ends included; null if there is none. */
    public Location[] search(Location start, Location goal) {
        int from = cell(start);
        int to = cell(goal);
        if (from < 0 || to < 0 || !open[to]) {
            return null;
        }
        costs[from] = 1;
        heap[++size] = from;
        int[] steps = {1, 1 - SIDE, -SIDE, -1 - SIDE, -1, SIDE - 1, SIDE, SIDE + 1};
        int left = 0;
        while (size > 0) {
            int cell = (int) pop() & CELL_MASK;
            if (cell == to) {
                return back(from, to);
            }
            // A cell can be in the heap several times; the first one is the cheapest.
            if (costs[cell] != LEFT) {
                expand(cell, to, steps);
                left++;
                if (left == PATIENCE && !isReachable(to, steps)) {
                    return null;
                }
            }
        }
        return null;
    }

    private void expand(int cell, int to, int[] steps) {
        boolean[] open = this.open;
        int[] costs = this.costs;
        int straight = costs[cell] + STRAIGHT;
        int diagonal = costs[cell] + DIAGONAL;
        costs[cell] = LEFT;
        open[cell] = false;
        for (int i = 0; i < 8; i++) {
            int next = cell + steps[i] & CELL_MASK;
            if (open[next]) {
                int cost = (i & 1) == 0 ? straight : diagonal;
                int known = costs[next];
                if (known == 0 || cost < known) {
                    costs[next] = cost;
                    before[next] = cell;
                    int rest = least(next, to);
                    push((long) (cost + rest) << COST_SHIFT | rest << REST_SHIFT | next);
                }
            }
        }
    }

    /** Whether a goal is connected with a cell that the search has found. */
    private boolean isReachable(int to, int[] steps) {
        boolean[] fresh = open.clone();
        int[] costs = this.costs;
        int[] stack = new int[CELLS];
        int height = 1;
        stack[0] = to;
        while (height > 0) {
            int cell = stack[--height];
            for (int i = 0; i < 8; i++) {
                int next = cell + steps[i] & CELL_MASK;
                if (costs[next] != 0) {
                    return true;
                }
                if (fresh[next]) {
                    fresh[next] = false;
                    stack[height++] = next;
                }
            }
        }
        return false;
    }

    /** What the rest of a way costs if nothing is in the way. */
    private static int least(int cell, int to) {
        int dx = Math.abs(cell / SIDE - to / SIDE);
        int dy = Math.abs(cell % SIDE - to % SIDE);
        return STRAIGHT * Math.max(dx, dy) + (DIAGONAL - STRAIGHT) * Math.min(dx, dy);
    }

    private void push(long key) {
        long[] heap = this.heap;
        int at = ++size;
        while (at > 1 && heap[at >> 1] > key) {
            heap[at] = heap[at >> 1];
            at >>= 1;
        }
        heap[at] = key;
    }

    private long pop() {
        long[] heap = this.heap;
        long top = heap[1];
        long last = heap[size--];
        int end = size;
        int at = 1;
        for (int below = 2; below <= end; below = at << 1) {
            if (below < end && heap[below + 1] < heap[below]) {
                below++;
            }
            if (heap[below] >= last) {
                break;
            }
            heap[at] = heap[below];
            at = below;
        }
        heap[at] = last;
        return top;
    }

    private Location[] back(int from, int to) {
        int count = 1;
        for (int cell = to; cell != from; cell = before[cell]) {
            count++;
        }
        Location[] way = new Location[count];
        int cell = to;
        while (count > 0) {
            way[--count] = new Location(cell / SIDE + x, cell % SIDE + y);
            cell = before[cell];
        }
        return way;
    }
}
