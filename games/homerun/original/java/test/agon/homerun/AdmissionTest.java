package agon.homerun;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import agon.build.Refused;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Which bots may play, and the faults of the others. */
class AdmissionTest {
    private static final String HEAD = "package bot;\nimport aic2023.user.*;\nimport java.util.*;\n";
    private static final String RUN = "public void run(UnitController uc) ";

    private static List<String> faults(Path folder, String members) throws Exception {
        String source = HEAD + "public class UnitPlayer {\n" + members + "\n}";
        List<byte[]> classes = Table.compile(folder, source);
        try {
            new Bot(classes);
            return List.of();
        } catch (Refused refused) {
            return List.of(refused.getMessage().split("\n"));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "new Random().nextInt();|java.util.Random cannot be used",
        "new java.io.File(\"x\");|java.io.File cannot be used",
        "Thread.yield();|java.lang.Thread cannot be used",
        "Runtime.getRuntime();|java.lang.Runtime cannot be used",
        "new Date();|java.util.Date cannot be used",
        "new java.util.concurrent.ConcurrentHashMap<String, String>();|ConcurrentHashMap cannot be used",
        "java.lang.reflect.Array.getLength(uc);|java.lang.reflect.Array cannot be used",
        "java.nio.ByteBuffer.allocate(1);|java.nio.ByteBuffer cannot be used",
        "uc.getClass().getName();|Class.getName cannot be called",
        "System.nanoTime();|System.nanoTime cannot be called",
        "System.exit(1);|System.exit cannot be called",
        "System.out.println(\"x\");|PrintStream.println cannot be called with a text: write with uc.println",
        "\"x\".intern();|String.intern cannot be called",
        "synchronized (uc) { uc.yield(); }|a synchronized block cannot be used",
        "notifyAll();|Object.notifyAll cannot be called",
        "Runnable r = this::notifyAll;|Object.notifyAll cannot be called",
        "new ArrayList<String>().parallelStream();|ArrayList.parallelStream cannot be called",
        "java.util.stream.StreamSupport.stream(new ArrayList<String>().spliterator(), true);|StreamSupport cannot be used",
        "new ArrayList<String>().stream().parallel();|Stream.parallel cannot be called",
        "Arrays.parallelSort(new int[9]);|Arrays.parallelSort cannot be called",
        "java.util.stream.Collectors.toConcurrentMap(x -> x, x -> x);|Collectors.toConcurrentMap cannot be called",
        "java.util.function.Supplier<Object> s = new ArrayList<String>()::parallelStream;|parallelStream cannot be called",
        "class Mine extends ArrayList<String> {} new Mine().parallelStream();|parallelStream cannot be called",
        "System.setProperty(\"a\", \"b\");|System.setProperty cannot be called",
        "System.getProperty(\"a\");|System.getProperty cannot be called",
        "Integer.getInteger(\"a\");|Integer.getInteger cannot be called",
        "Locale.setDefault(null);|java.util.Locale cannot be used",
        "Object o = System.in;|System.in cannot be used",
        "System.out.printf(\"%s\", uc);|PrintStream.printf cannot be called",
        "new Scanner(\"x\");|java.util.Scanner cannot be used",
        "class Mine extends java.io.StringWriter {}|java.io.StringWriter cannot be extended",
        "\"x\".chars();|String.chars cannot be called: it passes objects of java.util",
        "Object o = String.CASE_INSENSITIVE_ORDER;|String.CASE_INSENSITIVE_ORDER cannot be used",
        "Object o = aic2023.engine.Unit.class;|aic2023.engine.Unit cannot be used",
        "assert uc != null;|assert (the compiler makes a static variable",
        "switch (uc.getType()) { case HQ: uc.yield(); }|a switch on an enum (the compiler",
        "Object o = aic2023.user.Snapshots.class;|aic2023.user.Snapshots cannot be used",
        "Object o = agon.homerun.meter.Meter.class;|agon.homerun.meter.Meter cannot be used",
        "Object o = agon.homerun.Way.class;|agon.homerun.Way cannot be used",
        "agon.helpers.Search.path(1, i -> true, null);|of the helpers only agon.helpers.HomeRun is for bots with energy",
    })
    void isRefused(String statement, String why, @TempDir Path folder) throws Exception {
        List<String> faults = faults(folder, RUN + "{\n" + statement + "\n}");
        assertTrue(faults.stream().anyMatch(fault -> fault.contains(why)), faults.toString());
    }

