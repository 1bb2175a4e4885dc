package cs228hw4.game;

/** The same as {@link edu.iastate.cs228.game.Agent} under the name that the handout uses. */
public interface Agent extends edu.iastate.cs228.game.Agent {
    /** The next three commands, in a tournament. */
    AgentAction[] getCommandTurnTournament(GalaxyState g, int energyLevel);

    /** The next three commands, otherwise. */
    AgentAction[] getCommandTurnGrading(GalaxyState g, int energyLevel);

    @Override
    default AgentAction[] getCommandTurnTournament(edu.iastate.cs228.game.GalaxyState g, int energyLevel) {
        return getCommandTurnTournament((GalaxyState) g, energyLevel);
    }

    @Override
    default AgentAction[] getCommandTurnGrading(edu.iastate.cs228.game.GalaxyState g, int energyLevel) {
        return getCommandTurnGrading((GalaxyState) g, energyLevel);
    }
}
