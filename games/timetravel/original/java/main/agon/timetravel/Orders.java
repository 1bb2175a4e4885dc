package agon.timetravel;

import agon.protocol.Packer;
import agon.seat.Turn;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Sends each command at once, and prints denials when they arrive. */
public final class Orders {
    private final Turn<Board> turn;
    private final Queue<String> open;
    private final Packer call = new Packer();

    /** The names of commands that are not answered yet. */
    Orders(Turn<Board> turn, Queue<String> open) {
        this.turn = turn;
        this.open = open;
    }

    static Queue<String> newQueue() {
        return new ConcurrentLinkedQueue<>();
    }

    /** {@code move}, {@code attack} or {@code paint}: a unit does something to a tile. */
    public void act(String verb, int unit, int x, int y) {
        tile(begin(verb, 3), unit, x, y);
        send(verb);
    }

    /** A unit builds on a tile. */
    public void build(int unit, int x, int y, String type) {
        tile(begin("build", 4), unit, x, y).text("type").text(type);
        send("build");
    }

    /** A unit goes through the portal it stands on. */
    public void warp(int unit) {
        begin("warp", 1).text("unit").number(unit);
        send("warp");
    }

    /** A building trains a unit. */
    public void train(int building, String type) {
        begin("train", 2).text("building").number(building).text("type").text(type);
        send("train");
    }

    /** A building stops what it does. */
    public void cancel(int building) {
        begin("cancel", 1).text("building").number(building);
        send("cancel");
    }

    private static Packer tile(Packer out, int unit, int x, int y) {
        return out.text("unit").number(unit).text("x").number(x).text("y").number(y);
    }

    private Packer begin(String verb, int fields) {
        call.clear();
        return call.map(1).text(verb).map(fields);
    }

    private void send(String verb) {
        open.add("game-" + verb + "-denied");
        turn.call(call, 1);
    }
}
