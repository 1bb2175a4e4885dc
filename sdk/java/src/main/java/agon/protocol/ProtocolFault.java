package agon.protocol;

/** A message breaks the protocol, or the connection is closed. */
public final class ProtocolFault extends RuntimeException {
    /** With a sentence. */
    public ProtocolFault(String message) {
        super(message);
    }
}
