package agon.timetravel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import agon.protocol.Packer;
import agon.seat.Peer;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

/** Bots of Time Travel in their seats: commands, new looks, old objects, and the kit's own answers. */
class TravellerTest {
    private static final String HELLO = "\"game\":\"timetravel\",\"rules\":\"handbook\",\"seat\":1,\"seed\":5";

    private static Peer bot(String fields, String run) throws Exception {
        return new Peer(new GameKit(), """
                class AI extends BaseAI {
                    int inits;
                    %s
                    public String username() { return "Shell AI"; }
                    public String password() { return "password"; }
                    public void init() { inits++; }
                    public boolean run() { %s }
                    void is(boolean yes) { if (yes) units[0].warp(); else units[1].warp(); }
                }
                """.formatted(fields, run), HELLO);
    }

    /** We are player 1: unit 20 is ours, unit 21 the enemy's; a farm of ours at (4, 4), one of theirs at (0, 0). */
    private static void view(Packer out, int lastUnit, String rounding) {
        out.map(9).text("you").number(1).text("turn").number(3).text("gold").list(2);
        out.list(3).number(1).number(2).number(3).list(3).number(40).number(50).number(60);
        out.text("units").list(2);
        unit(out, 20, -1, 1);
        unit(out, lastUnit, 7, 0);
        out.text("buildings").list(2);
        building(out, 11, 4, 1, true);
        building(out, 12, 0, 0, false);
        out.text("portals").list(1).map(6).text("id").number(41).text("x").number(-5).text("y").number(-5);
        out.text("z").number(1).text("direction").number(-1).text("fee").number(25);
        out.text("terrain").list(1).map(6).text("id").number(42).text("x").number(-6).text("y").number(-6);
        out.text("z").number(1).text("blocks_move").is(true).text("blocks_build").is(true);
        out.text("rules").map(3).text("paint_slope").number(5).text("school_turns_in_present").number(5);
        out.text("damage_rounding").text(rounding).text("net_worth").list(0);
    }

    private static void unit(Packer out, int id, int x, int owner) {
        out.map(10).text("id").number(id).text("x").number(x).text("y").number(0).text("z").number(1);
        out.text("hp").number(5_000_000_000L).text("level").number(2).text("type").text("Artist");
        out.text("owner").number(owner).text("actions").number(1).text("moves").number(2);
    }

    private static void building(Packer out, int id, int place, int owner, boolean isComplete) {
        out.map(12).text("id").number(id).text("x").number(place).text("y").number(place).text("z").number(1);
        out.text("hp").number(3449).text("level").number(1).text("type").text("Farm").text("owner").number(owner);
        out.text("training");
        if (isComplete) {
            out.text("Pig");
        } else {
            out.none();
        }
        out.text("progress").number(1).text("linked").is(true).text("complete").is(isComplete);
    }

    private static String call(int turn, String call) {
        return "{\"type\":\"calls\",\"turn\":" + turn + ",\"calls\":[" + call + "]}";
    }

    private static String done(int turn) {
        return "{\"type\":\"done\",\"turn\":" + turn + ",\"how\":\"done\"}";
    }

    @Test
    void commandsAreSentOneByOneAndAlwaysTrue() throws Exception {
        try (Peer peer = bot("", """
                boolean all = units[0].move(1, -2) & units[0].attack(3, 4) & units[0].paint(5, 6)
                        & units[0].build(7, 99, buildingTypes[0]) & units[0].warp()
                        & buildings[0].train(unitTypes[4]) & buildings[1].cancel();
                return all;
                """)) {
            peer.turn(1, out -> view(out, 21, "down"));
            assertEquals(call(1, "{\"move\":{\"unit\":20,\"x\":1,\"y\":-2}}"), peer.next());
            assertEquals(call(1, "{\"attack\":{\"unit\":20,\"x\":3,\"y\":4}}"), peer.next());
            assertEquals(call(1, "{\"paint\":{\"unit\":20,\"x\":5,\"y\":6}}"), peer.next());
            assertEquals(call(1, "{\"build\":{\"unit\":20,\"x\":7,\"y\":99,\"type\":\"Farm\"}}"), peer.next());
            assertEquals(call(1, "{\"warp\":{\"unit\":20}}"), peer.next());
            assertEquals(call(1, "{\"train\":{\"building\":11,\"type\":\"Pig\"}}"), peer.next());
            assertEquals(call(1, "{\"cancel\":{\"building\":12}}"), peer.next());
            assertEquals(done(1), peer.next());
        }
    }

