package net.javachallenge.api;

/** The log, which is shown beside the turn in the replay. */
public class Logger {
    private Logger() {}

    /** Writes a line. */
    public static void log(String text) {
        System.err.println(text);
    }
}
