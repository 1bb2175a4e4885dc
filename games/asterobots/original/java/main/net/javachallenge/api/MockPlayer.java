package net.javachallenge.api;

import java.util.List;
import net.javachallenge.api.command.Command;

/** Does nothing. */
public class MockPlayer extends ComputerPlayer {
    private final String name;

    /** Under the name MockPlayer. */
    public MockPlayer() {
        this("MockPlayer");
    }

    /** Under a name. */
    public MockPlayer(String name) {
        this.name = name;
    }

    @Override
    public TrianglePoint selectVein(Game game) {
        return null;
    }

    @Override
    public List<Command> selectActions(Game game) {
        return null;
    }

    @Override
    public String getName() {
        return name;
    }
}
