package aic2023.user;

/** The two teams. */
public enum Team {
    A,
    B;

    /** The other team. */
    public Team getOpponent() {
        return this == A ? B : A;
    }
}
