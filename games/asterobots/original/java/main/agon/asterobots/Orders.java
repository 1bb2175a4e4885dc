package agon.asterobots;

import agon.protocol.Packed;
import agon.protocol.Packer;
import net.javachallenge.api.TrianglePoint;

/** Packs a bot's decisions as calls. */
final class Orders {
    /** Commands of a turn after this many are dropped. */
    private static final int MOST = 100;

    private final Packer packed = new Packer();
    private final Packer one = new Packer();
    private int count;

    Packer packed() {
        return packed;
    }

    int count() {
        return count;
    }

    void clear() {
        packed.clear();
        count = 0;
    }

    void select(TrianglePoint location) {
        packed.map(1).text("select").list(2).number(location.getX()).number(location.getY());
        count = 1;
    }

    /** A list of commands; logs its faults if {@code isFinal}. */
    void commands(Object[] commands, boolean isFinal) {
        for (int i = 0; i < commands.length && i < MOST; i++) {
            one.clear();
            String fault = pack(commands[i]);
            if (fault != null) {
                one.clear();
                nothing();
            }
            if (fault != null && isFinal) {
                System.err.println("Entry " + (i + 1) + " of the command list is ignored: " + fault + ".");
            }
            packed.raw(one.bytes(), one.length());
            count++;
        }
    }

    private String pack(Object command) {
        if (!(command instanceof Packed order)) {
            return command == null ? "it is null" : "no command of the kit, but a " + command.getClass().getName();
        }
        try {
            order.pack(one);
            return null;
        } catch (RuntimeException fault) {
            return "it cannot be read, " + fault;
        }
    }

    /** A command without effect, which counts towards the hundred like every ignored command. */
    private void nothing() {
        one.map(1).text("buy_from_alien").map(2).text("material").text("gas").text("amount").number(0);
    }
}
