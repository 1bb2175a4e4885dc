import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.javachallenge.api.ComputerPlayer;
import net.javachallenge.api.Game;
import net.javachallenge.api.GameSetting;
import net.javachallenge.api.Material;
import net.javachallenge.api.Player;
import net.javachallenge.api.Squad;
import net.javachallenge.api.TrianglePoint;
import net.javachallenge.api.Vein;
import net.javachallenge.api.command.Command;
import net.javachallenge.api.command.Commands;

/**
 * A solid bot for Asterobots: plays like `builtin:solid`.
 *
 * <p>Every vein attacks the foreign vein that pays for itself soonest, as soon as it has enough robots for it. It
 * counts the robots that the target builds until the squad arrives, but no other squads, and leaves only a
 * few robots at home.
 */
public class MyPlayer extends ComputerPlayer {
    /** Robots that stay in a vein. */
    private static final int STAY_HOME = 10;
    /** Robots sent to a player's vein beyond those that it will have. */
    private static final int SPARE = 10;
    /** When veins are selected: how many robots another vein next to one is worth, depending on its owner. */
    private static final double FREE_NEIGHBOUR = 20;
    private static final double OWN_NEIGHBOUR = 150;
    private static final double RIVAL_NEIGHBOUR = 300;
    /** A stock above this is sold. */
    private static final int SELL_ABOVE = 700;

    private final List<Command> commands = new ArrayList<>();

    @Override
    public String getName() {
        return "Solid";
    }

    /** A vein with many robots, far from rivals, with free veins around it; the second one near the first. */
    @Override
    public TrianglePoint selectVein(Game game) {
        Vein best = null;
        double most = 0;
        for (Vein vein : game.getField().getVeins(game.getNeutralPlayerId())) {
            double worth = worth(game, vein);
            if (best == null || worth >= most) {
                best = vein;
                most = worth;
            }
        }
        return best == null ? null : best.getLocation();
    }

    private static double worth(Game game, Vein vein) {
        double worth = vein.getNumberOfRobots() + 12 * vein.getCurrentRobotProductivity();
        for (Vein other : game.getField().getVeins()) {
            if (other.getLocation().equals(vein.getLocation())) {
                continue;
            }
            double nearness = 1.0 / vein.getDistance(other);
            if (other.getOwnerId() == game.getNeutralPlayerId()) {
                worth += FREE_NEIGHBOUR * nearness;
            } else if (other.getOwnerId() == game.getMyPlayerId()) {
                worth += OWN_NEIGHBOUR * nearness;
            } else {
                worth -= RIVAL_NEIGHBOUR * nearness;
            }
        }
        return worth;
    }

    @Override
    public List<Command> selectActions(Game game) {
        commands.clear();
        // If the time runs out, what is in the list by then is carried out.
        saveTemporalCommands(commands);
        attack(game);
        sell(game);
        upgrade(game);
        return commands;
    }

    /** The robots it takes to conquer a vein from another one. */
    private static int price(Game game, Vein from, Vein to) {
        if (to.getOwnerId() == game.getNeutralPlayerId()) {
            return to.getNumberOfRobots() + 1;
        }
        return to.getNumberOfRobots() + from.getDistance(to) * to.getCurrentRobotProductivity() + SPARE;
    }

    /**
     * Each vein attacks the vein that pays for itself soonest. A vein that another squad of ours is flying to is
     * left to that squad.
     */
    private void attack(Game game) {
        Set<TrianglePoint> taken = new HashSet<>();
        for (Squad squad : game.getField().getSquads(game.getMyPlayerId())) {
            taken.add(squad.getDestinationLocation());
        }
        for (Vein from : game.getField().getVeins(game.getMyPlayerId())) {
            Vein to = target(game, from, taken);
            if (to == null) {
                continue;
            }
            int robots = price(game, from, to);
            if (from.getNumberOfRobots() - robots >= STAY_HOME) {
                commands.add(Commands.launch(robots, from.getLocation(), to.getLocation()));
                taken.add(to.getLocation());
            }
        }
    }

    /** The foreign vein whose conquest pays for itself soonest: after the way, and the time to build its price. */
    private static Vein target(Game game, Vein from, Set<TrianglePoint> taken) {
        Vein best = null;
        int least = 0;
        for (Vein to : game.getField().getVeins()) {
            if (to.getOwnerId() == game.getMyPlayerId() || taken.contains(to.getLocation())) {
                continue;
            }
            int productivity = Math.max(to.getInitialRobotProductivity(), 1);
            int delay = from.getDistance(to) + price(game, from, to) / productivity;
            if (best == null || delay < least) {
                best = to;
                least = delay;
            }
        }
        return best;
    }

    /** Sells what upgrades do not need. */
    private void sell(Game game) {
        for (Material material : Material.values()) {
            int amount = game.getMyPlayer().getMaterial(material) - SELL_ABOVE;
            if (amount > 0) {
                commands.add(Commands.sellToAlienTrade(material, amount));
            }
        }
    }

    /** Raises the robot rank of the vein with the lowest rank; buys what is missing from the aliens. */
    private void upgrade(Game game) {
        Player me = game.getMyPlayer();
        Vein best = null;
        for (Vein vein : game.getField().getVeins(game.getMyPlayerId())) {
            int more = best == null ? -1 : vein.getRobotRank() - best.getRobotRank();
            if (more < 0 || more == 0 && vein.getCurrentRobotProductivity() > best.getCurrentRobotProductivity()) {
                best = vein;
            }
        }
        if (best == null || best.getRobotRank() == 3) {
            return;
        }
        List<Command> purchases = new ArrayList<>();
        long total = 0;
        for (Material material : Material.values()) {
            int missing = cost(game.getSetting(), best, material) - me.getMaterial(material);
            if (missing > 0) {
                purchases.add(Commands.buyFromAlienTrade(material, missing));
                total += (long) missing * game.getAlienTrade().getBuyPriceOf(material);
            }
        }
        if (total <= me.getMoney()) {
            commands.addAll(purchases);
            commands.add(Commands.upgradeRobot(best));
        }
    }

    private static int cost(GameSetting setting, Vein vein, Material material) {
        return vein.getRobotRank() == 1
                ? setting.getMaterialsForUpgradingRobotRankFrom1To2(material)
                : setting.getMaterialsForUpgradingRobotRankFrom2To3(material);
    }
}
