package agon.seat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;

/**
 * Two threads that listen to Agon by turns. Whoever hears that the bot has to do something hands the listening on to
 * the other one and lets the bot do it itself: so nobody has to be woken before a bot can begin to think, and somebody
 * listens while it does.
 */
final class Crew {
    /** What is heard. */
    interface Ear {
        /** Listens until there is something to do; null when everything is over. */
        Task hear() throws InterruptedException;
    }

    /** Something that a bot does. */
    interface Task extends Runnable {
        /** Whether it was taken away from the thread that does it, which is then of no more use. */
        boolean isTakenAway();
    }

    private static final long STACK_BYTES = 64L << 20;
    /** So long a killed thread is waited for, so that two of them rarely meet in one bot. */
    private static final long GRACE_MILLIS = 20;

    private final Ear ear;
    private final Semaphore listening = new Semaphore(1);
    private final CountDownLatch end = new CountDownLatch(1);
    private volatile Thread busy;
    private volatile Throwable failure;

    Crew(Ear ear) {
        this.ear = ear;
    }

    /** Works until everything is over. */
    void work() throws InterruptedException {
        begin();
        begin();
        end.await();
        if (failure instanceof RuntimeException fault) {
            throw fault;
        }
        if (failure instanceof Error fault) {
            throw fault;
        }
    }

    private void begin() {
        Thread thread = new Thread(null, this::serve, "bot", STACK_BYTES);
        thread.setDaemon(true);
        thread.start();
    }

    private void serve() {
        try {
            Task task;
            do {
                task = hear();
                if (task != null) {
                    task.run();
                }
            } while (task != null && !task.isTakenAway());
        } catch (InterruptedException killed) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for the ear and listens. Nobody listens any more after the end. */
    private Task hear() throws InterruptedException {
        listening.acquire();
        Task task = null;
        try {
            task = ear.hear();
        } catch (RuntimeException | Error fault) {
            failure = fault;
        }
        if (task == null) {
            end.countDown();
        } else {
            busy = Thread.currentThread();
            listening.release();
        }
        return task;
    }

    /**
     * Kills the thread that is doing something, in the middle of whatever it does, as the original programs did, and
     * begins another one. Only who is listening may do so. From Java 20 on nothing can be killed: then the old one is
     * only asked to stop.
     */
    @SuppressWarnings({"deprecation", "removal"})
    void kill() throws InterruptedException {
        Thread killed = busy;
        try {
            killed.stop();
        } catch (UnsupportedOperationException notAnyMore) {
            killed.interrupt();
            killed.setPriority(Thread.MIN_PRIORITY);
        }
        begin();
        killed.join(GRACE_MILLIS);
    }
}
