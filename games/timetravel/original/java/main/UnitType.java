import agon.timetravel.Kind;
import agon.timetravel.Row;
import agon.timetravel.Thing;

/** A type of unit. */
class UnitType extends Thing {
    UnitType(Row ptr) {
        super(Kind.UNIT_TYPE, ptr, ExistentialError::new);
    }

    /** Its id. */
    public int getObjectID() {
        return number(0);
    }

    /** Its name. */
    public String getName() {
        validify();
        return ptr.name();
    }

    /** Its price. */
    public int getPrice() {
        return number(1);
    }

    /** The food it eats per turn. */
    public int getHunger() {
        return number(2);
    }

    /** Turns of training. */
    public int getTrainTime() {
        return number(3);
    }

    /** Hit points. */
    public int getHp() {
        return number(4);
    }

    /** Armor. */
    public int getArmor() {
        return number(5);
    }

    /** Moves per turn. */
    public int getMoves() {
        return number(6);
    }

    /** Actions per turn. */
    public int getActions() {
        return number(7);
    }

    /** Moves an attack costs besides its action. */
    public int getAttackCost() {
        return number(8);
    }

    /** Damage of an attack. */
    public int getDamage() {
        return number(9);
    }

    /** Least distance of a target. */
    public int getMinRange() {
        return number(10);
    }

    /** Greatest distance of a target. */
    public int getMaxRange() {
        return number(11);
    }

    /** The id of the type of building that trains it. */
    public int getTrainerID() {
        return number(12);
    }

    /** Whether it can paint: 0 or 1. */
    public int getCanPaint() {
        return number(13);
    }

    /** Gold for a painting of the same level. */
    public int getPaintBase() {
        return number(14);
    }

    /** Gold for each level of difference. */
    public int getPaintLinear() {
        return number(15);
    }

    /** Growth of armor per level. */
    public float getArmorExp() {
        return growth(0);
    }

    /** Growth of hit points per level. */
    public float getHpExp() {
        return growth(1);
    }

    /** Growth of the price per level. */
    public float getPriceExp() {
        return growth(2);
    }

    /** Growth of damage per level. */
    public float getDamageExp() {
        return growth(3);
    }
}
