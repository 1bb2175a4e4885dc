package agon.asterobots;

import agon.protocol.Unpacker;
import java.util.ArrayList;
import java.util.Arrays;
import net.javachallenge.api.Make;
import net.javachallenge.api.Squad;
import net.javachallenge.api.TrianglePoint;

/** Robots on their way. */
final class SeenSquad implements Squad {
    private int ownerId;
    private int robots;
    /** The points of its path as pairs of numbers, unpacked on first use: few paths are read. */
    private int[] path = {};

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
        ArrayList<TrianglePoint> points = new ArrayList<>(path.length / 2);
        for (int i = 0; i < path.length; i += 2) {
            points.add(point(i));
        }
        return points;
    }

    @Override
    public TrianglePoint getCurrentLocation() {
        return point(0);
    }

    @Override
    public TrianglePoint getDestinationLocation() {
        return point(path.length - 2);
    }

    private TrianglePoint point(int at) {
        return Make.point(path[at], path[at + 1]);
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
        return "owner=" + ownerId + " robot=" + robots + " path=" + getPath();
    }
}
