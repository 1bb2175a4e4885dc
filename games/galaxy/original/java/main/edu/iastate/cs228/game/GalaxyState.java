package edu.iastate.cs228.game;

import java.awt.Color;

/** The result of an agent's scan. */
public interface GalaxyState {
    /** The scanned systems in the order of the galaxy, including the agent's own. */
    SystemState[] getSystems();

    /** The agent's own system for its own colour; otherwise the opponent's, or null if it was not scanned. */
    SystemState getCurrentSystemFor(Color agentColor);
}
