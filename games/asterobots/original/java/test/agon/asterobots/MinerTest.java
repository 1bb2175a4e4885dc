package agon.asterobots;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import agon.seat.Peer;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bots of Asterobots in their seats: the result of everything a bot can return, throw, save or leave out. */
class MinerTest {
    private static final String HELLO = "\"game\":\"asterobots\",\"rules\":\"handbook\",\"seat\":1,\"seed\":5";
    private static final String DONE = "{\"type\":\"done\",\"turn\":1,\"how\":\"done\"}";
    private static final String SILENT = "{\"type\":\"done\",\"turn\":1,\"how\":\"silent\"}";
    private static final String SELL = "{\"sell_to_alien\":{\"material\":\"gas\",\"amount\":%d}}";
    private static final String NOTHING = "{\"buy_from_alien\":{\"material\":\"gas\",\"amount\":0}}";

    private static Peer bot(String select, String act) throws Exception {
        return new Peer(new GameKit(), """
                import java.util.*;
                import net.javachallenge.api.*;
                import net.javachallenge.api.command.*;

                class Bot extends ComputerPlayer {
                    int turns;
                    public String getName() { return null; }
                    public TrianglePoint selectVein(Game game) { %s }
                    public List<Command> selectActions(Game game) {
                        turns++;
                        List<Command> list = new ArrayList<>();
                        %s
                    }
                    Command sell(int amount) { return Commands.sellToAlienTrade(Material.Gas, amount); }
                }
                """.formatted(select, act), HELLO);
    }

    private static Peer acting(String act) throws Exception {
        Peer peer = bot("return null;", act);
        peer.turn(1, out -> Views.pack(out, "main"));
        return peer;
    }

    private static Peer selecting(String select) throws Exception {
        Peer peer = bot(select, "return null;");
        peer.turn(1, out -> Views.pack(out, "select"));
        return peer;
    }

    private static String calls(String... calls) {
        return "{\"type\":\"calls\",\"turn\":1,\"calls\":[" + String.join(",", calls) + "]}";
    }

    private static String draft(String... calls) {
        return "{\"type\":\"draft\",\"turn\":1,\"calls\":[" + String.join(",", calls) + "]}";
    }

    @Test
    void aListIsPlayed() throws Exception {
        try (Peer peer = acting("""
                Vein vein = game.getField().getVeins(1).get(0);
                List<TrianglePoint> path = vein.getShortestPath(game.getField().getVein(Make.point(0, 0)));
                list.add(Commands.launch(5, vein.getLocation(), Make.point(0, 0)));
                list.add(Commands.launchWithPath(6, path));
                path.subList(2, path.size()).clear();
                list.add(Commands.upgradeRobot(vein));
                list.add(Commands.upgradeMaterial(Make.point(9, 9)));
                list.add(Commands.buyFromPlayerTrade(game.getOffer(2, Material.Gas), 3));
                list.add(Commands.sellToPlayerTrade(game.getDemand(0, Material.Metal), 1000000));
                list.add(Commands.offer(Material.Stone, 1, 2));
                list.add(Commands.demand(Material.Stone, -1, 2));
                return list;
                """)) {
            assertEquals(calls(
                    "{\"launch\":{\"robots\":5,\"from\":[-4,0],\"to\":[0,0]}}",
                    "{\"launch_with_path\":{\"robots\":6,\"path\":[[-4,0],[-3,0]]}}",
                    "{\"upgrade_robot\":{\"location\":[-4,0]}}",
                    "{\"upgrade_material\":{\"location\":[9,9]}}",
                    "{\"buy_from_offer\":{\"player\":2,\"material\":\"gas\",\"amount\":3}}",
                    "{\"sell_to_demand\":{\"player\":0,\"material\":\"metal\",\"amount\":1000000}}",
                    "{\"offer\":{\"material\":\"stone\",\"amount\":1,\"price\":2}}",
                    "{\"demand\":{\"material\":\"stone\",\"amount\":-1,\"price\":2}}"), peer.next());
            assertEquals(DONE, peer.next());
        }
    }

