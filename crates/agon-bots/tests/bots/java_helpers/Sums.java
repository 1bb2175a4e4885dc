import agon.helpers.Step;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/** Sums over what the helpers of a game say about the first view; tests/all/helpers.rs explains them. */
final class Sums<P> {
    private static final long MODULUS = 1_000_003;
    private static final int STRIDE = 17;

    ToLongFunction<P> code;
    Function<P, List<Step<P>>> neighbours;
    ToIntFunction<P> distance;
    ToIntFunction<P> way;

    static long code(int x, int y, int z) {
        return ((x + 50L) * 2003 + y + 50) * 3 + z;
    }

    static long code(String name) {
        long number = 7;
        for (char letter : name.toCharArray()) {
            number = (number * 31 + letter) % MODULUS;
        }
        return number;
    }

    void print(List<P> places) {
        long near = 0;
        long far = 0;
        long ways = 0;
        for (int i = 0; i < places.size(); i++) {
            P at = places.get(i);
            for (Step<P> step : neighbours.apply(at)) {
                near = (near + code.applyAsLong(at) * code.applyAsLong(step.to()) + step.cost()) % MODULUS;
            }
            far = (far + (i + 1L) * distance.applyAsInt(at)) % MODULUS;
            if (i % STRIDE == 0) {
                ways = (ways + (i + 1L) * way.applyAsInt(at)) % MODULUS;
            }
        }
        System.out.println("= " + places.size() + " " + near + " " + far + " " + ways + ".");
    }
}
