package agon.build;

import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/** Class files in jars and folders. The name of an entry does not matter to a bot: class files hold their name. */
public final class ClassFiles {
    /** What the names of class files end with. */
    public static final String ENDING = ".class";

    private ClassFiles() {}

    /** The jar or folder that a class was loaded from. */
    public static Path home(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** The names of all class files in a jar or folder, as in {@code agon/Main.class}. */
    public static List<String> names(Path home) throws IOException {
        if (Files.isDirectory(home)) {
            try (Stream<Path> walk = Files.walk(home)) {
                return walk.map(file -> home.relativize(file).toString().replace('\\', '/'))
                        .filter(name -> name.endsWith(ENDING)).toList();
            }
        }
        try (ZipFile zip = new ZipFile(home.toFile())) {
            return zip.stream().map(ZipEntry::getName).filter(name -> name.endsWith(ENDING)).toList();
        }
    }

    /** The contents of all class files in some jars. */
    public static List<byte[]> read(List<Path> jars) throws IOException {
        List<byte[]> found = new ArrayList<>();
        for (Path jar : jars) {
            try (ZipFile zip = new ZipFile(jar.toFile())) {
                Enumeration<? extends ZipEntry> entries = zip.entries();
                while (entries.hasMoreElements()) {
                    ZipEntry entry = entries.nextElement();
                    if (entry.getName().endsWith(ENDING) && !entry.getName().startsWith("META-INF/")) {
                        try (InputStream file = zip.getInputStream(entry)) {
                            found.add(file.readAllBytes());
                        }
                    }
                }
            }
        }
        return found;
    }

    /** Writes class files into a jar. */
    public static void write(List<byte[]> classes, Path jar) throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            for (int i = 0; i < classes.size(); i++) {
                ZipEntry entry = new ZipEntry(i + ENDING);
                entry.setTime(0);
                zip.putNextEntry(entry);
                zip.write(classes.get(i));
                zip.closeEntry();
            }
        }
    }
}
