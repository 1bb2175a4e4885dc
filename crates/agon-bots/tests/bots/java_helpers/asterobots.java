import agon.helpers.Asterobots;
import java.util.ArrayList;
import java.util.List;
import net.javachallenge.api.ComputerPlayer;
import net.javachallenge.api.Game;
import net.javachallenge.api.TrianglePoint;
import net.javachallenge.api.command.Command;

/** Prints sums over what the helpers say. */
public class Bot extends ComputerPlayer {
    @Override
    public String getName() {
        return "helpers";
    }

    @Override
    public TrianglePoint selectVein(Game game) {
        List<TrianglePoint> places = Asterobots.places(game);
        TrianglePoint start = places.get(0);
        Sums<TrianglePoint> sums = new Sums<>();
        sums.code = at -> Sums.code(at.getX(), at.getY(), 0);
        sums.neighbours = at -> Asterobots.neighbours(game, at);
        sums.distance = to -> Asterobots.distance(start, to);
        sums.way = to -> Asterobots.way(game, start, to).size();
        sums.print(places);
        return game.getField().getVeins(game.getNeutralPlayerId()).get(0).getLocation();
    }

    @Override
    public List<Command> selectActions(Game game) {
        return new ArrayList<>();
    }
}
