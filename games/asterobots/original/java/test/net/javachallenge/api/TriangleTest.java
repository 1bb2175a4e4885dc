package net.javachallenge.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Points: properties that bots of the contest relied on, and shortest paths. */
class TriangleTest {
    private static final int SIZE = 10;

    private static List<TrianglePoint> field() {
        List<TrianglePoint> points = new ArrayList<>();
        for (int y = 1 - SIZE; y <= SIZE; y++) {
            int inset = y >= 1 ? y - 1 : -y;
            for (int x = 2 - 2 * SIZE + inset; x <= 2 * SIZE - inset; x++) {
                points.add(Make.point(x, y));
            }
        }
        return points;
    }

    private static List<TrianglePoint> neighbours(TrianglePoint p) {
        int vertical = (p.getX() + p.getY()) % 2 == 0 ? 1 : -1;
        return List.of(Make.point(p.getX() - 1, p.getY()), Make.point(p.getX() + 1, p.getY()),
                Make.point(p.getX(), p.getY() + vertical));
    }

    private static Map<TrianglePoint, Integer> distances(TrianglePoint from, List<TrianglePoint> field) {
        Map<TrianglePoint, Integer> found = new HashMap<>();
        Queue<TrianglePoint> open = new ArrayDeque<>(List.of(from));
        found.put(from, 0);
        TreeSet<TrianglePoint> inside = new TreeSet<>(new TriangleComparator());
        inside.addAll(field);
        while (!open.isEmpty()) {
            TrianglePoint at = open.remove();
            for (TrianglePoint next : neighbours(at)) {
                if (inside.contains(next) && found.putIfAbsent(next, found.get(at) + 1) == null) {
                    open.add(next);
                }
            }
        }
        return found;
    }

    @Test
    void distancesAndWaysAreThoseOfTheField() {
        List<TrianglePoint> field = field();
        assertEquals(600, field.size());
        int longest = 0;
        for (int i = 0; i < field.size(); i += 23) {
            TrianglePoint from = field.get(i);
            Map<TrianglePoint, Integer> distances = distances(from, field);
            for (TrianglePoint to : field) {
                int distance = distances.get(to);
                assertEquals(distance, from.getDistance(to), () -> from + " to " + to);
                assertEquals(distance == 1, from.isConnected(to));
                checkWay(from, to, distance, distances);
                longest = Math.max(longest, distance);
            }
        }
        assertEquals(39, longest);
    }

    private static void checkWay(
            TrianglePoint from, TrianglePoint to, int distance, Map<TrianglePoint, Integer> field) {
        List<TrianglePoint> way = from.getShortestPath(to);
        assertEquals(distance + 1, way.size());
        assertEquals(from, way.get(0));
        assertEquals(to, way.get(distance));
        for (int i = 0; i < distance; i++) {
            assertTrue(way.get(i).isConnected(way.get(i + 1)));
            assertTrue(field.containsKey(way.get(i)), "the way stays inside the field");
        }
        List<TrianglePoint> back = to.getShortestPath(from);
        Collections.reverse(back);
        assertEquals(way, back);
    }

    @Test
    void theWayOfTheRulebook() {
        List<TrianglePoint> way = Make.point(0, 0).getShortestPath(Make.point(0, -1));
        assertEquals("[{ X = 0, Y = 0 }, { X = -1, Y = 0 }, { X = -1, Y = -1 }, { X = 0, Y = -1 }]", way.toString());
        way.clear();
        assertEquals(4, Make.point(0, 0).getShortestPath(Make.point(0, -1)).size(), "the list is the caller's own");
    }

    /** As in the original: the end with the larger x is the given object, the others are new. */
    @Test
    void aWayHasOneOfTheGivenObjects() {
        TrianglePoint left = Make.point(-2, 1);
        TrianglePoint right = Make.point(3, 1);
        assertSame(right, left.getShortestPath(right).get(5));
        assertNotSame(left, left.getShortestPath(right).get(0));
        assertSame(right, right.getShortestPath(left).get(0));
        assertNotSame(left, right.getShortestPath(left).get(5));
        assertNotSame(left.getShortestPath(right).get(2), left.getShortestPath(right).get(2));
        TrianglePoint twin = Make.point(3, 1);
        assertSame(twin, right.getShortestPath(twin).get(0), "a way of one point is the point that was asked for");
    }

