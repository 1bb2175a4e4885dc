package aic2023.user;

import agon.homerun.meter.Meter;

/** The types of units. */
public enum UnitType {
    HQ(0, 64, 2, 0, 1, 1),
    PITCHER(50, 20, 2, 2, 2, 1.5f),
    BATTER(75, 20, 2, 2, 1, 1.5f),
    CATCHER(35, 32, 0, 2, 1, 1);

    private final float[] stats;

    UnitType(float... stats) {
        this.stats = stats;
    }

    /** Whether units of this type ever act. */
    public boolean canAct() {
        return stats[UnitStat.ACTION_RANGE.ordinal()] > 0;
    }

    /** Whether units of this type ever move. */
    public boolean canMove() {
        return stats[UnitStat.MOVEMENT_RANGE.ordinal()] > 0;
    }

    /** One number of this type. Without a name for it: a penalty, and 0. */
    public float getStat(UnitStat stat) {
        if (stat == null) {
            Meter.penalty();
            return 0;
        }
        return stats[stat.ordinal()];
    }
}
