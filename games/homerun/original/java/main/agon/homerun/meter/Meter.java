package agon.homerun.meter;

import aic2023.user.Location;
import java.io.PrintWriter;
import java.io.StringWriter;

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
    /** Elements of an array that cost nothing; more cost 1 energy per {@link #STEPS}. */
    private static final int FREE_ELEMENTS = 1 << 14;
    /** Characters of a text that cost nothing; more cost 1 energy per {@link #STEPS}. */
    private static final int FREE_CHARACTERS = 1 << 10;
    /** Steps of unmetered work for one energy. */
    private static final int STEPS = 64;
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

    /** Charges for an array, or a part of it, that is made or copied at once. */
    public static void room(int length) {
        if (length > FREE_ELEMENTS) {
            charge((length - FREE_ELEMENTS) / STEPS + 1);
        }
    }

    /** Charges for an array of arrays with this many elements in all. */
    public static void room(long elements) {
        room((int) Math.min(elements, Integer.MAX_VALUE));
    }

    /** Charges for work on a text; other objects cost nothing. */
    public static void text(Object object) {
        int length = length(object);
        if (length > FREE_CHARACTERS) {
            charge((length - FREE_CHARACTERS) / STEPS + 1);
        }
    }

    /** Charges for a search in a text, which may compare everything with everything. */
    public static void search(Object text, Object part) {
        long steps = (long) length(text) * length(part);
        if (steps > FREE_ELEMENTS) {
            charge((int) Math.min((steps - FREE_ELEMENTS) / STEPS + 1, MOST));
        }
    }

    private static int length(Object object) {
        if (object instanceof String) {
            return ((String) object).length();
        }
        if (object instanceof StringBuilder || object instanceof StringBuffer) {
            return ((CharSequence) object).length();
        }
        if (object instanceof char[]) {
            return ((char[]) object).length;
        }
        return object instanceof byte[] ? ((byte[]) object).length : 0;
    }

    /** Replaces {@code Object.hashCode}: what has no hash of its own has the same one in every match. */
    public static int hash(Object object) {
        if (object instanceof String || object instanceof Location) {
            return object.hashCode();
        }
        if (object instanceof Enum<?>) {
            return ((Enum<?>) object).name().hashCode();
        }
        return hasIdentityHash(object.getClass()) ? identityHash(object) : object.hashCode();
    }

    private static boolean hasIdentityHash(Class<?> type) {
        return type == Object.class || type.isArray() || type.isHidden() || type == StringBuilder.class
                || type == StringBuffer.class;
    }

    /** Replaces {@code System.identityHashCode}. Objects of one class may have the same hash. */
    public static int identityHash(Object object) {
        if (object == null) {
            return 0;
        }
        if (object instanceof Location || object instanceof String || object instanceof Number) {
            return object.hashCode();
        }
        if (object instanceof Enum<?>) {
            return ((Enum<?>) object).name().hashCode();
        }
        // The names of lambdas differ from run to run.
        return object.getClass().isHidden() ? 1 : object.getClass().getName().hashCode();
    }

    /** Replaces {@code Throwable.printStackTrace}: no lock is held while the bot's own methods run. */
    public static void printStackTrace(Throwable thrown) {
        StringWriter text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text));
        System.err.print(text);
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
