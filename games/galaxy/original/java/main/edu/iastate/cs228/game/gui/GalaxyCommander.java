package edu.iastate.cs228.game.gui;

import agon.handout.Launcher;
import java.io.IOException;

/** The contest's text mode under its name: {@code java edu.iastate.cs228.game.gui.GalaxyCommander help}. */
public final class GalaxyCommander {
    private GalaxyCommander() {}

    /** Plays a match; {@code help} prints the command line. */
    public static void main(String[] words) throws IOException, InterruptedException {
        if (words.length == 0 || words[0].equals("help")) {
            Launcher.main(words);
        } else {
            Launcher.run("galaxy", words);
        }
    }
}
