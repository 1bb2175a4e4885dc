package agon.seat;

import agon.build.Refused;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;

/** Finds the one class of a bot that plays. */
final class BotClass {
    private final List<Class<?>> found = new ArrayList<>();
    private final List<String> broken = new ArrayList<>();
    private final SeatKit kit;

    private BotClass(SeatKit kit) {
        this.kit = kit;
    }

    /**
     * Searches class files; {@code entry} names the class, with or without its package, or is null. The name of a
     * source or of a jar stands for a class only if there are several bots and one of them is called so.
     */
    static Class<?> find(SeatKit kit, List<byte[]> classFiles, String entry) throws Refused {
        BotLoader loader = new BotLoader(kit, classFiles);
        BotClass finder = new BotClass(kit);
        for (String name : loader.names()) {
            finder.look(loader, name);
        }
        return finder.choose(entry);
    }

    private void look(BotLoader loader, String name) {
        try {
            Class<?> type = loader.loadClass(name);
            boolean isComplete = !type.isInterface() && !Modifier.isAbstract(type.getModifiers());
            if (isComplete && kit.isBot(type) && constructor(type) != null) {
                found.add(type);
            }
        } catch (ClassNotFoundException | LinkageError fault) {
            broken.add(name + " (" + fault + ")");
        }
    }

    private Class<?> choose(String entry) throws Refused {
        if (found.isEmpty()) {
            String also = broken.isEmpty() ? "" : "; these could not be loaded: " + String.join(", ", broken);
            throw new Refused(List.of("there is no class that " + kit.whatBotsDo()
                    + " and has a constructor without parameters" + also));
        }
        boolean isFile = entry != null && (entry.endsWith(".java") || entry.endsWith(".jar"));
        if (found.size() == 1 && (entry == null || isFile)) {
            return found.get(0);
        }
        String wanted = isFile ? entry.substring(0, entry.lastIndexOf('.')) : entry;
        List<String> names = new ArrayList<>();
        for (Class<?> type : found) {
            if (type.getName().equals(wanted) || type.getSimpleName().equals(wanted)) {
                return type;
            }
            names.add(type.getName());
        }
        if (entry != null && !isFile) {
            String bots = names.size() == 1 ? "the bot here is " : "the bots here are ";
            throw new Refused(List.of("there is no class " + entry + " that plays; " + bots + String.join(", ", names)));
        }
        throw new Refused(List.of("there is more than one bot: " + String.join(", ", names)
                + ". Say which one plays: put `#" + names.get(0) + "` behind the name of the file or folder, or write"
                + " `class = \"" + names.get(0) + "\"` into the folder's agon.toml"));
    }

    private static Constructor<?> constructor(Class<?> type) {
        try {
            return type.getDeclaredConstructor();
        } catch (NoSuchMethodException none) {
            return null;
        }
    }

    /** Makes a bot. */
    static Object make(Class<?> type) throws Refused {
        try {
            Constructor<?> constructor = constructor(type);
            constructor.setAccessible(true);
            return constructor.newInstance();
        } catch (InvocationTargetException | ExceptionInInitializerError fault) {
            fault.getCause().printStackTrace();
            throw new Refused(List.of("the constructor of " + type.getName() + " failed: " + fault.getCause()));
        } catch (ReflectiveOperationException | LinkageError fault) {
            throw new Refused(List.of(type.getName() + " cannot be used: " + fault));
        }
    }
}