    @Test
    void falseAsksForANewLook() throws Exception {
        try (Peer peer = bot("int runs;", "runs++; units[1].move(inits, units[1].getObjectID()); return runs > 1;")) {
            peer.turn(1, out -> view(out, 21, "down"));
            assertEquals(call(1, "{\"move\":{\"unit\":21,\"x\":1,\"y\":21}}"), peer.next());
            assertEquals("{\"type\":\"look\",\"turn\":1}", peer.next());
            peer.send(out -> {
                out.map(3).text("type").text("view").text("turn").number(1).text("view");
                view(out, 30, "down");
            });
            assertEquals(call(1, "{\"move\":{\"unit\":30,\"x\":1,\"y\":30}}"), peer.next());
            assertEquals(done(1), peer.next());
        }
    }

    @Test
    void oldObjectsAreFoundAgainOrSaySo() throws Exception {
        try (Peer peer = bot("static Unit first, last;", """
                if (first == null) { first = units[0]; last = units[1]; return true; }
                first.move(first.getX(), first.ID);
                try { last.getX(); } catch (ExistentialError e) {
                    is(e.getMessage().equals("Object does not exist anymore."));
                }
                last.attack(0, 0);
                return true;
                """)) {
            peer.turn(1, out -> view(out, 21, "down"));
            assertEquals(done(1), peer.next());
            peer.turn(2, out -> view(out, 30, "down"));
            assertEquals(call(2, "{\"move\":{\"unit\":20,\"x\":-1,\"y\":20}}"), peer.next());
            assertEquals(call(2, "{\"warp\":{\"unit\":20}}"), peer.next());
            assertTrue(peer.next().contains("\"failed\",\"error\":\"ExistentialError: Object does not exist anymore. (Bot.java:"));
        }
    }

    /** As in the contest every look makes new arrays of new objects, which equal only themselves. */
    @Test
    void everyLookHasItsOwnObjects() throws Exception {
        try (Peer peer = bot("static Unit[] before; static BuildingType type;", """
                if (before == null) { before = units; type = buildingTypes[0]; units[1] = null; return false; }
                is(before != units && before[0] != units[0] && !before[0].equals(units[0])
                        && before[0].hashCode() == System.identityHashCode(before[0]) && units[1] != null
                        && type != buildingTypes[0] && type.getName() == buildingTypes[0].getName()
                        && getTypeFromUnit(units[0]) == unitTypes[3] && units.getClass() == Unit[].class);
                return true;
                """)) {
            peer.turn(1, out -> view(out, 21, "down"));
            assertEquals("{\"type\":\"look\",\"turn\":1}", peer.next());
            peer.send(out -> {
                out.map(3).text("type").text("view").text("turn").number(1).text("view");
                view(out, 21, "down");
            });
            assertEquals(call(1, "{\"warp\":{\"unit\":20}}"), peer.next());
        }
    }

    @Test
    void nullIsANullPointerException() throws Exception {
        for (String call : new String[] {"units[0].build(0, 0, null)", "buildings[0].train(null)",
            "getTypeFromUnit(null) == null", "getTypeFromBuilding(null) == null", "effDamage(null, 1) == 0",
            "effFood(null, 1) == 0", "effUnitPrice((UnitType) null, 1) == 0", "effBuildingPrice(null, 1) == 0",
            "effUnitMaxHP(null, 1) == 0", "effBuildingMaxHP(null, 1) == 0", "effUnitArmor(null, 1) == 0",
            "effBuildingArmor(null, 1) == 0"}) {
            try (Peer peer = bot("", "return " + call + ";")) {
                peer.turn(1, out -> view(out, 21, "down"));
                assertTrue(peer.next().contains("\"failed\",\"error\":\"java.lang.NullPointerException"), call);
            }
        }
    }

    @Test
    void commandsOutsideOfATurnAreDropped() throws Exception {
        try (Peer peer = bot("int runs;", """
                if (++runs == 1) {
                    Unit mine = units[0];
                    new Thread(() -> {
                        try { Thread.sleep(50); } catch (InterruptedException e) { }
                        mine.move(9, 9);
                    }).start();
                }
                return true;
                """)) {
            peer.turn(1, out -> view(out, 21, "down"));
            assertEquals(done(1), peer.next());
            Thread.sleep(200);
            peer.turn(2, out -> view(out, 21, "down"));
            assertEquals(done(2), peer.next());
        }
    }

    @Test
    void numbersOutOfRangeAreAnswered() throws Exception {
        holds("hunger(7, 1) == 0 && hunger(1, -1) == 0 && foodProduced(7, 1) == 0 && foodProduced(1, 9) == 0", "down");
        holds("canMove(0, 0, 9) && canMove(-99, 99, -1) && !canBuild(-11, 0, 1) && !canBuild(0, 11, 1)"
                + "&& canBuild(9, -9, 7)", "down");
    }

