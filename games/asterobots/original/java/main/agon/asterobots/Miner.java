package agon.asterobots;

import agon.protocol.Unpacker;
import agon.seat.Player;
import agon.seat.Turn;
import java.util.List;
import net.javachallenge.api.ComputerPlayer;
import net.javachallenge.api.TrianglePoint;
import net.javachallenge.api.command.Command;

/** A bot of Asterobots in its seat. */
final class Miner implements Player<SeenGame> {
    private final ComputerPlayer bot;
    private final Orders orders = new Orders();

    Miner(ComputerPlayer bot) {
        this.bot = bot;
    }

    @Override
    public SeenGame read(Unpacker in) {
        return SeenGame.read(in);
    }

    @Override
    public void play(SeenGame game, Turn<SeenGame> turn) {
        orders.clear();
        try (Fallback fallback = new Fallback(bot, game.isSelection(), turn)) {
            boolean isDecided;
            try {
                isDecided = game.isSelection() ? select(game) : command(game);
            } catch (Throwable thrown) {
                fallback.save();
                throw thrown;
            }
            if (isDecided) {
                turn.done(orders.packed(), orders.count());
            } else {
                fallback.save();
                turn.silent();
            }
        }
    }

    private boolean select(SeenGame game) {
        TrianglePoint location = bot.selectVein(game);
        if (location == null) {
            return false;
        }
        orders.select(location);
        return true;
    }

    private boolean command(SeenGame game) {
        List<Command> commands = bot.selectActions(game);
        if (commands == null) {
            return false;
        }
        orders.commands(commands.toArray(), true);
        return true;
    }
}
