package agon.protocol;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The two pipes to Agon: one line of JSON each way, then MessagePack frames. */
public final class Link {
    /** The version of the protocol that this kit speaks; Agon compares it with the versions that it speaks. */
    private static final int PROTOCOL = 1;

    /** Reads of at most this size use Java's stack buffer; larger ones allocate memory each time. */
    private static final int EASY = 8192;

    private final InputStream in;
    private final OutputStream out;
    private byte[] buffer = new byte[1 << 16];
    private int from;
    private int end;

    /** Over these streams, which the link uses alone. */
    public Link(InputStream in, OutputStream out) {
        this.in = in;
        this.out = out;
    }

    /** Reads the first message. */
    public Hello hello() {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        while (true) {
            if (from == end) {
                fill(1);
            }
            byte next = buffer[from++];
            if (next == '\n') {
                return Hello.read(line.toString(StandardCharsets.UTF_8));
            }
            line.write(next);
        }
    }

    /** Answers the first message: MessagePack from now on; {@code isMetered} if this program counts energy. */
    public void ready(boolean isMetered) {
        String ready = "{\"type\":\"ready\",\"format\":\"msgpack\",\"metered\":" + isMetered
                + ",\"protocol\":" + PROTOCOL + "}\n";
        byte[] line = ready.getBytes(StandardCharsets.UTF_8);
        write(line, line.length);
    }

    /** Announces that this program can play another match, and waits for it; null if there is none. */
    public Hello again() {
        byte[] line = "{\"type\":\"again\"}\n".getBytes(StandardCharsets.UTF_8);
        write(line, line.length);
        return from < end || readMore(1) ? hello() : null;
    }

    /** Waits for the next frame and opens it; it is valid until the next call. */
    public void receive(Unpacker into) {
        while (end - from < 4) {
            fill(4);
        }
        int size = 0;
        for (int i = 3; i >= 0; i--) {
            size = size << 8 | buffer[from + i] & 0xff;
        }
        if (size < 0) {
            throw new ProtocolFault("a frame is longer than 2 GiB");
        }
        while (end - from < 4 + size) {
            fill(4 + size);
        }
        into.open(buffer, from + 4, from + 4 + size);
        from += 4 + size;
    }

    private void fill(int wanted) {
        if (!readMore(wanted)) {
            throw new ProtocolFault("Agon has closed the connection");
        }
    }

    /** Reads more, until {@code wanted} bytes are buffered at best; false at the end of the input. */
    private boolean readMore(int wanted) {
        if (from > 0) {
            System.arraycopy(buffer, from, buffer, 0, end - from);
            end -= from;
            from = 0;
        }
        if (end == buffer.length) {
            buffer = Arrays.copyOf(buffer, buffer.length * 2);
        }
        try {
            int most = Math.max(wanted - (end - from), EASY);
            int count = in.read(buffer, end, Math.min(most, buffer.length - end));
            end += Math.max(count, 0);
            return count >= 0;
        } catch (IOException fault) {
            throw new ProtocolFault("nothing can be read from Agon any more: " + fault.getMessage());
        }
    }

    /** Sends bytes. */
    public void write(byte[] bytes, int length) {
        try {
            out.write(bytes, 0, length);
            out.flush();
        } catch (IOException fault) {
            throw new ProtocolFault("nothing can be written to Agon any more: " + fault.getMessage());
        }
    }
}
