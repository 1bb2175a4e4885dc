package agon.seat;

import agon.protocol.Unpacker;

/** A bot in its seat. {@code V} is the type of its game's views. */
public interface Player<V> {
    /** Reads a view. */
    V read(Unpacker in);

    /** Plays a turn in the bot's thread. An exception fails the turn. */
    void play(V view, Turn<V> turn) throws Exception;

    /** A call was answered; {@code refused} is the reason of a refusal, or null. */
    default void answered(String refused) {}

    /** The match is over with this rank. */
    default void over(int rank) {}
}
