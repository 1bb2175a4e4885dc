package agon.timetravel;

import java.util.function.Supplier;

/** An object that a bot holds. If it is older than the last look, it is looked up again before it answers. */
public abstract class Thing {
    /** Its id, which never changes. */
    public final int ID;
    /** Its numbers. */
    public Row ptr;
    /** The look that they are from; see {@link Board#iteration}. */
    public int iteration;

    private final Kind kind;
    private final Supplier<? extends Error> gone;

    /** Of a kind; {@code gone} creates the exception for an object that no longer exists. */
    protected Thing(Kind kind, Row ptr, Supplier<? extends Error> gone) {
        this.ID = ptr.id();
        this.ptr = ptr;
        this.iteration = Board.iteration();
        this.kind = kind;
        this.gone = gone;
    }

    /** Looks the object up again if its numbers are old. */
    public boolean validify() {
        if (iteration != Board.iteration()) {
            Row fresh = Board.now().find(kind, ID);
            if (fresh == null) {
                throw gone.get();
            }
            ptr = fresh;
            iteration = Board.iteration();
        }
        return true;
    }

    /** One of its numbers as it is now. */
    protected int number(int place) {
        validify();
        return ptr.number(place);
    }

    /** One of its factors as it is now. */
    protected float growth(int place) {
        validify();
        return ptr.growth(place);
    }
}
