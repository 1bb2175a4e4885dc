package agon.homerun;

import agon.homerun.meter.Meter;

/** Tells a bot's author what ended a unit. */
final class Failure {
    private static final int FRAMES = 5;

    private Failure() {}

    /** What was thrown and where, in a few lines. */
    static String describe(Throwable thrown) {
        String name = thrown.getClass().getName().replace("instrumented.", "");
        // The bot's own classes may have something to say, but not beyond the unit's end.
        Meter.die();
        try {
            StringBuilder text = new StringBuilder(name);
            if (thrown.getMessage() != null) {
                text.append(": ").append(thrown.getMessage().replace("instrumented.", ""));
            }
            int frames = 0;
            for (StackTraceElement frame : thrown.getStackTrace()) {
                boolean isOfBot = "bot".equals(frame.getClassLoaderName());
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
