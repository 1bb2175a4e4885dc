package net.javachallenge.api;

import java.util.ArrayList;

/** The position as it was when the turn began. It never changes; lists are the caller's own. */
public interface Game {
    /** The aliens' id: -1. */
    int getNeutralPlayerId();

    /** The bot's own id. */
    int getMyPlayerId();

    /** All players by id, dead ones included. */
    ArrayList<Player> getPlayers();

    /** The players who own a vein. */
    ArrayList<Player> getSurvivingPlayers();

    /** The same as {@link #getSurvivingPlayers}. */
    @Deprecated
    ArrayList<Player> getSurvivedPlayers();

    /** The player of an id; {@link IllegalArgumentException} if there is none. */
    Player getPlayer(int id);

    /** The bot's own player. */
    Player getMyPlayer();

    /** Whether a player (or the aliens) owns a vein. */
    boolean isSurvivingPlayer(int playerId);

    /** The aliens' prices. */
    AlienTrade getAlienTrade();

    /** The field. */
    Field getField();

    /** The offers of a material. */
    ArrayList<PlayerTrade> getOffers(Material material);

    /** The demands for a material. */
    ArrayList<PlayerTrade> getDemands(Material material);

    /** The offers of a player. */
    ArrayList<PlayerTrade> getOffers(int playerId);

    /** The demands of a player. */
    ArrayList<PlayerTrade> getDemands(int playerId);

    /** A player's offer of a material, or null. */
    PlayerTrade getOffer(int playerId, Material material);

    /** A player's demand for a material, or null. */
    PlayerTrade getDemand(int playerId, Material material);

    /** All offers and demands in the order of their publication. */
    ArrayList<PlayerTrade> getPlayerTrades();

    /** The settings. */
    GameSetting getSetting();

    /** The number of players. */
    int getPlayerCount();

    /** The round, from 1; 1 during the selection. */
    int getRound();

    /** A player's money, and what the aliens would pay for its stock. */
    int getTotalMoneyWhenSellingAllMaterials(int playerId);
}
