package agon.seat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import agon.build.Refused;
import agon.protocol.Hello;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which class of several plays, and the message when none can. */
class BotClassTest {
    /** A kit without classes of its own, whose bots are {@link Runnable}. */
    private static class RunnableKit implements SeatKit {
        @Override
        public boolean owns(String className) {
            return false;
        }

        @Override
        public boolean isBot(Class<?> type) {
            return Runnable.class.isAssignableFrom(type);
        }

        @Override
        public String whatBotsDo() {
            return "implements Runnable";
        }

        @Override
        public Player<?> seat(Object bot, Hello hello) {
            throw new UnsupportedOperationException("these bots never play");
        }
    }

    private static final SeatKit KIT = new RunnableKit();
    private static final String BASE = "abstract class Base implements Runnable { public void run() { } }\n";

    private static List<byte[]> compile(String... classes) throws Exception {
        return Peer.compile(KIT, String.join("\n", classes));
    }

    private static String faults(SeatKit kit, String source) {
        return assertThrows(Refused.class, () -> Peer.compile(kit, source)).getMessage();
    }

    /** The compiler lists everything of the interface that it cannot find, but not why. */
    @Test
    void theFirstFaultOfTheCompilerNamesTheCommonCause() {
        String faults = faults(KIT, "class Mine {\n@Override public void run() { }\n@Override public void go() { } }");
        assertTrue(faults.contains("Bot.java:2: method does not override or implement a method from a supertype "
                + "(there is no class that implements Runnable)\n"), faults);
        String misspelt = "class Mine implements Runnable { public void run() { nothing(); } }";
        assertTrue(faults(KIT, misspelt).contains("Bot.java:1: cannot find symbol: method nothing()\n"));
    }

    @Test
    void aSourceInAPackageCannotSeeAnInterfaceThatIsInNone() {
        SeatKit beside = new RunnableKit() {
            @Override
            public boolean isBesideBot() {
                return true;
            }

            @Override
            public String whatBotsDo() {
                return "extends Parent";
            }
        };
        String hint = "Parent is in none: remove the line that begins with `package`";
        String faults = faults(beside, "package mine;\nclass Mine extends Parent { }");
        assertTrue(faults.contains("Bot.java:2: cannot find symbol: class Parent (a source is in a package, but " + hint), faults);
        assertTrue(!faults(beside, "class Mine extends Parent { }").contains(hint));
    }

    @Test
    void theOnlyBotPlays() throws Exception {
        List<byte[]> classes = compile(BASE, "class Mine extends Base { }", "class Helper { }");
        assertEquals("Mine", BotClass.find(KIT, classes, null).getName());
    }

    @Test
    void entryChoosesOneOfSeveral() throws Exception {
        List<byte[]> classes = compile(BASE, "class One extends Base { }", "class Two extends Base { }");
        assertEquals("Two", BotClass.find(KIT, classes, "Two").getName());
        String message = assertThrows(Refused.class, () -> BotClass.find(KIT, classes, null)).getMessage();
        assertTrue(message.startsWith("there is more than one bot: One, Two."), message);
        assertTrue(message.contains("put `#One` behind the name of the file or folder"), message);
        assertTrue(message.contains("write `class = \"One\"` into the folder's agon.toml"), message);
        String other = assertThrows(Refused.class, () -> BotClass.find(KIT, classes, "Nope")).getMessage();
        assertEquals("there is no class Nope that plays; the bots here are One, Two", other);
    }

    @Test
    void aFileMayBeCalledLikeABot() throws Exception {
        List<byte[]> classes = compile(BASE, "class One extends Base { }", "class Two extends Base { }");
        assertEquals("Two", BotClass.find(KIT, classes, "Two.java").getName());
        String message = assertThrows(Refused.class, () -> BotClass.find(KIT, classes, "both.jar")).getMessage();
        assertTrue(message.startsWith("there is more than one bot: One, Two."), message);
        List<byte[]> one = compile(BASE, "class Mine extends Base { }");
        assertEquals("Mine", BotClass.find(KIT, one, "bot.jar").getName());
        message = assertThrows(Refused.class, () -> BotClass.find(KIT, one, "Nope")).getMessage();
        assertEquals("there is no class Nope that plays; the bot here is Mine", message);
    }

    @Test
    void withoutABotTheMessageSaysWhatIsMissing() throws Exception {
        List<byte[]> classes = compile("class Mine { }");
        String message = assertThrows(Refused.class, () -> BotClass.find(KIT, classes, null)).getMessage();
        assertEquals("there is no class that implements Runnable and has a constructor without parameters", message);
        List<byte[]> picky = compile(BASE, "class Mine extends Base { Mine(int number) { } }");
        assertThrows(Refused.class, () -> BotClass.find(KIT, picky, null));
    }

    @Test
    void aConstructorThatFailsIsNamed() throws Exception {
        List<byte[]> classes =
                compile(BASE, "class Mine extends Base { Mine() { throw new IllegalStateException(\"no\"); } }");
        Class<?> type = BotClass.find(KIT, classes, null);
        String message = assertThrows(Refused.class, () -> BotClass.make(type)).getMessage();
        assertEquals("the constructor of Mine failed: java.lang.IllegalStateException: no", message);
    }

    @Test
    void aBotsOwnClassesComeBeforeThoseOfTheProgram() throws Exception {
        // The program has a class agon.build.Refused as well.
        List<byte[]> classes = compile("package agon.build;", BASE,
                "class Refused { int twice(int n) { return 2 * n; } }",
                "class Mine extends Base { static int four = new Refused().twice(2); }");
        Class<?> type = BotClass.find(KIT, classes, null);
        BotClass.make(type);
        var four = type.getDeclaredField("four");
        four.setAccessible(true);
        assertEquals(4, four.get(null));
    }
}
