package net.javachallenge.api;

import java.util.ArrayList;
import java.util.Collections;

/**
 * A point as in the contest: equal by value, ordered by x, then y, with the hash code that bots relied on. Every
 * point that is asked for is a new object, so that {@code ==} compares objects, not places. Comparable to its own
 * class, because only then are points of one hash code in a reproducible order in hash sets and maps.
 */
final class Triangle implements TrianglePoint, Comparable<Triangle> {
    private static final long serialVersionUID = 1;

    private final int x;
    private final int y;

    Triangle(int x, int y) {
        this.x = x;
        this.y = y;
    }

    @Override
    public int getX() {
        return x;
    }

    @Override
    public int getY() {
        return y;
    }

    @Override
    public boolean isUpwardTriangle() {
        return ((x ^ y) & 1) == 0;
    }

    @Override
    public boolean isDownwardTriangle() {
        return !isUpwardTriangle();
    }

    @Override
    public boolean isConnected(TrianglePoint that) {
        return distance(this, that) == 1;
    }

    @Override
    public int getDistance(TrianglePoint to) {
        return (int) Math.min(distance(this, to), Integer.MAX_VALUE);
    }

    private static long distance(TrianglePoint from, TrianglePoint to) {
        long dx = Math.abs((long) from.getX() - to.getX());
        long dy = Math.abs((long) from.getY() - to.getY());
        if (dy == 0) {
            return dx;
        }
        TrianglePoint upper = from.getY() < to.getY() ? from : to;
        boolean isUpward = ((upper.getX() ^ upper.getY()) & 1) == 0;
        long sideways = Math.max(dx, isUpward ? dy - 1 : dy);
        return dy + sideways + (sideways - dx & 1);
    }

    /**
     * The same way there and back: it is made from the end with the larger x, then y. As in the original, that end
     * is the object that was given, and all other points are new.
     */
    @Override
    public ArrayList<TrianglePoint> getShortestPath(TrianglePoint to) {
        boolean isReversed = x < to.getX() || x == to.getX() && y <= to.getY();
        TrianglePoint low = isReversed ? this : to;
        TrianglePoint high = isReversed ? to : this;
        ArrayList<TrianglePoint> path = new ArrayList<>();
        path.add(high);
        Triangle at = new Triangle(high.getX(), high.getY());
        while (!at.equals(low)) {
            at = at.next(low);
            path.add(at);
        }
        if (isReversed) {
            Collections.reverse(path);
        }
        return path;
    }

    /** One step of that way: vertically whenever it helps, otherwise sideways. */
    private Triangle next(TrianglePoint low) {
        if (y != low.getY()) {
            int vertical = isUpwardTriangle() ? 1 : -1;
            if (y < low.getY() == vertical > 0) {
                return new Triangle(x, y + vertical);
            }
        }
        return new Triangle(x < low.getX() ? x + 1 : x - 1, y);
    }

    @Override
    public String toStringForCommand() {
        return x + "," + y;
    }

    @Override
    public int compareTo(Triangle that) {
        int byColumn = Integer.compare(x, that.x);
        return byColumn != 0 ? byColumn : Integer.compare(y, that.y);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TrianglePoint that && x == that.getX() && y == that.getY();
    }

    @Override
    public int hashCode() {
        return x ^ y;
    }

    @Override
    public String toString() {
        return "{ X = " + x + ", Y = " + y + " }";
    }
}
