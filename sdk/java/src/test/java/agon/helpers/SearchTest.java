package agon.helpers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The search for the cheapest way. */
class SearchTest {
    private static final Map<String, List<Step<String>>> ROADS = Map.of(
            "a", List.of(new Step<>("b", 5), new Step<>("c", 1)),
            "c", List.of(new Step<>("b", 2), new Step<>("d", 9), new Step<>("e", 2)),
            "b", List.of(new Step<>("d", 1)),
            "e", List.of(new Step<>("d", 1)));

    private static List<String> path(String start, String goals) {
        return Search.path(start, goals::contains, at -> ROADS.getOrDefault(at, List.of()));
    }

    @Test
    void theCheapestWayIsFoundAndOfEqualOnesTheFirst() {
        assertEquals(List.of("a", "c", "b"), path("a", "b"));
        assertEquals(List.of("a", "c", "b", "d"), path("a", "d"), "by b and by e it costs 4, and b was found first");
    }

    @Test
    void theWayLeadsToTheNearestGoalWhichMayBeTheStart() {
        assertEquals(List.of("a", "c", "b"), path("a", "bd"));
        assertEquals(List.of("a"), path("a", "ad"));
    }

    @Test
    void thereMayBeNoWay() {
        assertNull(path("d", "a"));
        assertNull(path("nowhere", "a"));
    }
}
