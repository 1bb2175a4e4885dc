package agon.seat;

import agon.protocol.Link;
import agon.protocol.Packer;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** Plays Agon's part at the other end of a host's pipes, and shows the host's messages as JSON. */
public final class Peer implements AutoCloseable {
    private final DataInputStream in;
    private final OutputStream out;
    private final Thread host;
    private volatile Throwable fault;

    /** Compiles a bot, hosts it and greets it. */
    public Peer(SeatKit kit, String source, String helloFields) throws Exception {
        List<byte[]> classes = compile(kit, source);
        Pipe toHost = Pipe.open();
        Pipe fromHost = Pipe.open();
        out = Channels.newOutputStream(toHost.sink());
        in = new DataInputStream(new BufferedInputStream(Channels.newInputStream(fromHost.source())));
        Link link = new Link(Channels.newInputStream(toHost.source()), Channels.newOutputStream(fromHost.sink()));
        host = new Thread(() -> {
            try {
                Host.play(kit, classes, null, link);
            } catch (Throwable thrown) {
                fault = thrown;
            }
        });
        host.setDaemon(true);
        host.start();
        String hello = "{\"type\":\"hello\",\"protocol\":1," + helloFields + "}\n";
        out.write(hello.getBytes(StandardCharsets.UTF_8));
        String ready = line();
        if (!ready.contains("\"msgpack\"") || !ready.contains("\"protocol\":1}")) {
            throw new AssertionError("the host is not ready: " + ready);
        }
    }

    static List<byte[]> compile(SeatKit kit, String source) throws Exception {
        Path folder = Files.createTempDirectory("agon");
        Path file = Files.writeString(folder.resolve("Bot.java"), source);
        try {
            return kit.compile(List.of(file), List.of());
        } finally {
            Files.delete(file);
            Files.delete(folder);
        }
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n' && next >= 0; next = in.read()) {
            line.write(next);
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    /** Begins a turn. */
    public void turn(long number, Consumer<Packer> view) throws IOException {
        send(out -> {
            out.map(4).text("type").text("turn").text("turn").number(number).text("seconds").none().text("view");
            view.accept(out);
        });
    }

    /** Ends a turn from outside. */
    public void stopped(long number) throws IOException {
        send(out -> out.map(3).text("type").text("stopped").text("turn").number(number).text("why").text("out_of_time"));
    }

    /** Ends the match. */
    public void over(int rank) throws IOException {
        send(out -> out.map(2).text("type").text("over").text("rank").number(rank));
    }

    /** Sends any message. */
    public void send(Consumer<Packer> message) throws IOException {
        Packer packer = new Packer();
        int start = packer.beginFrame();
        message.accept(packer);
        packer.endFrame(start);
        out.write(packer.bytes(), 0, packer.length());
    }

    /** The host's next message. */
    public String next() throws IOException {
        int size = Integer.reverseBytes(in.readInt());
        StringBuilder text = new StringBuilder();
        DataInputStream frame = new DataInputStream(new java.io.ByteArrayInputStream(in.readNBytes(size)));
        value(frame, text);
        return text.toString();
    }

    private static void value(DataInputStream in, StringBuilder text) throws IOException {
        int tag = in.readUnsignedByte();
        if (tag < 0x80 || tag >= 0xe0) {
            text.append((byte) tag);
        } else if (tag < 0x90) {
            map(in, tag & 0x0f, text);
        } else if (tag < 0xa0) {
            list(in, tag & 0x0f, text);
        } else if (tag < 0xc0) {
            text(in, tag & 0x1f, text);
        } else {
            switch (tag) {
                case 0xc0 -> text.append("null");
                case 0xc2 -> text.append("false");
                case 0xc3 -> text.append("true");
                case 0xd2 -> text.append(in.readInt());
                case 0xd3 -> text.append(in.readLong());
                case 0xdb -> text(in, in.readInt(), text);
                case 0xdd -> list(in, in.readInt(), text);
                case 0xdf -> map(in, in.readInt(), text);
                default -> throw new AssertionError("tag " + tag);
            }
        }
    }

    private static void map(DataInputStream in, int pairs, StringBuilder text) throws IOException {
        text.append('{');
        for (int i = 0; i < pairs; i++) {
            text.append(i > 0 ? "," : "");
            value(in, text);
            text.append(':');
            value(in, text);
        }
        text.append('}');
    }

    private static void list(DataInputStream in, int values, StringBuilder text) throws IOException {
        text.append('[');
        for (int i = 0; i < values; i++) {
            text.append(i > 0 ? "," : "");
            value(in, text);
        }
        text.append(']');
    }

    private static void text(DataInputStream in, int length, StringBuilder text) throws IOException {
        text.append('"').append(new String(in.readNBytes(length), StandardCharsets.UTF_8)).append('"');
    }

    /** Ends the match and checks that the host ends without a fault. */
    @Override
    public void close() throws IOException {
        over(1);
        try {
            host.join(10_000);
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
        if (fault != null) {
            throw new AssertionError("the host has failed", fault);
        }
        if (host.isAlive()) {
            throw new AssertionError("the host does not end");
        }
    }
}
