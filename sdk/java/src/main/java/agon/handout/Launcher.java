package agon.handout;

import agon.Kit;
import agon.Kits;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/**
 * The command line of a jar that {@code agon kit java} wrote, in the manner of a contest's text mode. It starts Agon,
 * which plays the match and prints it turn by turn.
 */
public final class Launcher {
    static final String SETTINGS = "agon/handout.properties";
    static final String GAMES = "games";
    static final String PROGRAM = "program";
    private static final String USAGE = """
            java -jar JAR %sBOT BOT... [default | file FILE | random [NUMBER]] [-notime] [-grading]
            java -jar JAR help

            Plays a match by the rules of the contest's program and prints every turn.

            %sBOT      a class on the class path, a .class file, a source file, a jar, a folder with a bot,
                     or a bot of Agon's own such as builtin:random
            default  the contest's own map, or Agon's first one (if nothing else is said)
            file     a map file
            random   a random map; NUMBER is its size, or its seed where the contest's maps have one size
            -notime  without time limits
            -grading as in grading, not as in a tournament

            Classes on the class path: java -cp JAR%cCLASSES agon.handout.Launcher %sBOT BOT...
            AGON names Agon's program if it is not where it was when this jar was written: %s
            """;

    private final String game;
    private final Kit kit;
    private final List<String> words = new ArrayList<>();

    private Launcher(String game, Kit kit) {
        this.game = game;
        this.kit = kit;
    }

    /** Exit codes: those of Agon, and 2 for a wrong command line. */
    public static void main(String[] args) throws IOException, InterruptedException {
        List<String> games = List.of(settings().getProperty(GAMES, "").split(","));
        List<String> words = new ArrayList<>(List.of(args));
        boolean isHelp = words.isEmpty() || List.of("help", "-help", "--help", "-h").contains(words.get(0));
        String game = games.size() == 1 ? games.get(0) : isHelp || !games.contains(words.get(0)) ? null : words.remove(0);
        if (isHelp || game == null) {
            (isHelp ? System.out : System.err).print(usage(games));
            System.exit(isHelp ? 0 : 2);
        }
        run(game, words.toArray(new String[0]));
    }

    /** Plays a match of one game. */
    public static void run(String game, String[] words) throws IOException, InterruptedException {
        try (Bots bots = new Bots()) {
            Launcher launcher = new Launcher(game, Kits.find(game).orElseThrow());
            launcher.read(List.of(words), bots);
            System.exit(new ProcessBuilder(launcher.words).inheritIO().start().waitFor());
        } catch (IllegalArgumentException wrong) {
            System.err.println(wrong.getMessage());
            System.err.println("`help` shows the command line.");
            System.exit(2);
        } catch (IOException missing) {
            System.err.println("Agon's program cannot be started (" + missing.getMessage()
                    + "): set AGON to its path, or write this jar again with `agon kit java`.");
            System.exit(1);
        }
    }

    /** Translates the words to a command of Agon. */
    private void read(List<String> given, Bots bots) throws IOException {
        words.addAll(List.of(program(), "play", game, "--rules", "original", "--text"));
        boolean isTournament = true;
        List<String> map = kit.defaultMap();
        for (int i = 0; i < given.size(); i++) {
            String word = given.get(i);
            boolean hasNext = i + 1 < given.size() && !given.get(i + 1).startsWith("-");
            switch (word) {
                case "-grading" -> isTournament = false;
                case "-notime" -> words.add("--no-clock");
                case "default" -> map = kit.defaultMap();
                case "file" -> {
                    if (!hasNext) {
                        throw new IllegalArgumentException("`file` needs the name of a map file after it.");
                    }
                    map = List.of("--map", Path.of(given.get(++i)).toAbsolutePath().toString());
                }
                case "random" -> map = hasNext ? kit.randomMap(number(given.get(++i))) : List.of("--map", "random");
                default -> words.add(bots.find(word, kit));
            }
        }
        words.addAll(map);
        if (isTournament) {
            words.add("--tournament");
        }
    }

    private static String number(String word) {
        if (!word.matches("\\d{1,9}")) {
            throw new IllegalArgumentException("`random` takes a number, not `" + word + "`.");
        }
        return word;
    }

    private static String usage(List<String> games) throws IOException {
        boolean isOne = games.size() == 1;
        String game = isOne ? "" : "GAME ";
        String which = isOne ? "" : "GAME     one of " + String.join(", ", games) + "\n";
        return USAGE.formatted(game, which, File.pathSeparatorChar, game, program());
    }

    private static String program() throws IOException {
        String named = System.getenv("AGON");
        return named != null && !named.isEmpty() ? named : settings().getProperty(PROGRAM, "agon");
    }

    private static Properties settings() throws IOException {
        Properties settings = new Properties();
        try (InputStream in = Launcher.class.getClassLoader().getResourceAsStream(SETTINGS)) {
            if (in != null) {
                settings.load(in);
            }
        }
        return settings;
    }
}
