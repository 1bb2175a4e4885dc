package net.javachallenge;

import net.javachallenge.api.ComputerPlayer;
import net.javachallenge.api.GameSetting;
import net.javachallenge.api.PlayMode;

/** Where the original program was started. It is here so that bots with a main method of their own compile. */
public class Main {
    private static final String INSTEAD = "On Agon a match is started from the command line: agon play asterobots BOT...";

    private Main() {}

    /** Says how to start a match. */
    public static ComputerPlayer[] startAIGame(ComputerPlayer[] players, GameSetting setting, PlayMode mode) {
        throw new UnsupportedOperationException(INSTEAD);
    }

    /** Says how to start a match. */
    public static void startReplayGame(String file, PlayMode mode) {
        throw new UnsupportedOperationException(INSTEAD);
    }
}
