package agon.homerun;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import agon.helpers.Search;
import agon.helpers.Step;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The helpers: what they cost, that their ways are the quickest, and that they survive a change of place. */
class HelpersTest {
    private static final int PLENTY = 1_000_000;
    /** Tiles within the sight of batters and pitchers. */
    private static final int NEAR = 69;

    private static String bot(String run) {
        return """
                package bot;
                import agon.helpers.HomeRun;
                import aic2023.user.*;
                public class UnitPlayer {
                    public void run(UnitController c) {
                        Location here = c.getLocation();
                """ + run + "}}";
    }

    private static int cost(Path folder, String type, String tiles, String expression) throws Exception {
        String run = "int before = c.getEnergyUsed(); Object found = " + expression
                + "; c.println(c.getEnergyUsed() - before - 3); c.yield();";
        try (Table table = new Table(Table.compile(folder, bot(run)))) {
            table.type = type;
            table.tiles = tiles;
            return Integer.parseInt(table.turn(1, PLENTY).prints().get(0));
        }
    }

    /** The costs that the documentation of the helpers names. */
    @Test
    void theDocumentedCostsHold(@TempDir Path folder) throws Exception {
        String grass = ".".repeat(Around.COUNT);
        String near = ".".repeat(NEAR);
        List<String> wrong = new ArrayList<>();
        Object[][] documented = {
            {"BATTER", near, 3_500, "HomeRun.places(c)"},
            {"HQ", grass, 8_200, "HomeRun.places(c)"},
            {"BATTER", near, 24, "HomeRun.distance(here, new Location(3, 4))"},
            {"BATTER", near, 800, "HomeRun.neighbours(c, here)"},
            {"BATTER", near, 2_900, "HomeRun.way(c, here, here.add(30, 0))"},
            {"BATTER", near, 4_500, "HomeRun.way(c, here, here.add(1, 0))"},
            {"BATTER", near, 7_500, "HomeRun.way(c, here, here.add(4, 2))"},
            {"BATTER", maze().substring(0, NEAR), 8_200, "HomeRun.way(c, here, here.add(2, 2))"},
            {"BATTER", island().substring(0, NEAR), 9_000, "HomeRun.way(c, here, here.add(3, 0))"},
            {"BATTER", river().substring(0, NEAR), 12_000, "HomeRun.way(c, here, here.add(3, 0))"},
            {"HQ", island(), 13_000, "HomeRun.way(c, here, here.add(3, 0))"},
            {"HQ", river(), 26_000, "HomeRun.way(c, here, here.add(3, 0))"},
        };
        for (Object[] row : documented) {
            int cost = cost(folder, (String) row[0], (String) row[1], (String) row[3]);
            System.out.println(row[0] + " " + row[3] + ": " + cost);
            if (cost > (Integer) row[2] || cost < (Integer) row[2] * 3 / 4) {
                wrong.add(row[0] + " pays " + cost + " for " + row[3] + ", not about " + row[2]);
            }
        }
        assertEquals(List.of(), wrong);
    }

    /** Water around the tile three steps to the east. */
    private static String island() {
        return tiles((dx, dy) -> Math.max(Math.abs(dx - 3), Math.abs(dy)) == 1);
    }

    /** Water from north to south. */
    private static String river() {
        return tiles((dx, dy) -> dx == 1);
    }

    /** Every second row is water with one gap, at one end and at the other. */
    private static String maze() {
        return tiles((dx, dy) -> dy % 2 != 0 && dx != (Math.floorMod(dy, 4) == 1 ? 5 : -5));
    }

    private static String tiles(BiPredicate<Integer, Integer> isWater) {
        StringBuilder tiles = new StringBuilder();
        for (int i = 0; i < Around.COUNT; i++) {
            tiles.append(isWater.test(Around.DX[i], Around.DY[i]) ? '~' : '.');
        }
        return tiles.toString();
    }

    @Test
    void waysAreTheQuickest(@TempDir Path folder) throws Exception {
        String run = """
                while (true) {
                    String line = "";
                    for (HomeRun.Tile tile : HomeRun.places(c)) {
                        Location[] way = HomeRun.way(c, here, tile.at);
                        int cost = way == null ? -1 : 0;
                        for (int i = 1; way != null && i < way.length; i++) {
                            cost += here.isEqual(way[0]) && way[i - 1].distanceSquared(way[i]) == 1 ? 10000 : 14142;
                        }
                        line += cost + " ";
                    }
                    c.println(line);
                    c.yield();
                }
                """;
        Random random = new Random(7);
        int found = 0;
        try (Table table = new Table(Table.compile(folder, bot(run)))) {
            table.type = "BATTER";
            for (int turn = 0; turn < 30; turn++) {
                StringBuilder tiles = new StringBuilder();
                for (int i = 0; i < NEAR; i++) {
                    tiles.append("....bs~~~#".charAt(random.nextInt(10)));
                }
                table.tiles = tiles.toString();
                StringBuilder expected = new StringBuilder();
                for (int goal = 0; goal < NEAR; goal++) {
                    expected.append(quickest(table.tiles, goal)).append(' ');
                }
                assertEquals(expected.toString(), table.turn(1, PLENTY).prints().get(0), table.tiles);
                found += expected.toString().split("-1").length;
            }
        }
        assertTrue(found > 100, "some goals can be reached, and some cannot");
    }

    /** What the quickest way from the middle costs; -1 if there is none. */
    private static int quickest(String tiles, int goal) {
        List<Integer> way = Search.path(0, place -> place == goal, place -> beside(tiles, place));
        return way == null ? -1
                : IntStream.range(1, way.size()).map(i -> straightOrDiagonal(way.get(i - 1), way.get(i))).sum();
    }

    private static List<Step<Integer>> beside(String tiles, int place) {
        List<Step<Integer>> steps = new ArrayList<>();
        for (int to = 1; to < tiles.length(); to++) {
            int far = Math.max(Math.abs(Around.DX[to] - Around.DX[place]), Math.abs(Around.DY[to] - Around.DY[place]));
            if (far == 1 && ".bs".indexOf(tiles.charAt(to)) >= 0) {
                steps.add(new Step<>(to, straightOrDiagonal(place, to)));
            }
        }
        return steps;
    }

    private static int straightOrDiagonal(int from, int to) {
        return Around.DX[from] == Around.DX[to] || Around.DY[from] == Around.DY[to] ? Way.STRAIGHT : Way.DIAGONAL;
    }

    /** A unit with little energy is stopped everywhere within the helpers, and is elsewhere when it goes on. */
    @Test
    void helpersSurviveAChangeOfPlace(@TempDir Path folder) throws Exception {
        String run = """
                while (true) {
                    HomeRun.Tile[] tiles = HomeRun.places(c);
                    HomeRun.way(c, tiles[0].at, tiles[60].at);
                    c.println(HomeRun.neighbours(c, tiles[0].at).length + tiles.length);
                }
                """;
        int rounds = 0;
        try (Table table = new Table(Table.compile(folder, bot(run)))) {
            table.type = "BATTER";
            table.tiles = ".~b.s".repeat(14).substring(0, NEAR);
            for (int turn = 0; turn < 2_000; turn++) {
                table.x += turn % 7 == 0 ? 40 : turn % 3 - 1;
                Table.Played played = table.turn(1, 450 + turn % 211);
                assertEquals(null, played.error());
                rounds += played.prints().size();
            }
        }
        assertTrue(rounds > 50, rounds + " rounds");
    }
}
