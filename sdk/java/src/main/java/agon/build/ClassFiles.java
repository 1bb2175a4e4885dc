package agon.build;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** The class files of a folder or a jar. */
public final class ClassFiles {
    private static final String END = ".class";

    private ClassFiles() {}

    /** All of them, in the order of their names. */
    public static List<byte[]> read(Path path) throws IOException {
        List<byte[]> found = new ArrayList<>();
        if (Files.isDirectory(path)) {
            readFolder(path, found);
        } else {
            readJar(path, found);
        }
        return found;
    }

    private static void readFolder(Path folder, List<byte[]> found) throws IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(folder)) {
            files = walk.filter(file -> file.toString().endsWith(END)).sorted().toList();
        }
        for (Path file : files) {
            found.add(Files.readAllBytes(file));
        }
    }

    private static void readJar(Path jar, List<byte[]> found) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            Enumeration<? extends ZipEntry> entries = zip.entries();
            while (entries.hasMoreElements()) {
                ZipEntry entry = entries.nextElement();
                if (entry.getName().endsWith(END) && !entry.getName().startsWith("META-INF/")) {
                    try (InputStream file = zip.getInputStream(entry)) {
                        found.add(file.readAllBytes());
                    }
                }
            }
        }
    }
}
