package agon.timetravel;

import agon.protocol.Unpacker;
import agon.seat.Player;
import agon.seat.Turn;
import java.util.Queue;

/** A bot of Time Travel in its seat. */
final class Traveller implements Player<Board> {
    private final TurnTaker bot;
    private final Queue<String> open = Orders.newQueue();

    Traveller(TurnTaker bot) {
        this.bot = bot;
    }

    @Override
    public Board read(Unpacker in) {
        // Commands without an answer before a new turn never get one: their turn was cut short.
        open.clear();
        return Board.read(in);
    }

    @Override
    public void play(Board board, Turn<Board> turn) throws InterruptedException {
        Orders orders = new Orders(turn, open);
        Board.show(board, orders);
        while (!bot.startTurn()) {
            Board.show(turn.look(), orders);
        }
        turn.done();
    }

    @Override
    public void answered(String refused) {
        String denied = open.poll();
        if (refused != null && denied != null) {
            System.err.println(denied);
            System.err.println(refused);
        }
    }

    @Override
    public void over(int rank) {
        System.err.println(rank == 1 ? "You win!" : "You lose. :(");
    }
}
