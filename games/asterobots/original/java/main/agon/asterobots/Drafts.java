package agon.asterobots;

/** Where a bot's base class tells its host that something was saved for the case that time runs out. */
public final class Drafts {
    private static volatile Runnable listener;

    private Drafts() {}

    /** Says who listens from now on; nobody does if it is null. */
    public static void listen(Runnable listener) {
        Drafts.listener = listener;
    }

    /** Something was saved, by the thread that calls this. */
    public static void saved() {
        Runnable listening = listener;
        if (listening != null) {
            listening.run();
        }
    }
}
