package agon.homerun;

import aic2023.user.GameConstants;

/**
 * The team's array. Everything written to it is written by units of this program, so it can be read here
 * without asking, provided that the program has been there from the first round on.
 */
final class SharedArray {
    private final int[] values = new int[GameConstants.SHARED_ARRAY_LENGTH];
    private boolean isComplete = true;

    /** Values written before are not known here. */
    void missedSomething() {
        isComplete = false;
    }

    /** Whether everything written is known here. */
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
