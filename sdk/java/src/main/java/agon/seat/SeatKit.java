package agon.seat;

import agon.Kit;
import agon.build.Compiler;
import agon.build.Refused;
import agon.protocol.Hello;
import agon.protocol.Link;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

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

    /** Tries release 17, then the old release, because bots may be of any age. Reports the first attempt's faults. */
    @Override
    default List<byte[]> compile(List<Path> sources, List<Path> libraries) throws IOException, Refused {
        try {
            return Compiler.compile(sources, libraries, Compiler.RELEASE, this::owns);
        } catch (Refused refused) {
            try {
                return Compiler.compile(sources, libraries, Compiler.OLD_RELEASE, this::owns);
            } catch (Refused again) {
                throw refused;
            }
        }
    }

    @Override
    default void check(List<byte[]> classFiles, String entry) throws Refused {
        BotClass.find(this, classFiles, entry);
    }

    @Override
    default void play(List<byte[]> classFiles, String entry, Link link) throws Refused {
        Host.play(this, classFiles, entry, link);
    }
}
