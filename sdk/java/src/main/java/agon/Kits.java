package agon;

import agon.build.ClassFiles;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Finds the kits of the games that this program was built with. */
public final class Kits {
    private Kits() {}

    /** The kit of a game; empty if this program has none. */
    public static Optional<Kit> find(String game) {
        try {
            Class<?> type = Class.forName("agon." + game + ".GameKit");
            return Optional.of((Kit) type.getConstructor().newInstance());
        } catch (ClassNotFoundException none) {
            return Optional.empty();
        } catch (ReflectiveOperationException broken) {
            throw new IllegalStateException("the kit of " + game + " cannot be created", broken);
        }
    }

    /** The games that have a kit, in alphabetical order. */
    static List<String> games() throws IOException {
        Pattern kitFile = Pattern.compile("agon/(\\w+)/GameKit\\.class");
        return ClassFiles.names(ClassFiles.home(Kits.class)).stream()
                .flatMap(file -> kitFile.matcher(file).results())
                .map(found -> found.group(1)).sorted().toList();
    }
}
