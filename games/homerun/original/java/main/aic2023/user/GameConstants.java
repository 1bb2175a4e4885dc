package aic2023.user;

/** The numbers of the game. */
public class GameConstants {
    public static final int MAX_ROUNDS = 1500;
    public static final float INITIAL_REPUTATION = 100f;
    public static final float REPUTATION_ROUND = 2f;
    public static final float REPUTATION_STADIUM = 1f;
    public static final float INFLATION_FACTOR = 0.001f;
    public static final float BASE_POINTS = 1f;
    public static final int CONSTRUCTION_TURNS = 0;
    public static final int MAX_ENERGY = 15000;
    public static final int EXCEPTION_ENERGY_PENALTY = 1000;
    public static final int MAX_MAP_SIZE = 60;
    public static final int MIN_MAP_SIZE = 20;
    public static final int MAX_ID = 10000;
    public static final int SHARED_ARRAY_LENGTH = 1000000;
    public static final float POINTS_THRESHOLD = 2000f;
    public static final float POINTS_HITTING_HQ = 100f;
    public static final float BALL_COST = 1f;
    public static final int MAX_STRENGTH = 3;
    /** By the ordinals of {@link UnitType} and {@link UnitStat}. Bots get a copy whenever they read it. */
    public static final float[][] UNIT_STATS = stats();

    private GameConstants() {}

    private static float[][] stats() {
        UnitType[] types = UnitType.values();
        UnitStat[] stats = UnitStat.values();
        float[][] all = new float[types.length][stats.length];
        for (UnitType type : types) {
            for (UnitStat stat : stats) {
                all[type.ordinal()][stat.ordinal()] = type.getStat(stat);
            }
        }
        return all;
    }

    /** The factor of every gain in a round. */
    public static float getInflation(int round) {
        return 1.0f + INFLATION_FACTOR * round;
    }
}
