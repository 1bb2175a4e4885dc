package agon.homerun.meter;

import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.Type;

/** Which classes and methods a bot may use, and why not the other ones. */
final class Whitelist {
    private static final Set<String> PACKAGES = Set.of(
            "java/io", "java/lang", "java/math", "java/util", "java/util/function", "java/util/regex",
            "java/util/stream", "java/text");
    /** The contest's own classes. */
    static final Set<String> CONTEST = names("aic2023/user/",
            "Direction GameConstants Location MapObject Team UnitController UnitInfo UnitStat UnitType");
    /** Helpers that bots may use. */
    private static final Set<String> HELPERS = names(Redirect.HELPERS, "HomeRun HomeRun$Step HomeRun$Tile");
    /** Classes that the compiler mentions wherever it makes a lambda. They have no open method. */
    private static final Set<String> OF_LAMBDAS = names("java/lang/invoke/",
            "CallSite LambdaMetafactory MethodHandle MethodHandles MethodHandles$Lookup MethodType");
    /** Unmetered classes that are made to be extended. */
    private static final Set<String> PARENTS = Set.of(
            "java/lang/Object", "java/lang/Number", "java/io/InputStream", "java/io/OutputStream", "java/io/Reader",
            "java/io/Writer");

    private Whitelist() {}

    private static Set<String> names(String prefix, String words) {
        Set<String> names = new HashSet<>();
        for (String word : words.split(" ")) {
            names.add(prefix + word);
        }
        return names;
    }

    /** Why a class may not be mentioned; null if it may. */
    static String whyNot(String name) {
        if (CONTEST.contains(name) || HELPERS.contains(name) || OF_LAMBDAS.contains(name) || OpenLibrary.isOpen(name)) {
            return null;
        }
        if (name.startsWith("java/util/Random")) {
            return "cannot be used: draw with getRandomDouble() or Math.random()";
        }
        if (name.startsWith(Redirect.HELPERS)) {
            return "cannot be used: of the helpers only agon.helpers.HomeRun is for bots with energy";
        }
        int slash = name.lastIndexOf('/');
        if (slash < 0) {
            return "cannot be used: it is in no package";
        }
        if (PACKAGES.contains(name.substring(0, slash))) {
            return "cannot be used: it is not among the classes of Java that are open to bots";
        }
        return "cannot be used: of Java's packages only java.lang, java.util (with function, regex and stream), "
                + "java.math, java.io and java.text are open";
    }

    /** Why a bot's class may not extend another one; null if it may. */
    static String whyNotExtend(String name) {
        boolean isMade = PARENTS.contains(name) || CONTEST.contains(name) || Redirect.hasCopy(name)
                || OpenLibrary.isThrowable(name);
        // A closed class is refused where it is mentioned.
        return isMade || whyNot(name) != null ? null : "cannot be extended: its methods are charged by their work";
    }

    /** Why a method of Java may not be called; null if it may. */
    static String whyNotCall(String owner, String name, String descriptor) {
        if (CONTEST.contains(owner) || HELPERS.contains(owner)) {
            return null;
        }
        boolean isWaiting = switch (name) {
            case "wait" -> descriptor.equals("()V") || descriptor.equals("(J)V") || descriptor.equals("(JI)V");
            case "notify", "notifyAll" -> descriptor.equals("()V");
            default -> false;
        };
        if (isWaiting) {
            return "cannot be called: a unit is alone";
        }
        if (owner.startsWith("java/util/") && name.startsWith("parallel")) {
            return "cannot be called: a unit has one thread";
        }
        if (owner.startsWith("java/lang/invoke/")) {
            return "cannot be called: method handles are closed";
        }
        if (isPrint(owner, name, descriptor)) {
            return "cannot be called with a text: write with uc.println";
        }
        String type = owner.startsWith("[") ? "java/lang/Object" : owner;
        if (!OpenLibrary.isOpen(type, name) || opensFile(owner, name, descriptor)) {
            return "cannot be called: it is not among the methods of Java that are open to bots";
        }
        return Redirect.hasCopy(owner) || !hasCopy(descriptor) ? null
                : "cannot be called: it passes objects of java.util between metered and unmetered classes";
    }

    /** Why a field of Java may not be used; null if it may. */
    static String whyNotRead(String owner, String name, String descriptor) {
        if (owner.equals("java/lang/System") && name.equals("in")) {
            return "cannot be used: a unit has no input";
        }
        return owner.startsWith("java/") && !Redirect.hasCopy(owner) && hasCopy(descriptor)
                ? "cannot be used: it is an object of java.util in an unmetered class" : null;
    }

    /** Whether a descriptor names a class that bots get as a copy. */
    private static boolean hasCopy(String descriptor) {
        if (!descriptor.startsWith("(")) {
            return hasCopy(Type.getType(descriptor));
        }
        for (Type argument : Type.getArgumentTypes(descriptor)) {
            if (hasCopy(argument)) {
                return true;
            }
        }
        return hasCopy(Type.getReturnType(descriptor));
    }

    private static boolean hasCopy(Type type) {
        Type element = type.getSort() == Type.ARRAY ? type.getElementType() : type;
        return element.getSort() == Type.OBJECT && Redirect.hasCopy(element.getInternalName());
    }

    /** Constructors that open files. */
    private static boolean opensFile(String owner, String name, String descriptor) {
        boolean isPrinter = owner.equals("java/io/PrintStream") || owner.equals("java/io/PrintWriter");
        return isPrinter && name.equals("<init>") && takesText(descriptor);
    }

    /** Whether a call prints a text, which belongs into {@code uc.println}. */
    private static boolean isPrint(String owner, String name, String descriptor) {
        boolean prints = name.equals("print") || name.equals("println");
        return prints && owner.equals("java/io/PrintStream") && takesText(descriptor);
    }

    private static boolean takesText(String descriptor) {
        return descriptor.startsWith("(Ljava/lang/String;");
    }
}
