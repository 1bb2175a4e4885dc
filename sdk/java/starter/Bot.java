import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A first bot: it ends every turn at once, which is legal in every game.
 *
 * It speaks the protocol itself (docs/protocol.md): each message is one line of JSON. Put a library that reads JSON
 * as a .jar file into this folder to look into views and replies; the game's manual describes them.
 */
public class Bot {
    private static final Pattern TYPE = Pattern.compile("^\\{\"type\":\"(\\w+)\"");
    private static final Pattern TURN = Pattern.compile("\"turn\":(\\d+)");

    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream out = System.out;
        // What the bot prints from here on goes to its log.
        System.setOut(System.err);
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            switch (first(TYPE, line)) {
                case "hello" -> say(out, "{\"type\":\"ready\",\"protocol\":1}");
                case "turn" -> {
                    String turn = first(TURN, line);
                    // Decide here what to do, and say it before the turn ends:
                    // {"type":"call","turn":TURN,"call":{"name":{"field":1}}}, and read the reply.
                    say(out, "{\"type\":\"done\",\"turn\":" + turn + "}");
                }
                case "over" -> {
                    return;
                }
                default -> { }
            }
        }
    }

    private static void say(PrintStream out, String message) {
        out.print(message + "\n");
        out.flush();
    }

    private static String first(Pattern pattern, String line) {
        Matcher matcher = pattern.matcher(line);
        return matcher.find() ? matcher.group(1) : "";
    }
}
