package net.javachallenge.api;

/** Creates points and builders. */
public class Make {
    private Make() {}

    /** Settings of a game, to be changed. */
    public static GameSettingBuilder gameSettingsBuilder() {
        return new GameSettingBuilder();
    }

    /** Ways to play a game, to be changed. */
    public static PlayModeBuilder playModeBuilder() {
        return new PlayModeBuilder();
    }

    /** A new point with any coordinates. */
    public static TrianglePoint point(int x, int y) {
        return new Triangle(x, y);
    }
}
