package agon.seat;

import agon.build.ClassFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Loads the classes of a kit before the clock runs; otherwise the bot's first turns would pay for it. */
final class Preload {
    private Preload() {}

    static void load(SeatKit kit) {
        Class<?> known = kit.getClass();
        Path jar = ClassFiles.home(known);
        if (!Files.isRegularFile(jar)) {
            return;
        }
        String ours = known.getPackageName() + ".";
        try {
            for (String file : ClassFiles.names(jar)) {
                String name = file.substring(0, file.length() - ClassFiles.ENDING.length()).replace('/', '.');
                // The bot's loader loads the classes that are beside the bot.
                if (name.startsWith(ours) || kit.owns(name) && !kit.isBesideBot()) {
                    Class.forName(name, true, known.getClassLoader());
                }
            }
        } catch (IOException | ClassNotFoundException impossible) {
            throw new IllegalStateException("the kit's own file cannot be read", impossible);
        }
    }
}
