package agon.asterobots;

import agon.protocol.Unpacker;
import java.util.Arrays;
import net.javachallenge.api.GameSetting;
import net.javachallenge.api.Material;

/** The settings of the match. */
final class SeenSetting implements GameSetting {
    private int maxRound;
    private int initialMoney;
    private int[] initialMaterials = {};
    private int mapSize;
    private int alienTradeMargin;
    private int veinCount;
    private int[][] upgradeMaterial = {};
    private int[][] upgradeRobot = {};

    private SeenSetting() {}

    static SeenSetting read(Unpacker in) {
        SeenSetting setting = new SeenSetting();
        for (int pairs = in.map(); pairs > 0; pairs--) {
            switch (in.symbol()) {
                case "max_round" -> setting.maxRound = (int) in.number();
                case "initial_money" -> setting.initialMoney = (int) in.number();
                case "initial_materials" -> setting.initialMaterials = Materials.read(in);
                case "map_size" -> setting.mapSize = (int) in.number();
                case "alien_trade_margin" -> setting.alienTradeMargin = (int) in.number();
                case "upgrade_material" -> setting.upgradeMaterial = readCosts(in);
                case "upgrade_robot" -> setting.upgradeRobot = readCosts(in);
                default -> in.skip();
            }
        }
        return setting;
    }

    private static int[][] readCosts(Unpacker in) {
        int[][] costs = new int[in.list()][];
        for (int i = 0; i < costs.length; i++) {
            costs[i] = Materials.read(in);
        }
        return costs;
    }

    /** Copies the settings that the field has. */
    void complete(SeenField field) {
        veinCount = field.countVeins();
        field.setSize(mapSize);
    }

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
        return Materials.of(initialMaterials, material);
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
        return Materials.of(upgradeMaterial[0], material);
    }

    @Override
    public int getMaterialsForUpgradingMaterialRankFrom2To3(Material material) {
        return Materials.of(upgradeMaterial[1], material);
    }

    @Override
    public int getMaterialsForUpgradingRobotRankFrom1To2(Material material) {
        return Materials.of(upgradeRobot[0], material);
    }

    @Override
    public int getMaterialsForUpgradingRobotRankFrom2To3(Material material) {
        return Materials.of(upgradeRobot[1], material);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SeenSetting that && Arrays.deepEquals(values(), that.values());
    }

    @Override
    public int hashCode() {
        return Arrays.deepHashCode(values());
    }

    private Object[] values() {
        return new Object[] {maxRound, initialMoney, initialMaterials, mapSize, alienTradeMargin, veinCount,
            upgradeMaterial, upgradeRobot};
    }
}
