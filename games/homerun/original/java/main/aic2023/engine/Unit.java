package aic2023.engine;

/**
 * A class of the contest's engine that some bots import without using it. Bots with such an import compile; a bot
 * that uses the class is refused.
 */
public final class Unit {
    private Unit() {}
}
