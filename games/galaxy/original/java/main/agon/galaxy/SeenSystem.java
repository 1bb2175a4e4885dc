package agon.galaxy;

import agon.protocol.Unpacker;
import edu.iastate.cs228.game.SystemState;
import java.awt.Color;
import java.util.Map;

/**
 * A scanned system. As in the original, systems with the same name are equal but have identity hash codes.
 */
class SeenSystem implements SystemState {
    private String name;
    private Color owner;
    private int generators;
    private int maxGenerators;
    private int energy;
    private int captureCost;
    private String[] ends = {};
    private int[] costs = {};
    private Color[] agents = {};
    private SystemState[] neighbours = {};

    /** An array that agents get: its elements may be any systems of the agent's interface. */
    SystemState[] newArray(int length) {
        return new SystemState[length];
    }

    void read(Unpacker in) {
        for (int pairs = in.map(); pairs > 0; pairs--) {
            switch (in.symbol()) {
                case "name" -> name = in.text();
                case "owner" -> owner = colour(in.symbol());
                case "generators" -> generators = (int) in.number();
                case "max_generators" -> maxGenerators = (int) in.number();
                case "energy" -> energy = (int) in.number();
                case "capture_cost" -> captureCost = (int) in.number();
                case "wormholes" -> readWormholes(in);
                case "agents" -> readAgents(in);
                default -> in.skip();
            }
        }
    }

    private void readWormholes(Unpacker in) {
        int count = in.list();
        ends = new String[count];
        costs = new int[count];
        for (int i = 0; i < count; i++) {
            for (int pairs = in.map(); pairs > 0; pairs--) {
                switch (in.symbol()) {
                    case "to" -> ends[i] = in.none() ? null : in.text();
                    case "cost" -> costs[i] = (int) in.number();
                    default -> in.skip();
                }
            }
        }
    }

    private void readAgents(Unpacker in) {
        agents = new Color[in.list()];
        for (int i = 0; i < agents.length; i++) {
            agents[i] = colour(in.symbol());
        }
    }

    /** Colours are always the same objects, because bots may compare them with {@code ==}. */
    static Color colour(String word) {
        return switch (word) {
            case "blue" -> Color.BLUE;
            case "red" -> Color.RED;
            default -> Color.GRAY;
        };
    }

    /** Finds the systems at the ends of the wormholes. */
    void connect(Map<String, SeenSystem> byName) {
        neighbours = newArray(ends.length);
        for (int i = 0; i < ends.length; i++) {
            neighbours[i] = ends[i] == null ? null : byName.get(ends[i]);
        }
    }

    boolean hasOther(Color own) {
        for (Color agent : agents) {
            if (agent != own) {
                return true;
            }
        }
        return false;
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public Color getOwner() {
        return owner;
    }

    @Override
    public int getGeneratorCount() {
        return generators;
    }

    @Override
    public int getMaximumGeneratorCount() {
        return maxGenerators;
    }

    @Override
    public int getEnergyStored() {
        return energy;
    }

    @Override
    public int getCostToCapture() {
        return captureCost;
    }

    @Override
    public SystemState[] getNeighbors() {
        return neighbours;
    }

    @Override
    public int[] getTravelCost() {
        return costs;
    }

    @Override
    public Color[] getAgentsPresent() {
        return agents;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SystemState that && name.equals(that.getName());
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }

    @Override
    public String toString() {
        return name;
    }
}
