package net.javachallenge.api;

/** The aliens' prices. */
public interface AlienTrade {
    /** What a player pays for a piece. */
    int getBuyPriceOf(Material material);

    /** What a player gets for a piece. */
    int getSellPriceOf(Material material);
}
