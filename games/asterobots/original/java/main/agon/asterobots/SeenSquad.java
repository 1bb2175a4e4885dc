package agon.asterobots;

import agon.protocol.Unpacker;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.StringJoiner;
import net.javachallenge.api.Make;
import net.javachallenge.api.Squad;
import net.javachallenge.api.TrianglePoint;

/** Robots on their way. */
final class SeenSquad implements Squad {
    private int ownerId;
    private int robots;
    /** The points of its path as pairs of numbers. */
    private int[] path = {};
    /** The same as objects, made on first use: few paths are read. */
    private TrianglePoint[] points;

    private SeenSquad() {}

    static SeenSquad read(Unpacker in) {
        SeenSquad squad = new SeenSquad();
        for (int pairs = in.map(); pairs > 0; pairs--) {
            switch (in.symbol()) {
                case "owner" -> squad.ownerId = (int) in.number();
                case "robots" -> squad.robots = (int) in.number();
                case "path" -> squad.path = in.pairs();
                default -> in.skip();
            }
        }
        return squad;
    }

    @Override
    public int getOwnerId() {
        return ownerId;
    }

    @Override
    public int getRobot() {
        return robots;
    }

    @Override
    public ArrayList<TrianglePoint> getPath() {
        return new ArrayList<>(Arrays.asList(points()));
    }

    @Override
    public TrianglePoint getCurrentLocation() {
        return points()[0];
    }

    @Override
    public TrianglePoint getDestinationLocation() {
        return points()[path.length / 2 - 1];
    }

    private synchronized TrianglePoint[] points() {
        if (points == null) {
            points = new TrianglePoint[path.length / 2];
            for (int i = 0; i < points.length; i++) {
                points[i] = Make.point(path[2 * i], path[2 * i + 1]);
            }
        }
        return points;
    }

    @Override
    public boolean equals(Object other) {
        return this == other || other instanceof SeenSquad that && ownerId == that.ownerId && robots == that.robots
                && Arrays.equals(path, that.path);
    }

    @Override
    public int hashCode() {
        return (ownerId * 31 + robots) * 31 + Arrays.hashCode(path);
    }

    @Override
    public String toString() {
        // The third number is the turns that an edge takes.
        StringJoiner places = new StringJoiner(", ", "List(", ")");
        getPath().forEach(point -> places.add(point.toString()));
        return "Squad(" + ownerId + "," + robots + ",1," + places + ")";
    }
}
