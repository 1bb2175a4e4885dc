package agon;

import agon.asterobots.AsterobotsKit;
import agon.build.ClassFiles;
import agon.build.Compiler;
import agon.build.Refused;
import agon.galaxy.GalaxyKit;
import agon.homerun.Match;
import agon.protocol.Link;
import agon.protocol.ProtocolFault;
import agon.seat.Host;
import agon.seat.Kit;
import agon.timetravel.TimeTravelKit;
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

/** What Agon starts: it compiles bots and plays them. */
public final class Main {
    private static final String USAGE = """
            java -jar agon-java.jar build GAME BOT.jar SOURCE... [--bot CLASS]   compiles and checks a bot
            java -jar agon-java.jar play GAME BOT.jar [--bot CLASS]              plays it, speaking Agon's protocol

            GAME is asterobots, galaxy, homerun or timetravel; SOURCE a file or folder with sources (*.java) or
            classes (*.jar); CLASS is the one that plays where several could.
            """;
    private static final String HOME_RUN = "homerun";
    /** Bots without energy may be of any age: what is no Java of today may be one of yesterday. */
    private static final int RELEASE = 17;
    private static final Map<String, Kit> KITS = Map.of(
            "asterobots", new AsterobotsKit(), "galaxy", new GalaxyKit(), "timetravel", new TimeTravelKit());

    private Main() {}

    /** Ends with 0 if it is done, 1 if the work failed, 2 for a wrong command line. */
    public static void main(String[] words) {
        System.setProperty("java.awt.headless", "true");
        List<String> rest = new ArrayList<>(List.of(words));
        String wish = takeWish(rest);
        boolean isKnown = rest.size() >= 3 && (rest.get(1).equals(HOME_RUN) || KITS.containsKey(rest.get(1)));
        int code = 2;
        if (isKnown && rest.get(0).equals("build") && rest.size() >= 4) {
            code = attempt(() -> build(rest.get(1), Path.of(rest.get(2)), rest.subList(3, rest.size()), wish));
        } else if (isKnown && rest.get(0).equals("play") && rest.size() == 3) {
            code = attempt(() -> play(rest.get(1), Path.of(rest.get(2)), wish));
        } else {
            System.err.print(USAGE);
        }
        // Bots and units that stand still in mid-turn must not keep the program alive.
        Runtime.getRuntime().halt(code);
    }

    private static String takeWish(List<String> words) {
        int at = words.indexOf("--bot");
        if (at < 0 || at + 1 == words.size()) {
            return null;
        }
        words.remove(at);
        return words.remove(at);
    }

    private interface Work {
        void run() throws IOException, Refused;
    }

    private static int attempt(Work work) {
        try {
            work.run();
            return 0;
        } catch (Refused | ProtocolFault fault) {
            System.err.println(fault.getMessage());
        } catch (IOException fault) {
            System.err.println("a file cannot be read or written: " + fault);
        }
        System.err.flush();
        return 1;
    }

    private static void build(String game, Path out, List<String> sources, String wish) throws IOException, Refused {
        List<Path> paths = new ArrayList<>();
        for (String source : sources) {
            Path path = Path.of(source);
            if (!Files.exists(path)) {
                throw new Refused(List.of("there is no file or folder " + source));
            }
            paths.add(path);
        }
        List<Path> jars = Compiler.find(paths, ".jar");
        List<byte[]> classes = new ArrayList<>(ClassFiles.read(jars));
        List<Path> files = Compiler.find(paths, ".java");
        if (!files.isEmpty()) {
            classes.addAll(game.equals(HOME_RUN) ? Compiler.compile(files) : compile(KITS.get(game), files, jars));
        } else if (classes.isEmpty()) {
            throw new Refused(List.of("there are neither Java sources (*.java) nor classes (*.jar) in " + sources));
        }
        if (game.equals(HOME_RUN)) {
            Match.check(classes);
        } else {
            Host.check(KITS.get(game), classes, wish);
        }
        ClassFiles.write(classes, out);
    }

    private static List<byte[]> compile(Kit kit, List<Path> files, List<Path> jars) throws IOException, Refused {
        try {
            return Compiler.compile(files, jars, RELEASE, kit::owns);
        } catch (Refused refused) {
            try {
                return Compiler.compile(files, jars, Compiler.OLD_RELEASE, kit::owns);
            } catch (Refused again) {
                throw refused;
            }
        }
    }

    private static void play(String game, Path jar, String wish) throws IOException, Refused {
        // The pipes to Agon are ours: what a bot prints goes to its log, and it reads nothing.
        Link link = new Link(new FileInputStream(FileDescriptor.in), new FileOutputStream(FileDescriptor.out));
        System.setOut(System.err);
        System.setIn(InputStream.nullInputStream());
        List<byte[]> classes = ClassFiles.read(List.of(jar));
        if (game.equals(HOME_RUN)) {
            Match.play(classes, link);
        } else {
            Host.play(KITS.get(game), classes, wish, link);
        }
    }
}
