package agon.seat;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.objectweb.asm.ClassReader;

/** Loads a bot's classes. They come before classes of this program, and after those of the game's kit. */
final class BotLoader extends ClassLoader {
    private static final ClassLoader HOST = BotLoader.class.getClassLoader();

    private final SeatKit kit;
    private final Map<String, byte[]> classes = new TreeMap<>();

    /** From class files. */
    BotLoader(SeatKit kit, List<byte[]> classFiles) {
        super(HOST);
        this.kit = kit;
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
                return HOST.loadClass(name);
            }
            byte[] sown = Seeds.sow(own);
            return defineClass(name, sown, 0, sown.length);
        }
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
