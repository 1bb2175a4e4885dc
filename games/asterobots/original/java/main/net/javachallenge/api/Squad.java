package net.javachallenge.api;

import java.util.ArrayList;

/** Robots on their way. */
public interface Squad {
    /** Whose they are. */
    int getOwnerId();

    /** How many they are. */
    int getRobot();

    /** From where they are to where they go. */
    ArrayList<TrianglePoint> getPath();

    /** Where they are. */
    TrianglePoint getCurrentLocation();

    /** Where they go. */
    TrianglePoint getDestinationLocation();
}
