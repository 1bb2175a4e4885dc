import edu.iastate.cs228.game.Agent;
import edu.iastate.cs228.game.GalaxyState;
import edu.iastate.cs228.game.SystemState;
import java.awt.Color;
import java.io.File;
import java.util.Random;

/** Captures its system, takes the energy of systems it owns, and moves on to systems it does not own. */
public class DefaultAgent implements Agent {
    private final Random random = new Random();
    private Color own;

    @Override
    public String getFirstName() {
        return "Default";
    }

    @Override
    public String getLastName() {
        return "Agent";
    }

    @Override
    public String getStuID() {
        return "0";
    }

    @Override
    public String getUsername() {
        return "default";
    }

    @Override
    public String getAgentName() {
        return "DefaultAgent";
    }

    @Override
    public File getAgentImage() {
        return null;
    }

    @Override
    public boolean inTournament() {
        return true;
    }

    @Override
    public void setColor(Color c) {
        own = c;
    }

    @Override
    public void setOpponentColor(Color c) {}

    @Override
    public AgentAction[] getCommandTurnTournament(GalaxyState g, int energyLevel) {
        return commands(g, energyLevel);
    }

    @Override
    public AgentAction[] getCommandTurnGrading(GalaxyState g, int energyLevel) {
        return commands(g, energyLevel);
    }

    private AgentAction[] commands(GalaxyState g, int energyLevel) {
        SystemState here = g.getCurrentSystemFor(own);
        if (here.getOwner().equals(own)) {
            return new AgentAction[] {new Refuel(), travel(here), new NoAction()};
        }
        if (here.getCostToCapture() <= energyLevel) {
            return new AgentAction[] {
                new Capture(here.getCostToCapture()), new ContinueCapture(), new ContinueCapture(),
            };
        }
        return new AgentAction[] {travel(here), new NoAction(), new NoAction()};
    }

    /** To the cheapest neighbour that it does not own, or to any. */
    private AgentAction travel(SystemState here) {
        SystemState[] neighbours = here.getNeighbors();
        int best = -1;
        for (int i = 0; i < neighbours.length; i++) {
            boolean isForeign = neighbours[i] != null && !neighbours[i].getOwner().equals(own);
            if (isForeign && (best < 0 || here.getTravelCost()[i] < here.getTravelCost()[best])) {
                best = i;
            }
        }
        if (best < 0 && neighbours.length > 0) {
            best = random.nextInt(neighbours.length);
        }
        return best < 0 || neighbours[best] == null ? new NoAction() : new Move(neighbours[best].getName());
    }
}
