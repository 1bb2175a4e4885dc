import agon.timetravel.Board;
import agon.timetravel.Kind;
import agon.timetravel.Row;
import agon.timetravel.Thing;

/** A building; (x, y) is its corner with the smallest coordinates. */
class Building extends Thing {
    Building(Row ptr) {
        super(Kind.BUILDING, ptr, ExistentialError::new);
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

    /** Its hit points. */
    public int getHp() {
        return number(4);
    }

    /** Its level. */
    public int getLevel() {
        return number(5);
    }

    /** The id of its type. */
    public int getBuildingTypeID() {
        return number(6);
    }

    /** The player it belongs to. */
    public int getOwnerID() {
        return number(7);
    }

    /** The id of the type of unit it trains, or -1. */
    public int getInTraining() {
        return number(8);
    }

    /** Turns it has trained. */
    public int getProgress() {
        return number(9);
    }

    /** Whether it is linked with the next period: 0 or 1. */
    public int getLinked() {
        return number(10);
    }

    /** Whether it is complete: 0 or 1. */
    public int getComplete() {
        return number(11);
    }

    /** Trains a unit. Only sends the order; a denial is printed later. */
    boolean train(UnitType unit) {
        validify();
        Board.orders().train(ID, unit.getName());
        return true;
    }

    /** Stops a training, or removes an unfinished building. Only sends the order; a denial is printed later. */
    boolean cancel() {
        validify();
        Board.orders().cancel(ID);
        return true;
    }
}
