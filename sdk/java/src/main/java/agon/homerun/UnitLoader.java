package agon.homerun;

import agon.meter.Library;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Set;

/** The classes of one unit: its own copy of the bot's, and of the others only those a bot may see. */
final class UnitLoader extends ClassLoader {
    private static final ClassLoader HOST = UnitLoader.class.getClassLoader();
    /** Holds a table that can be written to. */
    private static final String CONSTANTS = "aic2023.user.GameConstants";
    private static final Set<String> OPEN = Set.of(
            "agon.meter.Meter", "aic2023.user.Direction", "aic2023.user.Location", "aic2023.user.MapObject",
            "aic2023.user.Team", "aic2023.user.UnitController", "aic2023.user.UnitInfo", "aic2023.user.UnitStat",
            "aic2023.user.UnitType");
    private static final byte[] CONSTANTS_FILE = constants();

    private final Bot bot;
    private final Library library;

    UnitLoader(Bot bot, Library library) {
        super("unit", null);
        this.bot = bot;
        this.library = library;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        Class<?> known = findLoadedClass(name);
        if (known != null) {
            return known;
        }
        byte[] own = name.equals(CONSTANTS) ? CONSTANTS_FILE : bot.classFile(name);
        if (own != null) {
            return defineClass(name, own, 0, own.length);
        }
        if (Library.isCopy(name)) {
            return library.loadClass(name);
        }
        if (OPEN.contains(name)) {
            return HOST.loadClass(name);
        }
        if (name.startsWith("java.")) {
            return super.loadClass(name, resolve);
        }
        throw new ClassNotFoundException(name);
    }

    private static byte[] constants() {
        try (InputStream file = HOST.getResourceAsStream(CONSTANTS.replace('.', '/') + ".class")) {
            return file.readAllBytes();
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }
}
