package agon.galaxy;

import agon.protocol.Packer;
import agon.protocol.Unpacker;
import agon.seat.Player;
import agon.seat.Turn;
import edu.iastate.cs228.game.Agent;
import edu.iastate.cs228.game.Agent.AgentAction;
import java.awt.Color;

/** An agent of Galaxy Commander in its seat. */
final class Commander implements Player<SeenGalaxy> {
    private static final int ACTIONS = 3;

    private final Agent agent;
    private final boolean isTournament;
    private final Packer calls = new Packer();

    Commander(Agent agent, boolean isBlue, boolean isTournament) {
        this.agent = agent;
        this.isTournament = isTournament;
        agent.setColor(isBlue ? Color.BLUE : Color.RED);
        agent.setOpponentColor(isBlue ? Color.RED : Color.BLUE);
        if (isTournament && !agent.inTournament()) {
            System.err.println("This is a tournament, but inTournament() of this agent says no.");
        }
    }

    @Override
    public SeenGalaxy read(Unpacker in) {
        return SeenGalaxy.read(in, agent instanceof cs228hw4.game.Agent ? new HandoutGalaxy() : new SeenGalaxy());
    }

    @Override
    public void play(SeenGalaxy galaxy, Turn<SeenGalaxy> turn) {
        AgentAction[] actions = isTournament
                ? agent.getCommandTurnTournament(galaxy, galaxy.energy())
                : agent.getCommandTurnGrading(galaxy, galaxy.energy());
        if (actions == null) {
            turn.failed("the array of commands is null");
            return;
        }
        calls.clear();
        int count = Math.min(actions.length, ACTIONS);
        for (int i = 0; i < count; i++) {
            Actions.pack(actions[i], calls);
        }
        turn.done(calls, count);
    }
}
