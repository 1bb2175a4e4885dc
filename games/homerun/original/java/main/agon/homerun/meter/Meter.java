package agon.homerun.meter;

/**
 * The energy meter of the unit whose turn it is.
 *
 * <p>Only one unit runs at a time, so one meter serves them all; {@link #begin} sets it for the next unit.
 * Rewritten code calls {@link #charge} before every block of instructions, so that method does as little as
 * possible.
 */
public final class Meter {
    /** Energy of one turn. */
    public static final int LIMIT = 15_000;
    /** Energy that an invalid call costs, and catching an exception. */
    public static final int PENALTY = 1_000;
    /** The largest value of the counter that bots see. */
    private static final int MOST = 150_000_000;

    /** Stops a unit that has used its energy. */
    public interface Stop {
        /** Ends the turn here; returns in the unit's next turn. */
        void stop();
    }

    /** A unit's source of randomness and identity hashes, so that a match can be repeated. */
    public static final class Luck {
        private long state;
        private int identities;

        /** From a seed; equal seeds give equal values. */
        public Luck(long seed) {
            state = seed;
        }

        long next() {
            state += 0x9E3779B97F4A7C15L;
            long mixed = (state ^ (state >>> 30)) * 0xBF58476D1CE4E5B9L;
            mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
            return mixed ^ (mixed >>> 31);
        }
    }

    private static int left;
    private static int atStart;
    private static boolean isDead;
    private static int initialisers;
    private static Stop stop = () -> {};
    private static Luck luck = new Luck(0);

    private Meter() {}

    /** Begins or continues a unit's turn with this much energy. */
    public static void begin(int energy, Luck unit, Stop whoStops) {
        left = energy;
        atStart = energy;
        isDead = false;
        luck = unit;
        stop = whoStops;
    }

    /** Energy charged since the turn began. */
    public static int spent() {
        return atStart - left;
    }

    /** The counter that bots see: the energy used, including debts of earlier turns. */
    public static int used() {
        return LIMIT - left;
    }

    /** Charges for the instructions that come next. */
    public static void charge(int energy) {
        if (isDead) {
            throw new Death();
        }
        if ((left -= energy) < 0) {
            overrun();
        }
    }

    private static void overrun() {
        left = Math.max(left, LIMIT - MOST);
        // Never stop during the initialisation of a library class: other units may wait for it.
        if (initialisers == 0) {
            stop.stop();
        }
    }

    /** Charges for an invalid call. Only the next charge stops the unit. */
    public static void penalty() {
        left = Math.max(left - PENALTY, LIMIT - MOST);
    }

    /** Marks the unit as dead: its program ends at the next charge, whatever it catches. */
    public static void die() {
        isDead = true;
    }

    /** Rethrows what no bot may catch; called at the start of every handler that could catch it. */
    public static void pass(Throwable thrown) {
        if (thrown instanceof VirtualMachineError) {
            throw (VirtualMachineError) thrown;
        }
    }

    /** The initialisation of a library class begins. */
    public static void enterInitialiser() {
        initialisers++;
    }

    /** The initialisation of a library class has ended. */
    public static void leaveInitialiser() {
        initialisers--;
    }

    /** Whether no library class is being initialised. */
    public static boolean isAtRest() {
        return initialisers == 0;
    }

    /** Replaces {@code Object.hashCode}: enum constants have the same hash in every match. */
    public static int hash(Object object) {
        return object instanceof Enum<?> ? ((Enum<?>) object).name().hashCode() : object.hashCode();
    }

    /** A hash for an object without its own: numbered, so that it is the same in every run. */
    public static int identity() {
        int hash = ++luck.identities * 0x9E3779B1;
        return hash == 0 ? 1 : hash;
    }

    /** Replaces {@code Math.random}. */
    public static double random() {
        return (luck.next() >>> 11) * 0x1.0p-53;
    }

    /** Replaces the clocks, which the library uses as seeds only. */
    public static long clock() {
        return luck.next();
    }
}
