import agon.timetravel.Kind;
import agon.timetravel.Row;
import agon.timetravel.Thing;

/** A portal. */
class Portal extends Thing {
    Portal(Row ptr) {
        super(Kind.PORTAL, ptr, ExistentialError::new);
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

    /** 1 to a later period, -1 to an earlier one. */
    public int getDirection() {
        return number(4);
    }

    /** The gold it asks. */
    public int getFee() {
        return number(5);
    }

    /** The gold that each use adds. */
    public int getFeeIncr() {
        return number(6);
    }

    /** The part of the fee that remains after a turn. */
    public float getFeeMultiplier() {
        return growth(0);
    }
}
