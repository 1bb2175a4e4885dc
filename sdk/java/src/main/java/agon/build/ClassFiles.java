package agon.build;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/** Class files in jars. What they are called there does not matter: their names are inside. */
public final class ClassFiles {
    private static final String END = ".class";

    private ClassFiles() {}

    /** All class files of some jars. */
    public static List<byte[]> read(List<Path> jars) throws IOException {
        List<byte[]> found = new ArrayList<>();
        for (Path jar : jars) {
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
        return found;
    }

    /** Writes class files into a jar. */
    public static void write(List<byte[]> classes, Path jar) throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            for (int i = 0; i < classes.size(); i++) {
                ZipEntry entry = new ZipEntry(i + END);
                entry.setTime(0);
                zip.putNextEntry(entry);
                zip.write(classes.get(i));
                zip.closeEntry();
            }
        }
    }
}
