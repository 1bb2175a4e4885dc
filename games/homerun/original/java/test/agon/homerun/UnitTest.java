package agon.homerun;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Units as programs: how they are stopped, continued, isolated and ended. */
class UnitTest {
    private static final int LIMIT = 15_000;
    private static final String HEAD =
            "package bot; import aic2023.user.*; import java.util.*; public class UnitPlayer {\n";

    @TempDir
    private Path folder;

    private Table table(String members) throws Exception {
        return new Table(Table.compile(folder, HEAD + members + "\n}"));
    }

    @Test
    void isStoppedInMidMethodAndContinues() throws Exception {
        try (Table table = table("int sink; public void run(UnitController uc) {"
                + "for (int i = 0; i < 3000; i++) sink += i; uc.println(sink); uc.yield(); uc.println(\"again\"); }")) {
            int debt = 0;
            int total = 0;
            Table.Played played = table.turn(1, LIMIT);
            while (played.how().equals("paused")) {
                int counter = debt + played.energy();
                assertTrue(counter > LIMIT && counter < LIMIT + 20, "stopped at " + counter);
                assertEquals(List.of(), played.prints());
                total += played.energy();
                debt = counter - LIMIT;
                played = table.turn(1, LIMIT - debt);
            }
            assertEquals(List.of("4498500"), played.prints());
            assertEquals("done", played.how());
            // Constructor 3; 2 + 3000 * 11 + 3 for the loop; println 1 + 2 + 1 (boxing) + 20, yield 2.
            assertEquals(3 + 33005 + 24 + 2, total + played.energy());
            assertEquals(List.of("again"), table.turn(1, LIMIT).prints());
        }
    }

    @Test
    void aCallIsChargedBeforeItIsMadeAndPenaltiesDoNotStop() throws Exception {
        try (Table table = table("public void run(UnitController uc) { uc.move(null); uc.write(3, 4); uc.yield(); }")) {
            table.type = "PITCHER";
            // 3 + 1 + 1 + 20 up to the first call, which costs a penalty; the next charge is one too many.
            Table.Played first = table.turn(1, 30);
            assertEquals("paused", first.how());
            assertEquals(List.of(), first.calls());
            assertEquals(3 + 22 + 1000 + 4, first.energy());
            // A debt of more than a turn: it makes the call before which it stopped, and stops again.
            Table.Played second = table.turn(1, -500);
            assertEquals(List.of("write"), second.calls());
            assertEquals("paused", second.how());
            assertEquals("done", table.turn(1, -100).how());
        }
    }

    @Test
    void doublePenaltiesForNullInOrdersThatAskFirst() throws Exception {
        String calls = "uc.moveBall(null); uc.bat(null, 1); uc.constructBall(null); uc.recruitUnit(null, null);";
        try (Table table = table("public void run(UnitController uc) { " + calls + " uc.yield(); }")) {
            Table.Played played = table.turn(1, LIMIT);
            int plain = 3 + 4 * 20 + 2 + 3 + 2 + 3 + 2;
            assertEquals(plain + 8 * 1000, played.energy());
            assertEquals(List.of(), played.calls());
        }
    }

    @Test
    void noHandlerCatchesDeath() throws Exception {
        try (Table table = table("public void run(UnitController uc) {"
                + "while (true) { try { try { uc.killSelf(); uc.println(\"alive\"); }"
                + " catch (Throwable t) { uc.println(\"caught\"); } finally { uc.println(\"finally\"); } }"
                + " catch (VirtualMachineError e) { uc.println(\"error\"); } } }")) {
            Table.Played played = table.turn(1, LIMIT);
            assertEquals("finished", played.how());
            assertEquals(List.of("kill_self"), played.calls());
        }
    }

    @Test
    void aStackOverflowCannotBeCaughtAndAnExceptionIsTold() throws Exception {
        try (Table table = table("void deep() { try { deep(); } catch (Error e) { deep(); } }"
                + "public void run(UnitController uc) { if (uc.getRound() == 0) deep(); Object o = null; o.hashCode(); }")) {
            Table.Played played = table.turn(1, LIMIT);
            while (played.how().equals("paused")) {
                played = table.turn(1, LIMIT);
            }
            assertEquals("failed", played.how());
            assertTrue(played.error().startsWith("java.lang.StackOverflowError"), played.error());
            table.round = 1;
            Table.Played other = table.turn(2, LIMIT);
            assertEquals("failed", other.how());
            assertTrue(other.error().startsWith("java.lang.NullPointerException"), other.error());
            assertTrue(other.error().contains("at bot.UnitPlayer.run, line 2"), other.error());
        }
    }

