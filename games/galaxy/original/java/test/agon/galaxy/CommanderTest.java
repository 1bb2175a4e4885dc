package agon.galaxy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import agon.protocol.Packer;
import agon.seat.Peer;
import org.junit.jupiter.api.Test;

/** Agents of Galaxy Commander in their seats: their views, and the result of everything they can return. */
class CommanderTest {
    private static final String HELLO = "\"game\":\"galaxy\",\"rules\":\"handbook\",\"seat\":0,\"seed\":5";
    private static final String DONE = "{\"type\":\"done\",\"turn\":1,\"how\":\"done\"}";

    private static String source(String apiPackage, String grading) {
        return """
                import %s.*;
                import java.awt.Color;
                import java.io.File;
                import javafx.util.Pair;

                public class Bot implements Agent {
                    Color own;
                    Color other;
                    public String getFirstName() { return null; }
                    public String getLastName() { return null; }
                    public String getStuID() { return null; }
                    public String getUsername() { return null; }
                    public String getAgentName() { return null; }
                    public File getAgentImage() { return null; }
                    public boolean inTournament() { return false; }
                    public void setColor(Color c) { own = c; }
                    public void setOpponentColor(Color c) { other = c; if (own == null) throw new Error(); }
                    public AgentAction[] getCommandTurnTournament(GalaxyState g, int energyLevel) {
                        return new AgentAction[] {new SetScan(energyLevel)};
                    }
                    public AgentAction[] getCommandTurnGrading(GalaxyState g, int energyLevel) {
                        SystemState here = g.getCurrentSystemFor(own);
                        %s
                    }
                    AgentAction is(boolean yes) { return yes ? new Refuel() : new NoAction(); }
                }
                """.formatted(apiPackage, grading);
    }

    private static Peer agent(String grading) throws Exception {
        Peer peer = new Peer(new GameKit(), source("edu.iastate.cs228.game", grading), HELLO);
        peer.turn(1, CommanderTest::view);
        return peer;
    }

    /** B is ours and we are in it, the opponent is in A; a wormhole of B leads to what we do not see. */
    private static void view(Packer out) {
        out.map(4).text("colour").text("blue").text("energy").number(17).text("current").text("B");
        out.text("systems").list(2);
        system(out, "A", "gray", "B");
        out.text("agents").list(1).text("red");
        system(out, "B", "blue", "A");
        out.text("agents").list(1).text("blue");
    }

    private static void system(Packer out, String name, String owner, String end) {
        out.map(8).text("name").text(name).text("owner").text(owner).text("generators").number(1);
        out.text("max_generators").number(2).text("energy").number(3).text("capture_cost").number(4);
        out.text("wormholes").list(2).map(2).text("to").text(end).text("cost").number(5);
        out.map(2).text("to").none().text("cost").number(0);
    }

    private static String calls(String... calls) {
        return "{\"type\":\"calls\",\"turn\":1,\"calls\":[" + String.join(",", calls) + "]}";
    }

    private static void sees(String condition) throws Exception {
        try (Peer peer = agent("return new AgentAction[] {is(" + condition + ")};")) {
            assertEquals(calls("\"refuel\""), peer.next(), condition);
        }
    }

    @Test
    void statesAreThoseOfTheOriginal() throws Exception {
        sees("""
                own == Color.BLUE && other == Color.RED && here.getOwner() == own && energyLevel == 17
                && here == g.getSystems()[1] && g.getCurrentSystemFor(other) == g.getSystems()[0]
                && g.getCurrentSystemFor(Color.GREEN) == g.getSystems()[0]
                && g.getCurrentSystemFor(null) == g.getSystems()[0]
                && here.getNeighbors()[0] == g.getSystems()[0] && here.getNeighbors()[1] == null
                && here.getTravelCost()[0] == 5 && here.getTravelCost()[1] == 0
                && g.getSystems()[0].getOwner() == Color.GRAY && here.getAgentsPresent()[0] == own
                && here.toString().equals("B") && here.hashCode() == System.identityHashCode(here)
                && !here.equals(g.getSystems()[0]) && !here.equals(null) && here.getGeneratorCount() == 1
                && here.getMaximumGeneratorCount() == 2 && here.getEnergyStored() == 3 && here.getCostToCapture() == 4
                && g.getSystems() == g.getSystems() && new Pair<>(1, 2).equals(new Pair<>(1, 2))
                """);
    }

