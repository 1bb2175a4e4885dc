package agon.homerun;

import agon.build.Refused;
import agon.meter.Library;
import agon.protocol.Hello;
import agon.protocol.Link;
import agon.protocol.ProtocolFault;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** One match: the units of one player, and whose turn it is. */
public final class Match {
    private final Bot bot;
    private final Library library = new Library();
    private final Dialogue dialogue;
    private final SharedArray array = new SharedArray();
    private final Map<Integer, Unit> units = new HashMap<>();
    private final CountDownLatch over = new CountDownLatch(1);
    private final long seed;
    private boolean hasBegun;
    private volatile ProtocolFault fault;

    private Match(Bot bot, Link link, Hello hello) {
        this.bot = bot;
        this.seed = hello.seed();
        this.dialogue = new Dialogue(link, array, this::gone);
    }

    /** Plays a match of a bot, given as class files, to its end. */
    public static void play(List<byte[]> classFiles, Link link) throws Refused {
        Bot bot = new Bot(classFiles);
        Hello hello = link.hello();
        if (!hello.game().equals("homerun")) {
            throw new ProtocolFault("this bot plays Home Run, not " + hello.game());
        }
        link.ready(true);
        Match match = new Match(bot, link, hello);
        match.next();
        try {
            match.over.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        if (match.fault != null) {
            throw match.fault;
        }
    }

    /** Looks whether class files are a bot that may play. */
    public static void check(List<byte[]> classFiles) throws Refused {
        new Bot(classFiles);
    }

    Bot bot() {
        return bot;
    }

    Library library() {
        return library;
    }

    Dialogue dialogue() {
        return dialogue;
    }

    Controller controller(Unit unit) {
        return new Controller(dialogue, array, unit);
    }

    /** Waits for the next turn and lets its unit go on. When the match is over, everybody's program ends. */
    void next() {
        try {
            Dialogue.Begin begin = dialogue.next();
            if (begin != null) {
                if (!hasBegun) {
                    hasBegun = true;
                    if (dialogue.lastSight().round() > 0) {
                        array.missedSomething();
                    }
                }
                Unit unit = units.computeIfAbsent(begin.actor(), actor -> new Unit(this, actor, seed + actor));
                unit.resume(begin.energy());
                return;
            }
        } catch (ProtocolFault broken) {
            fault = broken;
        }
        units.values().forEach(Unit::close);
        over.countDown();
    }

    /** A unit's program has ended. */
    void leave(Unit unit) {
        units.remove(unit.actor());
    }

    private void gone(int actor) {
        Unit unit = units.remove(actor);
        if (unit != null) {
            unit.close();
        }
    }
}
