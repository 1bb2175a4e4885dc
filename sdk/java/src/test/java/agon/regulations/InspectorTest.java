package agon.regulations;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import agon.build.Compiler;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InspectorTest {
    @TempDir
    Path folder;

    /** The violations of a class whose method {@code play} consists of one line, the second. */
    private List<Violation> play(String line, String... words) throws Exception {
        return members("void play() throws Exception {\n" + line + "\n}", words);
    }

    private List<Violation> members(String text, String... words) throws Exception {
        Path file = folder.resolve("Bot.java");
        Files.writeString(file, "public class Bot { " + text + " }");
        Inspector inspector = new Inspector(List.of(words));
        for (byte[] type : Compiler.compile(List.of(file), List.of(), Compiler.RELEASE, name -> false)) {
            inspector.inspect(type);
        }
        return inspector.violations();
    }

    private void finds(String ban, String line, String what) throws Exception {
        List<Violation> found = play(line, ban);
        assertEquals(List.of(new Violation(ban, "Bot", "play", "Bot.java", 2, what)), found, line);
    }

    @Test
    void findsThreads() throws Exception {
        finds("threads", "new Thread();", "uses java.lang.Thread");
        finds("threads", "java.util.concurrent.Executors.newCachedThreadPool();",
                "uses java.util.concurrent.Executors.newCachedThreadPool");
        finds("threads", "new java.util.ArrayList<Object>().parallelStream();", "uses java.util.ArrayList.parallelStream");
        finds("threads", "java.util.Arrays.parallelSort(new int[2]);", "uses java.util.Arrays.parallelSort");
        finds("threads", "java.util.function.Supplier<Object> s = java.util.Timer::new;", "uses java.util.Timer");
        assertTrue(play("Thread.sleep(1); new java.util.concurrent.ConcurrentHashMap<>().size();", "threads").isEmpty());
    }

    @Test
    void findsASubclassOfThread() throws Exception {
        List<Violation> found = members("static class Worker extends Thread { }", "threads");
        assertEquals("extends or implements java.lang.Thread", found.get(0).what());
        assertEquals("Bot$Worker", found.get(0).type());
    }

    @Test
    void findsReflection() throws Exception {
        finds("reflection", "Class.forName(\"x\");", "uses java.lang.Class.forName");
        finds("reflection", "Bot.class.getDeclaredFields();", "uses java.lang.Class.getDeclaredFields");
        finds("reflection", "java.lang.invoke.MethodHandles.lookup();", "uses java.lang.invoke.MethodHandles.lookup");
        finds("reflection", "((java.lang.reflect.Field) null).setAccessible(true);",
                "uses java.lang.reflect.Field.setAccessible");
        String ordinary = "Runnable r = () -> getClass().getSimpleName(); String s = \"a\" + r;";
        assertTrue(play(ordinary, "reflection").isEmpty());
    }

    @Test
    void findsNetworkAndNativeCode() throws Exception {
        finds("network", "new java.net.Socket();", "uses java.net.Socket");
        assertTrue(play("java.net.URI.create(\"a\");", "network").isEmpty());
        finds("native-code", "System.loadLibrary(\"a\");", "uses java.lang.System.loadLibrary");
        assertEquals("is a native method", members("native int fast();", "native-code").get(0).what());
    }

    @Test
    void findsWaysToOtherPrograms() throws Exception {
        finds("programs", "new ProcessBuilder();", "uses java.lang.ProcessBuilder");
        finds("programs", "Runtime.getRuntime().exec(\"ls\");", "uses java.lang.Runtime.exec");
        finds("programs", "new java.io.FileWriter(\"a\");", "uses java.io.FileWriter");
        finds("programs", "new java.io.PrintWriter(\"a\");", "uses java.io.PrintWriter");
        finds("programs", "java.net.InetAddress.getLocalHost();", "uses java.net.InetAddress.getLocalHost");
        assertTrue(play("new java.util.Scanner(\"a b\").next(); System.out.println(1);", "programs").isEmpty());
    }

    @Test
    void findsPrivileges() throws Exception {
        finds("privileges", "System.exit(1);", "uses java.lang.System.exit");
        finds("privileges", "new java.net.URLClassLoader(null);", "uses java.net.URLClassLoader");
    }

    @Test
    void searchesOnlyForWhatIsForbidden() throws Exception {
        assertTrue(play("new Thread(); System.exit(1);", "network", "closed", "packages").isEmpty());
        long kinds = Stream.of(play("new Thread(); System.exit(1);", "threads", "privileges")).flatMap(List::stream)
                .map(Violation::ban).distinct().count();
        assertEquals(2, kinds);
    }
}
