package agon.homerun;

import agon.build.Refused;
import agon.meter.Admission;
import agon.meter.Library;
import agon.meter.Rewriter;
import aic2023.user.UnitController;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A bot: its classes, admitted and metered, ready to be loaded by every unit for itself. */
final class Bot {
    private static final String ENTRY = "UnitPlayer";
    private static final List<String> TAKEN = List.of("java/", "javax/", "agon/", "aic2023/user/", "instrumented/");

    private final String entry;
    private final Map<String, byte[]> classes = new HashMap<>();

    /** From class files. */
    Bot(List<byte[]> classFiles) throws Refused {
        List<String> names = new ArrayList<>();
        for (byte[] file : classFiles) {
            names.add(Admission.nameOf(file));
        }
        entry = findEntry(names);
        Admission admission = new Admission(entry.substring(0, entry.lastIndexOf('/')));
        classFiles.forEach(admission::check);
        admission.checkEntry(classFiles.get(names.indexOf(entry)), "run", "(Laic2023/user/UnitController;)V",
                "public void run(UnitController uc)");
        if (!admission.faults().isEmpty()) {
            throw new Refused(admission.faults());
        }
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

    /** Plays a unit from its first to its last turn, with classes that no other unit has. */
    void play(UnitController controller, Library library) throws Throwable {
        Class<?> player = new UnitLoader(this, library).loadClass(entry.replace('/', '.'));
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
