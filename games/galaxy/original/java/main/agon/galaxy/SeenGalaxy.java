package agon.galaxy;

import agon.protocol.Unpacker;
import cs228hw4.game.GalaxyState;
import cs228hw4.game.SystemState;
import java.awt.Color;
import java.util.HashMap;
import java.util.Map;

/** The view of an agent at the start of its turn. */
final class SeenGalaxy implements GalaxyState {
    private Color own;
    private int energy;
    private String current;
    private SeenSystem[] systems = {};

    private SeenGalaxy() {}

    static SeenGalaxy read(Unpacker in) {
        SeenGalaxy galaxy = new SeenGalaxy();
        for (int pairs = in.map(); pairs > 0; pairs--) {
            switch (in.symbol()) {
                case "colour" -> galaxy.own = SeenSystem.colour(in.symbol());
                case "energy" -> galaxy.energy = (int) in.number();
                case "current" -> galaxy.current = in.text();
                case "systems" -> galaxy.readSystems(in);
                default -> in.skip();
            }
        }
        return galaxy;
    }

    private void readSystems(Unpacker in) {
        systems = new SeenSystem[in.list()];
        Map<String, SeenSystem> byName = new HashMap<>();
        for (int i = 0; i < systems.length; i++) {
            systems[i] = SeenSystem.read(in);
            byName.put(systems[i].getName(), systems[i]);
        }
        for (SeenSystem system : systems) {
            system.connect(byName);
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
        boolean isOwn = own.equals(agentColor);
        for (SeenSystem system : systems) {
            if (isOwn ? system.getName().equals(current) : system.hasOther(own)) {
                return system;
            }
        }
        return null;
    }
}
