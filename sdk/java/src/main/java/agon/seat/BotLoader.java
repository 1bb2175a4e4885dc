package agon.seat;

import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.objectweb.asm.ClassReader;

/**
 * Loads a bot's classes. They come after those of the game's kit, and before classes of this program and of the
 * libraries that the contest handed out.
 */
final class BotLoader extends ClassLoader {
    private static final ClassLoader HOST = BotLoader.class.getClassLoader();

    private final SeatKit kit;
    private final ClassLoader base;
    private final Map<String, byte[]> classes = new TreeMap<>();

    /** From class files. */
    BotLoader(SeatKit kit, List<byte[]> classFiles) {
        super(HOST);
        this.kit = kit;
        base = withLibraries(kit);
        for (byte[] file : classFiles) {
            String name = new ClassReader(file).getClassName().replace('/', '.');
            if (!kit.owns(name)) {
                classes.put(name, file);
            }
        }
    }

    /** The names of the bot's own classes, in order. */
    Iterable<String> names() {
        return classes.keySet();
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            if (known != null) {
                return known;
            }
            byte[] own = kit.isBesideBot() && kit.owns(name) ? kitsFile(name) : classes.get(name);
            if (own == null) {
                return base.loadClass(name);
            }
            byte[] sown = Seeds.sow(own);
            return defineClass(name, sown, 0, sown.length);
        }
    }

    private static ClassLoader withLibraries(SeatKit kit) {
        List<Path> jars = kit.libraryJars();
        if (jars.isEmpty()) {
            return HOST;
        }
        URL[] urls = new URL[jars.size()];
        for (int i = 0; i < urls.length; i++) {
            try {
                urls[i] = jars.get(i).toUri().toURL();
            } catch (MalformedURLException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
        return new URLClassLoader(urls, HOST);
    }

    private static byte[] kitsFile(String className) throws ClassNotFoundException {
        try (InputStream in = HOST.getResourceAsStream(className.replace('.', '/') + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(className);
            }
            return in.readAllBytes();
        } catch (IOException fault) {
            throw new ClassNotFoundException(className, fault);
        }
    }
}