    /** Agents put systems of their own, or a changed copy, into the arrays they are given. */
    @Test
    void arraysHoldWhatAnAgentPutsThere() throws Exception {
        for (String api : new String[] {"edu.iastate.cs228.game", "cs228hw4.game"}) {
            String source = source(api, """
                    SystemState mine = (SystemState) java.lang.reflect.Proxy.newProxyInstance(
                            Bot.class.getClassLoader(), new Class<?>[] {SystemState.class}, (self, call, args) -> null);
                    SystemState first = g.getSystems()[0];
                    g.getSystems()[0] = mine;
                    here.getNeighbors()[0] = mine;
                    here.getAgentsPresent()[0] = new Color(1, 2, 3);
                    here.getTravelCost()[0] = 99;
                    boolean isKept = g.getSystems()[0] == mine && here.getNeighbors()[0] == mine
                            && here.getTravelCost()[0] == 99 && g.getCurrentSystemFor(other) == first
                            && g.getSystems().getClass() == SystemState[].class
                            && here.getNeighbors().getClass() == SystemState[].class
                            && here.getAgentsPresent().getClass() == Color[].class;
                    return new AgentAction[] {is(isKept)};
                    """);
            try (Peer peer = new Peer(new GameKit(), source, HELLO)) {
                peer.turn(1, CommanderTest::view);
                assertEquals(calls("\"refuel\""), peer.next(), api);
            }
        }
    }

    /** The students' package: names in it come before names that are imported with a star. */
    @Test
    void anAgentInTheHandoutsPackageUsesTheTypesItImports() throws Exception {
        String body = "return new AgentAction[] {is(Agent.class.getName().startsWith(\"edu.\")"
                + "&& here.getClass().getInterfaces()[0] == SystemState.class)};";
        for (String imports : new String[] {"", "import edu.iastate.cs228.game.SystemState;"}) {
            String source = "package cs228hw4.game;\n" + imports + source("edu.iastate.cs228.game", body);
            try (Peer peer = new Peer(new GameKit(), source, HELLO)) {
                peer.turn(1, CommanderTest::view);
                assertEquals(calls("\"refuel\""), peer.next());
            }
        }
    }

    /** Systems of one name are equal, but a hash map finds them only within one turn. */
    @Test
    void commandsAndSystemsHaveTheEqualityOfTheOriginal() throws Exception {
        sees("""
                !new Move("A").equals(new Move("A")) && !new Refuel().equals(new Refuel())
                && new java.util.HashSet<>(java.util.Arrays.asList(g.getSystems())).contains(here)
                && java.util.Arrays.asList(g.getSystems()).indexOf(here) == 1
                """);
    }

    @Test
    void everyCommandIsSent() throws Exception {
        try (Peer peer = agent("return new AgentAction[] {new Move(\"A\"), new Fortify(-1), new Capture(300)};")) {
            assertEquals(calls("{\"move\":\"A\"}", "{\"fortify\":-1}", "{\"capture\":300}"), peer.next());
            assertEquals(DONE, peer.next());
        }
        try (Peer peer = agent("return new AgentAction[] {new ContinueCapture(), new SetScan(2), new Refuel()};")) {
            assertEquals(calls("\"continue_capture\"", "{\"set_scan\":2}", "\"refuel\""), peer.next());
        }
        try (Peer peer = agent("String[] path = {\"A\", null}; AgentAction shot = new Agent.Shoot(path, 7);"
                + "path[0] = \"C\"; return new AgentAction[] {shot, new Move(null), new NoAction()};")) {
            assertEquals(calls("{\"shoot\":{\"path\":[\"A\",null],\"energy\":7}}", "{\"move\":null}", "\"no_action\""),
                    peer.next());
        }
    }

