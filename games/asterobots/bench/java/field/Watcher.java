import java.util.ArrayList;
import java.util.List;
import net.javachallenge.api.ComputerPlayer;
import net.javachallenge.api.Game;
import net.javachallenge.api.TrianglePoint;
import net.javachallenge.api.Vein;
import net.javachallenge.api.command.Command;
import net.javachallenge.api.command.Commands;

/**
 * The bot of {@code agon bench java}: it reads the whole field, sends squads, and prints how many nanoseconds it
 * has thought.
 */
public class Watcher extends ComputerPlayer {
    private static final int REPORT_EVERY = 10;

    private long own;

    @Override
    public String getName() {
        return "Watcher";
    }

    @Override
    public TrianglePoint selectVein(Game game) {
        long start = System.nanoTime();
        TrianglePoint choice = game.getField().getVeins(game.getNeutralPlayerId()).get(0).getLocation();
        own += System.nanoTime() - start;
        return choice;
    }

    @Override
    public List<Command> selectActions(Game game) {
        long start = System.nanoTime();
        List<Command> commands = new ArrayList<>();
        for (Vein vein : game.getField().getVeins(game.getMyPlayerId())) {
            Vein target = target(game, vein);
            if (target != null && vein.getNumberOfRobots() > 1) {
                commands.add(Commands.launch(vein.getNumberOfRobots() / 2, vein.getLocation(), target.getLocation()));
            }
        }
        own += System.nanoTime() - start;
        if (game.getRound() % REPORT_EVERY == 0 || game.getRound() == game.getSetting().getMaxRound()) {
            System.err.println("own " + own);
        }
        return commands;
    }

    /** The nearest vein of the aliens or its own: so every player survives, and squads are always under way. */
    private static Vein target(Game game, Vein from) {
        for (Vein vein : game.getField().getVeinsOfOtherOwnersOrderedByDistance(from)) {
            if (vein.getOwnerId() == game.getNeutralPlayerId()) {
                return vein;
            }
        }
        List<Vein> own = game.getField().getVeinsOfSameOwnerOrderedByDistance(from);
        return own.isEmpty() ? null : own.get(own.size() - 1);
    }
}
