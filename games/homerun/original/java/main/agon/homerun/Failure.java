package agon.homerun;

import agon.homerun.meter.Meter;
import agon.homerun.meter.Rewriter;

/** Describes to a bot's author why a unit's program ended. */
final class Failure {
    private static final int FRAMES = 5;

    private Failure() {}

    /** The throwable and the bot's own stack frames, in a few lines. */
    static String describe(Throwable thrown) {
        String name = thrown.getClass().getName().replace("instrumented.", "");
        // getMessage may be the bot's code: the next charge ends it.
        Meter.die();
        try {
            StringBuilder text = new StringBuilder(name);
            if (thrown.getMessage() != null) {
                text.append(": ").append(thrown.getMessage().replace("instrumented.", ""));
            }
            int frames = 0;
            for (StackTraceElement frame : thrown.getStackTrace()) {
                boolean isOfBot = "bot".equals(frame.getClassLoaderName())
                        && !frame.getMethodName().startsWith(Rewriter.ADDED);
                if (isOfBot && frames++ < FRAMES) {
                    text.append("\n    at ").append(frame.getClassName()).append('.').append(frame.getMethodName());
                    text.append(", line ").append(frame.getLineNumber());
                }
            }
            return text.toString();
        } catch (Throwable again) {
            return name;
        }
    }
}
