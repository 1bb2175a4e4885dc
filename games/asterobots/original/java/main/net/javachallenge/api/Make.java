package net.javachallenge.api;

/** Makes what bots and hosts need. */
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

    /** A point; any numbers will do. */
    public static TrianglePoint point(int x, int y) {
        return Triangle.of(x, y);
    }
}
