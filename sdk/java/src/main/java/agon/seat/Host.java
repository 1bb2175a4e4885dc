package agon.seat;

import agon.build.Refused;
import agon.protocol.Hello;
import agon.protocol.Link;
import agon.protocol.ProtocolFault;
import agon.protocol.Unpacker;
import java.util.Arrays;
import java.util.List;

/** Plays a match of a bot that is one object. A turn that Agon ends is stopped, whatever the bot is doing. */
final class Host<V> {
    private final Link link;
    private final Player<V> player;
    private final OwnCode own;
    private final Crew crew;
    private final Unpacker in = new Unpacker();
    private Turn<V> turn;

    private Host(Link link, Player<V> player, OwnCode own) {
        this.link = link;
        this.player = player;
        this.own = own;
        crew = new Crew(this::hear, own);
    }

    /** Plays a match to its end. {@code entry} names the class that plays, or is null. */
    static void play(SeatKit kit, List<byte[]> classFiles, String entry, Link link) throws Refused {
        Hello hello = link.hello();
        OwnCode own = new OwnCode(kit);
        Exit exit = new Exit(own);
        Runtime.getRuntime().addShutdownHook(exit);
        Seeds.plant(hello.seed());
        Object bot = BotClass.make(BotClass.find(kit, classFiles, entry));
        Host<?> host = new Host<>(link, kit.seat(bot, hello), own);
        Preload.load(kit);
        link.ready(false);
        try {
            host.crew.work();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        exit.isExpected = true;
    }

    /** Listens until a turn begins; null when the match is over. */
    private Crew.Task hear() throws InterruptedException {
        while (true) {
            link.receive(in);
            int pairs = in.map() - 1;
            if (!in.symbol().equals("type")) {
                throw new ProtocolFault("a message does not begin with its type");
            }
            switch (in.symbol()) {
                case "turn" -> {
                    return turn(pairs);
                }
                case "stopped" -> stopped(pairs);
                case "reply" -> player.answered(refusal(pairs));
                case "replies" -> replies(pairs);
                case "view" -> seen(pairs);
                case "error" -> throw new ProtocolFault("Agon did not understand the Java kit: " + error(pairs));
                case "over" -> {
                    over(pairs);
                    return null;
                }
                default -> { }
            }
        }
    }

    private Task<V> turn(int pairs) throws InterruptedException {
        long number = 0;
        double seconds = Double.POSITIVE_INFINITY;
        V view = null;
        for (; pairs > 0; pairs--) {
            switch (in.symbol()) {
                case "turn" -> number = in.number();
                case "seconds" -> seconds = in.none() ? seconds : in.real();
                case "view" -> view = player.read(in);
                default -> in.skip();
            }
        }
        // Usually the last turn is over; reading that makes the bot's writes visible to this thread.
        giveUp();
        turn = new Turn<>(link, number, seconds);
        return new Task<>(player, view, turn, own);
    }

    private record Task<V>(Player<V> player, V view, Turn<V> turn, OwnCode own) implements Crew.Task {
        @Override
        public boolean isTakenAway() {
            return turn.isTakenAway();
        }

        @Override
        public void run() {
            try {
                player.play(view, turn);
            } catch (ThreadDeath killed) {
                turn.failed("its thread was killed");
            } catch (Throwable thrown) {
                thrown.setStackTrace(withoutHost(thrown.getStackTrace()));
                thrown.printStackTrace();
                turn.failed(thrown + own.place(thrown.getStackTrace()));
            }
        }
    }

    /** Removes the host's own frames from the end of a stack trace. */
    private static StackTraceElement[] withoutHost(StackTraceElement[] trace) {
        int end = trace.length;
        while (end > 0 && (trace[end - 1].getClassName().startsWith("agon.")
                || trace[end - 1].getClassName().equals("java.lang.Thread"))) {
            end--;
        }
        return Arrays.copyOf(trace, end);
    }

    private void stopped(int pairs) throws InterruptedException {
        for (; pairs > 0; pairs--) {
            if (in.symbol().equals("turn")) {
                long number = in.number();
                if (turn != null && number == turn.number()) {
                    giveUp();
                }
            } else {
                in.skip();
            }
        }
    }

    /** Ends the bot's turn if it is still running. */
    private void giveUp() throws InterruptedException {
        if (turn != null && turn.takeAway()) {
            crew.kill();
        }
    }

    private void replies(int pairs) {
        for (; pairs > 0; pairs--) {
            if (!in.symbol().equals("replies")) {
                in.skip();
                continue;
            }
            for (int rest = in.list(); rest > 0; rest--) {
                player.answered(refusal(in.map()));
            }
        }
    }

    private String refusal(int pairs) {
        String refused = null;
        for (; pairs > 0; pairs--) {
            if (in.symbol().equals("refused")) {
                refused = in.none() ? null : in.text();
            } else {
                in.skip();
            }
        }
        return refused;
    }

    private void seen(int pairs) {
        for (; pairs > 0; pairs--) {
            if (in.symbol().equals("view")) {
                turn.seen(player.read(in));
            } else {
                in.skip();
            }
        }
    }

    private String error(int pairs) {
        String error = "";
        for (; pairs > 0; pairs--) {
            if (in.symbol().equals("message")) {
                error = in.text();
            } else {
                in.skip();
            }
        }
        return error;
    }

    private void over(int pairs) {
        int rank = 0;
        for (; pairs > 0; pairs--) {
            if (in.symbol().equals("rank")) {
                rank = (int) in.number();
            } else {
                in.skip();
            }
        }
        player.over(rank);
    }
}
