package agon.regulations;

import java.util.List;
import java.util.Set;

/**
 * Something that a contest can forbid in a bot's program, as far as class files show it: which methods a class may
 * not call and which classes it may not extend. Merely naming a class is not a violation.
 */
enum Ban {
    THREADS("threads") {
        @Override
        boolean covers(String owner, String method, String descriptor) {
            return owner.equals("java/lang/Thread") && !HARMLESS_OF_THREADS.contains(method)
                    || THREAD_CLASSES.contains(owner)
                    || owner.startsWith("java/util/concurrent/ForkJoin")
                    || method.equals("parallelStream") && descriptor.startsWith("()Ljava/util/stream/")
                    || method.equals("parallel") && owner.startsWith("java/util/stream/")
                    || method.startsWith("parallel") && owner.equals("java/util/Arrays");
        }
    },
    REFLECTION("reflection") {
        @Override
        boolean covers(String owner, String method, String descriptor) {
            boolean opensClass = method.equals("forName") || method.equals("newInstance")
                    || method.startsWith("getDeclared")
                    || method.matches("get(Methods?|Fields?|Constructors?|EnclosingMethod|RecordComponents)");
            return owner.startsWith("java/lang/reflect/")
                    || owner.equals("java/lang/Class") && opensClass
                    || owner.startsWith("java/lang/invoke/") && !owner.endsWith("/SerializedLambda")
                    || owner.startsWith("java/beans/") || isUnsafe(owner);
        }
    },
    NETWORK("network") {
        @Override
        boolean covers(String owner, String method, String descriptor) {
            return isNetwork(owner);
        }
    },
    NATIVE_CODE("native-code") {
        @Override
        boolean covers(String owner, String method, String descriptor) {
            boolean isLoader = owner.equals("java/lang/System") || owner.equals("java/lang/Runtime");
            return isLoader && (method.equals("load") || method.equals("loadLibrary"))
                    || owner.startsWith("com/sun/jna/") || owner.startsWith("java/lang/foreign/") || isUnsafe(owner);
        }
    },
    PROGRAMS("programs") {
        @Override
        boolean covers(String owner, String method, String descriptor) {
            return isNetwork(owner) || startsProcess(owner, method) || isFile(owner, method, descriptor);
        }
    },
    PRIVILEGES("privileges") {
        @Override
        boolean covers(String owner, String method, String descriptor) {
            boolean isHost = owner.equals("java/lang/System") || owner.equals("java/lang/Runtime");
            return startsProcess(owner, method) || isFile(owner, method, descriptor)
                    || isHost && Set.of("exit", "halt", "setSecurityManager", "setIn", "setOut", "setErr",
                            "addShutdownHook").contains(method)
                    || owner.endsWith("ClassLoader") && owner.startsWith("java/") && method.equals("<init>")
                    || owner.startsWith("java/security/AccessController")
                    || owner.startsWith("java/lang/instrument/") || owner.startsWith("com/sun/tools/attach/");
        }
    };

    private static final Set<String> HARMLESS_OF_THREADS = Set.of(
            "currentThread", "sleep", "yield", "interrupted", "isInterrupted", "getName", "getId", "getStackTrace",
            "dumpStack", "onSpinWait", "holdsLock");
    private static final Set<String> THREAD_CLASSES = Set.of(
            "java/lang/ThreadGroup", "java/util/Timer", "java/util/TimerTask", "javax/swing/SwingWorker", "javax/swing/Timer",
            "java/util/concurrent/CompletableFuture", "java/util/concurrent/Executor",
            "java/util/concurrent/ExecutorCompletionService", "java/util/concurrent/ExecutorService",
            "java/util/concurrent/Executors", "java/util/concurrent/ScheduledExecutorService",
            "java/util/concurrent/ScheduledThreadPoolExecutor", "java/util/concurrent/ThreadFactory",
            "java/util/concurrent/ThreadPoolExecutor");
    /** Parts of java.net that only handle text. */
    private static final Set<String> NAMES_ONLY = Set.of(
            "java/net/URI", "java/net/URISyntaxException", "java/net/URLDecoder", "java/net/URLEncoder");
    private static final List<String> NETWORK_PACKAGES = List.of(
            "java/net/", "javax/net/", "java/rmi/", "javax/naming/", "javax/management/remote/", "com/sun/net/",
            "java/sql/", "java/nio/channels/Socket", "java/nio/channels/ServerSocket", "java/nio/channels/Datagram",
            "java/nio/channels/AsynchronousSocket", "java/nio/channels/AsynchronousServerSocket");
    private static final Set<String> FILE_CLASSES = Set.of(
            "java/io/FileInputStream", "java/io/FileOutputStream", "java/io/FileReader", "java/io/FileWriter",
            "java/io/RandomAccessFile", "java/nio/file/Files", "java/nio/channels/FileChannel",
            "java/nio/channels/AsynchronousFileChannel");
    private static final Set<String> READ_OR_WRITE_FILE = Set.of(
            "java/io/PrintStream", "java/io/PrintWriter", "java/util/Scanner", "java/util/Formatter");

    private final String word;

    Ban(String word) {
        this.word = word;
    }

    /** The word in Agon's files and reports. */
    String word() {
        return word;
    }

    /** Whether it forbids to call this method, or to extend its class (then the method is {@code <init>}). */
    abstract boolean covers(String owner, String method, String descriptor);

    private static boolean isNetwork(String owner) {
        return NETWORK_PACKAGES.stream().anyMatch(owner::startsWith) && !NAMES_ONLY.contains(owner);
    }

    private static boolean startsProcess(String owner, String method) {
        return owner.equals("java/lang/ProcessBuilder") || owner.startsWith("java/lang/ProcessHandle")
                || owner.equals("java/lang/Runtime") && method.equals("exec");
    }

    private static boolean isFile(String owner, String method, String descriptor) {
        boolean opensByName = method.equals("<init>") && READ_OR_WRITE_FILE.contains(owner)
                && (descriptor.startsWith("(Ljava/io/File;") || descriptor.startsWith("(Ljava/nio/file/Path;")
                        || descriptor.startsWith("(Ljava/lang/String;") && !owner.endsWith("Scanner"));
        boolean changesFolder = owner.equals("java/io/File")
                && method.matches("createNewFile|createTempFile|delete|deleteOnExit|list|listFiles|mkdirs?|renameTo");
        return FILE_CLASSES.contains(owner) || opensByName || changesFolder;
    }

    private static boolean isUnsafe(String owner) {
        return owner.equals("sun/misc/Unsafe") || owner.startsWith("jdk/internal/");
    }
}
