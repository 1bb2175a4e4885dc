package agon.homerun;

import agon.homerun.meter.Meter;
import agon.protocol.Link;
import agon.protocol.Packer;
import agon.protocol.ProtocolFault;
import agon.protocol.Unpacker;

/**
 * The messages of one turn. Orders that cannot fail are collected and sent together: when an answer is needed,
 * when the unit looks again, or with the end of the turn.
 */
final class Dialogue {
    /** Collected calls are sent once they have this many bytes. */
    private static final int ENOUGH = 1 << 16;
    /** So many draws are asked for at once. */
    private static final int DRAWS = 16;

    private final Link link;
    private final Match match;
    private final Sight sight = new Sight();
    private final SharedArray array;
    private final Unpacker in = new Unpacker();
    private final Packer message = new Packer();
    private final Packer calls = new Packer();
    private int callCount;
    private long turn;
    private boolean isStale;
    /** Draws of the game's generator that the unit has not taken yet; valid in this turn. */
    private final double[] draws = new double[DRAWS];
    private int drawCount;
    private int nextDraw;

    /** The actor and the energy of a turn that begins. */
    record Begin(int actor, int energy) {}

    /** Over a link; the match is told which units have no further turn. */
    Dialogue(Link link, SharedArray array, Match match) {
        this.link = link;
        this.array = array;
        this.match = match;
    }

    /** Waits for the next turn of any unit; null when the match is over. */
    Begin next() {
        while (true) {
            link.receive(in);
            int pairs = in.map();
            String type = typeOf();
            switch (type) {
                case "turn" -> {
                    return begin(pairs - 1);
                }
                case "gone" -> gone();
                case "over" -> {
                    return null;
                }
                case "error" -> throw new ProtocolFault("Agon did not understand the Java kit");
                case "replies" -> answers(pairs - 1, false);
                case "stopped" -> array.doubt(); // the unit's last writes may not have counted
                default -> { }
            }
        }
    }

    private void gone() {
        in.symbol();
        match.gone((int) in.number());
    }

    private String typeOf() {
        if (!in.symbol().equals("type")) {
            throw new ProtocolFault("a message does not begin with its type");
        }
        return in.symbol();
    }

    private Begin begin(int pairs) {
        int actor = 0;
        int energy = Meter.LIMIT;
        for (; pairs > 0; pairs--) {
            switch (in.symbol()) {
                case "turn" -> turn = in.number();
                case "actor" -> actor = (int) in.number();
                case "energy" -> energy = in.none() ? Meter.LIMIT : (int) in.number();
                case "view" -> sight.read(in);
                default -> in.skip();
            }
        }
        calls.clear();
        callCount = 0;
        isStale = false;
        forgetDraws();
        return new Begin(actor, energy);
    }

    /** The last view, possibly outdated: for facts that do not change within a turn. */
    Sight lastSight() {
        return sight;
    }

    /** The current view; asks Agon if an order has changed it. */
    Sight sight() {
        if (isStale) {
            exchange(true);
            isStale = false;
        }
        return sight;
    }

    /** Begins an order that cannot fail; the caller packs it into the returned packer. */
    Packer order() {
        if (calls.length() > ENOUGH) {
            exchange(false);
        }
        callCount++;
        return calls;
    }

    /** Begins an order that cannot fail and that changes the view. */
    Packer orderThatChanges() {
        isStale = true;
        return order();
    }

    /** Sends the collected calls and waits for the answer to the last one; false if it was refused. */
    boolean ask() {
        return exchange(false);
    }

    /** The answer that {@link #ask} brought: a number. */
    double number() {
        in.map();
        in.symbol();
        return in.real();
    }

    /** The next draw of the game's generator; the caller orders that it is taken. */
    double draw() {
        if (nextDraw == drawCount) {
            order().map(1).text("draws").number(DRAWS);
            nextDraw = 0;
            drawCount = 0;
            if (!ask()) {
                return 0;
            }
            in.map();
            in.symbol();
            drawCount = Math.min(in.list(), DRAWS);
            for (int i = 0; i < drawCount; i++) {
                draws[i] = in.real();
            }
        }
        return draws[nextDraw++];
    }

    /** Something else draws: the draws that were told ahead are not valid any more. */
    void forgetDraws() {
        nextDraw = 0;
        drawCount = 0;
    }

    /** The answer that {@link #ask} brought: yes or no. */
    boolean is() {
        in.map();
        in.symbol();
        return in.is();
    }

    /** Sends the collected calls, waits for the answers, and reads up to the last one. */
    private boolean exchange(boolean look) {
        message.clear();
        if (callCount > 0) {
            packCalls(look);
        } else {
            packLook();
        }
        link.write(message.bytes(), message.length());
        while (true) {
            link.receive(in);
            int pairs = in.map() - 1;
            switch (typeOf()) {
                case "replies" -> {
                    return answers(pairs, true);
                }
                case "view" -> {
                    return readView(pairs);
                }
                case "stopped" -> {
                    // The unit is dead, or its turn has ended: its program ends at the next charge.
                    array.doubt();
                    Meter.die();
                    return false;
                }
                case "error" -> throw new ProtocolFault("Agon did not understand the Java kit");
                case "gone" -> gone();
                default -> { } // of another turn
            }
        }
    }

    private void packLook() {
        int start = message.beginFrame();
        message.map(2).text("type").text("look").text("turn").number(turn);
        message.endFrame(start);
    }

    private boolean readView(int pairs) {
        for (; pairs > 0; pairs--) {
            if (in.symbol().equals("view") && !in.none()) {
                sight.read(in);
            } else {
                in.skip();
            }
        }
        return true;
    }

    /** Reads answers. Only the last one may be a refusal, and only if the caller waits for it. */
    private boolean answers(int pairs, boolean isAsked) {
        int last = 0;
        boolean isRefused = false;
        boolean isUnexpected = false;
        for (; pairs > 0; pairs--) {
            switch (in.symbol()) {
                case "replies" -> {
                    for (int rest = in.list(); rest > 0; rest--) {
                        last = in.position();
                        isRefused = isRefused();
                        isUnexpected |= isRefused && !(isAsked && rest == 1);
                    }
                }
                case "view" -> {
                    if (!in.none()) {
                        sight.read(in);
                    }
                }
                default -> in.skip();
            }
        }
        if (isUnexpected) {
            array.doubt();
        } else {
            array.confirm();
        }
        if (isAsked && !isRefused) {
            in.back(last);
            in.map();
            in.symbol();
        }
        return !isRefused;
    }

    private boolean isRefused() {
        boolean isRefused = false;
        for (int pairs = in.map(); pairs > 0; pairs--) {
            if (in.symbol().equals("refused")) {
                isRefused = !in.none();
                if (!isRefused) {
                    continue;
                }
            }
            in.skip();
        }
        return isRefused;
    }

    /** Ends the turn. */
    void end(String how, int energy, String error) {
        message.clear();
        packCalls(false);
        int start = message.beginFrame();
        message.map(error == null ? 4 : 5).text("type").text("done").text("turn").number(turn);
        message.text("how").text(how).text("energy").number(energy);
        if (error != null) {
            message.text("error").text(error);
        }
        message.endFrame(start);
        link.write(message.bytes(), message.length());
    }

    private void packCalls(boolean look) {
        if (callCount == 0) {
            return;
        }
        int start = message.beginFrame();
        message.map(4).text("type").text("calls").text("turn").number(turn);
        message.text("look").is(look).text("calls").list(callCount).raw(calls.bytes(), calls.length());
        message.endFrame(start);
        calls.clear();
        callCount = 0;
    }
}
