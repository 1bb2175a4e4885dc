import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import net.javachallenge.api.ComputerPlayer;
import net.javachallenge.api.Game;
import net.javachallenge.api.Make;
import net.javachallenge.api.Material;
import net.javachallenge.api.TrianglePoint;
import net.javachallenge.api.Vein;
import net.javachallenge.api.command.Command;
import net.javachallenge.api.command.Commands;

/**
 * Shows the interface: takes any free vein, sells its material, and sends surplus robots to a neighbour. Every
 * fiftieth round it thinks too long on purpose, to show that a saved draft is still played.
 */
public class FirstSteps extends ComputerPlayer {
    private static final int THINKS_TOO_LONG_EVERY = 50;
    private static final int CROWD = 120;

    @Override
    public String getName() {
        return "First Steps";
    }

    @Override
    public TrianglePoint selectVein(Game game) {
        // A draft, in case the search below takes too long.
        saveTemporalVeinLocation(Make.point(0, 0));
        List<Vein> free = game.getField().getVeins(game.getNeutralPlayerId());
        Collections.shuffle(free);
        return free.get(0).getLocation();
    }

    @Override
    public List<Command> selectActions(Game game) {
        List<Command> commands = new ArrayList<>();
        // The list is saved by reference: commands added later are saved, too.
        saveTemporalCommands(commands);
        for (Material material : Material.values()) {
            commands.add(Commands.sellToAlienTrade(material, game.getMyPlayer().getMaterial(material)));
        }
        for (Vein vein : game.getField().getVeins(game.getMyPlayerId())) {
            List<Vein> others = game.getField().getVeinsOfOtherOwnersOrderedByDistance(vein);
            if (vein.getNumberOfRobots() > CROWD && !others.isEmpty()) {
                int half = vein.getNumberOfRobots() / 2;
                commands.add(Commands.launch(half, vein.getLocation(), others.get(0).getLocation()));
            }
        }
        if (game.getRound() % THINKS_TOO_LONG_EVERY == 0) {
            System.out.println("Round " + game.getRound() + ": thinking too long.");
            sleep();
        }
        return commands;
    }

    private static void sleep() {
        try {
            Thread.sleep(10_000);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
