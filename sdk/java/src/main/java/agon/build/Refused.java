package agon.build;

import java.util.List;

/** The reasons why a bot cannot play, one sentence each. */
public final class Refused extends Exception {
    /** With at least one reason. */
    public Refused(List<String> faults) {
        super(String.join("\n", faults));
    }
}