    @Test
    void textsOfCommands() throws Exception {
        sees("""
                (new Move("D") + "" + new Refuel() + new Fortify(4) + new SetScan(1) + new Capture(7)
                + new ContinueCapture() + new Shoot(new String[] {"B", "C"}, 7) + new NoAction()).equals(
                "Move(D)Refuel()Fortify(4)SetScan(1)Capture(7)ContinueCapture()Shoot([B, C],7)NoAction()")
                """);
    }

    @Test
    void arraysOfEveryLength() throws Exception {
        try (Peer peer = agent("return new AgentAction[0];")) {
            assertEquals(calls(), peer.next());
            assertEquals(DONE, peer.next());
        }
        try (Peer peer = agent("return new AgentAction[] {null, new AgentAction() { }, new Refuel(), new Refuel()};")) {
            assertEquals(calls("\"null\"", "\"null\"", "\"refuel\""), peer.next());
            assertEquals(DONE, peer.next());
        }
    }

    @Test
    void nullAndExceptionsFailTheTurn() throws Exception {
        try (Peer peer = agent("return null;")) {
            assertTrue(peer.next().contains("\"failed\",\"error\":\"the array of commands is null\""));
        }
        try (Peer peer = agent("throw new OutOfMemoryError(\"not really\");")) {
            assertTrue(peer.next().contains("\"failed\",\"error\":\"java.lang.OutOfMemoryError: not really (Bot.java:"));
        }
        try (Peer peer = agent("return new AgentAction[] {new Shoot(null, 1)};")) {
            assertTrue(peer.next().contains("\"failed\",\"error\":\"java.lang.NullPointerException"));
        }
    }

    @Test
    void earlierStatesNeverChange() throws Exception {
        String source = source("edu.iastate.cs228.game", "if (old == null) { old = here; return new AgentAction[0]; }"
                + "return new AgentAction[] {is(old != here && old.equals(here) && old.getEnergyStored() == 3)};");
        source = source.replace("Color own;", "Color own; SystemState old;");
        try (Peer peer = new Peer(new GameKit(), source, HELLO)) {
            peer.turn(1, CommanderTest::view);
            assertEquals(calls(), peer.next());
            assertEquals(DONE, peer.next());
            peer.turn(2, CommanderTest::view);
            assertEquals("{\"type\":\"calls\",\"turn\":2,\"calls\":[\"refuel\"]}", peer.next());
        }
    }

    /** The contest's window showed the image; Agon never asks for it. */
    @Test
    void theImageIsNotUsed() throws Exception {
        String source = source("edu.iastate.cs228.game", "return new AgentAction[] {new Refuel()};")
                .replace("File getAgentImage() { return null; }",
                        "File getAgentImage() { return new File(getClass().getResource(\"none.png\").getFile()); }")
                .replace("String getAgentName() { return null; }", "String getAgentName() { throw new Error(); }");
        try (Peer peer = new Peer(new GameKit(), source, HELLO)) {
            peer.turn(1, CommanderTest::view);
            assertEquals(calls("\"refuel\""), peer.next());
        }
    }

    @Test
    void aTournamentHasItsOwnEntry() throws Exception {
        String source = source("edu.iastate.cs228.game", "return null;");
        try (Peer peer = new Peer(new GameKit(), source, HELLO + ",\"tournament\":true")) {
            peer.turn(1, CommanderTest::view);
            assertEquals(calls("{\"set_scan\":17}"), peer.next());
        }
    }

    @Test
    void theHandoutsPackageWorksAsWell() throws Exception {
        String source = source("cs228hw4.game", "SystemState[] n = here.getNeighbors();"
                + "return new Agent.AgentAction[] {new Agent.Move(n[0].getName()), is(n[0] == g.getSystems()[0])};");
        try (Peer peer = new Peer(new GameKit(), source, HELLO)) {
            peer.turn(1, CommanderTest::view);
            assertEquals(calls("{\"move\":\"A\"}", "\"refuel\""), peer.next());
        }
    }
}
