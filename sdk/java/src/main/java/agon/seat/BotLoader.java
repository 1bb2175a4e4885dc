package agon.seat;

import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;

/** The classes of a bot, before those of the same name that this program has, but behind those of its kit. */
final class BotLoader extends URLClassLoader {
    private static final ClassLoader HOST = BotLoader.class.getClassLoader();

    private final Kit kit;

    BotLoader(Path classes, Kit kit) throws MalformedURLException {
        super("bot", new URL[] {classes.toUri().toURL()}, HOST);
        this.kit = kit;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            if (known != null) {
                return known;
            }
            boolean isKits = kit.owns(name);
            if (isKits && kit.isBesideBot()) {
                return define(name, HOST.getResource(fileOf(name)));
            }
            URL own = isKits || name.startsWith("java.") ? null : findResource(fileOf(name));
            return own == null ? HOST.loadClass(name) : define(name, own);
        }
    }

    static String fileOf(String className) {
        return className.replace('.', '/') + ".class";
    }

    private Class<?> define(String name, URL file) throws ClassNotFoundException {
        if (file == null) {
            throw new ClassNotFoundException(name);
        }
        try (InputStream in = file.openStream()) {
            byte[] bytes = Seeds.sow(in.readAllBytes());
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException fault) {
            throw new ClassNotFoundException(name, fault);
        }
    }
}
