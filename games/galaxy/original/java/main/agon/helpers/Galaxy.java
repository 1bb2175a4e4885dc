package agon.helpers;

import edu.iastate.cs228.game.GalaxyState;
import edu.iastate.cs228.game.SystemState;
import java.util.ArrayList;
import java.util.List;

/**
 * Helpers for bots of Galaxy Commander: systems, distances, neighbours, ways. They know what the scan knows: a wormhole
 * whose other end was not scanned leads nowhere.
 */
public final class Galaxy {
    private Galaxy() {}

    /**
     * The systems within the scan, the same as {@link GalaxyState#getSystems}.
     *
     * @param <S> {@link SystemState}
     */
    public static <S extends SystemState> List<S> places(GalaxyState galaxy) {
        // All systems of a scan are of the interface that the agent was written for.
        @SuppressWarnings("unchecked")
        List<S> places = (List<S>) List.of(galaxy.getSystems());
        return places;
    }

    /**
     * What the cheapest way costs; -1 if there is no way in sight.
     *
     * @param <S> {@link SystemState}
     */
    public static <S extends SystemState> int distance(S start, S goal) {
        List<S> way = way(start, goal);
        if (way == null) {
            return -1;
        }
        int sum = 0;
        for (int i = 1; i < way.size(); i++) {
            sum += cost(way.get(i - 1), way.get(i));
        }
        return sum;
    }

    /**
     * The systems at the ends of a system's wormholes with their costs, as {@link Search#path} needs them.
     *
     * @param <S> {@link SystemState}
     */
    public static <S extends SystemState> List<Step<S>> neighbours(S system) {
        SystemState[] ends = system.getNeighbors();
        int[] costs = system.getTravelCost();
        List<Step<S>> steps = new ArrayList<>(ends.length);
        for (int i = 0; i < ends.length; i++) {
            if (ends[i] != null) {
                // All systems of a scan are of the interface that the agent was written for.
                @SuppressWarnings("unchecked")
                S to = (S) ends[i];
                steps.add(new Step<>(to, costs[i]));
            }
        }
        return steps;
    }

    /**
     * The cheapest way through the wormholes in sight, both ends included; null if there is none.
     *
     * @param <S> {@link SystemState}
     */
    public static <S extends SystemState> List<S> way(S start, S goal) {
        return Search.path(start, system -> system.getName().equals(goal.getName()), Galaxy::neighbours);
    }

    private static int cost(SystemState from, SystemState to) {
        int least = Integer.MAX_VALUE;
        for (Step<SystemState> step : neighbours(from)) {
            if (step.to() == to) {
                least = Math.min(least, step.cost());
            }
        }
        return least;
    }
}
