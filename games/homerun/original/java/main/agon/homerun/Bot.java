package agon.homerun;

import agon.build.Refused;
import agon.homerun.meter.Admission;
import agon.homerun.meter.Library;
import agon.homerun.meter.Rewriter;
import aic2023.user.UnitController;
import java.io.BufferedInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/**
 * A bot: its classes, admitted and metered.
 *
 * <p>Units use the same classes, which are compiled to machine code once, and still share nothing: admission
 * refuses static variables. A bot with a static initialiser, which runs once per class, or a static synchronized
 * method, which has one lock per class, gets its classes anew for every unit.
 */
final class Bot {
    private static final String ENTRY = "UnitPlayer";
    private static final List<String> TAKEN = List.of("java/", "javax/", "agon/", "aic2023/user/", "instrumented/");

    /** The entry of a stored bot that names the class that plays and says whether its classes are shareable. */
    private static final String HEAD = "head";
    private static final String OWN = "own/";
    private static final String COPY = "copy/";

    private final String entry;
    private final boolean isShareable;
    /** The classes of the library that are loaded before the first turn. */
    private final Set<String> mentioned;
    private final Map<String, byte[]> classes = new HashMap<>();

    /** From class files. */
    Bot(List<byte[]> classFiles) throws Refused {
        List<String> names = new ArrayList<>();
        for (byte[] file : classFiles) {
            names.add(Admission.nameOf(file));
        }
        entry = findEntry(names);
        Admission admission = new Admission(entry.substring(0, entry.lastIndexOf('/')));
        classFiles.forEach(admission::know);
        classFiles.forEach(admission::check);
        admission.checkEntry(classFiles.get(names.indexOf(entry)), "run", "(Laic2023/user/UnitController;)V",
                "public void run(UnitController uc)");
        if (!admission.faults().isEmpty()) {
            throw new Refused(admission.faults());
        }
        mentioned = Library.copiesOf(admission.mentioned());
        isShareable = !admission.hasStaticParts();
        for (int i = 0; i < names.size(); i++) {
            classes.put(names.get(i).replace('/', '.'), rewrite(names.get(i), classFiles.get(i)));
        }
    }

    /** Reads a bot that {@link #store} has written. */
    Bot(Path file) throws IOException {
        String head = "";
        mentioned = new HashSet<>();
        try (ZipInputStream zip = new ZipInputStream(new BufferedInputStream(new FileInputStream(file.toFile())))) {
            for (ZipEntry next = zip.getNextEntry(); next != null; next = zip.getNextEntry()) {
                String name = next.getName();
                byte[] bytes = zip.readAllBytes();
                if (name.equals(HEAD)) {
                    head = new String(bytes, StandardCharsets.UTF_8);
                } else if (name.startsWith(OWN)) {
                    classes.put(name.substring(OWN.length()), bytes);
                } else {
                    Library.add(name.substring(COPY.length()), bytes);
                }
            }
        }
        String[] words = head.split(" ");
        entry = words[0];
        isShareable = words[1].equals("shareable");
        mentioned.addAll(List.of(words).subList(2, words.length));
    }

    /** Writes the metered classes of the bot and of the library, so that a match need not make them. */
    void store(Path file) throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            List<String> head = new ArrayList<>(List.of(entry, isShareable ? "shareable" : "apart"));
            head.addAll(mentioned);
            put(zip, HEAD, String.join(" ", head).getBytes(StandardCharsets.UTF_8));
            for (Map.Entry<String, byte[]> own : new TreeMap<>(classes).entrySet()) {
                put(zip, OWN + own.getKey(), own.getValue());
            }
            for (Map.Entry<String, byte[]> copy : Library.neededBy(mentioned).entrySet()) {
                put(zip, COPY + copy.getKey(), copy.getValue());
            }
        }
    }

    private static void put(ZipOutputStream zip, String name, byte[] bytes) throws IOException {
        ZipEntry entry = new ZipEntry(name);
        entry.setTime(0);
        zip.putNextEntry(entry);
        zip.write(bytes);
        zip.closeEntry();
    }

    private static byte[] rewrite(String name, byte[] original) throws Refused {
        try {
            return Rewriter.bot(original);
        } catch (RuntimeException fault) {
            throw new Refused(List.of(name.replace('/', '.') + ": the class cannot be metered, probably because a "
                    + "method is too long (" + fault.getMessage() + "): split it"));
        }
    }

    private static String findEntry(List<String> names) throws Refused {
        List<String> found = new ArrayList<>();
        for (String name : names) {
            if (name.equals(ENTRY)) {
                throw new Refused(List.of("UnitPlayer is in no package: begin it with `package mybot;`"));
            }
            if (name.endsWith('/' + ENTRY)) {
                found.add(name);
            }
        }
        if (found.size() != 1) {
            throw new Refused(List.of(found.isEmpty()
                    ? "there is no class UnitPlayer: a Home Run bot is a package with a public class UnitPlayer"
                    : "there is more than one class UnitPlayer: " + String.join(", ", found).replace('/', '.')));
        }
        String entry = found.get(0);
        for (String taken : TAKEN) {
            if (entry.startsWith(taken)) {
                throw new Refused(List.of("the package of " + entry.replace('/', '.') + " is not free: choose another"));
            }
        }
        return entry;
    }

    /** The class loaders of one match's units. */
    static final class Loaders {
        private final Bot bot;
        private final Library library;
        private final ClassLoader shared;

        private Loaders(Bot bot, Library library) {
            this.bot = bot;
            this.library = library;
            shared = bot.isShareable ? new BotLoader(bot, library) : null;
        }

        /** The class loader of a new unit. */
        ClassLoader next() {
            return shared != null ? shared : new BotLoader(bot, library);
        }
    }

    /** Gives the units of one match their class loaders. Loads the library now, before the match begins. */
    Loaders loaders(Library library) {
        library.prepare(mentioned);
        return new Loaders(this, library);
    }

    /** Plays a unit from its first to its last turn. */
    void play(UnitController controller, ClassLoader loader) throws Throwable {
        Class<?> player = loader.loadClass(entry.replace('/', '.'));
        try {
            Object unit = player.getConstructor().newInstance();
            player.getMethod("run", UnitController.class).invoke(unit, controller);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }

    /** The metered class of a name, or null. */
    byte[] classFile(String className) {
        return classes.get(className);
    }
}
