package agon.asterobots;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import net.javachallenge.api.Field;
import net.javachallenge.api.Game;
import net.javachallenge.api.Make;
import net.javachallenge.api.Material;
import net.javachallenge.api.Player;
import net.javachallenge.api.Squad;
import net.javachallenge.api.TrianglePoint;
import net.javachallenge.api.Vein;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** A position as bots of Asterobots see it: identities, orders, copies, and answers to misuse. */
class SeenGameTest {
    private final Game game = Views.read("main");
    private final Field field = game.getField();

    private static List<String> at(List<Vein> veins) {
        List<String> places = new ArrayList<>();
        veins.forEach(vein -> places.add(vein.getLocation().toStringForCommand()));
        return places;
    }

    @Test
    void theBoardShowsTheView() {
        assertEquals(1, game.getMyPlayerId());
        assertEquals(-1, game.getNeutralPlayerId());
        assertEquals(7, game.getRound());
        assertEquals(3, game.getPlayerCount());
        assertEquals(5, game.getMyPlayer().getMoney());
        assertEquals(30, game.getMyPlayer().getMaterial(Material.Metal));
        assertEquals(6, game.getPlayer(0).getTimeToLive());
        assertEquals(12, game.getAlienTrade().getBuyPriceOf(Material.Stone));
        assertEquals(3, game.getAlienTrade().getSellPriceOf(Material.Stone));
        assertEquals(5 + 2 * 10 + 3 * 20 + 4 * 30, game.getTotalMoneyWhenSellingAllMaterials(1));
        assertEquals(5, game.getSetting().getVeinCount());
        assertEquals(2, game.getSetting().getInitialMaterial(Material.Stone));
        assertEquals(500, game.getSetting().getMaterialsForUpgradingRobotRankFrom2To3(Material.Metal));
        Vein vein = field.getVein(Make.point(0, 0));
        assertEquals(Material.Metal, vein.getMaterial());
        assertEquals(80, vein.getNumberOfRobots());
        assertEquals(10, vein.getCurrentMaterialProductivity());
        assertEquals(5, vein.getInitialMaterialProductivity());
        assertEquals("owner=1 material=metal robot=80 materialRank=2 robotRank=1 materialProductivity=5 "
                + "robotProductivity=6", vein.toString());
        assertEquals("1. player 1(5J): Map(gas -> 10, stone -> 20, metal -> 30), timeToLive: 6",
                game.getMyPlayer().toString());
    }

    @Test
    void theDeadAreListedButDoNotSurvive() {
        assertEquals(3, game.getPlayers().size());
        assertEquals(2, game.getSurvivingPlayers().size());
        assertFalse(game.isSurvivingPlayer(2));
        assertTrue(game.isSurvivingPlayer(-1));
        assertFalse(game.isSurvivingPlayer(99));
    }

    @Test
    void listsAreInOrder() {
        assertEquals(List.of("2,-3", "-4,0", "0,0", "4,0", "0,5"), at(field.getVeins()));
        assertEquals(List.of("-4,0", "0,0"), at(field.getVeins(1)));
        assertEquals(List.of(), field.getVeins(99));
        assertEquals(List.of("4,0"), at(field.getVeins(-1)));
        Vein here = field.getVein(Make.point(0, 0));
        assertEquals(List.of("-4,0"), at(field.getVeinsOfSameOwnerOrderedByDistance(here)));
        // 4,0 lies 4 edges away, 2,-3 lies 6, 0,5 lies 9.
        assertEquals(List.of("4,0", "2,-3", "0,5"), at(field.getVeinsOfOtherOwnersOrderedByDistance(here)));
        List<TrianglePoint> keys = new ArrayList<>(field.getVeinMap().keySet());
        assertEquals(Make.point(2, -3), keys.get(0));
        assertEquals(2, field.getVeinMap(0).size());
        assertEquals(List.of(12, 3), field.getSquads().stream().map(Squad::getRobot).toList());
        assertEquals(1, field.getSquads(0).size());
        assertEquals(600, field.getValidCoords().size());
        assertEquals(2, field.countVeins(0));
        assertEquals(70 + 80 + 12, field.sumRobots(1));
        assertEquals(field.sumRobots(1), field.sumCurrentRobotProductivity(1));
        assertEquals(10, field.sumCurrentMaterialProductivity(1, Material.Stone));
        assertEquals(0, field.sumRobots(99));
        assertEquals(2, game.getPlayerTrades().get(0).getPlayerId());
    }

