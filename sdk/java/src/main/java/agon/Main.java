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
            java -jar agon-java.jar build GAME OUT [--bot NAME] SOURCE...   compiles and checks a bot
            java -jar agon-java.jar play GAME CLASSES [--bot NAME]          plays it, speaking Agon's protocol

            GAME is asterobots, galaxy, homerun or timetravel; SOURCE a file or folder; OUT a folder; CLASSES a
            folder or a jar; NAME the class that plays, where there is more than one that could.
            """;
    /** Says that what was compiled can play, and which class of it. */
    private static final String MARK = "agon-bot";
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
            code = attempt(() -> build(rest.get(1), Path.of(rest.get(2)), wish, rest.subList(3, rest.size())));
        } else if (isKnown && rest.get(0).equals("play") && rest.size() == 3) {
            code = attempt(() -> play(rest.get(1), Path.of(rest.get(2)), wish));
        } else {
            System.err.print(USAGE);
        }
        // Bots that stand still in mid-turn must not keep the program alive.
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

    private static void build(String game, Path out, String wish, List<String> sources) throws IOException, Refused {
        List<Path> paths = new ArrayList<>();
        for (String source : sources) {
            Path path = Path.of(source);
            if (!Files.exists(path)) {
                throw new Refused(List.of("there is no file or folder " + source));
            }
            paths.add(path);
        }
        if (game.equals(HOME_RUN)) {
            Compiler.compile(paths, out);
            Match.check(ClassFiles.read(out));
            Files.writeString(out.resolve(MARK), "");
        } else {
            Kit kit = KITS.get(game);
            compile(kit, paths, out);
            Files.writeString(out.resolve(MARK), Host.check(kit, out, wish));
        }
    }

    private static void compile(Kit kit, List<Path> sources, Path out) throws IOException, Refused {
        try {
            Compiler.compile(sources, out, RELEASE, kit::owns);
        } catch (Refused refused) {
            try {
                Compiler.compile(sources, out, Compiler.OLD_RELEASE, kit::owns);
            } catch (Refused again) {
                throw refused;
            }
        }
    }

    private static void play(String game, Path classes, String wish) throws IOException, Refused {
        // The pipes to Agon are ours: what a bot prints goes to its log, and it reads nothing.
        Link link = new Link(new FileInputStream(FileDescriptor.in), new FileOutputStream(FileDescriptor.out));
        System.setOut(System.err);
        System.setIn(InputStream.nullInputStream());
        if (game.equals(HOME_RUN)) {
            Match.play(ClassFiles.read(classes), link);
        } else {
            Path mark = classes.resolve(MARK);
            boolean isMarked = wish == null && Files.isRegularFile(mark);
            Host.play(KITS.get(game), classes, isMarked ? Files.readString(mark) : wish, link);
        }
    }
}
