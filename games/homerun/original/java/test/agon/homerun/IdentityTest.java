package agon.homerun;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which objects of the interface are one object, which are equal, and what they print. */
class IdentityTest {
    private static final String HEAD =
            "package bot; import aic2023.user.*; import java.util.*; public class UnitPlayer {\n";

    @TempDir
    private Path folder;

    /** What a bot prints that prints these expressions. */
    private List<String> prints(String setUp, String... expressions) throws Exception {
        StringBuilder run = new StringBuilder("public void run(UnitController uc) {").append(setUp);
        for (String expression : expressions) {
            run.append("uc.println(").append(expression).append(");");
        }
        run.append("uc.yield(); }");
        try (Table table = new Table(Table.compile(folder, HEAD + run + "\n}"))) {
            return table.turn(1, 15_000).prints();
        }
    }

    @Test
    void locations() throws Exception {
        List<String> said = prints("Location a = uc.getLocation(); Location b = new Location(a.x, a.y);",
                "a == uc.getLocation()", "a.equals(uc.getLocation())", "a.equals(b)", "a.equals(\"\")",
                "a.hashCode() == a.hashCode()", "a.hashCode() == b.hashCode()",
                "new HashSet<>(Arrays.asList(a, b)).size()", "Arrays.asList(b).contains(a)",
                "a.add(Direction.ZERO) == a", "a.add((Direction) null) == a", "new Location(812, 403)",
                "new Location()");
        assertEquals(List.of("false", "true", "true", "false", "true", "false", "2", "true", "false", "true",
                "[812,403]", "[0,0]"), said);
    }

    /** A location is the bot's own: changing it changes nothing else, except that a unit's snapshot keeps its object. */
    @Test
    void whatABotChanges() throws Exception {
        List<String> said = prints("Location a = uc.getLocation(); a.x += 5; UnitInfo me = uc.getInfo();"
                + " Direction[] ways = Direction.values(); ways[0] = null;",
                "a.equals(uc.getLocation())", "me == uc.getInfo()", "me.getLocation() == me.getLocation()",
                "me.getLocation() == uc.getInfo().getLocation()", "Direction.values()[0]",
                "uc.senseUnits(50, null) == uc.senseUnits(50, null)",
                "uc.senseObjects(MapObject.WATER, 50) == uc.senseObjects(MapObject.WATER, 50)");
        assertEquals(List.of("false", "false", "true", "false", "NORTH", "false", "false"), said);
    }
}
