package agon.homerun;

import agon.Kit;
import agon.build.Compiler;
import agon.build.Refused;
import agon.protocol.Link;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;

/** The interface of Home Run, {@code aic2023.user}: a bot is a package, and its energy is metered. */
public final class GameKit implements Kit {
    /** The package of helpers. The kit's classes replace copies in the bot's folder. */
    private static final String HELPERS = "agon.helpers.";

    /** Java 8 as in the contest, because energy is counted in the compiler's instructions. */
    @Override
    public List<byte[]> compile(List<Path> sources, List<Path> libraries) throws IOException, Refused {
        return Compiler.compile(sources, List.of(), Compiler.OLD_RELEASE, className -> className.startsWith(HELPERS));
    }

    /** The class that plays is always {@code UnitPlayer}, so {@code entry} is not used. */
    @Override
    public void check(List<byte[]> classFiles, String entry) throws Refused {
        new Bot(classFiles);
    }

    @Override
    public void store(List<byte[]> classFiles, String entry, Path jar) throws IOException, Refused {
        new Bot(classFiles).store(jar);
    }

    @Override
    public void play(Path jar, String entry, Link link) throws IOException {
        play(new Bot(jar), link);
    }

    @Override
    public void play(List<byte[]> classFiles, String entry, Link link) throws Refused {
        play(new Bot(classFiles), link);
    }

    /** The helpers that the games share are not open to metered bots. */
    @Override
    public boolean isHandedOut(String className) {
        return !className.equals(HELPERS + "Search") && !className.equals(HELPERS + "Step");
    }

    private static void play(Bot bot, Link link) {
        PrintStream log = new Log();
        System.setOut(log);
        System.setErr(log);
        Match.play(bot, link);
    }

    /** The bot's log. All units of all matches share it, so none can close it. */
    private static final class Log extends PrintStream {
        Log() {
            super(new BufferedOutputStream(new FileOutputStream(FileDescriptor.err)), true);
        }

        @Override
        public void close() {
            flush();
        }
    }
}
