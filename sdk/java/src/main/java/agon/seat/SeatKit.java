package agon.seat;

import agon.Kit;
import agon.build.ClassFiles;
import agon.build.Compiler;
import agon.build.Refused;
import agon.protocol.Hello;
import agon.protocol.Link;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The kit of a contest in which a bot is one object per match and its time is limited, not its energy. The game
 * says which classes belong to its interface and how a bot is called; compiling and hosting are done here.
 */
public interface SeatKit extends Kit {
    /** Whether a class belongs to the kit. The kit's class replaces a copy in the bot's folder. */
    boolean owns(String className);

    /** Whether the kit's classes are loaded together with the bot's because both are in one package. */
    default boolean isBesideBot() {
        return false;
    }

    /** Whether a class is a bot. */
    boolean isBot(Class<?> type);

    /** What a bot must be; completes the sentence "there is no class that ...". */
    String whatBotsDo();

    /** Seats a bot. */
    Player<?> seat(Object bot, Hello hello);

    /** Libraries that the contest handed out and that are jars beside the kit's own. */
    default List<String> libraries() {
        return List.of();
    }

    /** Those libraries that exist; tests of the kit have them on their class path instead. */
    @Override
    default List<Path> libraryJars() {
        Path home = ClassFiles.home(getClass());
        return libraries().stream().map(home::resolveSibling).filter(Files::isRegularFile).toList();
    }

    @Override
    default List<byte[]> compile(List<Path> sources, List<Path> libraries) throws IOException, Refused {
        return compile(sources, libraries, name -> false);
    }

    /**
     * Compiles without the kit's classes that {@code isHidden} names. Tries release 17, then the old release, because
     * bots may be of any age. Reports the first attempt's faults.
     */
    default List<byte[]> compile(List<Path> sources, List<Path> libraries, Predicate<String> isHidden)
            throws IOException, Refused {
        List<Path> jars = new ArrayList<>(libraries);
        jars.addAll(libraryJars());
        try {
            return Compiler.compile(sources, jars, Compiler.RELEASE, this::owns, isHidden);
        } catch (Refused refused) {
            try {
                return Compiler.compile(sources, jars, Compiler.OLD_RELEASE, this::owns, isHidden);
            } catch (Refused again) {
                // A jar of the bot may have its parent.
                throw libraries.isEmpty() ? explained(refused, sources) : refused;
            }
        }
    }

    /**
     * Adds the common cause to the first fault of the compiler: without the parent of all bots, or in a package where
     * the interface is in none, a source cannot use anything of the interface, and the compiler lists all of it.
     */
    private Refused explained(Refused refused, List<Path> sources) throws IOException {
        String parent = whatBotsDo().replaceFirst("^\\w+ ", "");
        String name = parent.substring(parent.lastIndexOf('.') + 1);
        Pattern extended = Pattern.compile("\\b(extends|implements)\\b[^{;]*\\b" + name + "\\b");
        String faults = refused.getMessage();
        boolean isMissed = faults.contains(": cannot find symbol: ")
                || faults.contains("does not override or implement a method");
        String cause = null;
        if (isMissed && !Compiler.matches(sources, extended)) {
            cause = "there is no class that " + whatBotsDo();
        } else if (isBesideBot() && faults.contains(": cannot find symbol: class " + name)
                && Compiler.matches(sources, Compiler.PACKAGE)) {
            cause = "a source is in a package, but " + name + " is in none: remove the line that begins with `package`";
        }
        String[] lines = faults.split("\n", 2);
        return cause == null ? refused
                : new Refused(List.of(lines[0] + " (" + cause + ")", lines.length > 1 ? lines[1] : ""));
    }

    @Override
    default void check(List<byte[]> classFiles, String entry) throws Refused {
        BotClass.find(this, classFiles, entry);
    }

    @Override
    default void play(List<byte[]> classFiles, String entry, Link link) throws Refused {
        Host.play(this, classFiles, entry, link);
    }

    /** How to ask a bot whether it wants to play in tournaments; empty if the contest did not ask. */
    default Optional<Predicate<Object>> tournamentQuestion() {
        return Optional.empty();
    }

    @Override
    default Optional<Boolean> entersTournaments(List<byte[]> classFiles, String entry) throws Refused {
        Optional<Predicate<Object>> question = tournamentQuestion();
        if (question.isEmpty()) {
            return Optional.empty();
        }
        Object bot = BotClass.make(BotClass.find(this, classFiles, entry));
        try {
            return Optional.of(question.get().test(bot));
        } catch (RuntimeException | LinkageError fault) {
            throw new Refused(List.of("the bot does not say whether it enters tournaments: " + fault));
        }
    }
}
