package agon;

import agon.build.ClassFiles;
import agon.build.Compiler;
import agon.build.Refused;
import agon.handout.Writer;
import agon.protocol.Link;
import agon.protocol.ProtocolFault;
import agon.regulations.Inspector;
import agon.regulations.Violation;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The program that Agon starts to compile Java bots and to play them. */
public final class Main {
    private static final String USAGE = """
            java -jar agon-java.jar build GAME BOT.jar SOURCE... [--bot CLASS]   compiles and checks a bot
            java -jar agon-java.jar inspect GAME OUT.txt SOURCE... [--bot CLASS] [--forbid WORD,WORD...]
                                                                                 searches it for what is forbidden
            java -jar agon-java.jar play GAME BOT.jar [--bot CLASS]              plays it over Agon's protocol
            java -jar agon-java.jar handout GAMES JAR AGON SOURCES               writes what contests handed out

            GAME is one of %s.
            SOURCE is a file or folder with sources (*.java) or classes (*.jar).
            CLASS names the class that plays if several classes can.
            """;

    private Main() {}

    /** Exit codes: 0 success, 1 the work failed, 2 wrong command line. */
    public static void main(String[] words) throws IOException {
        System.setProperty("java.awt.headless", "true");
        List<String> rest = new ArrayList<>(List.of(words));
        String entry = take("--bot", rest);
        String forbidden = take("--forbid", rest);
        Optional<Kit> kit = rest.size() >= 3 ? Kits.find(rest.get(1)) : Optional.empty();
        int code = 2;
        boolean builds = kit.isPresent() && rest.get(0).equals("build") && rest.size() >= 4;
        boolean inspects = kit.isPresent() && rest.get(0).equals("inspect") && rest.size() >= 4;
        boolean plays = kit.isPresent() && rest.get(0).equals("play") && rest.size() == 3;
        boolean handsOut = rest.size() == 5 && rest.get(0).equals("handout");
        if (builds || inspects || plays || handsOut) {
            code = attempt(kit.orElse(null), rest, entry, forbidden == null ? "" : forbidden);
        } else {
            System.err.print(usage());
        }
        // A regular exit would wait for bot threads that are stopped in the middle of a turn.
        Runtime.getRuntime().halt(code);
    }

    /** The help text, with the games that have a kit. */
    static String usage() throws IOException {
        return USAGE.formatted(String.join(", ", Kits.games()));
    }

    /** Removes a flag and the word after it; that word, or null if the flag is not there. */
    private static String take(String flag, List<String> words) {
        int at = words.indexOf(flag);
        if (at < 0 || at + 1 == words.size()) {
            return null;
        }
        words.remove(at);
        return words.remove(at);
    }

    /** Does the work of a checked command line. Without lambdas, whose machinery would cost every match its start. */
    private static int attempt(Kit kit, List<String> words, String entry, String forbidden) {
        Path file = Path.of(words.get(2));
        List<String> more = words.subList(3, words.size());
        try {
            switch (words.get(0)) {
                case "build" -> build(kit, file, more, entry);
                case "inspect" -> inspect(kit, file, more, entry, List.of(forbidden.split(",")));
                case "handout" -> handOut(words.get(1), file, more.get(0), Path.of(more.get(1)));
                default -> play(kit, file, entry);
            }
            return 0;
        } catch (Refused | ProtocolFault fault) {
            System.err.println(fault.getMessage());
        } catch (IOException fault) {
            System.err.println("a file cannot be read or written: " + fault);
        }
        System.err.flush();
        return 1;
    }

    private static void build(Kit kit, Path out, List<String> words, String entry) throws IOException, Refused {
        kit.store(classes(kit, words), entry, out);
    }

    /** The classes of a bot, compiled if need be. */
    private static List<byte[]> classes(Kit kit, List<String> words) throws IOException, Refused {
        List<Path> paths = new ArrayList<>();
        for (String word : words) {
            Path path = Path.of(word);
            if (!Files.exists(path)) {
                throw new Refused(List.of("there is no file or folder " + word));
            }
            paths.add(path);
        }
        List<Path> jars = Compiler.find(paths, ".jar");
        List<byte[]> classes = new ArrayList<>(ClassFiles.read(jars));
        List<Path> sources = Compiler.find(paths, ".java");
        if (!sources.isEmpty()) {
            classes.addAll(kit.compile(sources, jars));
        } else if (classes.isEmpty()) {
            throw new Refused(List.of("there are neither Java sources (*.java) nor classes (*.jar) in " + words));
        }
        return classes;
    }

    /** Writes a line for each violation, and one that says whether the bot enters tournaments. */
    private static void inspect(Kit kit, Path out, List<String> words, String entry, List<String> forbidden)
            throws IOException, Refused {
        List<byte[]> classes = classes(kit, words);
        Inspector inspector = new Inspector(forbidden);
        for (byte[] type : classes) {
            inspector.inspect(type);
        }
        List<String> lines = new ArrayList<>();
        inspector.violations().forEach(violation -> lines.add(violation.toLine()));
        if (forbidden.contains(Inspector.CLOSED)) {
            try {
                kit.check(classes, entry);
            } catch (Refused refused) {
                refused.getMessage().lines()
                        .forEach(what -> lines.add(new Violation(Inspector.CLOSED, "", "", "", 0, what).toLine()));
            }
        }
        kit.entersTournaments(classes, entry).ifPresent(enters -> lines.add("tournaments\t" + enters));
        Files.write(out, lines);
    }

    private static void handOut(String games, Path jar, String program, Path sources) throws IOException, Refused {
        Map<String, Kit> kits = new TreeMap<>();
        for (String game : games.split(",")) {
            Kit kit = Kits.find(game).orElseThrow(() -> new Refused(List.of("there is no Java kit for " + game)));
            kits.put(game, kit);
        }
        Writer.write(kits, sources, program, jar);
    }

    private static void play(Kit kit, Path jar, String entry) throws IOException, Refused {
        // Only the link uses the pipes to Agon: the bot's output goes to its log, and its input is empty.
        Link link = new Link(new FileInputStream(FileDescriptor.in), new FileOutputStream(FileDescriptor.out));
        System.setOut(System.err);
        System.setIn(InputStream.nullInputStream());
        kit.play(jar, entry, link);
    }
}
