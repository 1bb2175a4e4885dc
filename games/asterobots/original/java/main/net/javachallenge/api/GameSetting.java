package net.javachallenge.api;

/** The settings of a game, which do not change. */
public interface GameSetting {
    /** The last round. */
    int getMaxRound();

    /** Money at the start. */
    int getInitialMoney();

    /** Stock at the start. */
    int getInitialMaterial(Material material);

    /** Small hexagons along a side of the field. */
    int getMapSize();

    /** The number of veins. */
    int getVeinCount();

    /** The aliens sell at so many times the price they pay. */
    int getAlienTradeMargin();

    /** Pieces needed to raise a material rank from 1 to 2. */
    int getMaterialsForUpgradingMaterialRankFrom1To2(Material material);

    /** Pieces needed to raise a material rank from 2 to 3. */
    int getMaterialsForUpgradingMaterialRankFrom2To3(Material material);

    /** Pieces needed to raise a robot rank from 1 to 2. */
    int getMaterialsForUpgradingRobotRankFrom1To2(Material material);

    /** Pieces needed to raise a robot rank from 2 to 3. */
    int getMaterialsForUpgradingRobotRankFrom2To3(Material material);
}
