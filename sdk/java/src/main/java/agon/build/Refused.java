package agon.build;

import java.util.List;

/** Why something is no bot that can play, one sentence each. */
public final class Refused extends Exception {
    /** With at least one sentence. */
    public Refused(List<String> faults) {
        super(String.join("\n", faults));
    }
}
