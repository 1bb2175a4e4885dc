package agon.build;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What is in a source file. */
final class SourceText {
    /** What Java files of that time were written in where they are not UTF-8, first of all in Japan. */
    private static final String OTHERWISE = "windows-31j";
    private static final Pattern PACKAGE = Pattern.compile("(?m)^\\s*package\\s+([\\w.]+)\\s*;");

    private SourceText() {}

    /** The text of a file. */
    static String of(byte[] bytes) {
        String text;
        try {
            text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException fault) {
            boolean isKnown = Charset.isSupported(OTHERWISE);
            text = new String(bytes, isKnown ? Charset.forName(OTHERWISE) : StandardCharsets.ISO_8859_1);
        }
        // Some editors begin a file with a mark that the compiler does not like.
        return text.startsWith("\ufeff") ? text.substring(1) : text;
    }

    /** The class that a file is named after. */
    static String className(Path file, String text) {
        String name = file.getFileName().toString();
        name = name.substring(0, name.length() - ".java".length());
        Matcher within = PACKAGE.matcher(text);
        return within.find() ? within.group(1) + "." + name : name;
    }
}
