package agon.protocol;

/** What arrived is not what the protocol says, or nothing arrives any more. */
public final class ProtocolFault extends RuntimeException {
    /** With a sentence. */
    public ProtocolFault(String message) {
        super(message);
    }
}
