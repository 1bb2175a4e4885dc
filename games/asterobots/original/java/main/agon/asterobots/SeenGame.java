package agon.asterobots;

import agon.protocol.Unpacker;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import net.javachallenge.api.AlienTrade;
import net.javachallenge.api.Field;
import net.javachallenge.api.Game;
import net.javachallenge.api.GameSetting;
import net.javachallenge.api.Material;
import net.javachallenge.api.Player;
import net.javachallenge.api.PlayerTrade;
import net.javachallenge.api.TradeType;

/** The position as one player sees it. Every object in it exists once and never changes. */
final class SeenGame implements Game {
    private static final int NEUTRAL = -1;

    private int me;
    private int round;
    private boolean isSelection;
    private SeenSetting setting;
    private SeenField field;
    private SeenPrices prices;
    private final List<SeenPlayer> players = new ArrayList<>();
    private final List<PlayerTrade> trades = new ArrayList<>();

    private SeenGame() {}

    static SeenGame read(Unpacker in) {
        SeenGame game = new SeenGame();
        SeenField field = new SeenField();
        int[] buy = {};
        int[] sell = {};
        for (int pairs = in.map(); pairs > 0; pairs--) {
            switch (in.symbol()) {
                case "me" -> game.me = (int) in.number();
                case "phase" -> game.isSelection = in.symbol().equals("select");
                case "round" -> game.round = (int) in.number();
                case "setting" -> game.setting = SeenSetting.read(in);
                case "players" -> game.readPlayers(in);
                case "veins" -> field.readVeins(in);
                case "squads" -> field.keepSquads(in.copy(pairs == 1));
                case "trades" -> game.readTrades(in);
                case "buy_prices" -> buy = Materials.read(in);
                case "sell_prices" -> sell = Materials.read(in);
                default -> in.skip();
            }
        }
        game.field = field;
        game.prices = new SeenPrices(buy, sell);
        game.setting.complete(field);
        return game;
    }

    private void readPlayers(Unpacker in) {
        int count = in.list();
        for (int id = 0; id < count; id++) {
            players.add(SeenPlayer.read(in, id));
        }
    }

    private void readTrades(Unpacker in) {
        for (int count = in.list(); count > 0; count--) {
            trades.add(SeenTrade.read(in));
        }
    }

    boolean isSelection() {
        return isSelection;
    }

    @Override
    public int getNeutralPlayerId() {
        return NEUTRAL;
    }

    @Override
    public int getMyPlayerId() {
        return me;
    }

    @Override
    public ArrayList<Player> getPlayers() {
        return new ArrayList<>(players);
    }

    @Override
    public ArrayList<Player> getSurvivingPlayers() {
        ArrayList<Player> surviving = new ArrayList<>();
        for (SeenPlayer player : players) {
            if (player.isAlive()) {
                surviving.add(player);
            }
        }
        return surviving;
    }

    @Override
    @Deprecated
    public ArrayList<Player> getSurvivedPlayers() {
        return getSurvivingPlayers();
    }

    @Override
    public Player getPlayer(int id) {
        return players.get(checked(id));
    }

    private int checked(int id) {
        if (id < 0 || id >= players.size()) {
            throw new IllegalArgumentException("there is no player " + id);
        }
        return id;
    }

    @Override
    public Player getMyPlayer() {
        return players.get(me);
    }

    @Override
    public boolean isSurvivingPlayer(int playerId) {
        return field.countVeins(playerId) > 0;
    }

    @Override
    public AlienTrade getAlienTrade() {
        return prices;
    }

    @Override
    public Field getField() {
        return field;
    }

    @Override
    public ArrayList<PlayerTrade> getOffers(Material material) {
        return of(TradeType.Offer, material);
    }

    @Override
    public ArrayList<PlayerTrade> getDemands(Material material) {
        return of(TradeType.Demand, material);
    }

    private ArrayList<PlayerTrade> of(TradeType type, Material material) {
        Materials.index(material);
        return trades(trade -> trade.getTradeType() == type && trade.getMaterial() == material);
    }

    @Override
    public ArrayList<PlayerTrade> getOffers(int playerId) {
        return of(TradeType.Offer, playerId);
    }

    @Override
    public ArrayList<PlayerTrade> getDemands(int playerId) {
        return of(TradeType.Demand, playerId);
    }

    private ArrayList<PlayerTrade> of(TradeType type, int playerId) {
        checked(playerId);
        return trades(trade -> trade.getTradeType() == type && trade.getPlayerId() == playerId);
    }

    @Override
    public PlayerTrade getOffer(int playerId, Material material) {
        return of(TradeType.Offer, playerId, material);
    }

    @Override
    public PlayerTrade getDemand(int playerId, Material material) {
        return of(TradeType.Demand, playerId, material);
    }

    private PlayerTrade of(TradeType type, int playerId, Material material) {
        Materials.index(material);
        for (PlayerTrade trade : of(type, playerId)) {
            if (trade.getMaterial() == material) {
                return trade;
            }
        }
        return null;
    }

    private ArrayList<PlayerTrade> trades(Predicate<PlayerTrade> isWanted) {
        ArrayList<PlayerTrade> wanted = new ArrayList<>();
        for (PlayerTrade trade : trades) {
            if (isWanted.test(trade)) {
                wanted.add(trade);
            }
        }
        return wanted;
    }

    @Override
    public ArrayList<PlayerTrade> getPlayerTrades() {
        return new ArrayList<>(trades);
    }

    @Override
    public GameSetting getSetting() {
        return setting;
    }

    @Override
    public int getPlayerCount() {
        return players.size();
    }

    @Override
    public int getRound() {
        return round;
    }

    @Override
    public int getTotalMoneyWhenSellingAllMaterials(int playerId) {
        Player player = getPlayer(playerId);
        int total = player.getMoney();
        for (Material material : Material.values()) {
            total += prices.getSellPriceOf(material) * player.getMaterial(material);
        }
        return total;
    }
}
