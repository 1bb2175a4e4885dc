package net.javachallenge.api;

/** The original program's mode of play. On Agon the command line sets it. */
public class PlayMode {
    private final int fps;
    private final int availableVeinSelectMilliseconds;
    private final int availableTurnMilliseconds;
    private final UserInterfaceMode userInterfaceMode;
    private final boolean ignoringExceptions;

    /** With everything given. */
    public PlayMode(int fps, int availableVeinSelectMilliseconds, int availableTurnMilliseconds,
            UserInterfaceMode userInterfaceMode, boolean ignoringExceptions) {
        this.fps = fps;
        this.availableVeinSelectMilliseconds = availableVeinSelectMilliseconds;
        this.availableTurnMilliseconds = availableTurnMilliseconds;
        this.userInterfaceMode = userInterfaceMode;
        this.ignoringExceptions = ignoringExceptions;
    }

    /** Pictures per second. */
    public int getFps() {
        return fps;
    }

    /** Time to select a vein. */
    public int getAvailableVeinSelectMilliseconds() {
        return availableVeinSelectMilliseconds;
    }

    /** Time for a turn. */
    public int getAvailableTurnMilliseconds() {
        return availableTurnMilliseconds;
    }

    /** How the game is shown. */
    public UserInterfaceMode getUserInterfaceMode() {
        return userInterfaceMode;
    }

    /** Whether a bot's exceptions are ignored. */
    public boolean isIgnoringExceptions() {
        return ignoringExceptions;
    }
}
