package agon.build;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads source files of any encoding. */
final class SourceText {
    /** The encoding of files that are not UTF-8: the usual one of Japanese authors. */
    private static final String OTHER_ENCODING = "windows-31j";
    static final Pattern PACKAGE = Pattern.compile("(?m)^\\s*package\\s+([\\w.]+)\\s*;");

    private SourceText() {}

    /** The text of a file. */
    static String of(byte[] bytes) {
        String text;
        try {
            text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException fault) {
            boolean isKnown = Charset.isSupported(OTHER_ENCODING);
            text = new String(bytes, isKnown ? Charset.forName(OTHER_ENCODING) : StandardCharsets.ISO_8859_1);
        }
        // Some editors begin a file with a byte order mark, which the compiler refuses.
        return text.startsWith("\ufeff") ? text.substring(1) : text;
    }

    /** The full name of the class that a file is named after. */
    static String className(Path file, String text) {
        String name = file.getFileName().toString();
        name = name.substring(0, name.length() - ".java".length());
        Matcher within = PACKAGE.matcher(text);
        return within.find() ? within.group(1) + "." + name : name;
    }
}
