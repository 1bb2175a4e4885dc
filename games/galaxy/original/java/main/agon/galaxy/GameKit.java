package agon.galaxy;

import agon.protocol.Hello;
import agon.seat.Player;
import agon.seat.SeatKit;
import edu.iastate.cs228.game.Agent;
import java.util.List;

/** The interface of Galaxy Commander: {@code edu.iastate.cs228.game}, and the same as {@code cs228hw4.game}. */
public final class GameKit implements SeatKit {
    private static final String PACKAGE = "edu.iastate.cs228.game.";
    private static final List<String> ALSO = List.of(
            "cs228hw4.game.Agent", "cs228hw4.game.GalaxyState", "cs228hw4.game.SystemState", "javafx.util.Pair");

    @Override
    public boolean owns(String className) {
        // A bot's own classes may be in packages below this one.
        boolean isPackage = className.startsWith(PACKAGE) && className.indexOf('.', PACKAGE.length()) < 0;
        return isPackage || ALSO.contains(className) || className.startsWith("cs228hw4.game.Agent$");
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
    public Player<?> seat(Object bot, Hello hello) {
        return new Commander((Agent) bot, hello.seat() == 0, hello.isTournament());
    }
}
