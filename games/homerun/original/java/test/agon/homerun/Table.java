package agon.homerun;

import agon.protocol.Link;
import agon.protocol.Packer;
import agon.protocol.Unpacker;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Plays Agon's part in tests: it speaks the protocol to a bot compiled from source and shows the same board
 * every turn. Orders are answered with "done"; what units write is kept.
 */
final class Table implements AutoCloseable {
    /** A turn as the bot played it. */
    record Played(String how, int energy, List<String> prints, List<String> calls, String error) {}

    private final Link link;
    private final Unpacker in = new Unpacker();
    private final Packer out = new Packer();
    private final Thread match;
    private final Pipe.SinkChannel toBot;
    private final InputStream fromBot;
    private volatile Throwable fault;
    private long turn;
    /** The type of the unit, and the tiles it sees. */
    String type = "HQ";
    String tiles = ".".repeat(197);
    /** The column of the unit. */
    int x = 500;
    int round;
    /** Whether turns end before their next calls: those do not count. */
    boolean stops;
    /** The next draw; each draw is one more than the one before. */
    int drawn;
    private final Map<Integer, Integer> array = new HashMap<>();

    /** Sits down with a bot of these class files. */
    Table(List<byte[]> files) throws Exception {
        this(new Bot(files));
    }

    /** Sits down with a bot. */
    Table(Bot bot) throws Exception {
        Pipe toBotPipe = Pipe.open();
        Pipe toTablePipe = Pipe.open();
        toBot = toBotPipe.sink();
        fromBot = Channels.newInputStream(toTablePipe.source());
        Link botSide = new Link(
                Channels.newInputStream(toBotPipe.source()), Channels.newOutputStream(toTablePipe.sink()));
        match = new Thread(() -> {
            try {
                Match.play(bot, botSide);
            } catch (Throwable thrown) {
                fault = thrown;
            }
        });
        match.start();
        link = new Link(fromBot, Channels.newOutputStream(toBot));
        greet();
    }

