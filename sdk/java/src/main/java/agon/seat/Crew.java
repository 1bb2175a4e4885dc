package agon.seat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;

/**
 * Two threads that listen to Agon in turns. The thread that receives a turn runs the bot, while the other one
 * listens. So a bot starts to think without waking another thread, and a message during its turn is received.
 */
final class Crew {
    /** The source of tasks. */
    interface Ear {
        /** Waits for the next task; null when the match is over. */
        Task hear() throws InterruptedException;
    }

    /** A turn of the bot. */
    interface Task extends Runnable {
        /** Whether the turn was ended from outside; its thread was killed then. */
        boolean isTakenAway();
    }

    private static final long STACK_BYTES = 64L << 20;
    /** How long to wait for a killed thread, so that two threads rarely run in one bot. */
    private static final long GRACE_MILLIS = 20;

    private final Ear ear;
    private final OwnCode own;
    private final Semaphore listening = new Semaphore(1);
    private final CountDownLatch end = new CountDownLatch(1);
    private volatile Thread busy;
    private volatile Throwable failure;

    Crew(Ear ear, OwnCode own) {
        this.ear = ear;
        this.own = own;
    }

    /** Works until the match is over. */
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

    /** Listens as soon as the other thread does not. After the end no thread listens. */
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
     * Kills the thread that runs the bot, as the original programs did, and starts another one. Only the listening
     * thread may call this. Java 20 and newer cannot kill a thread: there the old one is interrupted.
     */
    @SuppressWarnings({"deprecation", "removal"})
    void kill() throws InterruptedException {
        Thread killed = busy;
        String place = own.place(killed.getStackTrace());
        if (!place.isEmpty()) {
            System.err.println("its turn was stopped" + place);
        }
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
