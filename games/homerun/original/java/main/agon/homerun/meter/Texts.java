package agon.homerun.meter;

import java.util.regex.Pattern;

/**
 * Methods of String that work with patterns. Bots get a copy of this class that uses the metered copy of
 * java.util.regex: a pattern is charged for every step, and can be stopped in the middle.
 */
public final class Texts {
    private Texts() {}

    /** Stands in for {@code text.matches(pattern)}. */
    public static boolean matches(String text, String pattern) {
        return Pattern.matches(pattern, text);
    }

    /** Stands in for {@code text.replaceAll(pattern, replacement)}. */
    public static String replaceAll(String text, String pattern, String replacement) {
        return Pattern.compile(pattern).matcher(text).replaceAll(replacement);
    }

    /** Stands in for {@code text.replaceFirst(pattern, replacement)}. */
    public static String replaceFirst(String text, String pattern, String replacement) {
        return Pattern.compile(pattern).matcher(text).replaceFirst(replacement);
    }

    /** Stands in for {@code text.split(pattern)}. */
    public static String[] split(String text, String pattern) {
        return Pattern.compile(pattern).split(text);
    }

    /** Stands in for {@code text.split(pattern, limit)}. */
    public static String[] split(String text, String pattern, int limit) {
        return Pattern.compile(pattern).split(text, limit);
    }
}