    @Test
    void unitsShareNothing() throws Exception {
        try (Table table = table("public void run(UnitController uc) { float[] row = GameConstants.UNIT_STATS[1];"
                + "while (true) { row[2]++; uc.println(row[2] + \" \" + UnitType.PITCHER.getStat(UnitStat.ACTION_RANGE));"
                + "uc.yield(); } }")) {
            assertEquals(List.of("3.0 2.0"), table.turn(1, LIMIT).prints());
            assertEquals(List.of("4.0 2.0"), table.turn(1, LIMIT).prints());
            assertEquals(List.of("3.0 2.0"), table.turn(2, LIMIT).prints());
            table.gone(1);
            assertEquals(List.of("4.0 2.0"), table.turn(2, LIMIT).prints());
        }
    }

    @Test
    void aUnitStoppedInAStaticLockOrInitialiserBlocksNoOther() throws Exception {
        try (Table table = table("static class Slow { static { for (int i = 0; i < 3000; i++) ; } int x = 1; }"
                + "static synchronized int busy(UnitController uc) { uc.yield(); return new Slow().x; }"
                + "public void run(UnitController uc) { uc.println(busy(uc)); }")) {
            assertEquals("done", table.turn(1, LIMIT).how());
            assertEquals("done", table.turn(2, LIMIT).how());
            Table.Played first = table.turn(1, LIMIT);
            assertEquals("paused", first.how());
            assertEquals("paused", table.turn(2, LIMIT).how(), "its own initialiser");
            assertEquals(List.of("1"), table.turn(1, LIMIT).prints());
            assertEquals(List.of("1"), table.turn(2, LIMIT).prints());
        }
    }

    @Test
    void teamsShareTheArray() throws Exception {
        try (Table table = table("public void run(UnitController uc) {"
                + "while (true) { uc.println(uc.read(9)); uc.write(9, uc.read(9) + 1); uc.yield(); } }")) {
            assertEquals(List.of("0"), table.turn(1, LIMIT).prints());
            assertEquals(List.of("1"), table.turn(2, LIMIT).prints());
            assertEquals(List.of("2"), table.turn(1, LIMIT).prints());
        }
    }

    @Test
    void afterAStopOnlyDoubtfulNumbersAreAskedFor() throws Exception {
        try (Table table = table("public void run(UnitController uc) {"
                + "while (true) { uc.write(9, uc.read(9) + 1); uc.println(uc.read(9) + \" \" + uc.read(8)); uc.yield(); } }")) {
            assertEquals(List.of("1 0"), table.turn(1, LIMIT).prints());
            table.stops = true;
            table.turn(1, LIMIT);
            table.stops = false;
            Table.Played played = table.turn(2, LIMIT);
            assertEquals(List.of("2 0"), played.prints(), "what was written after the stop does not count");
            assertEquals(List.of("read", "write", "print"), played.calls());
            assertEquals(List.of("write", "print"), table.turn(1, LIMIT).calls());
            assertEquals(List.of("4 0"), table.turn(2, LIMIT).prints());
        }
    }

    @Test
    void drawsAreAskedForOnceInATurn() throws Exception {
        try (Table table = table("public void run(UnitController uc) { while (true) { String s = \"\";"
                + "for (int i = 0; i < 3; i++) s += (int) uc.getRandomDouble() + \" \";"
                + "if (uc.getRound() == 1) { uc.recruitUnit(UnitType.PITCHER, Direction.NORTH); s += (int) uc.getRandomDouble(); }"
                + "uc.println(s); uc.yield(); } }")) {
            Table.Played played = table.turn(1, LIMIT);
            assertEquals(List.of("0 1 2 "), played.prints());
            assertEquals(List.of("draws", "random", "random", "random", "print"), played.calls());
            table.drawn = 7; // another unit has drawn
            assertEquals(List.of("7 8 9 "), table.turn(1, LIMIT).prints());
            table.round = 1;
            Table.Played other = table.turn(1, LIMIT);
            assertEquals(List.of("10 11 12 13"), other.prints());
            assertEquals(2, other.calls().stream().filter("draws"::equals).count(), "recruiting draws an ID");
        }
    }

