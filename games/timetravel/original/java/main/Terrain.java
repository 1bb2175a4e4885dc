import agon.timetravel.Kind;
import agon.timetravel.Row;
import agon.timetravel.Thing;

/** A piece of terrain. */
class Terrain extends Thing {
    Terrain(Row ptr) {
        super(Kind.TERRAIN, ptr, ExistentialError::new);
    }

    /** Its id. */
    public int getObjectID() {
        return number(0);
    }

    /** West to east, -10 to 10. */
    public int getX() {
        return number(1);
    }

    /** -10 to 10. */
    public int getY() {
        return number(2);
    }

    /** The period: 0 far past, 1 past, 2 present. */
    public int getZ() {
        return number(3);
    }

    /** Whether it blocks units: 0 or 1. */
    public int getBlocksMove() {
        return number(4);
    }

    /** Whether it blocks buildings: 0 or 1. */
    public int getBlocksBuild() {
        return number(5);
    }
}