    @Test
    void everythingExistsOnceAndListsAreCopies() {
        assertSame(field.getVein(Make.point(0, 0)), field.getVeins(1).get(1));
        assertSame(field.getVein(Make.point(0, 0)), field.getVeinMap().get(Make.point(0, 0)));
        assertSame(game.getMyPlayer(), game.getPlayers().get(1));
        assertSame(field.getSquads().get(0), field.getSquads(1).get(0));
        assertSame(game.getOffers(2).get(0), game.getOffers(Material.Gas).get(0));
        assertNotSame(field.getVeins(), field.getVeins());
        field.getVeins().clear();
        field.getVeinMap().clear();
        field.getSquads().clear();
        field.getSquads().get(0).getPath().clear();
        game.getPlayers().clear();
        game.getPlayerTrades().clear();
        field.getValidCoords().clear();
        assertEquals(5, field.getVeins().size());
        assertEquals(3, field.getSquads().get(0).getPath().size());
        assertEquals(3, game.getPlayers().size());
        assertEquals(2, game.getPlayerTrades().size());
    }

    @Test
    void thingsOfTwoLooksAreEqualByValue() {
        Game again = Views.read("main");
        Vein vein = field.getVeins().get(0);
        Vein same = again.getField().getVeins().get(0);
        assertNotSame(vein, same);
        assertEquals(vein, same);
        assertEquals(vein.hashCode(), same.hashCode());
        assertEquals(field.getSquads(), again.getField().getSquads());
        assertEquals(field.getSquads().hashCode(), again.getField().getSquads().hashCode());
        assertFalse(vein.equals(field.getVeins().get(1)));
        assertEquals(field, again.getField());
        assertEquals(field.hashCode(), again.getField().hashCode());
        assertFalse(field.equals(Views.read("main", 79).getField()));
        assertEquals(game.getAlienTrade(), again.getAlienTrade());
        assertEquals(game.getAlienTrade().hashCode(), again.getAlienTrade().hashCode());
        assertEquals(game.getSetting(), again.getSetting());
        assertEquals(game.getSetting().hashCode(), again.getSetting().hashCode());
        assertEquals(game.getPlayers(), again.getPlayers());
        assertEquals(game.getPlayers().hashCode(), again.getPlayers().hashCode());
        assertEquals(game.getPlayerTrades(), again.getPlayerTrades());
        assertEquals(game.getPlayerTrades().hashCode(), again.getPlayerTrades().hashCode());
    }

    @Test
    void squadsKnowTheirWay() {
        Squad squad = field.getSquads().get(0);
        assertEquals(Make.point(0, 1), squad.getCurrentLocation());
        assertEquals(Make.point(2, 1), squad.getDestinationLocation());
        assertSame(squad.getCurrentLocation(), squad.getPath().get(0));
        assertSame(squad.getDestinationLocation(), squad.getPath().get(2));
        assertEquals("Squad(1,12,1,List({ X = 0, Y = 1 }, { X = 1, Y = 1 }, { X = 2, Y = 1 }))", squad.toString());
    }

    /** Bots compare places with {@code ==}: a vein's place is one object for ever, a squad's places are others. */
    @Test
    void placesHaveTheIdentityOfTheOriginal() {
        Squad homeward = field.getSquads().get(1);
        Vein home = field.getVein(Make.point(0, 0));
        assertEquals(home.getLocation(), homeward.getDestinationLocation());
        assertNotSame(home.getLocation(), homeward.getDestinationLocation());
        assertSame(home.getLocation(), Views.read("main").getField().getVein(Make.point(0, 0)).getLocation());
        assertNotSame(Make.point(0, 0), home.getLocation());
        for (TrianglePoint vertex : field.getValidCoords()) {
            assertNotSame(home.getLocation(), vertex);
        }
        assertSame(field.getValidCoords().iterator().next(), field.getValidCoords().iterator().next());
        assertNotSame(homeward.getCurrentLocation(), field.getSquads().get(0).getCurrentLocation());
    }

