package agon.homerun;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every invalid call returns what the contest's interface says, and never throws. */
class MisuseTest {
    @Test
    void everyMisuseIsAnswered(@TempDir Path folder) throws Exception {
        List<String[]> rows;
        try (InputStream file = MisuseTest.class.getResourceAsStream("/homerun/original/java/test/misuse.txt")) {
            rows = new String(file.readAllBytes(), StandardCharsets.UTF_8).lines()
                    .filter(line -> !line.startsWith("#")).map(line -> line.split("\\s*\\|\\s*", 3)).toList();
        }
        StringBuilder source = new StringBuilder("package bot; import aic2023.user.*; public class UnitPlayer {\n"
                + "public void run(UnitController uc) { Location far = uc.getLocation().add(9, 9); int before;\n");
        for (String[] row : rows) {
            String result = row[1].equals("-") ? row[2] + "; Object o = \"-\";" : "Object o = " + row[2] + ";";
            source.append("{ before = uc.getEnergyUsed(); ").append(result)
                    .append(" uc.println((uc.getEnergyUsed() - before) / 1000 + \" \" + o); uc.yield(); }\n");
        }
        source.append("}}");
        List<String> wrong = new ArrayList<>();
        try (Table table = new Table(Table.compile(folder, source.toString()))) {
            table.type = "PITCHER";
            table.tiles = ".".repeat(69);
            for (String[] row : rows) {
                Table.Played played = table.turn(1, 15_000);
                String want = row[0] + " " + row[1];
                if (!played.prints().contains(want)) {
                    wrong.add(row[2] + ": " + played + ", not " + want);
                }
            }
        }
        assertEquals(List.of(), wrong);
    }
}
