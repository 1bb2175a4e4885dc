import java.util.ArrayList;
import java.util.List;
import net.javachallenge.api.ComputerPlayer;
import net.javachallenge.api.Game;
import net.javachallenge.api.TrianglePoint;
import net.javachallenge.api.Vein;
import net.javachallenge.api.command.Command;
import net.javachallenge.api.command.Commands;

/** Takes the fullest free vein, then sends robots to the nearest vein that they can conquer. */
public class MyPlayer extends ComputerPlayer {
    @Override
    public String getName() {
        return "My Player";
    }

    /** Which vein to begin with? It is asked twice, and there are ten seconds. */
    @Override
    public TrianglePoint selectVein(Game game) {
        Vein best = null;
        for (Vein vein : game.getField().getVeins(game.getNeutralPlayerId())) {
            if (best == null || vein.getNumberOfRobots() > best.getNumberOfRobots()) {
                best = vein;
            }
        }
        return best == null ? null : best.getLocation();
    }

    /** What to do this turn? Up to a hundred commands, and there is one second. */
    @Override
    public List<Command> selectActions(Game game) {
        List<Command> commands = new ArrayList<>();
        // If the time runs out, what is in the list by then is carried out.
        saveTemporalCommands(commands);
        for (Vein vein : game.getField().getVeins(game.getMyPlayerId())) {
            for (Vein target : game.getField().getVeinsOfOtherOwnersOrderedByDistance(vein)) {
                int robots = vein.getNumberOfRobots() - 5;
                if (robots > target.getNumberOfRobots() + 20) {
                    commands.add(Commands.launch(robots, vein.getLocation(), target.getLocation()));
                    break;
                }
            }
        }
        return commands;
    }
}
