package agon.homerun;

/**
 * The tiles around a unit in sensing order: by increasing squared distance, then from west to east, then from
 * south to north. The tiles of a shorter sight come first in every longer one.
 */
public final class Around {
    /** The largest squared sight of any unit. */
    private static final int FARTHEST = 64;
    private static final int REACH = 8;
    private static final int SIDE = 2 * REACH + 1;
    /** Tiles within the longest sight. */
    static final int COUNT = 197;
    /** Steps to the east, by place. */
    public static final int[] DX = new int[COUNT];
    /** Steps to the north, by place. */
    public static final int[] DY = new int[COUNT];
    /** The squared distance, by place. */
    static final int[] DISTANCE = new int[COUNT];
    private static final short[] PLACES = new short[SIDE * SIDE];
    /** How many tiles lie within a squared distance. */
    private static final int[] WITHIN = new int[FARTHEST + 1];

    static {
        java.util.Arrays.fill(PLACES, (short) -1);
        int place = 0;
        for (int distance = 0; distance <= FARTHEST; distance++) {
            for (int dx = -REACH; dx <= REACH; dx++) {
                for (int dy = -REACH; dy <= REACH; dy++) {
                    if (dx * dx + dy * dy == distance) {
                        DX[place] = dx;
                        DY[place] = dy;
                        DISTANCE[place] = distance;
                        PLACES[(dx + REACH) * SIDE + dy + REACH] = (short) place;
                        place++;
                    }
                }
            }
            WITHIN[distance] = place;
        }
    }

    private Around() {}

    /** The place of a tile; -1 beyond the longest sight. Accepts any steps. */
    public static int place(long dx, long dy) {
        if (dx < -REACH || dx > REACH || dy < -REACH || dy > REACH) {
            return -1;
        }
        return PLACES[(int) ((dx + REACH) * SIDE + dy + REACH)];
    }

    /** How many tiles lie within a squared distance. */
    public static int within(int distance) {
        return WITHIN[Math.min(distance, FARTHEST)];
    }
}
