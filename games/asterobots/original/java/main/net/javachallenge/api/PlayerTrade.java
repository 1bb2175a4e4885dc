package net.javachallenge.api;

/** A standing offer or demand of a player. */
public interface PlayerTrade {
    /** The publisher. */
    int getPlayerId();

    /** The material. */
    Material getMaterial();

    /** Pieces left. */
    int getAmount();

    /** Price per piece. */
    int getPricePerOneMaterial();

    /** Offer or demand. */
    TradeType getTradeType();
}
