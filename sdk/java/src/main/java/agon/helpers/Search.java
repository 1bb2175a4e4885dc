package agon.helpers;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.Function;
import java.util.function.Predicate;

/** Searches the cheapest way between places, whatever a game's places are. */
public final class Search {
    private Search() {}

    /** The best known way to a place: its cost, and the place before it; null before the start. */
    private record Best<P>(long cost, P before) {}

    /** A place that was found; {@code number} counts all finds. */
    private record Found<P>(long cost, int number, P place) {}

    /**
     * The cheapest way from {@code start} to a goal, both included; null if there is none. Of equally cheap ways, the
     * one through the places that were found first is taken; it is the same in the kits of all languages.
     *
     * @param <P> the game's places, which need {@code equals} and {@code hashCode}
     * @param isGoal whether a place is a goal; the way leads to the nearest one
     * @param neighbours the places beside a place with their costs, which are at least 0
     */
    public static <P> List<P> path(
            P start, Predicate<? super P> isGoal,
            Function<? super P, ? extends Iterable<Step<P>>> neighbours) {
        Map<P, Best<P>> best = new HashMap<>();
        PriorityQueue<Found<P>> queue = new PriorityQueue<>(
                Comparator.<Found<P>>comparingLong(Found::cost).thenComparingInt(Found::number));
        best.put(start, new Best<>(0, null));
        queue.add(new Found<>(0, 0, start));
        int finds = 0;
        while (!queue.isEmpty()) {
            Found<P> here = queue.remove();
            if (here.cost > best.get(here.place).cost) {
                continue; // a cheaper way was found since
            }
            if (isGoal.test(here.place)) {
                return back(best, here.place);
            }
            for (Step<P> step : neighbours.apply(here.place)) {
                long cost = here.cost + step.cost();
                Best<P> known = best.get(step.to());
                if (known == null || cost < known.cost) {
                    best.put(step.to(), new Best<>(cost, here.place));
                    queue.add(new Found<>(cost, ++finds, step.to()));
                }
            }
        }
        return null;
    }

    private static <P> List<P> back(Map<P, Best<P>> best, P goal) {
        List<P> way = new ArrayList<>();
        for (P place = goal; place != null; place = best.get(place).before) {
            way.add(place);
        }
        Collections.reverse(way);
        return way;
    }
}
