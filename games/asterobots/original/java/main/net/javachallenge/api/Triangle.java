package net.javachallenge.api;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A point as in the contest: ordered by x, then y, with the hash code that bots relied on. */
final class Triangle implements TrianglePoint, Comparable<TrianglePoint> {
    private static final long serialVersionUID = 1;
    /** Points with coordinates from -NEAR to NEAR - 1 exist once each; every field lies within them. */
    private static final int NEAR = 64;
    private static final Triangle[] KNOWN = new Triangle[4 * NEAR * NEAR];
    private static final Map<Integer, List<TrianglePoint>> PATHS = new ConcurrentHashMap<>();

    static {
        for (int i = 0; i < KNOWN.length; i++) {
            KNOWN[i] = new Triangle(i % (2 * NEAR) - NEAR, i / (2 * NEAR) - NEAR);
        }
    }

    private final int x;
    private final int y;

    private Triangle(int x, int y) {
        this.x = x;
        this.y = y;
    }

    static Triangle of(int x, int y) {
        return isNear(x, y) ? KNOWN[number(x, y)] : new Triangle(x, y);
    }

    private static boolean isNear(int x, int y) {
        return x >= -NEAR && x < NEAR && y >= -NEAR && y < NEAR;
    }

    private static int number(int x, int y) {
        return (y + NEAR) * 2 * NEAR + x + NEAR;
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

    @Override
    public ArrayList<TrianglePoint> getShortestPath(TrianglePoint to) {
        if (!isNear(x, y) || !isNear(to.getX(), to.getY())) {
            return path(this, of(to.getX(), to.getY()));
        }
        int ends = number(x, y) * KNOWN.length + number(to.getX(), to.getY());
        return new ArrayList<>(PATHS.computeIfAbsent(ends, key -> path(this, of(to.getX(), to.getY()))));
    }

    /** The same way there and back: it is made from the end with the larger x, then y. */
    private static ArrayList<TrianglePoint> path(Triangle from, Triangle to) {
        boolean isReversed = from.compareTo(to) < 0;
        Triangle low = isReversed ? from : to;
        Triangle at = isReversed ? to : from;
        ArrayList<TrianglePoint> path = new ArrayList<>();
        path.add(at);
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
    private Triangle next(Triangle low) {
        if (y != low.y) {
            int vertical = isUpwardTriangle() ? 1 : -1;
            if (y < low.y == vertical > 0) {
                return of(x, y + vertical);
            }
        }
        return of(x < low.x ? x + 1 : x - 1, y);
    }

    @Override
    public String toStringForCommand() {
        return x + "," + y;
    }

    @Override
    public int compareTo(TrianglePoint that) {
        int byColumn = Integer.compare(x, that.getX());
        return byColumn != 0 ? byColumn : Integer.compare(y, that.getY());
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

    private Object readResolve() {
        return of(x, y);
    }
}
