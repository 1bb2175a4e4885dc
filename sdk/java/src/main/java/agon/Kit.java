package agon;

import agon.build.Refused;
import agon.protocol.Link;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * How bots of one game are compiled, checked and played. The kit of the game {@code NAME} is the class
 * {@code agon.NAME.GameKit}; {@link Kits} finds it by that name.
 */
public interface Kit {
    /** Compiles a bot's sources to class files; {@code libraries} are the jars in the bot's folder. */
    List<byte[]> compile(List<Path> sources, List<Path> libraries) throws IOException, Refused;

    /** Refuses class files that cannot play. {@code entry} names the class that plays, or is null. */
    void check(List<byte[]> classFiles, String entry) throws Refused;

    /** Plays over the link until the match is over, or for as many matches as Agon asks for. */
    void play(List<byte[]> classFiles, String entry, Link link) throws Refused;
}