    /** Hash sets of more than eight points with one hash code would otherwise depend on addresses. */
    @Test
    void hashSetsAreInAReproducibleOrder() {
        List<TrianglePoint> once = new ArrayList<>(new HashSet<>(field()));
        assertEquals(once, new ArrayList<>(new HashSet<>(field())));
    }

    @Test
    void pointsAreOrderedByXAndHashedByBoth() {
        TrianglePoint point = Make.point(3, -5);
        assertEquals(3 ^ -5, point.hashCode());
        assertEquals(point, Make.point(3, -5));
        assertNotSame(Make.point(3, -5), point);
        assertEquals("{ X = 3, Y = -5 }", point.toString());
        assertEquals("3,-5", point.toStringForCommand());
        assertTrue(point.isUpwardTriangle());
        assertFalse(point.isDownwardTriangle());
        assertTrue(Make.point(-3, 4).isDownwardTriangle());
        TreeSet<TrianglePoint> byX = new TreeSet<>(List.of(Make.point(2, -9), Make.point(1, 9), Make.point(1, 8)));
        assertEquals(List.of(Make.point(1, 8), Make.point(1, 9), Make.point(2, -9)), new ArrayList<>(byX));
        TreeSet<TrianglePoint> byY = new TreeSet<>(new TriangleComparator());
        byY.addAll(byX);
        assertEquals(Make.point(2, -9), byY.first());
    }

    @Test
    void pointsFarOutside() {
        TrianglePoint nowhere = Make.point(Integer.MAX_VALUE, Integer.MAX_VALUE);
        assertEquals(nowhere, Make.point(Integer.MAX_VALUE, Integer.MAX_VALUE));
        assertEquals(Integer.MAX_VALUE, nowhere.getDistance(Make.point(Integer.MIN_VALUE, 0)));
        assertEquals(301, Make.point(100, 0).getShortestPath(Make.point(400, 0)).size());
        assertThrows(NullPointerException.class, () -> nowhere.getDistance(null));
        assertThrows(NullPointerException.class, () -> Make.point(0, 0).getShortestPath(null));
        assertThrows(NullPointerException.class, () -> nowhere.isConnected(null));
        assertThrows(NullPointerException.class, () -> new TriangleComparator().compare(nowhere, null));
        assertFalse(nowhere.equals(null));
    }

    @Test
    void pointsCanBeWrittenAndRead() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(Make.point(7, 8));
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            assertEquals(Make.point(7, 8), in.readObject());
        }
    }

    @Test
    void aPlayerBeginsWithNothingSaved() {
        MockPlayer player = new MockPlayer();
        assertEquals("MockPlayer", player.getName());
        assertEquals(0, player.getTemporalCommands().length);
        assertEquals(Make.point(Integer.MAX_VALUE, Integer.MAX_VALUE), player.getTemporalVeinLocation());
        assertEquals(null, player.selectVein(null));
        assertEquals(null, player.selectActions(null));
    }

    @Test
    void settingsMustBePositive() {
        GameSetting setting = Make.gameSettingsBuilder().setMaxRound(7).setInitialMoney(0).build();
        assertEquals(7, setting.getMaxRound());
        assertEquals(40, setting.getVeinCount());
        assertEquals(300, setting.getMaterialsForUpgradingRobotRankFrom2To3(Material.Stone));
        assertEquals(0, setting.getMaterialsForUpgradingRobotRankFrom2To3(Material.Gas));
        assertThrows(IllegalArgumentException.class, () -> setting.getInitialMaterial(null));
        assertThrows(IllegalArgumentException.class, () -> Make.gameSettingsBuilder().setMapSize(0).build());
        assertThrows(IllegalArgumentException.class, () -> Make.gameSettingsBuilder().setInitialMoney(-1).build());
        PlayMode mode = Make.playModeBuilder().setFps(3).build();
        assertEquals(3, mode.getFps());
        assertEquals(10000, mode.getAvailableVeinSelectMilliseconds());
        assertEquals(1000, mode.getAvailableTurnMilliseconds());
        assertEquals(UserInterfaceMode.SmallGraphical, mode.getUserInterfaceMode());
        assertTrue(mode.isIgnoringExceptions());
    }
}
