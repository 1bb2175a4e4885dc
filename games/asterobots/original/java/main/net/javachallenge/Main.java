package net.javachallenge;

import net.javachallenge.api.ComputerPlayer;
import net.javachallenge.api.GameSetting;
import net.javachallenge.api.PlayMode;

/** The original program's entry point; bots with a main method of their own need it to compile. */
public class Main {
    private static final String INSTEAD = "On Agon a match is started from the command line: agon play asterobots BOT...";

    private Main() {}

    /** Prints how to start a match. */
    public static ComputerPlayer[] startAIGame(ComputerPlayer[] players, GameSetting setting, PlayMode mode) {
        throw new UnsupportedOperationException(INSTEAD);
    }

    /** Prints how to start a match. */
    public static void startReplayGame(String file, PlayMode mode) {
        throw new UnsupportedOperationException(INSTEAD);
    }
}
