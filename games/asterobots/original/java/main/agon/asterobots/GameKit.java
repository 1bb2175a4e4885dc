package agon.asterobots;

import agon.protocol.Hello;
import agon.seat.Player;
import agon.seat.SeatKit;
import java.util.List;
import net.javachallenge.api.ComputerPlayer;

/** The interface of JavaChallenge 2012: {@code net.javachallenge.api}. */
public final class GameKit implements SeatKit {
    @Override
    public boolean owns(String className) {
        return className.startsWith("net.javachallenge.api.") || className.equals("net.javachallenge.Main");
    }

    /** The contest's package also had Guava and Commons Lang, which are in the kit's own jar. */
    @Override
    public List<String> libraries() {
        return List.of("scala-library.jar");
    }

    @Override
    public boolean isBot(Class<?> type) {
        return ComputerPlayer.class.isAssignableFrom(type);
    }

    @Override
    public String whatBotsDo() {
        return "extends net.javachallenge.api.ComputerPlayer";
    }

    @Override
    public Player<?> seat(Object bot, Hello hello) {
        return new Miner((ComputerPlayer) bot);
    }
}
