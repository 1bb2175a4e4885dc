package aic2023.user;

/** Makes {@link UnitInfo}s for the host. Bots cannot load this class. */
public final class Snapshots {
    private Snapshots() {}

    /** A snapshot of a unit. */
    public static UnitInfo of(
            int id, Team team, UnitType type, Location location, float movementCooldown, float actionCooldown,
            boolean isCarryingBall) {
        return new UnitInfo(id, team, type, location, movementCooldown, actionCooldown, isCarryingBall);
    }
}
