package agon.homerun;

import agon.meter.Death;
import agon.meter.Meter;
import java.util.concurrent.locks.LockSupport;

/**
 * One unit: a thread of control of its own, which runs only while it is the unit's turn. Whoever ends a turn
 * waits for the next message itself and wakes the unit it is for, so that a turn costs one hand-over.
 */
final class Unit implements Runnable, Meter.Stop {
    private static final long STACK = 1 << 20;

    private final Match match;
    private final int actor;
    private final Meter.Luck luck;
    private final Controller controller;
    private final Thread thread;
    private volatile boolean isItsTurn;
    private volatile boolean isClosed;
    private int energy;

    Unit(Match match, int actor, long seed) {
        this.match = match;
        this.actor = actor;
        this.luck = new Meter.Luck(seed);
        this.controller = match.controller(this);
        this.thread = new Thread(null, this, "unit " + actor, STACK);
        thread.setDaemon(true);
    }

    int actor() {
        return actor;
    }

    /** Lets the unit go on; whoever calls this stops or waits, unless it is the unit itself. */
    void resume(int energy) {
        this.energy = energy;
        isItsTurn = true;
        if (thread.getState() == Thread.State.NEW) {
            thread.start();
        } else if (thread != Thread.currentThread()) {
            LockSupport.unpark(thread);
        }
    }

    /** Ends the program of a unit that will not be asked again. */
    void close() {
        isClosed = true;
        LockSupport.unpark(thread);
    }

    @Override
    public void run() {
        begin();
        String how = "finished"; // its program has ended, or it has killed itself
        String error = null;
        try {
            match.bot().play(controller, match.library());
        } catch (Death death) {
            if (isClosed) {
                return;
            }
        } catch (Throwable thrown) {
            how = "failed";
            error = Failure.describe(thrown);
        }
        match.leave(this);
        match.dialogue().end(how, Meter.spent(), error);
        match.next();
    }

    private void begin() {
        isItsTurn = false;
        Meter.begin(energy, luck, this);
    }

    /** Ends the turn and comes back in the next one. */
    void endTurn(String how) {
        match.dialogue().end(how, Meter.spent(), null);
        match.next();
        while (!isItsTurn) {
            if (isClosed) {
                throw new Death();
            }
            LockSupport.park(this);
        }
        begin();
    }

    @Override
    public void stop() {
        endTurn("paused");
    }
}
