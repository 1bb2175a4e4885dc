package agon.homerun;

import agon.homerun.meter.Death;
import agon.homerun.meter.Meter;
import java.util.concurrent.locks.LockSupport;

/**
 * One unit: a thread that runs only while it is the unit's turn, or while it waits for the next message on behalf
 * of all units.
 *
 * <p>At the end of a turn the unit that came next in the last round waits for the message. Usually the message is
 * for that unit, whose thread then runs already: no time is spent on waking it.
 */
final class Unit implements Runnable, Meter.Stop {
    private static final long STACK = 1 << 20;

    /** Why a unit's thread is woken. */
    private enum Call {
        NOTHING,
        PLAY,
        LISTEN
    }

    private final Match match;
    private final int actor;
    private final Meter.Luck luck;
    private final Controller controller;
    private final Thread thread;
    private volatile Call call = Call.NOTHING;
    private volatile boolean isClosed;
    private int energy;
    /** The unit whose turn came after this unit's last turn; set by the match. */
    private Unit successor;

    Unit(Match match, int actor, long seed) {
        this.match = match;
        this.actor = actor;
        this.luck = new Meter.Luck(seed);
        this.controller = match.controller(this);
        this.thread = new Thread(match.threads(), this, "unit " + actor, STACK);
        thread.setDaemon(true);
    }

    int actor() {
        return actor;
    }

    Unit successor() {
        return successor;
    }

    void followedBy(Unit next) {
        successor = next;
    }

    /** Starts the unit's turn. */
    void play(int energy) {
        this.energy = energy;
        wake(Call.PLAY);
    }

    /** Lets the unit wait for the next message. */
    void listen() {
        wake(Call.LISTEN);
    }

    private void wake(Call why) {
        call = why;
        if (thread.getState() == Thread.State.NEW) {
            thread.start();
        } else if (thread != Thread.currentThread()) {
            LockSupport.unpark(thread);
        }
    }

    /** Ends the program of a unit that has no further turn. */
    void close() {
        isClosed = true;
        LockSupport.unpark(thread);
    }

    @Override
    public void run() {
        String how = "finished"; // run() has returned, or the unit has killed itself
        String error = null;
        try {
            awaitTurn();
            match.run(controller);
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
        match.listen();
    }

    private void awaitTurn() {
        while (true) {
            Call now = call;
            if (now != Call.NOTHING) {
                call = Call.NOTHING;
            }
            if (now == Call.PLAY) {
                Meter.begin(energy, luck, this);
                return;
            }
            if (now == Call.LISTEN) {
                match.listen();
            } else if (isClosed) {
                throw new Death();
            } else {
                LockSupport.park(this);
            }
        }
    }

    /** Ends the turn; returns in the next one. */
    void endTurn(String how) {
        match.dialogue().end(how, Meter.spent(), null);
        match.handOn(this);
        awaitTurn();
    }

    @Override
    public void stop() {
        endTurn("paused");
    }
}
