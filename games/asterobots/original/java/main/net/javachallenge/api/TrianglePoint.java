package net.javachallenge.api;

import java.io.Serializable;
import java.util.ArrayList;

/** A vertex of the honeycomb, addressed as a triangle. {@link Make#point} makes one. */
public interface TrianglePoint extends Serializable {
    /** The column. */
    int getX();

    /** The row. */
    int getY();

    /** Whether the triangle points up: x + y is even. */
    boolean isUpwardTriangle();

    /** Whether the triangle points down. */
    boolean isDownwardTriangle();

    /** Whether an edge leads from here to there. */
    boolean isConnected(TrianglePoint that);

    /** The number of edges between two points, also outside the field. */
    int getDistance(TrianglePoint to);

    /** The way a plain launch takes, both ends included, also outside the field. */
    ArrayList<TrianglePoint> getShortestPath(TrianglePoint to);

    /** {@code x,y}. */
    String toStringForCommand();
}
