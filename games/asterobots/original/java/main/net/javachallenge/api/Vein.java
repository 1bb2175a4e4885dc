package net.javachallenge.api;

import java.util.ArrayList;

/** A vein as it was when the turn began. */
public interface Vein {
    /** The owner; -1 for the aliens. */
    int getOwnerId();

    /** The location. */
    TrianglePoint getLocation();

    /** The material it yields. */
    Material getMaterial();

    /** The robots living in it. */
    int getNumberOfRobots();

    /** Material per turn of its owner now. */
    int getCurrentMaterialProductivity();

    /** Robots per turn of its owner now. */
    int getCurrentRobotProductivity();

    /** Material per turn at rank 1. */
    int getInitialMaterialProductivity();

    /** Robots per turn at rank 1. */
    int getInitialRobotProductivity();

    /** 1 to 3. */
    int getMaterialRank();

    /** 1 to 3. */
    int getRobotRank();

    /** Edges to another vein. */
    int getDistance(Vein to);

    /** The way a plain launch takes to another vein. */
    ArrayList<TrianglePoint> getShortestPath(Vein to);
}
