package agon.protocol;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The fields of the first message, a line of JSON, that kits need. */
public record Hello(int protocol, String game, String rules, int seat, long seed, boolean isTournament) {
    /** Reads the line. */
    public static Hello read(String line) {
        if (!line.contains("\"hello\"")) {
            throw new ProtocolFault("the first message is not `hello`: " + line);
        }
        return new Hello(
                (int) number(line, "protocol"), text(line, "game"), text(line, "rules"),
                (int) number(line, "seat"), number(line, "seed"),
                "true".equals(find(line, "tournament", "(true|false)", "false")));
    }

    private static long number(String line, String key) {
        return Long.parseLong(find(line, key, "(\\d+)", "0"));
    }

    private static String text(String line, String key) {
        return find(line, key, "\"([^\"\\\\]*)\"", "");
    }

    private static String find(String line, String key, String value, String otherwise) {
        Matcher matcher = Pattern.compile("\"" + key + "\"\\s*:\\s*" + value).matcher(line);
        return matcher.find() ? matcher.group(1) : otherwise;
    }
}