    @Test
    void chanceIsTheSameInEveryMatch() throws Exception {
        String members = "class Own {} public void run(UnitController uc) {"
                + "List<Integer> l = new ArrayList<>(); for (int i = 0; i < 9; i++) l.add(i); Collections.shuffle(l);"
                + "HashMap<Location, Integer> m = new HashMap<>(); for (int i = 0; i < 9; i++) m.put(new Location(i, i), i);"
                + "HashSet<Own> s = new HashSet<>(); s.add(new Own()); s.add(new Own());"
                + "uc.println(Math.random() + \" \" + l + \" \" + m.values() + s.iterator().next().hashCode()); }";
        List<String> once;
        try (Table table = table(members)) {
            Table.Played played = table.turn(1, LIMIT);
            assertEquals(null, played.error());
            once = played.prints();
            assertNotEquals(once, table.turn(2, LIMIT).prints(), "units have their own luck");
        }
        try (Table table = table(members)) {
            assertEquals(once, table.turn(1, LIMIT).prints());
        }
    }

    @Test
    void nothingIsLeftOfAMatchForTheNextOne() throws Exception {
        String members = "int rounds; public void run(UnitController uc) { while (true) {"
                + "List<Direction> l = new ArrayList<>(new HashSet<>(Arrays.asList(Direction.values())));"
                + "uc.println(rounds++ + \" \" + uc.read(3) + \" \" + Math.random() + \" \" + new Location().hashCode()"
                + " + \" \" + l + \" \" + uc.getEnergyUsed());"
                + "uc.write(3, 5); uc.yield(); if (rounds == 2) while (true) rounds = 2; } }";
        try (Table table = table(members)) {
            List<List<String>> first = List.of(
                    table.turn(1, LIMIT).prints(), table.turn(1, LIMIT).prints(), table.turn(2, LIMIT).prints());
            assertEquals("paused", table.turn(1, LIMIT).how(), "it stands still in mid-method");
            for (int i = 0; i < 3; i++) {
                table.rematch();
                List<List<String>> again = List.of(
                        table.turn(1, LIMIT).prints(), table.turn(1, LIMIT).prints(), table.turn(2, LIMIT).prints());
                assertEquals(first, again);
            }
        }
    }

    @Test
    void aStoredBotPlaysTheSame() throws Exception {
        String members = "static class Slow { int x; static { for (int i = 0; i < 9; i++) ; } }"
                + "public void run(UnitController uc) { List<Integer> l = new ArrayList<>(); l.add(new Slow().x);"
                + "Map<String, Integer> m = new TreeMap<>(); m.put(\"a\", 1); uc.println(l + \" \" + m); uc.yield(); }";
        List<byte[]> classes = Table.compile(folder, HEAD + members + "\n}");
        Path stored = folder.resolve("stored.jar");
        new Bot(classes).store(stored);
        try (Table table = new Table(classes); Table again = new Table(new Bot(stored))) {
            Table.Played played = table.turn(1, LIMIT);
            assertEquals(List.of("[0] {a=1}"), played.prints(), played.error());
            assertEquals(played, again.turn(1, LIMIT));
        }
    }

    @Test
    void manyUnitsAreStoppedInsideTheLibrary() throws Exception {
        try (Table table = table("public void run(UnitController uc) { List<Integer> l = new ArrayList<>();"
                + "for (int i = 0; i < 400; i++) l.add((i * 7919) % 400); Collections.sort(l);"
                + "Map<Integer, Integer> t = new TreeMap<>(); for (int i : l) t.merge(i % 10, 1, Integer::sum);"
                + "uc.println(l.stream().mapToInt(v -> v).sum() + \" \" + t); }")) {
            int open = 20;
            for (int round = 0; round < 50 && open > 0; round++) {
                for (int actor = 1; actor <= 20; actor++) {
                    if (round > 0 && open <= 0) {
                        break;
                    }
                    Table.Played played = table.turn(actor, LIMIT);
                    if (played.how().equals("finished")) {
                        String each = "{0=40, 1=40, 2=40, 3=40, 4=40, 5=40, 6=40, 7=40, 8=40, 9=40}";
                        assertEquals(List.of("79800 " + each), played.prints());
                        open--;
                    } else {
                        assertEquals("paused", played.how(), played.error());
                    }
                }
            }
            assertEquals(0, open);
        }
    }
}
