package agon.protocol;

/** A value that a host sends for a bot. */
public interface Packed {
    /** Writes the value. */
    void pack(Packer out);
}
