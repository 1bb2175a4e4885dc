package agon.build;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles a bot's sources as the contests did: for Java 8, with line numbers and names of variables. */
public final class Compiler {
    private static final int MOST_FAULTS = 20;

    private Compiler() {}

    /** Compiles source files to class files. */
    public static List<byte[]> compile(List<Path> sources) throws IOException, Refused {
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        if (javac == null) {
            throw new Refused(List.of("this Java has no compiler: install a JDK, not only a JRE"));
        }
        List<Source> units = new ArrayList<>();
        for (Path file : sources) {
            units.add(new Source(file, Files.readString(file)));
        }
        DiagnosticCollector<JavaFileObject> heard = new DiagnosticCollector<>();
        Memory made = new Memory(javac.getStandardFileManager(heard, Locale.ENGLISH, null));
        try (made) {
            List<String> options = List.of(
                    "--release", "8", "-g", "-proc:none", "-Xlint:none", "-nowarn", "-encoding", "UTF-8",
                    "-classpath", kit().toString());
            boolean isGood = javac.getTask(null, made, heard, options, null, units).call();
            if (!isGood) {
                throw new Refused(faults(heard));
            }
        }
        return made.classes();
    }

    /** Where the contests' interfaces are: with this class. */
    private static Path kit() {
        try {
            return Path.of(Compiler.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** The files with this ending among files and everything in folders, in the order of their names. */
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
            if (fault.getKind() == Diagnostic.Kind.ERROR && faults.size() < MOST_FAULTS) {
                String where = fault.getSource() instanceof Source source
                        ? source.file.normalize() + ":" + fault.getLineNumber() + ": " : "";
                faults.add(where + fault.getMessage(Locale.ENGLISH));
            }
        }
        return faults;
    }

    /** Keeps what the compiler writes. */
    private static final class Memory extends ForwardingJavaFileManager<StandardJavaFileManager> {
        private final Map<String, ByteArrayOutputStream> files = new TreeMap<>();

        Memory(StandardJavaFileManager files) {
            super(files);
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
