package cs228hw4.game;

import java.awt.Color;

/** The same as {@link edu.iastate.cs228.game.GalaxyState} under the name that the handout uses. */
public interface GalaxyState extends edu.iastate.cs228.game.GalaxyState {
    @Override
    SystemState[] getSystems();

    @Override
    SystemState getCurrentSystemFor(Color agentColor);
}
