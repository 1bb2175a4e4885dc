package net.javachallenge.api;

import java.util.ArrayList;

/** Robots on their way. */
public interface Squad {
    /** The owner. */
    int getOwnerId();

    /** The number of robots. */
    int getRobot();

    /** The path from the current location to the destination. */
    ArrayList<TrianglePoint> getPath();

    /** The current location. */
    TrianglePoint getCurrentLocation();

    /** The destination. */
    TrianglePoint getDestinationLocation();
}
