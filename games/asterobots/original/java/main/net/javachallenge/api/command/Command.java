package net.javachallenge.api.command;

/** One entry of a turn's list; {@link Commands} makes them. */
public interface Command {}
