package agon.seat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/** Loads what a kit consists of before the clocks run, instead of in the middle of a bot's first turns. */
final class Preload {
    private static final String CLASS = ".class";

    private Preload() {}

    static void load(Kit kit) {
        Class<?> known = kit.getClass();
        try {
            Path place = Path.of(known.getProtectionDomain().getCodeSource().getLocation().toURI());
            if (Files.isRegularFile(place)) {
                load(kit, known, place);
            }
        } catch (IOException | URISyntaxException | ClassNotFoundException impossible) {
            throw new IllegalStateException("the kit's own file cannot be read", impossible);
        }
    }

    private static void load(Kit kit, Class<?> known, Path place) throws IOException, ClassNotFoundException {
        String ours = known.getPackageName() + ".";
        try (JarFile jar = new JarFile(place.toFile())) {
            for (Enumeration<JarEntry> entries = jar.entries(); entries.hasMoreElements(); ) {
                String file = entries.nextElement().getName();
                if (!file.endsWith(CLASS)) {
                    continue;
                }
                String name = file.substring(0, file.length() - CLASS.length()).replace('/', '.');
                // What lies beside the bot is loaded with it, not here.
                if (name.startsWith(ours) || kit.owns(name) && !kit.isBesideBot()) {
                    Class.forName(name, true, known.getClassLoader());
                }
            }
        }
    }
}