    @Test
    void anEmptyListIsADecision() throws Exception {
        try (Peer peer = acting("saveTemporalCommands(Arrays.asList(sell(1))); return list;")) {
            assertEquals(draft(SELL.formatted(1)), peer.next());
            assertEquals(calls(), peer.next());
            assertEquals(DONE, peer.next());
        }
    }

    @Test
    void nullLeavesTheDraftWithEverythingAddedToIt() throws Exception {
        try (Peer peer = acting("list.add(sell(1)); saveTemporalCommands(list); list.add(sell(2)); return null;")) {
            assertEquals(draft(SELL.formatted(1)), peer.next());
            assertEquals(draft(SELL.formatted(1), SELL.formatted(2)), peer.next());
            assertEquals(SILENT, peer.next());
        }
    }

    @Test
    void anExceptionLeavesTheDraft() throws Exception {
        try (Peer peer = acting("list.add(sell(1)); saveTemporalCommands(list); list.add(sell(2));"
                + "throw new IllegalStateException(\"tired\");")) {
            assertEquals(draft(SELL.formatted(1)), peer.next());
            assertEquals(draft(SELL.formatted(1), SELL.formatted(2)), peer.next());
            assertEquals("{\"type\":\"done\",\"turn\":1,\"how\":\"failed\","
                    + "\"error\":\"java.lang.IllegalStateException: tired (Bot.java:12)\"}", peer.next());
        }
    }

    @Test
    void anErrorIsLikeAnException() throws Exception {
        try (Peer peer = acting("return selectActions(game);")) {
            assertTrue(peer.next().contains("\"failed\",\"error\":\"java.lang.StackOverflowError (Bot.java:"));
        }
    }

    @Test
    void aDraftCanBeTakenBack() throws Exception {
        try (Peer peer = acting("list.add(sell(1)); saveTemporalCommands(list); saveTemporalCommands(null);"
                + "return getTemporalCommands().length == 0 ? null : list;")) {
            assertEquals(draft(SELL.formatted(1)), peer.next());
            assertEquals(draft(), peer.next());
            assertEquals(SILENT, peer.next());
        }
    }

    @Test
    void aListThatGrowsWhileTheBotThinksIsSavedAgain() throws Exception {
        try (Peer peer = acting("list.add(sell(1)); saveTemporalCommands(list); list.add(sell(2)); while (true);")) {
            assertEquals(draft(SELL.formatted(1)), peer.next());
            assertEquals(draft(SELL.formatted(1), SELL.formatted(2)), peer.next());
        }
    }

    /** Agon reports the end of a turn unless the pipe is full; then the next turn implies it. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aBotThatWasStoppedPlaysItsNextTurnWithNothingSaved(boolean isTold) throws Exception {
        try (Peer peer = acting("if (turns == 1) { saveTemporalCommands(Arrays.asList(sell(1))); while (true) { try {"
                + "Thread.sleep(1000); } catch (InterruptedException e) { } } }"
                + "list.add(sell(getTemporalCommands().length + turns)); return list;")) {
            assertEquals(draft(SELL.formatted(1)), peer.next());
            if (isTold) {
                peer.stopped(1);
            }
            peer.turn(2, out -> Views.pack(out, "main"));
            assertEquals("{\"type\":\"calls\",\"turn\":2,\"calls\":[" + SELL.formatted(2) + "]}", peer.next());
            assertEquals("{\"type\":\"done\",\"turn\":2,\"how\":\"done\"}", peer.next());
        }
    }

    /** The log names the place of an endless loop. */
    @Test
    void theLogSaysWhereATurnWasStopped() throws Exception {
        PrintStream before = System.err;
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
        try (Peer peer = acting("if (turns == 1) { saveTemporalCommands(Arrays.asList(sell(1))); while (turns > 0) { } }"
                + "return list;")) {
            assertEquals(draft(SELL.formatted(1)), peer.next());
            peer.stopped(1);
            peer.turn(2, out -> Views.pack(out, "main"));
            peer.next();
        } finally {
            System.setErr(before);
        }
        String said = log.toString(StandardCharsets.UTF_8);
        assertTrue(said.contains("its turn was stopped (Bot.java:12)"), said);
    }

