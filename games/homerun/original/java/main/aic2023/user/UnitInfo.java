package aic2023.user;

import agon.homerun.meter.Meter;

/** A snapshot of a unit. It never changes. */
public final class UnitInfo {
    private final int id;
    private final Team team;
    private final UnitType type;
    private final Location location;
    private final float movementCooldown;
    private final float actionCooldown;
    private final boolean isCarryingBall;
    private int identity;

    UnitInfo(
            int id, Team team, UnitType type, Location location, float movementCooldown, float actionCooldown,
            boolean isCarryingBall) {
        this.id = id;
        this.team = team;
        this.type = type;
        this.location = location;
        this.movementCooldown = movementCooldown;
        this.actionCooldown = actionCooldown;
        this.isCarryingBall = isCarryingBall;
    }

    public Team getTeam() {
        return team;
    }

    public UnitType getType() {
        return type;
    }

    /** Where the unit was; the same object every time. */
    public Location getLocation() {
        return location;
    }

    public float getCurrentMovementCooldown() {
        return movementCooldown;
    }

    public float getCurrentActionCooldown() {
        return actionCooldown;
    }

    public int getID() {
        return id;
    }

    public boolean isCarryingBall() {
        return isCarryingBall;
    }

    /** An identity hash, numbered per unit, so that a match can be repeated. */
    @Override
    public int hashCode() {
        if (identity == 0) {
            identity = Meter.identity();
        }
        return identity;
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }
}
