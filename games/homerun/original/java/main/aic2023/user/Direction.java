package aic2023.user;

/** The eight neighbours of a tile in order, counter-clockwise from the north, and ZERO: no step. */
public enum Direction {
    NORTH(0, 1),
    NORTHWEST(-1, 1),
    WEST(-1, 0),
    SOUTHWEST(-1, -1),
    SOUTH(0, -1),
    SOUTHEAST(1, -1),
    EAST(1, 0),
    NORTHEAST(1, 1),
    ZERO(0, 0);

    /** The step to the east. */
    public final int dx;
    /** The step to the north. */
    public final int dy;

    private static final Direction[] ALL = values();
    private static final float DIAGONAL = (float) Math.sqrt(2);

    Direction(int dx, int dy) {
        this.dx = dx;
        this.dy = dy;
    }

    /** Whether this is the same direction; not for null. */
    public boolean isEqual(Direction direction) {
        return this == direction;
    }

    /** The next direction counter-clockwise; ZERO stays. */
    public Direction rotateLeft() {
        return turned(1);
    }

    /** The next direction clockwise; ZERO stays. */
    public Direction rotateRight() {
        return turned(7);
    }

    /** The direction back; ZERO stays. */
    public Direction opposite() {
        return turned(4);
    }

    private Direction turned(int eighths) {
        return this == ZERO ? ZERO : ALL[(ordinal() + eighths) % 8];
    }

    /** How long the step is: 0, 1 or the square root of 2. */
    public float length() {
        if (this == ZERO) {
            return 0;
        }
        return dx != 0 && dy != 0 ? DIAGONAL : 1;
    }

    /** The direction with these signs. */
    public static Direction getDirection(int dx, int dy) {
        int x = Integer.signum(dx);
        int y = Integer.signum(dy);
        for (Direction direction : ALL) {
            if (direction.dx == x && direction.dy == y) {
                return direction;
            }
        }
        throw new IllegalStateException("every pair of signs is a direction");
    }
}
