import agon.timetravel.Board;
import agon.timetravel.Kind;
import agon.timetravel.Row;
import agon.timetravel.Thing;

/** A unit. */
class Unit extends Thing {
    Unit(Row ptr) {
        super(Kind.UNIT, ptr, ExistentialError::new);
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
    public int getUnitTypeID() {
        return number(6);
    }

    /** The player it belongs to. */
    public int getOwnerID() {
        return number(7);
    }

    /** Its actions left. */
    public int getActions() {
        return number(8);
    }

    /** Its moves left. */
    public int getMoves() {
        return number(9);
    }

    /** Takes one step. Only sends the order; a denial is printed later. */
    boolean move(int x, int y) {
        validify();
        Board.orders().act("move", ID, x, y);
        return true;
    }

    /** Attacks a tile. Only sends the order; a denial is printed later. */
    boolean attack(int x, int y) {
        validify();
        Board.orders().act("attack", ID, x, y);
        return true;
    }

    /** Paints the gallery on a tile. Only sends the order; a denial is printed later. */
    boolean paint(int x, int y) {
        validify();
        Board.orders().act("paint", ID, x, y);
        return true;
    }

    /** Builds, continues building, or repairs. Only sends the order; a denial is printed later. */
    boolean build(int x, int y, BuildingType type) {
        validify();
        Board.orders().build(ID, x, y, type.getName());
        return true;
    }

    /** Goes through the portal it stands on. Only sends the order; a denial is printed later. */
    boolean warp() {
        validify();
        Board.orders().warp(ID);
        return true;
    }
}
