package agon;

import agon.build.ClassFiles;
import agon.build.Compiler;
import agon.build.Refused;
import agon.homerun.Match;
import agon.protocol.Link;
import agon.protocol.ProtocolFault;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What Agon starts: it compiles bots and plays them. */
public final class Main {
    private static final String USAGE = """
            java -jar agon-java.jar build GAME OUT SOURCE...   compiles and checks a bot
            java -jar agon-java.jar play GAME CLASSES          plays it, speaking Agon's protocol

            GAME is homerun; SOURCE a file or folder; OUT a folder; CLASSES a folder or a jar.
            """;

    private Main() {}

    /** Ends with 0 if it is done, 1 if the work failed, 2 for a wrong command line. */
    public static void main(String[] words) {
        List<String> rest = List.of(words);
        boolean isKnown = rest.size() >= 3 && rest.get(1).equals("homerun");
        int code = 2;
        if (isKnown && rest.get(0).equals("build") && rest.size() >= 4) {
            code = attempt(() -> build(Path.of(rest.get(2)), rest.subList(3, rest.size())));
        } else if (isKnown && rest.get(0).equals("play") && rest.size() == 3) {
            code = attempt(() -> play(Path.of(rest.get(2))));
        } else {
            System.err.print(USAGE);
        }
        // Units that stand still in mid-turn must not keep the program alive.
        Runtime.getRuntime().halt(code);
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

    private static void build(Path out, List<String> sources) throws IOException, Refused {
        List<Path> paths = new ArrayList<>();
        for (String source : sources) {
            Path path = Path.of(source);
            if (!Files.exists(path)) {
                throw new Refused(List.of("there is no file or folder " + source));
            }
            paths.add(path);
        }
        Compiler.compile(paths, out);
        Match.check(ClassFiles.read(out));
    }

    private static void play(Path classes) throws IOException, Refused {
        // The pipes to Agon are ours: what a bot prints goes to its log, and it reads nothing.
        Link link = new Link(new FileInputStream(FileDescriptor.in), new FileOutputStream(FileDescriptor.out));
        System.setOut(System.err);
        System.setIn(InputStream.nullInputStream());
        Match.play(ClassFiles.read(classes), link);
    }
}
