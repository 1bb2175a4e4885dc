package agon.homerun;

import agon.homerun.meter.Library;
import agon.homerun.meter.Meter;
import agon.protocol.Hello;
import agon.protocol.Link;
import agon.protocol.ProtocolFault;
import aic2023.user.UnitController;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** One match: the units of one player, and whose turn it is. */
final class Match {
    /** How long to wait for the units' threads when the match is over. */
    private static final long GOODBYE_MILLIS = 200;

    private final Bot bot;
    private final Bot.Loaders loaders;
    private final Dialogue dialogue;
    private final SharedArray array = new SharedArray();
    private final Map<Integer, Unit> units = new HashMap<>();
    private final ThreadGroup threads = new ThreadGroup("units");
    private final CountDownLatch over = new CountDownLatch(1);
    private final long seed;
    /** The unit that had the last turn. */
    private Unit last;
    private volatile ProtocolFault fault;

    private Match(Bot bot, Link link, Hello hello) {
        this.bot = bot;
        this.loaders = bot.loaders(new Library());
        this.seed = hello.seed();
        this.dialogue = new Dialogue(link, array, this);
    }

    /**
     * Plays matches of a bot one after the other. Every match loads the bot's classes and the library's anew, and
     * the methods that are open to bots can leave nothing behind outside of them.
     */
    static void play(Bot bot, Link link) {
        Hello hello = link.hello();
        while (hello != null) {
            if (!hello.game().equals("homerun")) {
                throw new ProtocolFault("this bot plays Home Run, not " + hello.game());
            }
            Match match = new Match(bot, link, hello);
            link.ready(true);
            try {
                match.playToTheEnd();
                hello = match.hasLeftNothing() ? link.again() : null;
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private void playToTheEnd() throws InterruptedException {
        listen();
        over.await();
        if (fault != null) {
            throw fault;
        }
    }

    /** Whether all units have ended and the process is in its initial state. */
    private boolean hasLeftNothing() throws InterruptedException {
        long deadline = System.nanoTime() + GOODBYE_MILLIS * 1_000_000;
        while (threads.activeCount() > 0 && System.nanoTime() < deadline) {
            Thread.sleep(1);
        }
        return threads.activeCount() == 0 && Meter.isAtRest();
    }

    /** The threads of this match's units. */
    ThreadGroup threads() {
        return threads;
    }

    /** Plays a unit from its first to its last turn. */
    void run(UnitController controller) throws Throwable {
        bot.play(controller, loaders.next());
    }

    Dialogue dialogue() {
        return dialogue;
    }

    Controller controller(Unit unit) {
        return new Controller(dialogue, array, unit);
    }

    /** Lets the unit wait for the next message that it is probably for: the one that came next in the last round. */
    void handOn(Unit last) {
        Unit guess = last.successor();
        if (guess != null && units.get(guess.actor()) == guess) {
            guess.listen();
        } else {
            listen();
        }
    }

    /** Waits for the next turn and lets its unit play. When the match is over, ends the programs of all units. */
    void listen() {
        try {
            Dialogue.Begin begin = dialogue.next();
            if (begin != null) {
                Unit unit = units.get(begin.actor());
                if (unit == null) {
                    unit = new Unit(this, begin.actor(), seed + begin.actor());
                    units.put(begin.actor(), unit);
                }
                if (last != null) {
                    last.followedBy(unit);
                } else if (dialogue.lastSight().round() > 0) {
                    array.doubtAll();
                }
                last = unit;
                unit.play(begin.energy());
                return;
            }
        } catch (ProtocolFault broken) {
            fault = broken;
        }
        for (Unit unit : units.values()) {
            unit.close();
        }
        over.countDown();
    }

    /** A unit's program has ended. */
    void leave(Unit unit) {
        units.remove(unit.actor());
    }

    /** A unit has no further turn. */
    void gone(int actor) {
        Unit unit = units.remove(actor);
        if (unit != null) {
            unit.close();
        }
    }
}