    @Test
    void everyFaultNamesClassMethodAndLine(@TempDir Path folder) throws Exception {
        String members = RUN + "{\n  uc.yield();\n  long t = System.nanoTime();\n}\nstatic int shared;";
        assertEquals(
                List.of(
                        "bot.UnitPlayer: the static variable `shared` cannot be used: units share no memory, so nothing "
                                + "static is allowed, not even constants",
                        "bot.UnitPlayer.run, line 7: System.nanoTime cannot be called: it is not among the methods of "
                                + "Java that are open to bots"),
                faults(folder, members));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "static int twice(int x) { return 2 * x; }|uc.println(twice(3));",
        "static class Pair { int a, b; }|Pair p = new Pair(); p.a = 1;",
        "int kind(String s) { switch (s) { case \"a\": return 1; default: return 2; } }|kind(\"b\");",
        "synchronized int one() { return 1; }|one();",
        "int x;|Comparator<Integer> c = (a, b) -> a - b; new TreeSet<Integer>(c).add(1);",
        "int x;|System.out.println(5); Math.random(); new java.math.BigInteger(\"5\");",
        "int x;|List<Integer> l = new ArrayList<>(); l.forEach(v -> x += v); l.stream().mapToInt(v -> v).sum();",
        "int wait(String s) { return 1; }|wait(\"x\");",
        "int parallel() { return 1; }|parallel();",
        "int x;|StringBuilder b = new StringBuilder(); b.append(5).setLength(0); String.format(\"%d\", 5);",
        "class Odd extends RuntimeException { Odd() { super(\"odd\"); } }|try { throw new Odd(); } catch (Odd o) { o.printStackTrace(); }",
        "class Few extends ArrayList<Integer> { int f() { return size(); } }|new Few().f(); new Few().stream().count();",
        "int x;|Map<Direction, Integer> m = new EnumMap<>(Direction.class); for (Map.Entry<Direction, Integer> e : m.entrySet()) x++;",
    })
    void isAdmitted(String member, String statement, @TempDir Path folder) throws Exception {
        assertEquals(List.of(), faults(folder, member + "\n" + RUN + "{\n" + statement + "\n}"));
    }

    @Test
    void anUnusedImportOfTheEngineCompiles(@TempDir Path folder) throws Exception {
        String source = "package bot; import aic2023.user.*; import aic2023.engine.Unit;\n"
                + "public class UnitPlayer { public void run(UnitController uc) {} }";
        assertDoesNotThrow(() -> new Bot(Table.compile(folder, source)));
    }

    /** A class file can call what the compiler does not know for Java 8. */
    @Test
    void aClassFileMayNotCallWhatIsNewerThanTheContest(@TempDir Path folder) throws Exception {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(52, Opcodes.ACC_PUBLIC, "bot/Newer", null, "java/lang/Object", null);
        MethodVisitor method = writer.visitMethod(Opcodes.ACC_STATIC, "leave", "()V", null, null);
        method.visitCode();
        method.visitInsn(Opcodes.ACONST_NULL);
        method.visitMethodInsn(Opcodes.INVOKESTATIC, "java/io/ObjectInputFilter$Config", "setSerialFilter",
                "(Ljava/io/ObjectInputFilter;)V", false);
        method.visitLdcInsn(new Handle(Opcodes.H_INVOKESTATIC, "java/lang/System", "gc", "()V", false));
        method.visitInsn(Opcodes.POP);
        method.visitInsn(Opcodes.RETURN);
        method.visitMaxs(1, 0);
        method.visitEnd();
        writer.visitEnd();
        List<byte[]> classes = new ArrayList<>(
                Table.compile(folder, HEAD + "public class UnitPlayer {" + RUN + "{}}"));
        classes.add(writer.toByteArray());
        Refused refused = assertThrows(Refused.class, () -> new Bot(classes));
        String config = "bot.Newer.leave: java.io.ObjectInputFilter.Config cannot be used";
        assertTrue(refused.getMessage().contains(config), refused.getMessage());
        assertTrue(refused.getMessage().contains("bot.Newer.leave: method handles are closed"), refused.getMessage());
    }

    @Test
    void whatIsNoBot(@TempDir Path folder) throws Exception {
        List<byte[]> classes = Table.compile(folder, "package bot; public class Other {}");
        Refused none = assertThrows(Refused.class, () -> new Bot(classes));
        assertTrue(none.getMessage().startsWith("there is no class UnitPlayer"), none.getMessage());
        Refused damaged = assertThrows(Refused.class, () -> new Bot(List.of(new byte[] {1, 2, 3})));
        assertEquals("a class file is damaged: compile the bot again", damaged.getMessage());
        List<byte[]> tooNew = List.of(AdmissionTest.class.getResourceAsStream("AdmissionTest.class").readAllBytes());
        Refused newer = assertThrows(Refused.class, () -> new Bot(tooNew));
        assertTrue(newer.getMessage().contains("compiled for Java 17"), newer.getMessage());
    }

    @Test
    void whoMayNotBeAskedToPlay(@TempDir Path folder) throws Exception {
        Refused refused = assertThrows(Refused.class, () -> new Bot(
                Table.compile(folder, "package bot; class UnitPlayer { void run() {} }")));
        assertTrue(refused.getMessage().contains("public void run(UnitController"), refused.getMessage());
        assertDoesNotThrow(() -> new Bot(
                Table.compile(folder, HEAD + "public class UnitPlayer {" + RUN + "{}}")));
    }

    @Test
    void theCompilerTellsFileAndLine(@TempDir Path folder) {
        Refused refused = assertThrows(Refused.class, () -> Table.compile(folder, HEAD + "public class UnitPlayer {\n int x = \"\";\n}"));
        assertTrue(refused.getMessage().contains("Some.java:5: incompatible types"), refused.getMessage());
    }
}
