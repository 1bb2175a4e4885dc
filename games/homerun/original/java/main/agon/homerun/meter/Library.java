package agon.homerun.meter;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The metered copies of java.util and java.math, made from the running JDK's classes on first use. One library
 * serves all units of a match: the initialisation of a class is charged once, to the unit that first uses it.
 */
public final class Library extends ClassLoader {
    private static final Map<String, byte[]> REWRITTEN = new ConcurrentHashMap<>();

    /** A stored bot has at most this many copies; others are made when they are needed. */
    private static final int MOST_STORED = 120;

    static {
        registerAsParallelCapable();
    }

    /** A library in which no class is initialised yet. */
    public Library() {
        super("library", Library.class.getClassLoader());
    }

    /** Whether a class is one of the copies. */
    public static boolean isCopy(String className) {
        return className.startsWith("instrumented.");
    }

    /** Those of some classes that have a copy. */
    public static Set<String> copiesOf(Collection<String> originals) {
        Set<String> found = new TreeSet<>(originals);
        found.removeIf(original -> !Redirect.hasCopy(original));
        return found;
    }

    /** Loads the copies of these classes before the first turn. Does not initialise them. */
    public void prepare(Collection<String> originals) {
        for (String original : originals) {
            try {
                loadClass((Redirect.COPIES + original).replace('/', '.'));
            } catch (ClassNotFoundException unknown) {
                // The unit that uses the class gets the error.
            }
        }
    }

    /** Makes a copy known that was rewritten before. */
    public static void add(String original, byte[] copy) {
        REWRITTEN.put(original, copy);
    }

    /** The copies of these classes, and of the classes that those are likely to need, by the originals' names. */
    public static Map<String, byte[]> neededBy(Collection<String> originals) {
        Map<String, byte[]> found = new TreeMap<>();
        Deque<String> open = new ArrayDeque<>(originals);
        while (!open.isEmpty() && found.size() < MOST_STORED) {
            String original = open.poll();
            try {
                if (!found.containsKey(original)) {
                    found.put(original, rewritten(original));
                    open.addAll(copiesOf(Rewriter.mentions(read(original))));
                }
            } catch (ClassNotFoundException unknown) {
                // The unit that uses the class gets the error.
            }
        }
        return found;
    }

    private static byte[] rewritten(String original) throws ClassNotFoundException {
        byte[] copy = REWRITTEN.get(original);
        if (copy == null) {
            copy = Rewriter.library(read(original));
            REWRITTEN.put(original, copy);
        }
        return copy;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!isCopy(name)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            return known != null ? known : findClass(name);
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        String original = name.replace('.', '/').substring(Redirect.COPIES.length());
        byte[] copy = rewritten(original);
        return defineClass(name, copy, 0, copy.length);
    }

    private static byte[] read(String original) throws ClassNotFoundException {
        try (InputStream file = ClassLoader.getSystemResourceAsStream(original + ".class")) {
            if (file == null) {
                throw new ClassNotFoundException(original.replace('/', '.'));
            }
            return file.readAllBytes();
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }
}
