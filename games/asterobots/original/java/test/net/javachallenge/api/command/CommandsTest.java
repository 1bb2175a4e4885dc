package net.javachallenge.api.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import net.javachallenge.api.Make;
import net.javachallenge.api.Material;
import net.javachallenge.api.PlayerTrade;
import net.javachallenge.api.TradeType;
import net.javachallenge.api.TrianglePoint;
import net.javachallenge.api.Vein;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Commands: their texts and immediate refusals. */
class CommandsTest {
    private static final TrianglePoint HERE = Make.point(1, 2);
    private static final TrianglePoint THERE = Make.point(-3, 4);
    private static final PlayerTrade TRADE = new PlayerTrade() {
        @Override
        public int getPlayerId() {
            return 4;
        }

        @Override
        public Material getMaterial() {
            return Material.Stone;
        }

        @Override
        public int getAmount() {
            return 9;
        }

        @Override
        public int getPricePerOneMaterial() {
            return 8;
        }

        @Override
        public TradeType getTradeType() {
            return TradeType.Offer;
        }
    };

    @Test
    void textsOfCommands() {
        assertEquals("bank buy Gas 5", Commands.buyFromAlienTrade(Material.Gas, 5).toString());
        assertEquals("bank sell Metal -5", Commands.sellToAlienTrade(Material.Metal, -5).toString());
        assertEquals("buy 4 Stone 3", Commands.buyFromPlayerTrade(TRADE, 3).toString());
        assertEquals("sell 4 Stone 3", Commands.sellToPlayerTrade(TRADE, 3).toString());
        assertEquals("offer Gas 5 10", Commands.offer(Material.Gas, 5, 10).toString());
        assertEquals("demand Gas 5 10", Commands.demand(Material.Gas, 5, 10).toString());
        assertEquals("launch 5 1,2 -3,4", Commands.launch(5, HERE, THERE).toString());
        assertEquals("upgrade material 1,2", Commands.upgradeMaterial(HERE).toString());
        assertEquals("upgrade robot 1,2", Commands.upgradeRobot(HERE).toString());
    }

    @Test
    void aPathIsReadWhenItIsNeeded() {
        List<TrianglePoint> path = new ArrayList<>(List.of(HERE));
        Command launch = Commands.launchWithPath(7, path);
        path.add(THERE);
        assertEquals("launch 7 1,2 -3,4", launch.toString());
    }

    /** Lists may hold the same order twice, and {@code remove} takes the very object. */
    @Test
    void commandsAreEqualOnlyToThemselves() {
        List<Supplier<Command>> orders = List.of(
                () -> Commands.buyFromAlienTrade(Material.Gas, 5),
                () -> Commands.sellToPlayerTrade(TRADE, 3),
                () -> Commands.offer(Material.Gas, 5, 10),
                () -> Commands.launch(5, HERE, THERE),
                () -> Commands.launchWithPath(5, List.of(HERE, THERE)),
                () -> Commands.upgradeRobot(HERE));
        for (Supplier<Command> order : orders) {
            Command command = order.get();
            assertEquals(command, command);
            assertNotEquals(command, order.get());
            assertEquals(System.identityHashCode(command), command.hashCode());
        }
    }

    @Test
    void nullIsRefusedAtOnce() {
        List<Executable> calls = List.of(
                () -> Commands.buyFromAlienTrade(null, 1),
                () -> Commands.sellToAlienTrade(null, 1),
                () -> Commands.buyFromPlayerTrade(null, 1),
                () -> Commands.sellToPlayerTrade(null, 1),
                () -> Commands.offer(null, 1, 1),
                () -> Commands.demand(null, 1, 1),
                () -> Commands.launch(1, null, THERE),
                () -> Commands.launch(1, HERE, null),
                () -> Commands.launchWithPath(1, null),
                () -> Commands.launchWithPath(1, Arrays.asList(HERE, null)),
                () -> Commands.upgradeMaterial((TrianglePoint) null),
                () -> Commands.upgradeMaterial((Vein) null),
                () -> Commands.upgradeRobot((TrianglePoint) null),
                () -> Commands.upgradeRobot((Vein) null));
        calls.forEach(call -> assertThrows(NullPointerException.class, call));
    }
}
