package net.javachallenge.api;

/** Settings from a builder; the others are as in the contest. */
record BuiltSetting(int maxRound, int initialMoney, int mapSize, int veinCount, int alienTradeMargin)
        implements GameSetting {
    private static final int[][] UPGRADE_MATERIAL = {{200, 100, 0}, {100, 300, 0}};
    private static final int[][] UPGRADE_ROBOT = {{200, 0, 200}, {0, 300, 500}};

    @Override
    public int getMaxRound() {
        return maxRound;
    }

    @Override
    public int getInitialMoney() {
        return initialMoney;
    }

    @Override
    public int getInitialMaterial(Material material) {
        return of(new int[3], material);
    }

    @Override
    public int getMapSize() {
        return mapSize;
    }

    @Override
    public int getVeinCount() {
        return veinCount;
    }

    @Override
    public int getAlienTradeMargin() {
        return alienTradeMargin;
    }

    @Override
    public int getMaterialsForUpgradingMaterialRankFrom1To2(Material material) {
        return of(UPGRADE_MATERIAL[0], material);
    }

    @Override
    public int getMaterialsForUpgradingMaterialRankFrom2To3(Material material) {
        return of(UPGRADE_MATERIAL[1], material);
    }

    @Override
    public int getMaterialsForUpgradingRobotRankFrom1To2(Material material) {
        return of(UPGRADE_ROBOT[0], material);
    }

    @Override
    public int getMaterialsForUpgradingRobotRankFrom2To3(Material material) {
        return of(UPGRADE_ROBOT[1], material);
    }

    private static int of(int[] pieces, Material material) {
        if (material == null) {
            throw new IllegalArgumentException("the material is null");
        }
        return pieces[material.ordinal()];
    }
}
