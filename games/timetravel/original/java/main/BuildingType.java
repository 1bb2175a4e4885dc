import agon.timetravel.Kind;
import agon.timetravel.Row;
import agon.timetravel.Thing;

/** A type of building. */
class BuildingType extends Thing {
    BuildingType(Row ptr) {
        super(Kind.BUILDING_TYPE, ptr, ExistentialError::new);
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

    /** The food it makes per turn. */
    public int getFood() {
        return number(2);
    }

    /** Build actions in the far past (z 0). */
    public int getPastBuildTime() {
        return number(3);
    }

    /** Build actions in the past (z 1). */
    public int getPresentBuildTime() {
        return number(4);
    }

    /** Build actions in the present (z 2). */
    public int getFutureBuildTime() {
        return number(5);
    }

    /** Hit points. */
    public int getHp() {
        return number(6);
    }

    /** Armor. */
    public int getArmor() {
        return number(7);
    }

    /** The id of the type of unit that builds it. */
    public int getBuilderID() {
        return number(8);
    }

    /** Whether it can be painted: 0 or 1. */
    public int getAllowPaint() {
        return number(9);
    }

    /** Tiles from west to east. */
    public int getWidth() {
        return number(10);
    }

    /** Tiles in the other direction. */
    public int getHeight() {
        return number(11);
    }

    /** Where new units appear, seen from its corner. */
    public int getSpawnX() {
        return number(12);
    }

    /** Where new units appear, seen from its corner. */
    public int getSpawnY() {
        return number(13);
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

    /** Growth of food per level. */
    public float getFoodExp() {
        return growth(3);
    }
}
