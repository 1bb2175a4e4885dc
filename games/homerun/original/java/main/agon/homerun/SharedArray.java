package agon.homerun;

import aic2023.user.GameConstants;

/**
 * A copy of the team's array. It is complete if this program has played from the first round on, because only its
 * units write to the array; then reading needs no question to Agon.
 */
final class SharedArray {
    private final int[] values = new int[GameConstants.SHARED_ARRAY_LENGTH];
    private boolean isComplete = true;

    /** Marks the copy as incomplete. */
    void missedSomething() {
        isComplete = false;
    }

    /** Whether the copy has every value. */
    boolean isComplete() {
        return isComplete;
    }

    /** Whether there is such an index. */
    static boolean has(int index) {
        return index >= 0 && index < GameConstants.SHARED_ARRAY_LENGTH;
    }

    int read(int index) {
        return values[index];
    }

    void write(int index, int value) {
        values[index] = value;
    }
}
