package net.javachallenge.api;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.TreeMap;

/** The field with its veins and squads. Lists and maps are the caller's own. */
public interface Field {
    /** All veins by y, then x. */
    ArrayList<Vein> getVeins();

    /** The veins of a player, or of the aliens (-1). */
    ArrayList<Vein> getVeins(int playerId);

    /** The other veins of a vein's owner, nearest first. */
    ArrayList<Vein> getVeinsOfSameOwnerOrderedByDistance(Vein origination);

    /** The veins of others than a vein's owner, nearest first. */
    ArrayList<Vein> getVeinsOfOtherOwnersOrderedByDistance(Vein origination);

    /** All veins by location. */
    TreeMap<TrianglePoint, Vein> getVeinMap();

    /** The veins of a player by location. */
    TreeMap<TrianglePoint, Vein> getVeinMap(int playerId);

    /** The vein at a location; if there is none, {@link java.util.NoSuchElementException}. */
    Vein getVein(TrianglePoint location);

    /** All squads in the order that decides battles. */
    ArrayList<Squad> getSquads();

    /** The squads of a player in that order. */
    ArrayList<Squad> getSquads(int playerId);

    /** The vertices of the field. */
    HashSet<TrianglePoint> getValidCoords();

    /** How many veins a player has. */
    int countVeins(int playerId);

    /** How many robots a player has in veins and squads. */
    int sumRobots(int playerId);

    /** How much of a material a player's veins yield per turn. */
    int sumCurrentMaterialProductivity(int playerId, Material material);

    /** As in the original: the same as {@link #sumRobots}. */
    int sumCurrentRobotProductivity(int playerId);
}
