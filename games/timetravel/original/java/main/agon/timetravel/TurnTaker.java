package agon.timetravel;

/** Implemented by {@code BaseAI}, because the host cannot name a class without a package. */
public interface TurnTaker {
    /** Plays with the board {@link Board#now}; true ends the turn, false asks for a new look. */
    boolean startTurn();
}
