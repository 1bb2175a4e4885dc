package agon.seat;

/** Tells a bot's own code from Java's and from the kit's. */
record OwnCode(SeatKit kit) {
    /** The innermost place of the bot's own code in a stack trace, in parentheses; empty if there is none. */
    String place(StackTraceElement[] trace) {
        for (StackTraceElement frame : trace) {
            if (frame.getLineNumber() > 0 && isOwn(frame.getClassName())) {
                return " (" + frame.getFileName() + ":" + frame.getLineNumber() + ")";
            }
        }
        return "";
    }

    private boolean isOwn(String className) {
        return !className.startsWith("java.") && !className.startsWith("jdk.") && !className.startsWith("sun.")
                && !className.startsWith("agon.") && !kit.owns(className);
    }
}
