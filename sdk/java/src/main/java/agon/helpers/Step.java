package agon.helpers;

/**
 * A place beside another one, and what going there costs.
 *
 * @param <P> the game's places
 */
public record Step<P>(P to, int cost) {
    /** The place. */
    @Override
    public P to() {
        return to;
    }

    /** What going there costs; 1 in games in which every step costs the same. */
    @Override
    public int cost() {
        return cost;
    }
}
