package agon.homerun;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Work that a unit does without instructions of its own: through method references and inside the library. */
class WorkTest {
    private static final int LIMIT = 15_000;
    private static final String HEAD = """
            package bot;
            import aic2023.user.*;
            import java.util.*;
            import java.util.function.*;
            public class UnitPlayer {
                interface Sense { UnitInfo[] sense(float radius, Team team); }
                interface Draw { double draw(); }
                interface Make { Location make(int x, int y); }
                interface Turn { Direction turn(Direction d); }
            """;

    @TempDir
    private Path folder;

    private Table table(String members) throws Exception {
        return new Table(Table.compile(folder, HEAD + members + "\n}"));
    }

    private Table running(String statements) throws Exception {
        return table("public void run(UnitController uc) {\n" + statements + "\n}");
    }

    /** A call through a reference is one more call: of the interface. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "Sense s = uc::senseUnits;|s.sense(9, null)|uc.senseUnits(9, null)",
        "Draw s = Math::random;|s.draw()|Math.random()",
        "Make s = Location::new;|s.make(1, 2)|new Location(1, 2)",
        "Turn s = Direction::opposite;|s.turn(Direction.EAST)|Direction.EAST.opposite()",
        "Function<Location, String> s = Location::toString; Location l = uc.getLocation();|s.apply(l)|l.toString()",
        "BiFunction<String, String, Boolean> s = String::matches;|s.apply(\"aab\", \"a*b\")|\"aab\".matches(\"a*b\")",
    })
    void aMethodReferenceCostsWhatACallCosts(String make, String through, String direct) throws Exception {
        String measure = "a = uc.getEnergyUsed(); o = %s; b = uc.getEnergyUsed(); uc.println(b - a);";
        // The first time includes what classes of the library cost to be initialised.
        try (Table table = running("int a, b; Object o;" + make + String.format(measure, through)
                + String.format(measure, through) + String.format(measure, direct))) {
            List<String> costs = table.turn(1, LIMIT).prints();
            int reference = Integer.parseInt(costs.get(1));
            int call = Integer.parseInt(costs.get(2));
            assertTrue(reference >= call && reference <= call + 4, costs.toString());
        }
    }

    @Test
    void referencesAreRedirectedLikeCalls() throws Exception {
        String statements = "Draw d = Math::random; ToIntFunction<Object> h = System::identityHashCode;"
                + "ToIntFunction<Object> g = Object::hashCode; Object o = new Object(); int[] a = new int[3];"
                + "uc.println(d.draw() + \" \" + h.applyAsInt(o) + g.applyAsInt(a) + StrictMath.random() + o.hashCode()"
                + " + new IdentityHashMap<>(Collections.singletonMap(\"x\", 1)));";
        List<String> once;
        try (Table table = running(statements)) {
            once = table.turn(1, LIMIT).prints();
            assertEquals(1, once.size());
        }
        try (Table table = running(statements)) {
            assertEquals(once, table.turn(1, LIMIT).prints());
        }
    }

    @Test
    void aHopelessPatternIsStoppedAndOthersPlayOn() throws Exception {
        String text = "a".repeat(60) + "!";
        try (Table table = running("if (uc.getRound() == 0) { uc.println(\"" + text + "\".matches(\"(a+)+\\\\1b\")); }"
                + "uc.println(Arrays.toString(\"a1b22c\".split(\"[0-9]+\")) + \"x-y\".replaceAll(\"(.)-(.)\", \"$2+$1\"));")) {
            for (int i = 0; i < 5; i++) {
                assertEquals("paused", table.turn(1, LIMIT).how());
            }
            table.round = 1;
            Table.Played other = table.turn(2, LIMIT);
            assertEquals(List.of("[a, b, c]y+x"), other.prints(), other.error());
            assertEquals("paused", table.turn(1, LIMIT).how());
        }
    }

    /** Small work costs what it cost in the contest; EnergyTest has those statements. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "int[] a = new int[n];",
        "long[][] a = new long[1000][n / 1000];",
        "int[][] a = new int[n][];",
        "StringBuilder b = new StringBuilder(n);",
        "StringBuilder b = new StringBuilder(); b.setLength(n);",
        "char[] c = new char[16000]; String s = new String(c); for (int i = 0; i < 60; i++) o = s.toUpperCase();",
        "String s = new String(new char[16000]); o = new String(new char[16000]); for (int i = 0; i < 60; i++) s.equals(o);",
        "String s = new String(new char[16000]); o = new String(new char[16000]); for (int i = 0; i < 60; i++) o.equals(s);",
        "String s = new String(new char[4000]); o = s.indexOf(s.substring(1) + 'x');",
        "o = String.format(\"%1000000d\", 1);",
        "o = new ArrayList<Integer>(n);",
    })
    void largeWorkIsPaidFor(String statement) throws Exception {
        try (Table table = running("int n = 1000000; Object o = \"\"; " + statement + " uc.yield();")) {
            Table.Played played = table.turn(1, LIMIT);
            assertTrue(played.energy() > 10_000, played.toString());
        }
    }
}
