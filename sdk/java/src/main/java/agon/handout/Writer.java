package agon.handout;

import agon.Kit;
import agon.build.ClassFiles;
import agon.build.Compiler;
import agon.build.Refused;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import javax.tools.DocumentationTool;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Writes a jar such as a contest handed out: its interface and the helpers as classes, sources and documentation, the
 * libraries that came with it, and a command line ({@link Launcher}).
 */
public final class Writer {
    private static final Pattern SOURCE = Pattern.compile("(\\w+)/original/java/main/(.+)\\.java");
    /** Sources that belong to no game. */
    private static final Pattern SHARED_SOURCE = Pattern.compile("shared/(.+)\\.java");
    private static final Pattern CLASS = Pattern.compile("([^$]+)(?:\\$.*)?\\.class");
    private static final String OURS = "agon/";
    private static final String HELPERS = "agon/helpers/";
    private static final String DOCUMENTATION = "javadoc/";

    private final Map<String, Kit> kits;
    /** The files of the jar by their names. */
    private final Map<String, byte[]> files = new TreeMap<>();
    /** The game that a class belongs to, by the class's path without its ending. */
    private final Map<String, String> games = new TreeMap<>();
    /** The sources of the interfaces and the helpers, without the kit's own classes. */
    private final List<Path> interfaces = new ArrayList<>();

    private Writer(Map<String, Kit> kits) {
        this.kits = kits;
    }

    /** Writes the jar of some games; {@code sources} is the folder with the sources of all games' interfaces. */
    public static void write(Map<String, Kit> kits, Path sources, String program, Path jar)
            throws IOException, Refused {
        Writer writer = new Writer(kits);
        writer.readSources(sources);
        writer.addClasses(ClassFiles.home(Writer.class));
        for (Kit kit : kits.values()) {
            for (Path library : kit.libraryJars()) {
                writer.addClasses(library);
            }
        }
        writer.addDocumentation();
        writer.addSettings(program);
        writer.zip(jar);
    }

    private void readSources(Path folder) throws IOException {
        for (Path file : Compiler.find(List.of(folder), ".java")) {
            String name = folder.relativize(file).toString();
            Matcher source = SOURCE.matcher(name);
            Matcher shared = SHARED_SOURCE.matcher(name);
            if (source.matches()) {
                games.put(source.group(2), source.group(1));
                addSource(source.group(2), file);
            } else if (shared.matches()) {
                addSource(shared.group(1), file);
            }
        }
    }

    private void addSource(String path, Path file) throws IOException {
        if (isWanted(path) && (path.startsWith(HELPERS) || !path.startsWith(OURS))) {
            files.put(path + ".java", Files.readAllBytes(file));
            interfaces.add(file);
        }
    }

    /** Whether a class is in the jar of a wanted game: its own, or any one for a class that belongs to no game. */
    private boolean isWanted(String path) {
        String game = games.get(path);
        String name = path.replace('/', '.');
        return game == null
                ? kits.values().stream().anyMatch(kit -> kit.isHandedOut(name))
                : kits.containsKey(game) && kits.get(game).isHandedOut(name);
    }

    /** Adds a jar's classes, without those of games that are not wanted. */
    private void addClasses(Path jar) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            for (ZipEntry entry : (Iterable<ZipEntry>) zip.stream().map(ZipEntry.class::cast)::iterator) {
                Matcher type = CLASS.matcher(entry.getName());
                boolean isUnwanted = type.matches() && !isWanted(type.group(1));
                if (!isUnwanted && !entry.isDirectory() && !entry.getName().startsWith("META-INF/")) {
                    try (InputStream in = zip.getInputStream(entry)) {
                        files.putIfAbsent(entry.getName(), in.readAllBytes());
                    }
                }
            }
        }
    }

    private void addDocumentation() throws IOException, Refused {
        DocumentationTool tool = ToolProvider.getSystemDocumentationTool();
        if (tool == null) {
            throw new Refused(List.of("this Java has no javadoc: install a JDK, not only a JRE"));
        }
        Path folder = Files.createTempDirectory("agon-javadoc");
        StringWriter said = new StringWriter();
        try (StandardJavaFileManager manager = tool.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            // Interfaces without a package have no public classes.
            List<String> options = List.of("-quiet", "-notimestamp", "-package", "-Xdoclint:none", "-encoding", "UTF-8",
                    "-d", folder.toString(), "-classpath", ClassFiles.home(Writer.class).toString());
            boolean isGood = tool.getTask(said, manager, null, null, options,
                    manager.getJavaFileObjectsFromPaths(interfaces)).call();
            if (!isGood) {
                throw new Refused(List.of("the documentation cannot be written:\n" + said));
            }
        }
        try (Stream<Path> walk = Files.walk(folder)) {
            for (Path file : (Iterable<Path>) walk.filter(Files::isRegularFile)::iterator) {
                files.put(DOCUMENTATION + folder.relativize(file), Files.readAllBytes(file));
            }
        }
    }

    private void addSettings(String program) throws IOException {
        Properties settings = new Properties();
        settings.setProperty(Launcher.GAMES, String.join(",", kits.keySet()));
        settings.setProperty(Launcher.PROGRAM, program);
        StringWriter text = new StringWriter();
        settings.store(text, null);
        files.put(Launcher.SETTINGS, text.toString().getBytes(StandardCharsets.ISO_8859_1));
    }

    private void zip(Path jar) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, Launcher.class.getName());
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        manifest.write(head);
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            put(zip, "META-INF/MANIFEST.MF", head.toByteArray());
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                put(zip, file.getKey(), file.getValue());
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
}
