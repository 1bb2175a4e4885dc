package agon.homerun.meter;

import java.util.Map;

/**
 * What methods of java.util cost more or less here than in the contest, which had those of JDK 8. The figures follow
 * from the contest's measured statements; methods that are not listed cost what their code of today costs.
 */
final class Corrections {
    private static final String UTIL = "java/util/";
    /** By class, method and descriptor: charged when the method begins. */
    private static final Map<String, Integer> METHODS = Map.of(
            // JDK 8 ensured the capacity in two more methods.
            "ArrayList.add(Ljava/lang/Object;)Z", 11,
            // It made nested classes read and create through accessors.
            "ArrayList.iterator()Ljava/util/Iterator;", 5,
            "ArrayList$Itr.hasNext()Z", 3,
            "ArrayList$Itr.next()Ljava/lang/Object;", 3,
            // The caller computed the hash.
            "HashMap.getNode(Ljava/lang/Object;)Linstrumented/java/util/HashMap$Node;", -1,
            "HashMap.resize()[Linstrumented/java/util/HashMap$Node;", 1,
            // Two fields were set to zero.
            "PriorityQueue.<init>(ILinstrumented/java/util/Comparator;)V", 6,
            "ArrayDeque.addLast(Ljava/lang/Object;)V", -3);
    /** By calling class and called method: charged before the call. */
    private static final Map<String, Integer> CALLS = Map.of(
            // JDK 8 checked an index in one method of its own.
            "ArrayList>instrumented/java/util/Objects.checkIndex", -9,
            // It grew every array, also the first one, by copying.
            "ArrayList>java/lang/Math.max", 32,
            "ArrayList>jdk/internal/util/ArraysSupport.newLength", -3);

    private Corrections() {}

    /** For a method of a class in the library. */
    static int ofMethod(String className, String method, String descriptor) {
        return METHODS.getOrDefault(simple(className) + '.' + method + descriptor, 0);
    }

    /** For a call in a class of the library. */
    static int ofCall(String className, String owner, String method) {
        return CALLS.getOrDefault(simple(className) + '>' + owner + '.' + method, 0);
    }

    private static String simple(String className) {
        String prefix = Redirect.COPIES + UTIL;
        return className.startsWith(prefix) ? className.substring(prefix.length()) : className;
    }
}
