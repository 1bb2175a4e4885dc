package aic2023.user;

/** Creates objects for bots on behalf of the host. Bots cannot name this class. */
public final class Snapshots {
    private Snapshots() {}

    /** A snapshot of a unit. */
    public static UnitInfo of(
            int id, Team team, UnitType type, Location location, float movementCooldown, float actionCooldown,
            boolean isCarryingBall) {
        return new UnitInfo(id, team, type, location, movementCooldown, actionCooldown, isCarryingBall);
    }

    /** A copy of {@link GameConstants#UNIT_STATS}: rewritten bots read this instead. */
    public static float[][] unitStats() {
        float[][] copy = GameConstants.UNIT_STATS.clone();
        for (int i = 0; i < copy.length; i++) {
            copy[i] = copy[i].clone();
        }
        return copy;
    }
}
