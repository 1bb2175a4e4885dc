package agon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The games' folders alone decide which games can be played. */
class KitsTest {
    private static final Path GAMES = Path.of("../../games");

    @Test
    void everyGameWithAJavaInterfaceHasAKit() throws Exception {
        List<String> expected;
        try (Stream<Path> folders = Files.list(GAMES)) {
            expected = folders.filter(game -> Files.isDirectory(game.resolve("original/java/main")))
                    .map(game -> game.getFileName().toString()).sorted().toList();
        }
        assertFalse(expected.isEmpty());
        assertEquals(expected, Kits.games());
        for (String game : expected) {
            assertEquals("agon." + game + ".GameKit", Kits.find(game).orElseThrow().getClass().getName());
        }
        assertTrue(Main.usage().contains("GAME is one of " + String.join(", ", expected) + "."));
    }

    @Test
    void otherNamesHaveNone() {
        for (String name : List.of("", "chess", "seat", "../chess", "Kits")) {
            assertTrue(Kits.find(name).isEmpty(), name);
        }
    }
}
