package agon.galaxy;

import agon.protocol.Unpacker;
import edu.iastate.cs228.game.GalaxyState;
import edu.iastate.cs228.game.SystemState;
import java.awt.Color;
import java.util.HashMap;
import java.util.Map;

/**
 * The view of an agent at the start of its turn. As in the original the arrays are not copies: an agent may put
 * systems of its own into them.
 */
class SeenGalaxy implements GalaxyState {
    private Color own;
    private int energy;
    private String current;
    private SystemState[] systems = {};
    private SeenSystem here;
    private SeenSystem there;

    static SeenGalaxy read(Unpacker in, SeenGalaxy galaxy) {
        for (int pairs = in.map(); pairs > 0; pairs--) {
            switch (in.symbol()) {
                case "colour" -> galaxy.own = SeenSystem.colour(in.symbol());
                case "energy" -> galaxy.energy = (int) in.number();
                case "current" -> galaxy.current = in.text();
                case "systems" -> galaxy.readSystems(in);
                default -> in.skip();
            }
        }
        galaxy.findAgents();
        return galaxy;
    }

    /** A system without contents. */
    SeenSystem newSystem() {
        return new SeenSystem();
    }

    private void readSystems(Unpacker in) {
        SeenSystem[] read = new SeenSystem[in.list()];
        Map<String, SeenSystem> byName = new HashMap<>();
        for (int i = 0; i < read.length; i++) {
            read[i] = newSystem();
            read[i].read(in);
            byName.put(read[i].getName(), read[i]);
        }
        systems = newSystem().newArray(read.length);
        for (int i = 0; i < read.length; i++) {
            read[i].connect(byName);
            systems[i] = read[i];
        }
    }

    private void findAgents() {
        for (SystemState state : systems) {
            SeenSystem system = (SeenSystem) state;
            if (system.getName().equals(current)) {
                here = system;
            }
            if (there == null && system.hasOther(own)) {
                there = system;
            }
        }
    }

    int energy() {
        return energy;
    }

    @Override
    public SystemState[] getSystems() {
        return systems;
    }

    @Override
    public SystemState getCurrentSystemFor(Color agentColor) {
        return own.equals(agentColor) ? here : there;
    }
}
