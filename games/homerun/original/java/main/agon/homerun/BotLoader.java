package agon.homerun;

import agon.homerun.meter.Library;
import java.util.Set;

/** Loads a bot's own classes, and only those of the others that it may use. */
final class BotLoader extends ClassLoader {
    private static final ClassLoader HOST = BotLoader.class.getClassLoader();
    /** Admission lets a bot name the contest's classes only; rewriting adds references to the other ones. */
    private static final Set<String> OPEN = Set.of(
            "agon.homerun.meter.Meter", "aic2023.user.Direction", "aic2023.user.GameConstants", "aic2023.user.Location",
            "aic2023.user.MapObject", "aic2023.user.Snapshots", "aic2023.user.Team", "aic2023.user.UnitController",
            "aic2023.user.UnitInfo", "aic2023.user.UnitStat", "aic2023.user.UnitType");

    private final Bot bot;
    private final Library library;

    BotLoader(Bot bot, Library library) {
        super("bot", null);
        this.bot = bot;
        this.library = library;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        Class<?> known = findLoadedClass(name);
        if (known != null) {
            return known;
        }
        byte[] own = bot.classFile(name);
        if (own != null) {
            return defineClass(name, own, 0, own.length);
        }
        if (Library.isCopy(name)) {
            return library.loadClass(name);
        }
        if (OPEN.contains(name)) {
            return HOST.loadClass(name);
        }
        // Java's reflection, which creates the units, compiles itself in the loader of the class.
        if (name.startsWith("java.") || name.startsWith("jdk.internal.reflect.")) {
            return super.loadClass(name, resolve);
        }
        throw new ClassNotFoundException(name);
    }
}
