package net.javachallenge.api;

import agon.asterobots.Drafts;
import java.util.List;
import net.javachallenge.api.command.Command;

/** A bot. One object plays the whole game. */
public abstract class ComputerPlayer {
    private static final TrianglePoint NOWHERE = Make.point(Integer.MAX_VALUE, Integer.MAX_VALUE);

    // Written by the bot's thread, read by the thread that checks the draft.
    private volatile List<Command> temporalCommands;
    private volatile TrianglePoint temporalVeinLocation;

    /** For subclasses. */
    public ComputerPlayer() {}

    /**
     * Saves commands in case this call does not finish. The list is kept by reference, so later additions count,
     * too. Null removes the draft.
     */
    public final void saveTemporalCommands(List<Command> commands) {
        temporalCommands = commands;
        Drafts.saved();
    }

    /** The commands saved in this call. */
    public final Command[] getTemporalCommands() {
        List<Command> commands = temporalCommands;
        return commands == null ? new Command[0] : commands.toArray(new Command[0]);
    }

    /** Saves a location in case this call does not finish. Null removes it. */
    public final void saveTemporalVeinLocation(TrianglePoint location) {
        temporalVeinLocation = location;
        Drafts.saved();
    }

    /** The location saved in this call, or one that does not exist. */
    public final TrianglePoint getTemporalVeinLocation() {
        TrianglePoint location = temporalVeinLocation;
        return location == null ? NOWHERE : location;
    }

    /** Selects a vein. There are 10 seconds. */
    public abstract TrianglePoint selectVein(Game game);

    /** Plays a turn. There is one second. */
    public abstract List<Command> selectActions(Game game);

    /** The name to show. */
    public abstract String getName();
}
