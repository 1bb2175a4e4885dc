package agon.asterobots;

import agon.protocol.Unpacker;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import net.javachallenge.api.Make;
import net.javachallenge.api.TrianglePoint;

/** Reads points from messages: {@code [x, y]}. */
final class Points {
    /** A vein's location is one object for the whole match; bots compare the locations of two turns with {@code ==}. */
    private static final Map<TrianglePoint, TrianglePoint> VEINS = new ConcurrentHashMap<>();

    private Points() {}

    static TrianglePoint readVein(Unpacker in) {
        in.list();
        int x = (int) in.number();
        int y = (int) in.number();
        TrianglePoint point = Make.point(x, y);
        TrianglePoint known = VEINS.putIfAbsent(point, point);
        return known == null ? point : known;
    }
}
