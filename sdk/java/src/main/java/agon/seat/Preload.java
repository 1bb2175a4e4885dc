package agon.seat;

import java.io.IOException;
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
        Path place = Path.of(known.getProtectionDomain().getCodeSource().getLocation().getPath());
        if (!Files.isRegularFile(place)) {
            return;
        }
        try (JarFile jar = new JarFile(place.toFile())) {
            for (Enumeration<JarEntry> entries = jar.entries(); entries.hasMoreElements(); ) {
                String file = entries.nextElement().getName();
                if (file.endsWith(CLASS)) {
                    String name = file.substring(0, file.length() - CLASS.length()).replace('/', '.');
                    if (name.startsWith(known.getPackageName() + ".") || kit.owns(name)) {
                        Class.forName(name, true, known.getClassLoader());
                    }
                }
            }
        } catch (IOException | ClassNotFoundException impossible) {
            throw new IllegalStateException("the kit's own file cannot be read", impossible);
        }
    }
}
