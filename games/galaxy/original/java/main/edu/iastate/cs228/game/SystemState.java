package edu.iastate.cs228.game;

import java.awt.Color;

/** A system as a scan has shown it. */
public interface SystemState {
    /** Its name. */
    String getName();

    /** Whose it is: blue, red, or gray if it is nobody's. */
    Color getOwner();

    /** Its generators. */
    int getGeneratorCount();

    /** The most generators it can have. */
    int getMaximumGeneratorCount();

    /** Its stored energy. */
    int getEnergyStored();

    /** What it costs to capture it. */
    int getCostToCapture();

    /** Where its wormholes lead; null where that was not scanned. */
    SystemState[] getNeighbors();

    /** What its wormholes cost; 0 where the end was not scanned. */
    int[] getTravelCost();

    /** The agents in it, one's own colour first. */
    Color[] getAgentsPresent();
}
