package agon.homerun.meter;

/** Ends the program of a dead unit. Bots cannot name it, and their handlers rethrow it. */
public final class Death extends VirtualMachineError {
    /** Of the unit whose thread throws it. */
    public Death() {
        super("the unit is dead");
    }

    @Override
    public Throwable fillInStackTrace() {
        return this;
    }
}
