package agon.asterobots;

import agon.protocol.Unpacker;
import net.javachallenge.api.Make;
import net.javachallenge.api.TrianglePoint;

/** Reads points from messages: {@code [x, y]}. */
final class Points {
    private Points() {}

    static TrianglePoint read(Unpacker in) {
        in.list();
        int x = (int) in.number();
        int y = (int) in.number();
        return Make.point(x, y);
    }
}
