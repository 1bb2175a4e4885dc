package aic2023.user;

/** What a type of unit is described by; see {@link UnitType#getStat}. */
public enum UnitStat {
    REP_COST,
    VISION_RANGE,
    ACTION_RANGE,
    MOVEMENT_RANGE,
    ACTION_COOLDOWN,
    MOVEMENT_COOLDOWN
}
