package agon.seat;

/** Tells the author of a bot where it called {@code System.exit}. Runs when the process ends. */
final class Exit extends Thread {
    /** Whether the match is over. */
    volatile boolean isExpected;
    private final OwnCode own;

    Exit(OwnCode own) {
        this.own = own;
    }

    @Override
    public void run() {
        if (isExpected) {
            return;
        }
        for (StackTraceElement[] trace : Thread.getAllStackTraces().values()) {
            String place = own.place(trace);
            if (!place.isEmpty() && isExit(trace)) {
                System.err.println("it called System.exit" + place);
            }
        }
    }

    /** The thread that ends the process waits in this method until this one has ended. */
    private static boolean isExit(StackTraceElement[] trace) {
        for (StackTraceElement frame : trace) {
            if (frame.getClassName().equals("java.lang.Runtime") && frame.getMethodName().equals("exit")) {
                return true;
            }
        }
        return false;
    }
}