    @Test
    void whatIsNoCommandCountsAsOneWithoutEffect() throws Exception {
        try (Peer peer = acting("list.add(null); list.add(new Command() { public String toString() { return"
                + "\"finish\"; } }); list.add(sell(1)); return list;")) {
            assertEquals(calls(NOTHING, NOTHING, SELL.formatted(1)), peer.next());
        }
    }

    @Test
    void onlyAHundredCommandsCount() throws Exception {
        try (Peer peer = acting("for (int i = 0; i < 1000; i++) list.add(sell(i)); return list;")) {
            String said = peer.next();
            assertTrue(said.contains("\"amount\":99}"), said);
            assertTrue(!said.contains("\"amount\":100}"), said);
        }
    }

    @Test
    void aSelectionIsMade() throws Exception {
        try (Peer peer = selecting("saveTemporalVeinLocation(Make.point(0, 0));"
                + "return game.getField().getVeins(-1).get(0).getLocation();")) {
            assertEquals(draft("{\"select\":[0,0]}"), peer.next());
            assertEquals(calls("{\"select\":[4,0]}"), peer.next());
            assertEquals(DONE, peer.next());
        }
    }

    @Test
    void noSelectionLeavesTheDraft() throws Exception {
        try (Peer peer = selecting("saveTemporalVeinLocation(Make.point(0, 0)); return null;")) {
            assertEquals(draft("{\"select\":[0,0]}"), peer.next());
            assertEquals(SILENT, peer.next());
        }
        try (Peer peer = selecting("return null;")) {
            assertEquals(SILENT, peer.next());
        }
    }

    @Test
    void whatIsSavedInTheWrongCallIsNoDraft() throws Exception {
        try (Peer peer = selecting("saveTemporalCommands(Arrays.asList(sell(1))); return null;")) {
            assertEquals(SILENT, peer.next());
        }
        try (Peer peer = acting("saveTemporalVeinLocation(Make.point(0, 0)); return null;")) {
            assertEquals(SILENT, peer.next());
        }
        try (Peer peer = selecting("saveTemporalVeinLocation(Make.point(0, 0)); saveTemporalVeinLocation(null);"
                + "return getTemporalVeinLocation().getX() == Integer.MAX_VALUE ? null : Make.point(1, 1);")) {
            assertEquals(draft("{\"select\":[0,0]}"), peer.next());
            assertEquals(draft(), peer.next());
            assertEquals(SILENT, peer.next());
        }
    }

    @Test
    void whatIsSavedBetweenTurnsGoesNowhere() throws Exception {
        try (Peer peer = acting("if (turns == 1) new Thread(() -> { try { Thread.sleep(50); } catch (Exception e) { }"
                + "saveTemporalCommands(Arrays.asList(sell(7))); }).start(); return list;")) {
            assertEquals(calls(), peer.next());
            assertEquals(DONE, peer.next());
            Thread.sleep(200);
            peer.turn(2, out -> Views.pack(out, "main"));
            assertEquals("{\"type\":\"calls\",\"turn\":2,\"calls\":[]}", peer.next());
        }
    }

    @Test
    void chanceComesFromTheSeed() throws Exception {
        String random = "list.add(sell(new Random().nextInt(1 << 30))); list.add(sell((int) (Math.random() * 1e9)));"
                + "List<Integer> mixed = new ArrayList<>(); for (int i = 0; i < 99; i++) mixed.add(i);"
                + "Collections.shuffle(mixed); list.add(sell(mixed.get(0))); return list;";
        String first;
        try (Peer peer = acting(random)) {
            first = peer.next();
        }
        try (Peer peer = acting(random)) {
            assertEquals(first, peer.next());
        }
    }
}
