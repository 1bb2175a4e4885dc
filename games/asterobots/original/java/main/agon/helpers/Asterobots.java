package agon.helpers;

import java.util.ArrayList;
import java.util.List;
import net.javachallenge.api.Game;
import net.javachallenge.api.Make;
import net.javachallenge.api.TrianglePoint;

/** Helpers for bots of Asterobots: vertices of the field, distances, neighbours, ways. */
public final class Asterobots {
    private Asterobots() {}

    /** All vertices of the field by y, then x. */
    public static List<TrianglePoint> places(Game game) {
        int size = game.getSetting().getMapSize();
        List<TrianglePoint> all = new ArrayList<>();
        for (int y = 1 - size; y <= size; y++) {
            for (int x = firstColumn(size, y); x <= lastColumn(size, y); x++) {
                all.add(Make.point(x, y));
            }
        }
        return all;
    }

    /** The edges between two vertices. */
    public static int distance(TrianglePoint a, TrianglePoint b) {
        return a.getDistance(b);
    }

    /** The vertices of the field beside {@code at}, each with its cost, 1, as {@link Search#path} needs them. */
    public static List<Step<TrianglePoint>> neighbours(Game game, TrianglePoint at) {
        int size = game.getSetting().getMapSize();
        List<Step<TrianglePoint>> steps = new ArrayList<>(3);
        add(steps, size, at.getX() - 1, at.getY());
        add(steps, size, at.getX() + 1, at.getY());
        add(steps, size, at.getX(), at.isUpwardTriangle() ? at.getY() + 1 : at.getY() - 1);
        return steps;
    }

    /**
     * A shortest way within the field, both ends included; null if an end is outside the field. Which one a plain launch
     * takes says {@link TrianglePoint#getShortestPath}.
     */
    public static List<TrianglePoint> way(Game game, TrianglePoint start, TrianglePoint goal) {
        return Search.path(start, goal::equals, at -> neighbours(game, at));
    }

    private static void add(List<Step<TrianglePoint>> steps, int size, int x, int y) {
        boolean isRow = 1 - size <= y && y <= size;
        if (isRow && firstColumn(size, y) <= x && x <= lastColumn(size, y)) {
            steps.add(new Step<>(Make.point(x, y), 1));
        }
    }

    private static int firstColumn(int size, int y) {
        return 2 - 2 * size + cut(y);
    }

    private static int lastColumn(int size, int y) {
        return 2 * size - cut(y);
    }

    /** How much shorter a row is at each end than the middle ones. */
    private static int cut(int y) {
        return y >= 1 ? y - 1 : -y;
    }
}
