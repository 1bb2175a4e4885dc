package agon.build;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/** Compiles a bot's sources, with line numbers and variable names. */
public final class Compiler {
    /** The release that bots are written for today. */
    public static final int RELEASE = 17;
    /** The release that the contests used. */
    public static final int OLD_RELEASE = 8;
    /** A source file that is in a package. */
    public static final Pattern PACKAGE = SourceText.PACKAGE;
    private static final int MAX_FAULTS = 20;

    private Compiler() {}

    /**
     * Compiles source files with some libraries to class files of a release of Java. Leaves out files whose class
     * belongs to the kit ({@code isKits}).
     */
    public static List<byte[]> compile(
            List<Path> sources, List<Path> libraries, int release, Predicate<String> isKits)
            throws IOException, Refused {
        return compile(sources, libraries, release, isKits, name -> false);
    }

    /**
     * Compiles source files as {@link #compile(List, List, int, Predicate)} does, without showing them the classes of
     * the kit that {@code isHidden} names.
     */
    public static List<byte[]> compile(
            List<Path> sources, List<Path> libraries, int release, Predicate<String> isKits,
            Predicate<String> isHidden)
            throws IOException, Refused {
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        if (javac == null) {
            throw new Refused(List.of("this Java has no compiler: install a JDK, not only a JRE"));
        }
        List<Source> units = new ArrayList<>();
        for (Path file : sources) {
            Source unit = new Source(file, SourceText.of(Files.readAllBytes(file)));
            if (!isKits.test(SourceText.className(file, unit.text))) {
                units.add(unit);
            }
        }
        // The contests' interfaces are in the same jar as this class.
        List<String> classPath = new ArrayList<>(List.of(ClassFiles.home(Compiler.class).toString()));
        libraries.forEach(library -> classPath.add(library.toString()));
        DiagnosticCollector<JavaFileObject> heard = new DiagnosticCollector<>();
        Memory made = new Memory(javac.getStandardFileManager(heard, Locale.ENGLISH, null), isHidden);
        try (made) {
            // Inline string concatenation, as compilers of the contests' time did it: the newer way links at run
            // time, which would take time in the middle of a turn.
            List<String> options = List.of(
                    "--release", Integer.toString(release), "-g", "-proc:none", "-Xlint:none", "-nowarn", "-encoding", "UTF-8",
                    "-XDstringConcat=inline", "-classpath", String.join(File.pathSeparator, classPath));
            boolean isGood = javac.getTask(null, made, heard, options, null, units).call();
            if (!isGood) {
                throw new Refused(faults(heard));
            }
        }
        return made.classes();
    }

    /** Whether one of the source files contains this text. */
    public static boolean mentions(List<Path> sources, String words) throws IOException {
        for (Path file : sources) {
            if (SourceText.of(Files.readAllBytes(file)).contains(words)) {
                return true;
            }
        }
        return false;
    }

    /** Whether one of the source files has a match of this pattern. */
    public static boolean matches(List<Path> sources, Pattern pattern) throws IOException {
        for (Path file : sources) {
            if (pattern.matcher(SourceText.of(Files.readAllBytes(file))).find()) {
                return true;
            }
        }
        return false;
    }

    /** Finds the files with this ending in files and folders, sorted by name. */
    public static List<Path> find(List<Path> paths, String ending) throws IOException {
        List<Path> found = new ArrayList<>();
        for (Path path : paths) {
            try (Stream<Path> walk = Files.walk(path)) {
                walk.filter(file -> file.toString().endsWith(ending) && Files.isRegularFile(file)).sorted()
                        .forEach(found::add);
            }
        }
        return found;
    }

    private static List<String> faults(DiagnosticCollector<JavaFileObject> heard) {
        List<String> faults = new ArrayList<>();
        for (Diagnostic<? extends JavaFileObject> fault : heard.getDiagnostics()) {
            if (fault.getKind() == Diagnostic.Kind.ERROR && faults.size() < MAX_FAULTS) {
                String where = fault.getSource() instanceof Source source
                        ? source.file.normalize() + ":" + fault.getLineNumber() + ": " : "";
                faults.add(where + withSymbol(fault.getMessage(Locale.ENGLISH)));
            }
        }
        return faults;
    }

    /** The compiler names a symbol that it cannot find on the second line; the first one should name it. */
    private static String withSymbol(String message) {
        return message.replaceFirst("^cannot find symbol\\R\\s*symbol:\\s*", "cannot find symbol: ");
    }

    /** Keeps the compiler's output in memory, and hides some classes of the class path. */
    private static final class Memory extends ForwardingJavaFileManager<StandardJavaFileManager> {
        private final Map<String, ByteArrayOutputStream> files = new TreeMap<>();
        private final Predicate<String> isHidden;

        Memory(StandardJavaFileManager files, Predicate<String> isHidden) {
            super(files);
            this.isHidden = isHidden;
        }

        @Override
        public Iterable<JavaFileObject> list(
                Location location, String packageName, Set<JavaFileObject.Kind> kinds, boolean recurse)
                throws IOException {
            Iterable<JavaFileObject> all = super.list(location, packageName, kinds, recurse);
            if (location != StandardLocation.CLASS_PATH) {
                return all;
            }
            List<JavaFileObject> shown = new ArrayList<>();
            for (JavaFileObject file : all) {
                if (!isHidden.test(inferBinaryName(location, file))) {
                    shown.add(file);
                }
            }
            return shown;
        }

        List<byte[]> classes() {
            return files.values().stream().map(ByteArrayOutputStream::toByteArray).toList();
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
            return new SimpleJavaFileObject(URI.create("memory:///" + className.replace('.', '/')), kind) {
                @Override
                public OutputStream openOutputStream() {
                    return files.computeIfAbsent(className, name -> new ByteArrayOutputStream());
                }
            };
        }
    }

    /** A source file whose name may differ from the name of its class. */
    private static final class Source extends SimpleJavaFileObject {
        private final Path file;
        private final String text;

        Source(Path file, String text) {
            super(URI.create("file:///" + file.getFileName().toString().replaceAll("[^A-Za-z0-9_.]", "_")),
                    Kind.SOURCE);
            this.file = file;
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }

        @Override
        public boolean isNameCompatible(String simpleName, Kind kind) {
            return kind == Kind.SOURCE;
        }
    }
}
