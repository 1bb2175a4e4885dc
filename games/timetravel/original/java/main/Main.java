/** Where the original client was started. It is here so that a bot's own copy of it is not missed. */
class Main {
    private Main() {}

    /** Says how to start a match. */
    public static void main(String[] args) {
        System.err.println("On Agon a match is started from the command line: agon play timetravel BOT BOT");
    }
}
