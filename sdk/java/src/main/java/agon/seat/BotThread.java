package agon.seat;

import java.util.concurrent.SynchronousQueue;

/** The thread a bot runs in: one for the whole match, unless it has to be killed. */
final class BotThread {
    private static final long STACK_BYTES = 64L << 20;
    /** So long a killed thread is waited for, so that two of them rarely meet in one bot. */
    private static final long GRACE_MILLIS = 20;

    private volatile SynchronousQueue<Runnable> work;
    private Thread thread;

    BotThread() {
        begin();
    }

    private void begin() {
        SynchronousQueue<Runnable> mine = new SynchronousQueue<>();
        work = mine;
        thread = new Thread(null, () -> run(mine), "bot", STACK_BYTES);
        thread.setDaemon(true);
        thread.start();
    }

    private void run(SynchronousQueue<Runnable> mine) {
        try {
            while (work == mine) {
                mine.take().run();
            }
        } catch (InterruptedException killed) {
            Thread.currentThread().interrupt();
        }
    }

    /** Lets the bot do something. */
    void give(Runnable task) throws InterruptedException {
        work.put(task);
    }

    /**
     * Kills the thread in the middle of whatever it does, as the original programs did, and begins another
     * one. From Java 20 on nothing can be killed: then the old one is only asked to stop.
     */
    @SuppressWarnings({"deprecation", "removal"})
    void kill() throws InterruptedException {
        try {
            thread.stop();
        } catch (UnsupportedOperationException notAnyMore) {
            thread.interrupt();
            thread.setPriority(Thread.MIN_PRIORITY);
        }
        Thread killed = thread;
        begin();
        killed.join(GRACE_MILLIS);
    }
}
