package agon.homerun.meter;

import java.util.List;
import java.util.Set;
import org.objectweb.asm.commons.Remapper;

/**
 * Decides which library classes a bot gets as metered copies: java.util and java.math, as in the contest, except
 * classes that other packages of Java take or return; and the helpers of this game.
 */
final class Redirect extends Remapper {
    /** The prefix of the copies' names. */
    static final String COPIES = "instrumented/";
    private static final Set<String> THEMSELVES = Set.of("java/util/Iterator", "java/util/concurrent/TimeUnit");
    private static final List<String> THEMSELVES_FROM = List.of(
            "java/util/invoke", "java/util/jar", "java/util/zip",
            // Bots cannot name these; java.lang and java.text use them.
            "java/util/Locale", "java/util/ResourceBundle", "java/util/Properties", "java/util/Currency",
            "java/util/TimeZone", "java/util/Calendar", "java/util/Date", "java/util/logging", "java/util/spi",
            "java/util/prefs",
            // These have native parts.
            "java/util/concurrent/atomic", "java/util/concurrent/locks");

    /** The class that stands in for methods of String; metered like the library. */
    static final String TEXTS = "agon/homerun/meter/Texts";
    /** The helpers, and what they work with; metered like the library. */
    static final String HELPERS = "agon/helpers/";
    private static final String WAY = "agon/homerun/Way";
    /** Besides these, parts of java.util that the JDK keeps elsewhere. Of all of them bots can name the helpers only. */
    private static final List<String> ALSO_FROM =
            List.of("jdk/internal/util/Preconditions", "jdk/internal/util/random/", TEXTS, HELPERS, WAY);

    static final Redirect TO_COPIES = new Redirect();

    @Override
    public String map(String name) {
        return hasCopy(name) ? COPIES + name : name;
    }

    /** Whether a class is replaced by its copy. */
    static boolean hasCopy(String name) {
        if (!name.startsWith("java/util/") && !name.startsWith("java/math/")) {
            return startsWithOne(name, ALSO_FROM);
        }
        return !THEMSELVES.contains(name) && !startsWithOne(name, THEMSELVES_FROM);
    }

    private static boolean startsWithOne(String name, List<String> prefixes) {
        for (String prefix : prefixes) {
            if (name.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }
}
