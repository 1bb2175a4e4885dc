package agon.seat;

import agon.protocol.Hello;

/** A contest's own interface: which classes belong to it, what a bot is in it, and how a bot is played. */
public interface Kit {
    /** Whether a class is the kit's. A bot's own copy of such a class is not used. */
    boolean owns(String className);

    /** Whether the kit's classes are loaded with the bot's, because both lie in one package. */
    default boolean isBesideBot() {
        return false;
    }

    /** Whether a class is a bot. */
    boolean isBot(Class<?> type);

    /** What a bot has to be, to go on after "there is no class that". */
    String whatBotsDo();

    /** Seats a bot. */
    Player<?> seat(Object bot, Hello hello);
}
