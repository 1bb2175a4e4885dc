package agon.regulations;

/** Something forbidden in a bot's classes, and where. Names are empty and the line is 0 if they are not known. */
public record Violation(String ban, String type, String method, String file, int line, String what) {
    /** As one line with tabs between the parts, which Agon reads. */
    public String toLine() {
        return String.join("\t", ban, type, method, file, Integer.toString(line), what.replaceAll("\\s+", " "));
    }
}
