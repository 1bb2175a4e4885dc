package agon.homerun.meter;

/**
 * The energy meter of the unit whose turn it is.
 *
 * <p>Only one unit runs at a time, so one meter serves them all: whoever hands the turn on puts the next
 * unit's numbers in ({@link #begin}). Rewritten code calls {@link #charge} before every block of
 * instructions; everything here that is not needed there is kept out of its way.
 */
public final class Meter {
    /** Energy of one turn. */
    public static final int LIMIT = 15_000;
    /** Energy that a mistake costs, and the handler of an exception. */
    public static final int PENALTY = 1_000;
    /** No counter goes beyond this. */
    private static final int MOST = 150_000_000;

    /** What stops a unit that has used its energy, and comes back when it may go on. */
    public interface Stop {
        /** Ends the turn here; returns in the unit's next turn. */
        void stop();
    }

    /** What a unit keeps of its own for things that would otherwise differ from run to run. */
    public static final class Luck {
        private long state;
        private int identities;

        /** The luck of a unit; the same seed, the same luck. */
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

    /** A unit's turn begins, or goes on: it may use this much energy. */
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

    /** The counter that bots see: what was used, with debts of earlier turns. */
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
        // Other units may wait for a class of the library to be initialised: that is never interrupted.
        if (initialisers == 0) {
            stop.stop();
        }
    }

    /** Charges for a mistake. Nobody is stopped here; the next charge does that. */
    public static void penalty() {
        left = Math.max(left - PENALTY, LIMIT - MOST);
    }

    /** The unit is dead: its program ends at the next charge, and no handler of its own can prevent it. */
    public static void die() {
        isDead = true;
    }

    /** At the start of every handler that could: what no bot may catch goes on. */
    public static void pass(Throwable thrown) {
        if (thrown instanceof VirtualMachineError) {
            throw (VirtualMachineError) thrown;
        }
    }

    /** A class of the library begins to be initialised. */
    public static void enterInitialiser() {
        initialisers++;
    }

    /** A class of the library has been initialised. */
    public static void leaveInitialiser() {
        initialisers--;
    }

    /** Whether no class of the library is being initialised. */
    public static boolean isAtRest() {
        return initialisers == 0;
    }

    /** In place of {@code Object.hashCode}: constants of an enum have the same hash in every match. */
    public static int hash(Object object) {
        return object instanceof Enum<?> ? ((Enum<?>) object).name().hashCode() : object.hashCode();
    }

    /** A hash for an object that has none of its own: numbered, so that it is the same every time. */
    public static int identity() {
        int hash = ++luck.identities * 0x9E3779B1;
        return hash == 0 ? 1 : hash;
    }

    /** What {@code Math.random} gives to a unit. */
    public static double random() {
        return (luck.next() >>> 11) * 0x1.0p-53;
    }

    /** What the clocks give to the library, which uses them as seeds only. */
    public static long clock() {
        return luck.next();
    }
}
