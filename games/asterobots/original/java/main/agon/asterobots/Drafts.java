package agon.asterobots;

/** Reports to the host that the bot has saved a draft for the case that its time runs out. */
public final class Drafts {
    private static volatile Runnable listener;

    private Drafts() {}

    /** Sets the listener; null removes it. */
    public static void listen(Runnable listener) {
        Drafts.listener = listener;
    }

    /** Reports a draft saved by the calling thread. */
    public static void saved() {
        Runnable listening = listener;
        if (listening != null) {
            listening.run();
        }
    }
}
