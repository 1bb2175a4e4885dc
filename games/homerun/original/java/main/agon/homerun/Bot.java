package agon.homerun;

import agon.build.Refused;
import agon.homerun.meter.Admission;
import agon.homerun.meter.Library;
import agon.homerun.meter.Rewriter;
import aic2023.user.UnitController;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

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

    private final String entry;
    private final boolean isShareable;
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
        mentioned = admission.mentioned();
        isShareable = !admission.hasStaticParts();
        for (int i = 0; i < names.size(); i++) {
            classes.put(names.get(i).replace('/', '.'), rewrite(names.get(i), classFiles.get(i)));
        }
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

    /** Gives the units of one match their class loader. Loads the library now, before the match begins. */
    Supplier<ClassLoader> loaders(Library library) {
        library.prepare(mentioned);
        if (!isShareable) {
            return () -> new BotLoader(this, library);
        }
        ClassLoader shared = new BotLoader(this, library);
        return () -> shared;
    }

    /** Plays a unit from its first to its last turn. */
    void play(UnitController controller, ClassLoader loader) throws Throwable {
        Class<?> player = loader.loadClass(entry.replace('/', '.'));
        MethodHandles.Lookup everybody = MethodHandles.publicLookup();
        MethodHandle create = everybody.findConstructor(player, MethodType.methodType(void.class));
        MethodHandle run = everybody.findVirtual(
                player, "run", MethodType.methodType(void.class, UnitController.class));
        run.invoke(create.invoke(), controller);
    }

    /** The metered class of a name, or null. */
    byte[] classFile(String className) {
        return classes.get(className);
    }
}
