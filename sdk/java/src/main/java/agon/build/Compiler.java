package agon.build;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles a bot's sources, with line numbers and names of variables. */
public final class Compiler {
    /** What the contests used; energy is counted in what the compiler makes of it. */
    public static final int OLD_RELEASE = 8;
    private static final int MOST_FAULTS = 20;

    private Compiler() {}

    /** Compiles files, and everything in folders, into a folder, as Java 8. */
    public static void compile(List<Path> sources, Path into) throws IOException, Refused {
        compile(sources, into, OLD_RELEASE, className -> false);
    }

    /** The same for any release of Java, without files that hold a class for which {@code isKits} is true. */
    public static void compile(List<Path> sources, Path into, int release, Predicate<String> isKits)
            throws IOException, Refused {
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        if (javac == null) {
            throw new Refused(List.of("this Java has no compiler: install a JDK, not only a JRE"));
        }
        List<Source> units = new ArrayList<>();
        for (Path file : find(sources)) {
            Source unit = new Source(file, SourceText.of(Files.readAllBytes(file)));
            if (!isKits.test(SourceText.className(file, unit.text))) {
                units.add(unit);
            }
        }
        Files.createDirectories(into);
        DiagnosticCollector<JavaFileObject> heard = new DiagnosticCollector<>();
        try (StandardJavaFileManager files = javac.getStandardFileManager(heard, Locale.ENGLISH, null)) {
            List<String> options = List.of(
                    "--release", Integer.toString(release), "-g", "-proc:none", "-Xlint:none", "-nowarn", "-encoding", "UTF-8",
                    "-d", into.toString(), "-classpath", kit().toString());
            boolean isGood = javac.getTask(null, files, heard, options, null, units).call();
            if (!isGood) {
                throw new Refused(faults(heard));
            }
        }
    }

    /** Where the contests' interfaces are: with this class. */
    private static Path kit() {
        try {
            return Path.of(Compiler.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static List<Path> find(List<Path> sources) throws IOException, Refused {
        List<Path> found = new ArrayList<>();
        for (Path source : sources) {
            try (Stream<Path> walk = Files.walk(source)) {
                walk.filter(file -> file.toString().endsWith(".java") && Files.isRegularFile(file)).sorted()
                        .forEach(found::add);
            }
        }
        if (found.isEmpty()) {
            throw new Refused(List.of("there is no Java source (*.java) in " + sources));
        }
        return found;
    }

    private static List<String> faults(DiagnosticCollector<JavaFileObject> heard) {
        List<String> faults = new ArrayList<>();
        for (Diagnostic<? extends JavaFileObject> fault : heard.getDiagnostics()) {
            if (fault.getKind() == Diagnostic.Kind.ERROR && faults.size() < MOST_FAULTS) {
                String where = fault.getSource() instanceof Source source
                        ? source.file + ":" + fault.getLineNumber() + ": " : "";
                faults.add(where + fault.getMessage(Locale.ENGLISH));
            }
        }
        return faults;
    }

    /** A source file whose name need not be that of its class. */
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
