package agon.protocol;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes MessagePack into a buffer that grows. */
public final class Packer {
    private byte[] bytes = new byte[4096];
    private int length;

    /** The bytes written so far; valid up to {@link #length}. */
    public byte[] bytes() {
        return bytes;
    }

    /** How many bytes were written. */
    public int length() {
        return length;
    }

    /** Drops everything written. */
    public void clear() {
        length = 0;
    }

    /** A map with this many pairs follows. */
    public Packer map(int pairs) {
        return head(pairs, 0x80, 0xde);
    }

    /** A list with this many values follows. */
    public Packer list(int values) {
        return head(values, 0x90, 0xdc);
    }

    private Packer head(int count, int small, int large) {
        if (count < 16) {
            return put(small | count);
        }
        return put(large + 1).fixed(count, 4);
    }

    /** A text. */
    public Packer text(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        if (utf8.length < 32) {
            put(0xa0 | utf8.length);
        } else {
            put(0xdb).fixed(utf8.length, 4);
        }
        return raw(utf8, utf8.length);
    }

    /** A whole number. */
    public Packer number(long value) {
        if (value >= -32 && value < 128) {
            return put((int) value);
        }
        if (value == (int) value) {
            return put(0xd2).fixed(value, 4);
        }
        return put(0xd3).fixed(value, 8);
    }

    /** Yes or no. */
    public Packer is(boolean value) {
        return put(value ? 0xc3 : 0xc2);
    }

    /** Nothing. */
    public Packer none() {
        return put(0xc0);
    }

    /** A name, or nothing. */
    public Packer name(Enum<?> constant) {
        return constant == null ? none() : text(constant.name());
    }

    /** Bytes that are already MessagePack. */
    public Packer raw(byte[] packed, int count) {
        reserve(count);
        System.arraycopy(packed, 0, bytes, length, count);
        length += count;
        return this;
    }

    /** Reserves the length field of a frame; see {@link #endFrame}. */
    public int beginFrame() {
        reserve(4);
        length += 4;
        return length;
    }

    /** Writes the length of the frame that began there, little-endian. */
    public void endFrame(int start) {
        int size = length - start;
        for (int i = 0; i < 4; i++) {
            bytes[start - 4 + i] = (byte) (size >>> 8 * i);
        }
    }

    private Packer put(int value) {
        reserve(1);
        bytes[length++] = (byte) value;
        return this;
    }

    private Packer fixed(long value, int count) {
        reserve(count);
        for (int i = count - 1; i >= 0; i--) {
            bytes[length++] = (byte) (value >>> 8 * i);
        }
        return this;
    }

    private void reserve(int count) {
        if (length + count > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + count));
        }
    }
}
