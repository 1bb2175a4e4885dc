package net.javachallenge.api;

/** A standing offer or demand of a player. */
public interface PlayerTrade {
    /** Who published it. */
    int getPlayerId();

    /** Of what. */
    Material getMaterial();

    /** Pieces left. */
    int getAmount();

    /** Price per piece. */
    int getPricePerOneMaterial();

    /** Offer or demand. */
    TradeType getTradeType();
}
