package agon.asterobots;

import agon.seat.Turn;
import java.util.Arrays;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import net.javachallenge.api.ComputerPlayer;
import net.javachallenge.api.TrianglePoint;

/**
 * The draft that a bot saves for the case that its turn does not finish. It is sent to Agon at once. A list of
 * commands can grow after it was saved, so it is checked every few milliseconds and sent again when it has changed.
 */
final class Fallback implements AutoCloseable, Runnable {
    private static final long EVERY_MILLIS = 10;
    private static final ScheduledExecutorService WATCH = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "drafts");
        thread.setDaemon(true);
        return thread;
    });

    private final ComputerPlayer bot;
    private final boolean isSelection;
    private final Turn<?> turn;
    private final Orders orders = new Orders();
    private byte[] last = {};
    private Future<?> watching;

    /** Begins a turn without a draft. */
    Fallback(ComputerPlayer bot, boolean isSelection, Turn<?> turn) {
        this.bot = bot;
        this.isSelection = isSelection;
        this.turn = turn;
        Drafts.listen(null);
        bot.saveTemporalCommands(null);
        bot.saveTemporalVeinLocation(null);
        Drafts.listen(this);
    }

    /** A draft was saved. */
    @Override
    public void run() {
        save();
        if (!isSelection && watching == null) {
            watching = WATCH.scheduleWithFixedDelay(
                    this::watch, EVERY_MILLIS, EVERY_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private void watch() {
        try {
            if (turn.isOver()) {
                close();
            } else {
                save();
            }
        } catch (RuntimeException changing) {
            // The bot is changing the list right now: the next check follows soon.
        }
    }

    /** Sends the draft to Agon if it has changed. */
    synchronized void save() {
        orders.clear();
        if (!isSelection) {
            orders.commands(bot.getTemporalCommands(), false);
        } else if (isSomewhere(bot.getTemporalVeinLocation())) {
            orders.select(bot.getTemporalVeinLocation());
        }
        byte[] now = Arrays.copyOf(orders.packed().bytes(), orders.packed().length());
        if (!Arrays.equals(now, last)) {
            last = now;
            turn.draft(orders.packed(), orders.count());
        }
    }

    private static boolean isSomewhere(TrianglePoint location) {
        return location.getX() != Integer.MAX_VALUE || location.getY() != Integer.MAX_VALUE;
    }

    @Override
    public void close() {
        if (watching != null) {
            watching.cancel(false);
        }
    }
}
