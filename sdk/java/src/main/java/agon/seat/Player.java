package agon.seat;

import agon.protocol.Unpacker;

/** A bot in its seat. {@code V} is what its game's views are read into. */
public interface Player<V> {
    /** Reads a view. */
    V read(Unpacker in);

    /** Plays a turn, in the bot's own thread. What is thrown makes the turn a failed one. */
    void play(V view, Turn<V> turn) throws Exception;

    /** A call was answered; {@code refused} says why nothing came of it, or is null. */
    default void answered(String refused) {}

    /** The match is over with this rank. */
    default void over(int rank) {}
}
