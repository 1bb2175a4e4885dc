package agon.homerun;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The measured table of the energy rules, compiled into a bot statement by statement. */
class EnergyTest {
    private static final int LIMIT = 15_000;

    private static final String HEAD = """
            package bot;
            import aic2023.user.*;
            import java.util.*;
            import java.util.function.*;
            public class UnitPlayer {
                class In { int v = 3; int get() { return v; } }
                int f; int[] arr = new int[10]; Integer boxed = 7; int result;
                void empty() {}
                int add(int a, int b) { return a + b; }
                int fact(int n) { if (n <= 1) return 1; return n * fact(n - 1); }
                int table(int n) { switch (n) { case 1: return 5; case 2: return 6; default: return 7; } }
                int lookup(int n) { switch (n) { case 1: return 5; case 1000: return 6; default: return 7; } }
                int words(String w) { switch (w) { case "one": return 1; case "two": return 2; default: return 3; } }
                synchronized int locked() { return 1; }
                void thrower() { throw new RuntimeException("x"); }
                ArrayList<Integer> al; HashMap<Integer, Integer> hm; PriorityQueue<Integer> pq;
                ArrayDeque<Integer> ad; LinkedList<Integer> ll;
                ArrayList<Integer> many() {
                    ArrayList<Integer> m = new ArrayList<>();
                    for (int i = 0; i < 32; i++) m.add((i * 37) % 32);
                    return m;
                }
            """;
    private static final String LOCALS = """
                    int x = 4, s = 0; In in = new In(); String str = "abc"; Object o = str;
                    IntUnaryOperator lambda = v -> v + 1; Direction dir = Direction.NORTH;
                    Location L = c.getLocation(), L2 = new Location(3, 4);
            """;

    /** Each statement has a turn of its own, so that none is stopped for lack of energy. */
    private static final String UTIL_LOCALS = """
                    int s = 0; ArrayList<Integer> al = this.al; HashMap<Integer, Integer> hm = this.hm;
                    PriorityQueue<Integer> pq = this.pq; ArrayDeque<Integer> ad = this.ad; LinkedList<Integer> ll = this.ll;
            """;

    @Test
    void everyStatementCostsWhatItCostInTheContest(@TempDir Path folder) throws Exception {
        List<String[]> rows = rows("/homerun/original/java/test/energy.txt");
        StringBuilder source = new StringBuilder(HEAD);
        StringBuilder run = new StringBuilder();
        for (int i = 0; i < rows.size(); i++) {
            measure(source, i, LOCALS, rows.get(i)[1]);
            run.append("m").append(i).append("(c); c.println(result); c.yield();\n");
        }
        source.append("public void run(UnitController c) {\n").append(run).append("}}");
        List<String> wrong = new ArrayList<>();
        try (Table table = new Table(Table.compile(folder, source.toString()))) {
            for (String[] row : rows) {
                Table.Played played = table.turn(1, LIMIT);
                String found = played.prints().get(played.prints().size() - 1);
                if (!found.equals(row[0])) {
                    wrong.add(row[1] + " costs " + found + ", not " + row[0]);
                }
            }
        }
        assertEquals(List.of(), wrong);
    }

    @Test
    void javaUtilIsChargedByTheSameRules(@TempDir Path folder) throws Exception {
        List<String[]> rows = rows("/homerun/original/java/test/energy-java-util.txt");
        StringBuilder source = new StringBuilder(HEAD);
        StringBuilder run = new StringBuilder();
        for (int i = 0; i < rows.size(); i++) {
            String statement = rows.get(i)[2];
            String many = statement.contains("many") ? "ArrayList<Integer> many = many(); c.yield();" : "";
            String numbers = statement.contains("numbers") ? "int[] numbers = new int[100], others = numbers.clone();" : "";
            measure(source, i, UTIL_LOCALS + many + numbers, statement);
            run.append("m").append(i).append("(c); c.println(result); c.yield();\n");
        }
        source.append("public void run(UnitController c) { while (true) {\n").append(run).append("}}}");
        List<byte[]> classes = Table.compile(folder, source.toString());
        List<Integer> once = costs(classes, rows.size());
        assertEquals(once, costs(classes, rows.size()), "the same in every match");
        System.out.println("java.util on JDK " + Runtime.version() + ": statement, contest (JDK 8), here");
        for (int i = 0; i < rows.size(); i++) {
            int first = once.get(i);
            int second = once.get(rows.size() + i);
            assertTrue(0 < second && second <= first, rows.get(i)[2]);
            // The corrections were measured on JDK 17.
            if (Runtime.version().feature() == 17 && !rows.get(i)[2].contains("//")) {
                assertEquals(rows.get(i)[0] + " " + rows.get(i)[1], first + " " + second, rows.get(i)[2]);
            }
            System.out.printf("  %-60s %5s/%5s %5d/%5d%n", rows.get(i)[2], rows.get(i)[0], rows.get(i)[1], first, second);
        }
    }

    private static List<Integer> costs(List<byte[]> classes, int rows) throws Exception {
        List<Integer> costs = new ArrayList<>();
        try (Table table = new Table(classes)) {
            while (costs.size() < 2 * rows) {
                Table.Played played = table.turn(1, LIMIT);
                assertEquals(null, played.error());
                played.prints().forEach(text -> costs.add(Integer.parseInt(text)));
            }
        }
        return costs;
    }

    @Test
    void aProgramThatReturnsAndOneThatOnlyYields(@TempDir Path folder) throws Exception {
        String head = "package bot; import aic2023.user.*; public class UnitPlayer { public void run(UnitController uc) ";
        try (Table table = new Table(Table.compile(folder, head + "{ uc.getRound(); }}"))) {
            Table.Played played = table.turn(1, LIMIT);
            assertEquals("finished", played.how());
            assertEquals(3 + 4, played.energy());
        }
        try (Table table = new Table(Table.compile(folder, head + "{ while (true) { uc.yield(); } }}"))) {
            assertEquals(5, table.turn(1, LIMIT).energy());
            assertEquals(3, table.turn(1, LIMIT).energy());
            assertEquals(3, table.turn(1, LIMIT).energy());
        }
    }

    private static void measure(StringBuilder source, int number, String locals, String statement) {
        source.append("void m").append(number).append("(UnitController c) {\n").append(locals);
        source.append("int before = c.getEnergyUsed();\n").append(statement);
        source.append("\nint after = c.getEnergyUsed();\nresult = after - before - 3;\n");
        if (statement.contains("= new ") && locals.startsWith(UTIL_LOCALS)) {
            String name = statement.split(" ")[0];
            source.append("this.").append(name).append(" = ").append(name).append(";");
        }
        source.append("}\n");
    }

    private static List<String[]> rows(String resource) throws IOException {
        try (InputStream file = EnergyTest.class.getResourceAsStream(resource)) {
            String text = new String(file.readAllBytes(), StandardCharsets.UTF_8);
            return text.lines().filter(line -> !line.startsWith("#"))
                    .map(line -> Arrays.stream(line.split("\\|", 2)).map(String::trim).toArray(String[]::new))
                    .map(row -> row[1].matches("\\d+ .*")
                            ? new String[] {row[0], row[1].split("\\|", 2)[0].trim(), row[1].split("\\|", 2)[1].trim()}
                            : row)
                    .toList();
        }
    }
}
