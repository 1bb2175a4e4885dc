package net.javachallenge.api;

/** Builds a mode of play. */
public class PlayModeBuilder {
    private int fps = 10;
    private int availableVeinSelectMilliseconds = 10000;
    private int availableTurnMilliseconds = 1000;
    private UserInterfaceMode userInterfaceMode = UserInterfaceMode.SmallGraphical;
    private boolean ignoringExceptions = true;

    /** As in the contest. */
    public PlayModeBuilder() {}

    /** Pictures per second. */
    public int getFps() {
        return fps;
    }

    /** Sets the pictures per second. */
    public PlayModeBuilder setFps(int fps) {
        this.fps = fps;
        return this;
    }

    /** Time to select a vein. */
    public int getAvailableVeinSelectMilliseconds() {
        return availableVeinSelectMilliseconds;
    }

    /** Sets the time to select a vein. */
    public PlayModeBuilder setAvailableVeinSelectMilliseconds(int milliseconds) {
        this.availableVeinSelectMilliseconds = milliseconds;
        return this;
    }

    /** Time for a turn. */
    public int getAvailableTurnMilliseconds() {
        return availableTurnMilliseconds;
    }

    /** Sets the time for a turn. */
    public PlayModeBuilder setAvailableTurnMilliseconds(int milliseconds) {
        this.availableTurnMilliseconds = milliseconds;
        return this;
    }

    /** How the game is shown. */
    public UserInterfaceMode getUserInterfaceMode() {
        return userInterfaceMode;
    }

    /** Sets how the game is shown. */
    public PlayModeBuilder setUserInterfaceMode(UserInterfaceMode userInterfaceMode) {
        this.userInterfaceMode = userInterfaceMode;
        return this;
    }

    /** Whether a bot's exceptions are ignored. */
    public boolean isIgnoringExceptions() {
        return ignoringExceptions;
    }

    /** Sets whether a bot's exceptions are ignored. */
    public PlayModeBuilder setIgnoringExceptions(boolean ignoringExceptions) {
        this.ignoringExceptions = ignoringExceptions;
        return this;
    }

    /** The way to play. */
    public PlayMode build() {
        return new PlayMode(fps, availableVeinSelectMilliseconds, availableTurnMilliseconds,
                userInterfaceMode, ignoringExceptions);
    }
}