    private static void holds(String condition, String rounding) throws Exception {
        try (Peer peer = bot("", "is(" + condition + "); return true;")) {
            peer.turn(1, out -> view(out, 21, rounding));
            assertEquals(call(1, "{\"warp\":{\"unit\":20}}"), peer.next(), condition);
        }
    }

    @Test
    void theBoardShowsTheView() throws Exception {
        holds("maxX() == 10 && getMaxY() == 10 && playerID() == 1 && getPlayerID() == 1 && turnNumber() == 3", "down");
        holds("player0Gold0() == 1 && player0Gold2() == 3 && player1Gold1() == 50 && getPlayer1Gold2() == 60", "down");
        holds("getGold(1, 0) == 40 && getGold(2, 0) == 0 && getGold(0, -1) == 0 && getGold(0, 3) == 0", "down");
        holds("units[0].getHp() == Integer.MAX_VALUE && units[0].getLevel() == 2 && units[0].getOwnerID() == 1", "down");
        holds("units[0].getUnitTypeID() == 3 && units[0].getActions() == 1 && units[0].getMoves() == 2", "down");
        holds("buildings[0].getInTraining() == 4 && buildings[1].getInTraining() == -1", "down");
        holds("buildings[0].getComplete() == 1 && buildings[1].getComplete() == 0 && buildings[0].getLinked() == 1",
                "down");
        holds("portals[0].getFee() == 25 && portals[0].getFeeIncr() == 10 && portals[0].getFeeMultiplier() == 0.8f"
                + "&& portals[0].getDirection() == -1", "down");
        holds("terrains[0].getBlocksMove() == 1 && terrains[0].getBlocksBuild() == 1 && terrains.length == 1", "down");
        holds("getTypeFromUnit(units[0]).getName().equals(\"Artist\")"
                + "&& getTypeFromBuilding(buildings[0]).getName().equals(\"Farm\")", "down");
    }

    @Test
    void helpersFollowTheRules() throws Exception {
        // Enemies and terrain block movement; the edge of the map is not checked.
        holds("!canMove(7, 0, 1) && canMove(-1, 0, 1) && !canMove(1, 1, 1) && canMove(5, 5, 1) && canMove(7, 0, 0)"
                + "&& !canMove(-6, -6, 1) && canMove(99, 99, 1)", "down");
        holds("!canBuild(11, 0, 1) && !canBuild(-5, -5, 1) && !canBuild(-6, -6, 1) && !canBuild(7, 0, 1)"
                + "&& !canBuild(5, 5, 1) && !canBuild(0, 1, 1) && canBuild(-1, 0, 1) && canBuild(2, 2, 1)", "down");
        holds("effFood(buildingTypes[0], 1) == 23 && effBuildingPrice(buildingTypes[1], 1) == 420", "down");
        holds("effDamage(unitTypes[0], 1) == 322 && effDamage(unitTypes[1], 1) == 862", "down");
        holds("effDamage(unitTypes[0], 1) == 322 && effDamage(unitTypes[1], 1) == 863", "up");
        holds("effUnitMaxHP(unitTypes[2], 1) == 2300 && effUnitMaxHP(unitTypes[0], 1) == 1724", "down");
        holds("effBuildingMaxHP(buildingTypes[0], 1) == 3449 && effBuildingArmor(buildingTypes[0], 1) == 114", "down");
        holds("effUnitPrice(unitTypes[3], 2) == 82 && effUnitPrice(buildingTypes[1], 1) == 420", "down");
        holds("effUnitArmor(unitTypes[2], 0) == 160 && artWorth(1, 4) == 20 && artWorth(4, 1) == 20", "down");
        holds("hunger(1, 1) == 3 && hunger(1, 0) == 0 && foodProduced(1, 1) == 23 && foodProduced(0, 1) == 0", "down");
    }

    @Test
    void denialsArePrintedAndSoIsTheEnd() throws Exception {
        PrintStream before = System.err;
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        System.setErr(new PrintStream(log, true));
        try (Peer peer = bot("", "units[0].move(1, 1); units[0].warp(); return true;")) {
            peer.turn(1, out -> view(out, 21, "down"));
            peer.next();
            peer.next();
            peer.send(TravellerTest::denyTheSecond);
        } finally {
            System.setErr(before);
        }
        String separator = System.lineSeparator();
        assertTrue(log.toString().contains("game-warp-denied" + separator + "no portal" + separator + "You win!"),
                log.toString());
        assertTrue(!log.toString().contains("game-move-denied"), log.toString());
    }

    private static void denyTheSecond(Packer out) {
        out.map(3).text("type").text("replies").text("turn").number(1).text("replies").list(2);
        out.map(2).text("reply").text("moved").text("refused").none();
        out.map(2).text("reply").none().text("refused").text("no portal");
    }
}
