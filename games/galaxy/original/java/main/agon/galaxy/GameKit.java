package agon.galaxy;

import agon.build.Compiler;
import agon.build.Refused;
import agon.protocol.Hello;
import agon.seat.Player;
import agon.seat.SeatKit;
import edu.iastate.cs228.game.Agent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** The interface of Galaxy Commander: {@code edu.iastate.cs228.game}, and the same as {@code cs228hw4.game}. */
public final class GameKit implements SeatKit {
    private static final String PACKAGE = "edu.iastate.cs228.game.";
    private static final List<String> HANDOUT =
            List.of("cs228hw4.game.Agent", "cs228hw4.game.GalaxyState", "cs228hw4.game.SystemState");

    @Override
    public boolean owns(String className) {
        // A bot's own classes may be in packages below this one.
        boolean isPackage = className.startsWith(PACKAGE) && className.indexOf('.', PACKAGE.length()) < 0;
        return isPackage || HANDOUT.contains(className) || className.startsWith("cs228hw4.game.Agent$")
                || className.equals("javafx.util.Pair");
    }

    /**
     * Agents lie in the package {@code cs228hw4.game}, in which the contest's jar had no class: there a name of ours
     * would come before the one that the agent imports. So only agents that do not know the jar's package see ours.
     */
    @Override
    public List<byte[]> compile(List<Path> sources, List<Path> libraries) throws IOException, Refused {
        if (!Compiler.mentions(sources, "edu.iastate.cs228.game")) {
            return SeatKit.super.compile(sources, libraries);
        }
        try {
            return compile(sources, libraries, HANDOUT::contains);
        } catch (Refused refused) {
            try {
                return SeatKit.super.compile(sources, libraries);
            } catch (Refused again) {
                throw refused;
            }
        }
    }

    @Override
    public boolean isBot(Class<?> type) {
        return Agent.class.isAssignableFrom(type);
    }

    @Override
    public String whatBotsDo() {
        return "implements edu.iastate.cs228.game.Agent";
    }

    @Override
    public boolean isHandedOut(String className) {
        return !HANDOUT.contains(className);
    }

    @Override
    public String builtIn(String className) {
        return className.equals(PACKAGE + "simulation.agent.RandomActionAgent") ? "builtin:random" : null;
    }

    @Override
    public List<String> defaultMap() {
        return List.of("--map", "default");
    }

    @Override
    public List<String> randomMap(String number) {
        return List.of("--map", "random:systems=" + number);
    }

    @Override
    public Player<?> seat(Object bot, Hello hello) {
        return new Commander((Agent) bot, hello.seat() == 0, hello.isTournament());
    }

    @Override
    public Optional<Predicate<Object>> tournamentQuestion() {
        return Optional.of(bot -> ((Agent) bot).inTournament());
    }
}
