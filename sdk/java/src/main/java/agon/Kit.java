package agon;

import agon.build.ClassFiles;
import agon.build.Refused;
import agon.protocol.Link;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * How bots of one game are compiled, checked and played. The kit of the game {@code NAME} is the class
 * {@code agon.NAME.GameKit}; {@link Kits} finds it by that name.
 */
public interface Kit {
    /** Compiles a bot's sources to class files; {@code libraries} are the jars in the bot's folder. */
    List<byte[]> compile(List<Path> sources, List<Path> libraries) throws IOException, Refused;

    /** Refuses class files that cannot play. {@code entry} names the class that plays, or is null. */
    void check(List<byte[]> classFiles, String entry) throws Refused;

    /** Refuses class files that cannot play, and stores the others for {@link #play(Path, String, Link)}. */
    default void store(List<byte[]> classFiles, String entry, Path jar) throws IOException, Refused {
        check(classFiles, entry);
        ClassFiles.write(classFiles, jar);
    }

    /** Plays a bot that was stored. */
    default void play(Path jar, String entry, Link link) throws IOException, Refused {
        play(ClassFiles.read(List.of(jar)), entry, link);
    }

    /** Libraries of the contest that are jars beside the kit's own. */
    default List<Path> libraryJars() {
        return List.of();
    }

    /** Whether a class is in the jar for contestants, if it belongs to this game or to none. */
    default boolean isHandedOut(String className) {
        return true;
    }

    /** Agon's word for a bot that the contest's program had built in; null if it had none of this class. */
    default String builtIn(String className) {
        return null;
    }

    /** The words of {@code agon play} for the map on which the contest's program played if none was named. */
    default List<String> defaultMap() {
        return List.of();
    }

    /** The words of {@code agon play} for a random map; the number is the map's size, or its seed. */
    default List<String> randomMap(String number) {
        return List.of("--map", "random", "--seed", number);
    }

    /** Plays over the link until the match is over, or for as many matches as Agon asks for. */
    void play(List<byte[]> classFiles, String entry, Link link) throws Refused;

    /**
     * Whether a bot wants to play in tournaments, where the contest lets it say so; empty where it does not. The
     * bot's own code says it, so this is called only where that code may run.
     */
    default Optional<Boolean> entersTournaments(List<byte[]> classFiles, String entry) throws Refused {
        return Optional.empty();
    }
}
