import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A first bot for Mars Makeover: all metal goes into terraformers on own land, and every robot works where it
 * stands.
 *
 * It speaks the protocol itself (docs/protocol.md): each message is one line of JSON. It finds what it needs with
 * regular expressions. Put a library that reads JSON as a .jar file into this folder to look further into views and
 * replies; the game's manual describes them.
 */
public class Bot {
    private static final Pattern TYPE = Pattern.compile("^\\{\"type\":\"(\\w+)\"");
    private static final Pattern TURN = Pattern.compile("\"turn\":(\\d+)");
    private static final Pattern METAL = Pattern.compile("\"metal\":(\\d+)");
    private static final Pattern PRICE = Pattern.compile("\"spawn_cost\":(\\d+)");
    private static final Pattern LAND = Pattern.compile("\"terraform\":\\[\\[(.*?)\\]\\]");
    private static final Pattern ROBOTS = Pattern.compile("\"robots\":\\[(.*?)\\]");
    private static final Pattern NAME = Pattern.compile("\"name\":\"(\\w+)\"");

    private final BufferedReader in =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    private final PrintStream out = System.out;

    public static void main(String[] args) throws IOException {
        Bot bot = new Bot();
        // What the bot prints from here on goes to its log.
        System.setOut(System.err);
        bot.play();
    }

    private void play() throws IOException {
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            switch (first(TYPE, line)) {
                case "hello" -> say("{\"type\":\"ready\",\"protocol\":1}");
                case "turn" -> {
                    String turn = first(TURN, line);
                    if (work(turn, line) && spawn(turn, line)) {
                        say("{\"type\":\"done\",\"turn\":" + turn + "}");
                    }
                }
                case "over" -> {
                    return;
                }
                default -> { }
            }
        }
    }

    /** Lets every robot work where it stands. */
    private boolean work(String turn, String view) throws IOException {
        Matcher robots = NAME.matcher(first(ROBOTS, view));
        while (robots.find()) {
            if (!call(turn, "{\"act\":{\"robot\":\"" + robots.group(1) + "\"}}")) {
                return false;
            }
        }
        return true;
    }

    /** Spawns terraformers on own land as long as there is metal. */
    private boolean spawn(String turn, String view) throws IOException {
        int metal = Integer.parseInt(first(METAL, view));
        int price = Integer.parseInt(first(PRICE, view));
        String[] rows = first(LAND, view).split("\\],\\[");
        for (int row = 0; row < rows.length; row++) {
            String[] values = rows[row].split(",");
            for (int col = 0; col < values.length && metal >= price; col++) {
                if (Integer.parseInt(values[col]) > 0) {
                    String place = "\"row\":" + row + ",\"col\":" + col;
                    if (!call(turn, "{\"spawn\":{\"type\":\"terraformer\"," + place + "}}")) {
                        return false;
                    }
                    metal -= price;
                }
            }
        }
        return true;
    }

    /** Makes a call and reads the reply. Returns false if the turn is over. */
    private boolean call(String turn, String call) throws IOException {
        say("{\"type\":\"call\",\"turn\":" + turn + ",\"call\":" + call + "}");
        String reply = in.readLine();
        return reply != null && first(TYPE, reply).equals("reply");
    }

    private void say(String message) {
        out.print(message + "\n");
        out.flush();
    }

    private static String first(Pattern pattern, String line) {
        Matcher matcher = pattern.matcher(line);
        return matcher.find() ? matcher.group(1) : "";
    }
}
