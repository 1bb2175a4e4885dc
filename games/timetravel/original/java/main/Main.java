/** The original client's entry point; it replaces a bot's copy. */
class Main {
    private Main() {}

    /** Prints how to start a match. */
    public static void main(String[] args) {
        System.err.println("On Agon a match is started from the command line: agon play timetravel BOT BOT");
    }
}
