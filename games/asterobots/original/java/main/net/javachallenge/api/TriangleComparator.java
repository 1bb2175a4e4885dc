package net.javachallenge.api;

import java.util.Comparator;

/** The order of lists and maps: by y, then x. */
public class TriangleComparator implements Comparator<TrianglePoint> {
    @Override
    public int compare(TrianglePoint left, TrianglePoint right) {
        int byRow = Integer.compare(left.getY(), right.getY());
        return byRow != 0 ? byRow : Integer.compare(left.getX(), right.getX());
    }
}
