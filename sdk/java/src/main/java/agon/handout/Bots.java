package agon.handout;

import agon.Kit;
import agon.build.ClassFiles;
import agon.build.Compiler;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;

/** Finds the bots that a command line names. Compiled classes become a bot's folder that is deleted at the end. */
final class Bots implements AutoCloseable {
    private final List<Path> made = new ArrayList<>();

    /** The word for a bot on Agon's command line. */
    String find(String word, Kit kit) throws IOException {
        String builtIn = kit.builtIn(word);
        if (builtIn != null || word.startsWith("builtin:")) {
            return builtIn != null ? builtIn : word;
        }
        Path path = Path.of(word);
        if (word.endsWith(ClassFiles.ENDING) && Files.isRegularFile(path)) {
            return ofClass(path.toAbsolutePath());
        }
        if (Files.exists(path)) {
            return path.toAbsolutePath().toString();
        }
        URL found = ClassLoader.getSystemResource(word.replace('.', '/') + ClassFiles.ENDING);
        if (found != null && found.getProtocol().equals("file")) {
            return ofClass(Path.of(URI.create(found.toString())));
        }
        throw new IllegalArgumentException(
                "There is no bot `" + word + "`: it is neither a file or folder nor a class on the class path.");
    }

    /** A folder with all classes below the root of a class's packages. */
    private String ofClass(Path file) throws IOException {
        String name = new ClassReader(Files.readAllBytes(file)).getClassName();
        Path root = file.getParent();
        for (int at = name.indexOf('/'); at >= 0 && root != null; at = name.indexOf('/', at + 1)) {
            root = root.getParent();
        }
        boolean isRoot = root != null && root.resolve(name + ClassFiles.ENDING).equals(file);
        List<byte[]> classes = new ArrayList<>();
        for (Path one : Compiler.find(List.of(isRoot ? root : file), ClassFiles.ENDING)) {
            classes.add(Files.readAllBytes(one));
        }
        String simple = name.substring(name.lastIndexOf('/') + 1);
        Path folder = Files.createTempDirectory("agon-bot");
        made.add(folder);
        ClassFiles.write(classes, folder.resolve(simple + ".jar"));
        Files.writeString(folder.resolve("agon.toml"), "name = \"" + simple + "\"\nentry = \"" + simple + ".jar\"\n");
        return folder.toString();
    }

    @Override
    public void close() throws IOException {
        for (Path folder : made) {
            try (Stream<Path> walk = Files.walk(folder)) {
                for (Path file : walk.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
