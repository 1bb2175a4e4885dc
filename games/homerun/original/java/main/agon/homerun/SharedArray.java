package agon.homerun;

import aic2023.user.GameConstants;
import java.util.Arrays;
import java.util.BitSet;

/**
 * A copy of the team's array. Only the units of this program write to the array, so reading needs no question to
 * Agon, except for values that the copy may not have: those of writes that perhaps did not count.
 */
final class SharedArray {
    private final int[] values = new int[GameConstants.SHARED_ARRAY_LENGTH];
    /** Indices whose values must be asked for. */
    private final BitSet doubtful = new BitSet();
    /** Indices that were written since Agon last confirmed the calls. */
    private int[] unconfirmed = new int[64];
    private int unconfirmedCount;

    /** Whether there is such an index. */
    static boolean has(int index) {
        return index >= 0 && index < GameConstants.SHARED_ARRAY_LENGTH;
    }

    /** Whether the copy has the value at an index. */
    boolean knows(int index) {
        return !doubtful.get(index);
    }

    int read(int index) {
        return values[index];
    }

    /** Stores what Agon says is at an index. */
    void learn(int index, int value) {
        values[index] = value;
        doubtful.clear(index);
    }

    /** Stores what a unit writes. */
    void write(int index, int value) {
        learn(index, value);
        if (unconfirmedCount == unconfirmed.length) {
            unconfirmed = Arrays.copyOf(unconfirmed, 2 * unconfirmedCount);
        }
        unconfirmed[unconfirmedCount++] = index;
    }

    /** All writes have counted. */
    void confirm() {
        unconfirmedCount = 0;
    }

    /** The unconfirmed writes may not have counted. */
    void doubt() {
        for (int i = 0; i < unconfirmedCount; i++) {
            doubtful.set(unconfirmed[i]);
        }
        unconfirmedCount = 0;
    }

    /** Other programs may have written to the array. */
    void doubtAll() {
        doubtful.set(0, values.length);
        unconfirmedCount = 0;
    }
}
