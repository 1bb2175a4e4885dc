package agon.protocol;

/** Something that a kit's host sends on for a bot. */
public interface Packed {
    /** Writes itself. */
    void pack(Packer out);
}
