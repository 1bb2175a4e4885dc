package agon.seat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import agon.asterobots.AsterobotsKit;
import agon.build.Refused;
import agon.timetravel.TimeTravelKit;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which class of several plays, and what is said when none can. */
class BotClassTest {
    private static final Kit KIT = new AsterobotsKit();

    private static String player(String head) {
        return head + " { public String getName() { return \"\"; } }\n";
    }

    private static List<byte[]> compile(String... classes) throws Exception {
        return Peer.compile(KIT, "import net.javachallenge.api.*;\n" + String.join("", classes));
    }

    @Test
    void theOnlyPlayerPlays() throws Exception {
        List<byte[]> classes = compile(player("abstract class Base extends MockPlayer"), player("class Mine extends Base"),
                "class Helper { }");
        assertEquals("Mine", BotClass.find(KIT, classes, null).getName());
    }

    @Test
    void ofSeveralTheOneWishedFor() throws Exception {
        List<byte[]> classes = compile(player("class One extends MockPlayer"), player("class Two extends MockPlayer"));
        assertEquals("Two", BotClass.find(KIT, classes, "Two").getName());
        String message = assertThrows(Refused.class, () -> BotClass.find(KIT, classes, null)).getMessage();
        assertTrue(message.startsWith("there is more than one bot: One, Two."), message);
    }

    @Test
    void withoutAPlayerItIsSaidWhatIsMissing() throws Exception {
        List<byte[]> classes = compile("class Mine { }");
        String message = assertThrows(Refused.class, () -> BotClass.find(KIT, classes, null)).getMessage();
        assertEquals("there is no class that extends net.javachallenge.api.ComputerPlayer and has a constructor "
                + "without parameters", message);
        List<byte[]> picky = compile("class Mine extends MockPlayer { Mine(int number) { } }");
        assertThrows(Refused.class, () -> BotClass.find(KIT, picky, null));
    }

    @Test
    void aConstructorThatFailsIsNamed() throws Exception {
        List<byte[]> classes = compile("class Mine extends MockPlayer { Mine() { throw new IllegalStateException(\"no\"); } }");
        Class<?> type = BotClass.find(KIT, classes, null);
        String message = assertThrows(Refused.class, () -> BotClass.make(type)).getMessage();
        assertEquals("the constructor of Mine failed: java.lang.IllegalStateException: no", message);
    }

    @Test
    void aBotsOwnClassesComeBeforeOthersOfTheirName() throws Exception {
        // Unit is a class of another game's kit.
        List<byte[]> classes = compile("class Unit { int twice(int n) { return 2 * n; } }\n"
                + "class Mine extends MockPlayer { static int four = new Unit().twice(2); }");
        Class<?> type = BotClass.find(KIT, classes, null);
        BotClass.make(type);
        var four = type.getDeclaredField("four");
        four.setAccessible(true);
        assertEquals(4, four.get(null));
        assertTrue(new TimeTravelKit().owns("Unit"));
    }
}
