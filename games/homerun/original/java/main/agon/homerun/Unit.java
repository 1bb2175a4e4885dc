package agon.homerun;

import agon.homerun.meter.Death;
import agon.homerun.meter.Meter;
import java.util.concurrent.locks.LockSupport;

/**
 * One unit: a thread of control of its own, which runs only while it is the unit's turn, or while it waits
 * for the next message on behalf of all.
 *
 * <p>Whoever ends a turn hands the waiting to the unit that came next the last time. Mostly that is the one
 * the message is for, and then it goes on at once: waking it has cost nobody any time.
 */
final class Unit implements Runnable, Meter.Stop {
    private static final long STACK = 1 << 20;

    /** What a unit's thread is woken for. */
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
    /** Whose turn came after this unit's the last time; told by the match. */
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

    /** It is the unit's turn. */
    void play(int energy) {
        this.energy = energy;
        wake(Call.PLAY);
    }

    /** The unit is to wait for the next message. */
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

    /** Ends the program of a unit that will not be asked again. */
    void close() {
        isClosed = true;
        LockSupport.unpark(thread);
    }

    @Override
    public void run() {
        String how = "finished"; // its program has ended, or it has killed itself
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

    /** Ends the turn and comes back in the next one. */
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
