package edu.iastate.cs228.game;

import java.awt.Color;

/** A scanned system. */
public interface SystemState {
    /** Its name. */
    String getName();

    /** The owner's colour: blue, red, or gray for no owner. */
    Color getOwner();

    /** Its generators. */
    int getGeneratorCount();

    /** The most generators it can have. */
    int getMaximumGeneratorCount();

    /** Its stored energy. */
    int getEnergyStored();

    /** The cost of capturing it. */
    int getCostToCapture();

    /** The systems its wormholes lead to; null where the end was not scanned. */
    SystemState[] getNeighbors();

    /** The costs of its wormholes; 0 where the end was not scanned. */
    int[] getTravelCost();

    /** The agents in it, the bot's own colour first. */
    Color[] getAgentsPresent();
}
