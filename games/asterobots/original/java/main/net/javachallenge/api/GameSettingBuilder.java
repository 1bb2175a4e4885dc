package net.javachallenge.api;

/** Builds the settings of a game. On Agon a match's settings come from its setup. */
public class GameSettingBuilder {
    private int alienTradeMargin = 4;
    private int initialMoney;
    private int mapSize = 10;
    private int maxRound = 200;
    private int veinCount = 40;

    /** With the contest's numbers. */
    public GameSettingBuilder() {}

    /** The aliens' margin. */
    public int getAlienTradeMargin() {
        return alienTradeMargin;
    }

    /** Sets the aliens' margin. */
    public GameSettingBuilder setAlienTradeMargin(int alienTradeMargin) {
        this.alienTradeMargin = alienTradeMargin;
        return this;
    }

    /** Money at the start. */
    public int getInitialMoney() {
        return initialMoney;
    }

    /** Sets the money at the start. */
    public GameSettingBuilder setInitialMoney(int initialMoney) {
        this.initialMoney = initialMoney;
        return this;
    }

    /** The size of the field. */
    public int getMapSize() {
        return mapSize;
    }

    /** Sets the size of the field. */
    public GameSettingBuilder setMapSize(int mapSize) {
        this.mapSize = mapSize;
        return this;
    }

    /** The last round. */
    public int getMaxRound() {
        return maxRound;
    }

    /** Sets the last round. */
    public GameSettingBuilder setMaxRound(int maxRound) {
        this.maxRound = maxRound;
        return this;
    }

    /** The number of veins. */
    public int getVeinCount() {
        return veinCount;
    }

    /** Sets the number of veins. */
    public GameSettingBuilder setVeinCount(int veinCount) {
        this.veinCount = veinCount;
        return this;
    }

    /** The settings; {@link IllegalArgumentException} if a number is not positive (money may be 0). */
    public GameSetting build() {
        if (alienTradeMargin <= 0 || initialMoney < 0 || mapSize <= 0 || maxRound <= 0 || veinCount <= 0) {
            throw new IllegalArgumentException("a setting is not positive");
        }
        return new BuiltSetting(maxRound, initialMoney, mapSize, veinCount, alienTradeMargin);
    }
}
