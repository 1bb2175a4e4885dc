package agon.asterobots;

import agon.protocol.Unpacker;
import java.util.ArrayList;
import java.util.Locale;
import net.javachallenge.api.Material;
import net.javachallenge.api.TrianglePoint;
import net.javachallenge.api.Vein;

/** A vein as it was when the turn began. */
final class SeenVein implements Vein {
    private TrianglePoint location;
    private int ownerId;
    private Material material;
    private int robots;
    private int materialRank;
    private int robotRank;
    private int initialMaterialProductivity;
    private int initialRobotProductivity;
    private int materialProductivity;
    private int robotProductivity;

    private SeenVein() {}

    static SeenVein read(Unpacker in) {
        SeenVein vein = new SeenVein();
        for (int pairs = in.map(); pairs > 0; pairs--) {
            switch (in.symbol()) {
                case "location" -> vein.location = Points.readVein(in);
                case "owner" -> vein.ownerId = (int) in.number();
                case "material" -> vein.material = Materials.named(in.symbol());
                case "robots" -> vein.robots = (int) in.number();
                case "material_rank" -> vein.materialRank = (int) in.number();
                case "robot_rank" -> vein.robotRank = (int) in.number();
                case "initial_material_productivity" -> vein.initialMaterialProductivity = (int) in.number();
                case "initial_robot_productivity" -> vein.initialRobotProductivity = (int) in.number();
                case "material_productivity" -> vein.materialProductivity = (int) in.number();
                case "robot_productivity" -> vein.robotProductivity = (int) in.number();
                default -> in.skip();
            }
        }
        return vein;
    }

    @Override
    public int getOwnerId() {
        return ownerId;
    }

    @Override
    public TrianglePoint getLocation() {
        return location;
    }

    @Override
    public Material getMaterial() {
        return material;
    }

    @Override
    public int getNumberOfRobots() {
        return robots;
    }

    @Override
    public int getCurrentMaterialProductivity() {
        return materialProductivity;
    }

    @Override
    public int getCurrentRobotProductivity() {
        return robotProductivity;
    }

    @Override
    public int getInitialMaterialProductivity() {
        return initialMaterialProductivity;
    }

    @Override
    public int getInitialRobotProductivity() {
        return initialRobotProductivity;
    }

    @Override
    public int getMaterialRank() {
        return materialRank;
    }

    @Override
    public int getRobotRank() {
        return robotRank;
    }

    @Override
    public int getDistance(Vein to) {
        return location.getDistance(to.getLocation());
    }

    @Override
    public ArrayList<TrianglePoint> getShortestPath(Vein to) {
        return location.getShortestPath(to.getLocation());
    }

    @Override
    public boolean equals(Object other) {
        return this == other || other instanceof SeenVein that && location.equals(that.location)
                && ownerId == that.ownerId && material == that.material && robots == that.robots
                && materialRank == that.materialRank && robotRank == that.robotRank
                && initialMaterialProductivity == that.initialMaterialProductivity
                && initialRobotProductivity == that.initialRobotProductivity;
    }

    @Override
    public int hashCode() {
        int hash = location.getX() * 31 + location.getY();
        hash = (hash * 31 + ownerId) * 31 + material.ordinal();
        hash = (hash * 31 + robots) * 31 + materialRank * 4 + robotRank;
        return (hash * 31 + initialMaterialProductivity) * 31 + initialRobotProductivity;
    }

    @Override
    public String toString() {
        return "owner=" + ownerId + " material=" + material.name().toLowerCase(Locale.ROOT) + " robot=" + robots
                + " materialRank=" + materialRank + " robotRank=" + robotRank + " materialProductivity="
                + initialMaterialProductivity + " robotProductivity=" + initialRobotProductivity;
    }
}
