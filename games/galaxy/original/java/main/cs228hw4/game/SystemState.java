package cs228hw4.game;

/** The same as {@link edu.iastate.cs228.game.SystemState} under the name that the handout uses. */
public interface SystemState extends edu.iastate.cs228.game.SystemState {
    @Override
    SystemState[] getNeighbors();
}
