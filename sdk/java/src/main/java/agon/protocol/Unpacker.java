package agon.protocol;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads MessagePack from a part of a buffer. Missing or unexpected values throw {@link ProtocolFault}. */
public final class Unpacker {
    private static final int LAST = 255;
    /** The tag of a list of two. */
    private static final byte PAIR = (byte) 0x92;

    private byte[] bytes = new byte[0];
    private int at;
    private int end;
    private final String[] symbols = new String[LAST + 1];
    private final byte[][] symbolLetters = new byte[LAST + 1][];
    private int symbolCount;

    /** Reads from here on. */
    public void open(byte[] bytes, int from, int end) {
        this.bytes = bytes;
        this.at = from;
        this.end = end;
    }

    /** Where the next value begins; see {@link #back}. */
    public int position() {
        return at;
    }

    /** Goes back to where a value begins. */
    public void back(int position) {
        at = position;
    }

    /** The number of pairs of a map. */
    public int map() {
        int tag = next();
        if ((tag & 0xf0) == 0x80) {
            return tag & 0x0f;
        }
        return switch (tag) {
            case 0xde -> (int) fixed(2);
            case 0xdf -> (int) fixed(4);
            default -> throw unexpected("a map", tag);
        };
    }

    /** The number of values of a list. */
    public int list() {
        int tag = next();
        if ((tag & 0xf0) == 0x90) {
            return tag & 0x0f;
        }
        return switch (tag) {
            case 0xdc -> (int) fixed(2);
            case 0xdd -> (int) fixed(4);
            default -> throw unexpected("a list", tag);
        };
    }

    /** A text. */
    public String text() {
        int length = textLength();
        String text = new String(bytes, at, length, StandardCharsets.UTF_8);
        at += length;
        return text;
    }

    /** A short ASCII text that recurs, such as a key: the same object every time. */
    public String symbol() {
        int length = textLength();
        int from = at;
        at += length;
        if (length == 0) {
            return "";
        }
        // Three letters distinguish most symbols. A match is short and its code is interpreted for much of it, so
        // hashing every letter would be slow.
        int hash = length + 7 * bytes[from] + 31 * bytes[from + length / 2] + 63 * bytes[from + length - 1];
        for (int slot = hash & LAST; ; slot = slot + 1 & LAST) {
            byte[] letters = symbolLetters[slot];
            if (letters == null) {
                return learn(slot, from, length);
            }
            if (Arrays.equals(letters, 0, letters.length, bytes, from, from + length)) {
                return symbols[slot];
            }
        }
    }

    private String learn(int slot, int from, int length) {
        String symbol = new String(bytes, from, length, StandardCharsets.UTF_8).intern();
        if (symbolCount < LAST / 2) {
            symbols[slot] = symbol;
            symbolLetters[slot] = Arrays.copyOfRange(bytes, from, from + length);
            symbolCount++;
        }
        return symbol;
    }

    /** Copies an ASCII text and returns its length. */
    public int ascii(byte[] into) {
        int length = textLength();
        if (length > into.length) {
            throw new ProtocolFault("a text of " + length + " bytes is longer than expected");
        }
        System.arraycopy(bytes, at, into, 0, length);
        at += length;
        return length;
    }

    private int textLength() {
        int tag = next();
        int length = switch (tag) {
            case 0xd9 -> (int) fixed(1);
            case 0xda -> (int) fixed(2);
            case 0xdb -> (int) fixed(4);
            default -> {
                if ((tag & 0xe0) != 0xa0) {
                    throw unexpected("a text", tag);
                }
                yield tag & 0x1f;
            }
        };
        need(length);
        return length;
    }

    /** A whole number. */
    public long number() {
        int tag = next();
        if (tag < 0x80) {
            return tag;
        }
        if (tag >= 0xe0) {
            return (byte) tag;
        }
        return switch (tag) {
            case 0xcc -> fixed(1);
            case 0xcd -> fixed(2);
            case 0xce -> fixed(4);
            case 0xcf, 0xd3 -> fixed(8);
            case 0xd0 -> (byte) fixed(1);
            case 0xd1 -> (short) fixed(2);
            case 0xd2 -> (int) fixed(4);
            default -> throw unexpected("a whole number", tag);
        };
    }

