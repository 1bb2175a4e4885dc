package net.javachallenge.api;

/** Whether a trade sells or buys, as its publisher sees it. */
public enum TradeType {
    /** Material for money. */
    Offer,
    /** Money for material. */
    Demand
}
