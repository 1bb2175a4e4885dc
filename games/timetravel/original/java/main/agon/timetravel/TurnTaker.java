package agon.timetravel;

/** What the kit's {@code BaseAI} is to its host, which cannot name a class without a package. */
public interface TurnTaker {
    /** Plays on with what {@link Board#now} shows; true ends the turn, false asks for a new look. */
    boolean startTurn();
}
