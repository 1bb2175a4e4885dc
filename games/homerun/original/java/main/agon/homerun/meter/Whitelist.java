package agon.homerun.meter;

import java.util.HashSet;
import java.util.Set;

/** Which classes and methods of Java a bot may use: the contest's lists with a few additions. */
final class Whitelist {
    private static final Set<String> PACKAGES = Set.of(
            "java/io", "java/lang", "java/lang/invoke", "java/math", "java/util", "java/util/function",
            "java/util/regex", "java/util/stream", "java/text");
    /** The contest's own classes. */
    static final Set<String> CONTEST = names("aic2023/user/",
            "Direction GameConstants Location MapObject Team UnitController UnitInfo UnitStat UnitType");
    private static final Set<String> DENIED = new HashSet<>();
    private static final Set<String> SYSTEM = Set.of(
            "currentTimeMillis", "gc", "getProperties", "getSecurityManager", "getenv", "load", "loadLibrary",
            "mapLibraryName", "nanoTime", "runFinalization", "runFinalizersOnExit", "setProperties",
            "setSecurityManager",
            // Added: the contest's program allowed these, but they reach outside the unit.
            "exit", "setProperty", "clearProperty", "setIn", "setOut", "setErr", "console", "inheritedChannel",
            "getLogger");

    static {
        DENIED.addAll(names("java/io/", "File FileDescriptor FileInputStream FileOutputStream FilePermission "
                + "FileReader FileWriter RandomAccessFile SerializablePermission"));
        DENIED.addAll(names("java/lang/", "ClassLoader Compiler InheritableThreadLocal Package Process "
                + "ProcessBuilder Runtime RuntimePermission SecurityManager Thread ThreadGroup ThreadLocal"));
        DENIED.addAll(names("java/lang/invoke/", "SwitchPoint MethodHandleProxies"));
        DENIED.addAll(names("java/util/", "Calendar Currency Date EventListener EventListenerProxy EventObject "
                + "FormattableFlags Formatter GregorianCalendar ListResourceBundle Locale "
                + "MissingResourceException Properties PropertyPermission PropertyResourceBundle ResourceBundle "
                + "SimpleTimeZone TimeZone Timer TimerTask UUID WeakHashMap"));
        // Added: newer than the contest, or a way around the rules above.
        DENIED.addAll(names("java/lang/", "ClassValue Module ModuleLayer ProcessHandle StackWalker"));
        DENIED.addAll(names("java/util/", "ServiceLoader"));
    }

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
        if (name.startsWith("java/util/Random")) {
            return "cannot be used: draw with getRandomDouble() or Math.random()";
        }
        if (DENIED.contains(name)) {
            return "cannot be used: it is on the contest's list of closed classes";
        }
        int slash = name.lastIndexOf('/');
        if (slash < 0) {
            return "cannot be used: it is in no package";
        }
        if (CONTEST.contains(name) || PACKAGES.contains(name.substring(0, slash))) {
            return null;
        }
        return "cannot be used: of Java's packages only java.lang, java.util (with function, regex and stream), "
                + "java.math, java.io and java.text are open";
    }

    /** Why a method may not be called; null if it may. */
    static String whyNotCall(String owner, String name, String descriptor) {
        boolean isClosed = switch (name) {
            case "wait" -> descriptor.equals("()V") || descriptor.equals("(J)V") || descriptor.equals("(JI)V");
            case "notify", "notifyAll" -> descriptor.equals("()V");
            default -> false;
        };
        if (isClosed) {
            return "cannot be called: a unit is alone";
        }
        if (owner.startsWith("java/util/") && name.startsWith("parallel")) {
            return "cannot be called: a unit has one thread";
        }
        if (owner.startsWith("java/lang/invoke/")) {
            return "cannot be called: method handles are closed";
        }
        isClosed = switch (owner) {
            case "java/lang/Class" -> !name.equals("desiredAssertionStatus");
            case "java/lang/String" -> name.equals("intern");
            case "java/lang/System" -> SYSTEM.contains(name);
            case "java/io/PrintStream", "java/io/PrintWriter" -> writesFileOrText(owner, name, descriptor);
            default -> false;
        };
        return isClosed ? "cannot be called: it is on the contest's list of closed methods" : null;
    }

    private static boolean writesFileOrText(String owner, String name, String descriptor) {
        boolean takesText = descriptor.startsWith("(Ljava/lang/String;");
        if (name.equals("<init>")) {
            return takesText;
        }
        boolean prints = name.equals("print") || name.equals("println");
        return prints && takesText && owner.equals("java/io/PrintStream");
    }
}