    /** A number of any kind. */
    public double real() {
        int tag = bytes[needed(at)] & 0xff;
        if (tag == 0xca) {
            at++;
            return Float.intBitsToFloat((int) fixed(4));
        }
        if (tag == 0xcb) {
            at++;
            return Double.longBitsToDouble(fixed(8));
        }
        return number();
    }

    /**
     * A list of pairs of whole numbers, flattened. The fast path reads pairs of one-byte numbers; all others go
     * through {@link #number}.
     */
    public int[] pairs() {
        int count = list();
        need(count);
        int[] numbers = new int[2 * count];
        byte[] from = bytes;
        int last = end - 3;
        int next = at;
        for (int i = 0; i < numbers.length; ) {
            if (next <= last && from[next] == PAIR && isSmall(from[next + 1]) && isSmall(from[next + 2])) {
                numbers[i++] = from[next + 1];
                numbers[i++] = from[next + 2];
                next += 3;
                continue;
            }
            at = next;
            if (list() != 2) {
                throw new ProtocolFault("expected two numbers");
            }
            numbers[i++] = (int) number();
            numbers[i++] = (int) number();
            next = at;
        }
        at = next;
        return numbers;
    }

    /** Whether a byte is a whole number by itself. */
    private static boolean isSmall(byte tag) {
        return tag >= -32;
    }

    /**
     * A copy of the next value, to be read later. {@code isLast} says that the message ends with it, which saves
     * searching for its end.
     */
    public byte[] copy(boolean isLast) {
        int start = at;
        if (isLast) {
            at = end;
        } else {
            skip();
        }
        return Arrays.copyOfRange(bytes, start, at);
    }

    /** Yes or no. */
    public boolean is() {
        int tag = next();
        if (tag != 0xc2 && tag != 0xc3) {
            throw unexpected("yes or no", tag);
        }
        return tag == 0xc3;
    }

    /** Whether nothing comes next; then it is read. */
    public boolean none() {
        if ((bytes[needed(at)] & 0xff) != 0xc0) {
            return false;
        }
        at++;
        return true;
    }

    /** Whether a text comes next. */
    public boolean isText() {
        int tag = bytes[needed(at)] & 0xff;
        return (tag & 0xe0) == 0xa0 || tag >= 0xd9 && tag <= 0xdb;
    }

    /** Passes over one value of any kind. */
    public void skip() {
        int tag = next();
        if (tag < 0x80 || tag >= 0xe0 || tag == 0xc0 || tag == 0xc2 || tag == 0xc3) {
            return;
        }
        if (tag < 0x90) {
            skip(2L * (tag & 0x0f));
        } else if (tag < 0xa0) {
            skip(tag & 0x0f);
        } else if (tag < 0xc0) {
            pass(tag & 0x1f);
        } else {
            skipLong(tag);
        }
    }

    private void skipLong(int tag) {
        switch (tag) {
            case 0xc4, 0xd9 -> pass((int) fixed(1));
            case 0xc5, 0xda -> pass((int) fixed(2));
            case 0xc6, 0xdb -> pass((int) fixed(4));
            case 0xcc, 0xd0 -> pass(1);
            case 0xcd, 0xd1 -> pass(2);
            case 0xca, 0xce, 0xd2 -> pass(4);
            case 0xcb, 0xcf, 0xd3 -> pass(8);
            case 0xdc -> skip(fixed(2));
            case 0xdd -> skip(fixed(4));
            case 0xde -> skip(2 * fixed(2));
            case 0xdf -> skip(2 * fixed(4));
            default -> throw unexpected("a value", tag);
        }
    }

    private void skip(long values) {
        for (long i = 0; i < values; i++) {
            skip();
        }
    }

    private void pass(int count) {
        need(count);
        at += count;
    }

    private int next() {
        return bytes[needed(at++)] & 0xff;
    }

    private long fixed(int count) {
        need(count);
        long value = 0;
        for (int i = 0; i < count; i++) {
            value = value << 8 | bytes[at++] & 0xff;
        }
        return value;
    }

    private void need(int count) {
        if (count < 0 || count > end - at) {
            throw new ProtocolFault("a message ends too early");
        }
    }

    private int needed(int index) {
        if (index >= end) {
            throw new ProtocolFault("a message ends too early");
        }
        return index;
    }

    private static ProtocolFault unexpected(String wanted, int tag) {
        return new ProtocolFault("expected " + wanted + ", found a value with tag " + tag);
    }
}
