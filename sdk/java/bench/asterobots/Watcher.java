import java.util.ArrayList;
import java.util.List;
import net.javachallenge.api.ComputerPlayer;
import net.javachallenge.api.Game;
import net.javachallenge.api.TrianglePoint;
import net.javachallenge.api.Vein;
import net.javachallenge.api.command.Command;
import net.javachallenge.api.command.Commands;

/**
 * What {@code agon bench java} plays on every seat: it looks at the whole field, sends squads about, and tells in its
 * log how many nanoseconds it has been thinking itself.
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
            List<Vein> others = game.getField().getVeinsOfOtherOwnersOrderedByDistance(vein);
            if (vein.getNumberOfRobots() > 1 && !others.isEmpty()) {
                commands.add(Commands.launch(
                        vein.getNumberOfRobots() / 2, vein.getLocation(), others.get(0).getLocation()));
            }
        }
        own += System.nanoTime() - start;
        if (game.getRound() % REPORT_EVERY == 0 || game.getRound() == game.getSetting().getMaxRound()) {
            System.err.println("own " + own);
        }
        return commands;
    }
}
