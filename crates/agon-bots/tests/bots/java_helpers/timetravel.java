import agon.helpers.TimeTravel;
import agon.helpers.TimeTravel.Place;
import java.util.List;

/** Prints sums over what the helpers say. */
public class AI extends BaseAI {
    @Override
    public String username() {
        return "helpers";
    }

    @Override
    public String password() {
        return "";
    }

    @Override
    public void init() {
        List<Place> places = TimeTravel.places();
        Place start = places.get(0);
        Sums<Place> sums = new Sums<>();
        sums.code = at -> Sums.code(at.x(), at.y(), at.z());
        sums.neighbours = TimeTravel::neighbours;
        sums.distance = to -> TimeTravel.distance(start, to);
        sums.way = to -> {
            List<Place> way = TimeTravel.way(start, to);
            return way == null ? 0 : way.size();
        };
        sums.print(places);
        for (Unit unit : units) {
            if (!TimeTravel.at(unit).equals(new Place(unit.getX(), unit.getY(), unit.getZ()))) {
                throw new IllegalStateException("unit " + unit.getObjectID() + " is elsewhere");
            }
        }
        try {
            throw new IllegalStateException("a type is at " + TimeTravel.at(unitTypes[0]));
        } catch (IllegalArgumentException expected) {
            System.out.println(expected.getMessage());
        }
    }

    @Override
    public boolean run() {
        return true;
    }
}
