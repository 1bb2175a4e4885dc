package agon.protocol;

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
                value(line, "tournament").startsWith("true"));
    }

    private static long number(String line, String key) {
        String value = value(line, key);
        int end = 0;
        while (end < value.length() && Character.isDigit(value.charAt(end))) {
            end++;
        }
        return end == 0 ? 0 : Long.parseLong(value.substring(0, end));
    }

    private static String text(String line, String key) {
        String value = value(line, key);
        int end = value.indexOf('"', 1);
        return value.startsWith("\"") && end > 0 ? value.substring(1, end) : "";
    }

    /** What follows a key; empty without it. Works by hand: patterns would take longer than the rest of the start. */
    private static String value(String line, String key) {
        String quoted = '"' + key + '"';
        for (int at = line.indexOf(quoted); at >= 0; at = line.indexOf(quoted, at + 1)) {
            String rest = line.substring(at + quoted.length()).stripLeading();
            if (rest.startsWith(":")) {
                return rest.substring(1).stripLeading();
            }
        }
        return "";
    }
}