    private void greet() throws IOException {
        String hello = "{\"type\":\"hello\",\"protocol\":1,\"game\":\"homerun\",\"version\":1,\"rules\":\"handbook\","
                + "\"map\":\"none\",\"seat\":0,\"seat_name\":\"A\",\"seats\":2,\"seed\":42,\"tournament\":false}\n";
        link.write(hello.getBytes(StandardCharsets.UTF_8), hello.length());
        line(); // it always asks for MessagePack
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = fromBot.read(); next != '\n'; next = fromBot.read()) {
            if (next < 0) {
                throw new IOException("the bot has gone");
            }
            line.append((char) next);
        }
        return line.toString();
    }

    /** Ends the match and begins another one with the same bot. */
    void rematch() throws IOException {
        begin().map(1).text("type").text("over");
        send();
        String said = line();
        if (!said.equals("{\"type\":\"again\"}")) {
            throw new IllegalStateException(said);
        }
        turn = 0;
        greet();
    }

    /** Compiles the source of a bot in the package {@code bot}. */
    static List<byte[]> compile(Path folder, String source) throws Exception {
        Path file = Files.writeString(folder.resolve("Some.java"), source);
        return new GameKit().compile(List.of(file), List.of());
    }

    /** A turn of a unit with this energy. */
    Played turn(int actor, int energy) {
        turn++;
        begin().map(7).text("type").text("turn").text("turn").number(turn).text("actor").number(actor);
        out.text("round").number(round).text("seconds").none().text("energy").number(energy).text("view");
        view();
        send();
        List<String> prints = new ArrayList<>();
        List<String> calls = new ArrayList<>();
        while (true) {
            link.receive(in);
            int pairs = in.map() - 1;
            in.symbol();
            switch (in.symbol()) {
                case "calls" -> answer(pairs, prints, calls);
                case "look" -> {
                    begin().map(3).text("type").text("view").text("turn").number(turn).text("view");
                    view();
                    send();
                }
                case "done" -> {
                    return done(pairs, prints, calls);
                }
                default -> throw new IllegalStateException("the bot said something else");
            }
        }
    }

    private Played done(int pairs, List<String> prints, List<String> calls) {
        String how = "";
        String error = null;
        int spent = 0;
        for (; pairs > 0; pairs--) {
            switch (in.symbol()) {
                case "how" -> how = in.symbol();
                case "energy" -> spent = (int) in.number();
                case "error" -> error = in.text();
                default -> in.skip();
            }
        }
        return new Played(how, spent, prints, calls, error);
    }

    /** A call, with the numbers of those that read or write. */
    private record Call(String name, List<Integer> numbers) {}

    private void answer(int pairs, List<String> prints, List<String> calls) {
        boolean look = false;
        int count = 0;
        List<Call> made = new ArrayList<>();
        for (; pairs > 0; pairs--) {
            switch (in.symbol()) {
                case "look" -> look = in.is();
                case "calls" -> {
                    count = in.list();
                    for (int i = 0; i < count; i++) {
                        made.add(call(prints));
                    }
                }
                default -> in.skip();
            }
        }
        made.forEach(call -> calls.add(call.name()));
        if (stops) {
            begin().map(3).text("type").text("stopped").text("turn").number(turn).text("why").text("dead");
            send();
            return;
        }
        begin().map(4).text("type").text("replies").text("turn").number(turn).text("replies").list(count);
        for (Call call : made) {
            out.map(2).text("reply");
            switch (call.name()) {
                case "write" -> {
                    array.put(call.numbers().get(0), call.numbers().get(1));
                    out.text("done");
                }
                case "read" -> out.map(1).text("number").number(array.getOrDefault(call.numbers().get(0), 0));
                case "random" -> out.map(1).text("draw").number(drawn++);
                case "draws" -> {
                    out.map(1).text("draws").list(call.numbers().get(0));
                    for (int i = 0; i < call.numbers().get(0); i++) {
                        out.number(drawn + i);
                    }
                }
                case "can_schedule" -> out.map(1).text("is").is(true);
                default -> out.text("done");
            }
            out.text("refused").none();
        }
        out.text("view");
        if (look) {
            view();
        } else {
            out.none();
        }
        send();
    }

    private Call call(List<String> prints) {
        if (in.isText()) {
            return new Call(in.symbol(), List.of());
        }
        in.map();
        String name = in.symbol();
        if (name.equals("write")) {
            in.list();
            return new Call(name, List.of((int) in.number(), (int) in.number()));
        }
        if (name.equals("read") || name.equals("draws")) {
            return new Call(name, List.of((int) in.number()));
        }
        if (name.equals("print") && in.isText()) {
            prints.add(in.text());
        } else {
            in.skip();
        }
        return new Call(name, List.of());
    }

    /** A unit is dead. */
    void gone(int actor) {
        begin().map(2).text("type").text("gone").text("actor").number(actor);
        send();
    }

    private void view() {
        out.map(8).text("round").number(round).text("me").map(7).text("id").number(7).text("team").text("A");
        out.text("type").text(type).text("at").list(2).number(x).number(600).text("move_cd").number(0);
        out.text("act_cd").number(0).text("carrying").is(false);
        out.text("reputation").number(100).text("points").number(0).text("energy").number(15000);
        out.text("tiles").text(tiles).text("units").list(0).text("balls").list(0);
    }

    private Packer begin() {
        out.clear();
        out.beginFrame();
        return out;
    }

    private void send() {
        out.endFrame(4);
        link.write(out.bytes(), out.length());
    }

    @Override
    public void close() {
        begin().map(1).text("type").text("over");
        send();
        leave();
        try {
            match.join(10_000);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
        if (match.isAlive()) {
            throw new IllegalStateException("the match does not end");
        }
        if (fault != null) {
            throw new IllegalStateException(fault);
        }
    }

    /** Closes the pipe as a program does that is killed. */
    void leave() {
        try {
            toBot.close();
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }
}
