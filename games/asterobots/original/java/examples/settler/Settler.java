import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import net.javachallenge.api.AlienTrade;
import net.javachallenge.api.ComputerPlayer;
import net.javachallenge.api.Game;
import net.javachallenge.api.GameSetting;
import net.javachallenge.api.Material;
import net.javachallenge.api.Player;
import net.javachallenge.api.PlayerTrade;
import net.javachallenge.api.TrianglePoint;
import net.javachallenge.api.Vein;
import net.javachallenge.api.command.Command;
import net.javachallenge.api.command.Commands;

/** Takes the fullest veins, conquers the nearest weak ones, raises robot ranks and trades with the aliens. */
public class Settler extends ComputerPlayer {
    private static final int GARRISON = 10;
    private static final int PLENTY = 1000;
    private static final int RESERVE = 250;
    private static final int SCARCE = 100;

    private final List<Command> commands = new ArrayList<>();

    @Override
    public String getName() {
        return "Settler";
    }

    @Override
    public TrianglePoint selectVein(Game game) {
        List<Vein> free = game.getField().getVeins(game.getNeutralPlayerId());
        free.sort(Comparator.comparingInt(Vein::getNumberOfRobots).reversed());
        return free.get(0).getLocation();
    }

    @Override
    public List<Command> selectActions(Game game) {
        commands.clear();
        saveTemporalCommands(commands);
        attack(game);
        upgrade(game);
        trade(game);
        return commands;
    }

    /** Every vein that is strong enough attacks the nearest one it can take. */
    private void attack(Game game) {
        for (Vein vein : game.getField().getVeins(game.getMyPlayerId())) {
            int spare = vein.getNumberOfRobots() - GARRISON;
            for (Vein target : game.getField().getVeinsOfOtherOwnersOrderedByDistance(vein)) {
                if (spare > robotsOnArrival(game, vein, target)) {
                    commands.add(Commands.launch(spare, vein.getLocation(), target.getLocation()));
                    break;
                }
            }
        }
    }

    /** How many robots there will be by then: the aliens build none. */
    private static int robotsOnArrival(Game game, Vein from, Vein target) {
        boolean isAliens = target.getOwnerId() == game.getNeutralPlayerId();
        int growth = isAliens ? 0 : target.getCurrentRobotProductivity() * from.getDistance(target);
        return target.getNumberOfRobots() + growth;
    }

    /** The first vein whose next robot rank can be paid. */
    private void upgrade(Game game) {
        for (Vein vein : game.getField().getVeins(game.getMyPlayerId())) {
            if (vein.getRobotRank() < 3 && canPay(game, vein.getRobotRank())) {
                commands.add(Commands.upgradeRobot(vein));
                return;
            }
        }
    }

    private static boolean canPay(Game game, int rank) {
        GameSetting setting = game.getSetting();
        for (Material material : Material.values()) {
            int needs = rank == 1
                    ? setting.getMaterialsForUpgradingRobotRankFrom1To2(material)
                    : setting.getMaterialsForUpgradingRobotRankFrom2To3(material);
            if (game.getMyPlayer().getMaterial(material) < needs) {
                return false;
            }
        }
        return true;
    }

    /** Sells plentiful material and buys scarce material: from a player who offers it, otherwise from the aliens. */
    private void trade(Game game) {
        AlienTrade aliens = game.getAlienTrade();
        Player me = game.getMyPlayer();
        for (Material material : Material.values()) {
            int stock = me.getMaterial(material);
            if (stock > PLENTY) {
                commands.add(Commands.sellToAlienTrade(material, stock - RESERVE));
            } else if (stock < SCARCE) {
                buy(game, material, SCARCE - stock, me.getMoney() / Math.max(1, aliens.getBuyPriceOf(material)));
            }
        }
    }

    private void buy(Game game, Material material, int wanted, int affordable) {
        for (PlayerTrade offer : game.getOffers(material)) {
            boolean isCheaper = offer.getPricePerOneMaterial() <= game.getAlienTrade().getBuyPriceOf(material);
            if (isCheaper && offer.getPlayerId() != game.getMyPlayerId()) {
                commands.add(Commands.buyFromPlayerTrade(offer, Math.min(wanted, offer.getAmount())));
                return;
            }
        }
        if (affordable > 0) {
            commands.add(Commands.buyFromAlienTrade(material, Math.min(wanted, affordable)));
        }
    }
}
