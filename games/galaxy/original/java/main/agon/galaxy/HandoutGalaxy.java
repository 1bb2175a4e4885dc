package agon.galaxy;

import cs228hw4.game.GalaxyState;
import cs228hw4.game.SystemState;
import java.awt.Color;

/** The view of an agent that uses the handout's names of the interfaces: the same under these names. */
final class HandoutGalaxy extends SeenGalaxy implements GalaxyState {
    @Override
    SeenSystem newSystem() {
        return new HandoutSystem();
    }

    @Override
    public SystemState[] getSystems() {
        return (SystemState[]) super.getSystems();
    }

    @Override
    public SystemState getCurrentSystemFor(Color agentColor) {
        return (SystemState) super.getCurrentSystemFor(agentColor);
    }

    private static final class HandoutSystem extends SeenSystem implements SystemState {
        @Override
        SystemState[] newArray(int length) {
            return new SystemState[length];
        }

        @Override
        public SystemState[] getNeighbors() {
            return (SystemState[]) super.getNeighbors();
        }
    }
}