    /** A vein kept from an earlier turn, which has changed since, does not equal itself. */
    @Test
    void aChangedVeinIsItsOwnNearestNeighbour() {
        Vein old = Views.read("main", 79).getField().getVein(Make.point(0, 0));
        assertEquals(List.of("0,0", "-4,0"), at(field.getVeinsOfSameOwnerOrderedByDistance(old)));
        Vein same = Views.read("main").getField().getVein(Make.point(0, 0));
        assertEquals(List.of("-4,0"), at(field.getVeinsOfSameOwnerOrderedByDistance(same)));
    }

    @Test
    void tradesAreFound() {
        assertEquals(9, game.getOffer(2, Material.Gas).getAmount());
        assertEquals(6, game.getDemand(0, Material.Metal).getPricePerOneMaterial());
        assertNull(game.getOffer(0, Material.Metal));
        assertNull(game.getDemand(2, Material.Gas));
        assertEquals(0, game.getDemands(Material.Gas).size());
        assertEquals(1, game.getDemands(0).size());
    }

    @Test
    void misuseIsAnswered() {
        Player me = game.getMyPlayer();
        List<Executable> illegal = List.of(
                () -> game.getPlayer(-1), () -> game.getPlayer(3), () -> game.getOffers(3), () -> game.getDemands(-1),
                () -> game.getOffer(3, Material.Gas), () -> game.getDemand(-1, Material.Gas),
                () -> game.getTotalMoneyWhenSellingAllMaterials(3), () -> game.getOffers(null),
                () -> game.getDemands(null), () -> game.getOffer(0, null), () -> game.getDemand(0, null),
                () -> me.getMaterial(null), () -> game.getAlienTrade().getBuyPriceOf(null),
                () -> game.getAlienTrade().getSellPriceOf(null), () -> game.getSetting().getInitialMaterial(null),
                () -> game.getSetting().getMaterialsForUpgradingMaterialRankFrom1To2(null),
                () -> game.getSetting().getMaterialsForUpgradingMaterialRankFrom2To3(null),
                () -> game.getSetting().getMaterialsForUpgradingRobotRankFrom1To2(null),
                () -> game.getSetting().getMaterialsForUpgradingRobotRankFrom2To3(null),
                () -> field.sumCurrentMaterialProductivity(0, null), () -> field.getVein(null),
                () -> field.getVeinsOfSameOwnerOrderedByDistance(null),
                () -> field.getVeinsOfOtherOwnersOrderedByDistance(null));
        illegal.forEach(call -> assertThrows(IllegalArgumentException.class, call));
        assertThrows(NoSuchElementException.class, () -> field.getVein(Make.point(1, 1)));
        assertThrows(NoSuchElementException.class, () -> field.getVein(Make.point(Integer.MAX_VALUE, 0)));
        assertThrows(NullPointerException.class, () -> field.getVeins().get(0).getDistance(null));
        assertThrows(NullPointerException.class, () -> field.getVeins().get(0).getShortestPath(null));
    }

    @Test
    void aMissingPlayerOwnsNothing() {
        for (int missing : new int[] {3, 99, -2, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            assertEquals(List.of(), field.getVeins(missing));
            assertEquals(0, field.getVeinMap(missing).size());
            assertEquals(List.of(), field.getSquads(missing));
            assertEquals(0, field.countVeins(missing));
            assertEquals(0, field.sumRobots(missing));
            assertEquals(0, field.sumCurrentMaterialProductivity(missing, Material.Gas));
            assertEquals(0, field.sumCurrentRobotProductivity(missing));
            assertFalse(game.isSurvivingPlayer(missing));
            assertThrows(IllegalArgumentException.class, () -> game.getPlayer(missing));
            assertThrows(IllegalArgumentException.class, () -> game.getOffers(missing));
            assertThrows(IllegalArgumentException.class, () -> game.getDemands(missing));
            assertThrows(IllegalArgumentException.class, () -> game.getOffer(missing, Material.Gas));
            assertThrows(IllegalArgumentException.class, () -> game.getDemand(missing, Material.Gas));
            assertThrows(IllegalArgumentException.class, () -> game.getTotalMoneyWhenSellingAllMaterials(missing));
        }
    }
}
