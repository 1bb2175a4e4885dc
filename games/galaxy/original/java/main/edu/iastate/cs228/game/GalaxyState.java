package edu.iastate.cs228.game;

import java.awt.Color;

/** What an agent's scan has shown. */
public interface GalaxyState {
    /** The scanned systems in the order of the galaxy, one's own included. */
    SystemState[] getSystems();

    /** One's own system for one's own colour; for any other the opponent's, or null if it was not scanned. */
    SystemState getCurrentSystemFor(Color agentColor);
}
