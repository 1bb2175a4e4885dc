package aic2023.user;

/** The numbers of a type of unit; see {@link UnitType#getStat}. */
public enum UnitStat {
    REP_COST,
    VISION_RANGE,
    ACTION_RANGE,
    MOVEMENT_RANGE,
    ACTION_COOLDOWN,
    MOVEMENT_COOLDOWN
}
