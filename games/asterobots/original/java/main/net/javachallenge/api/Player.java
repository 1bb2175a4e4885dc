package net.javachallenge.api;

/** A player and what it has. */
public interface Player {
    /** Its id. */
    int getId();

    /** Its stock of a material, without what is bound in offers. */
    int getMaterial(Material material);

    /** Its money. */
    int getMoney();

    /** The last round in which it finished a turn while alive. */
    int getTimeToLive();

    /** The same as {@link #getTimeToLive}. */
    @Deprecated
    int getLastActiveRound();
}
