package agon.timetravel;

import agon.protocol.Hello;
import agon.seat.Player;
import agon.seat.SeatKit;
import java.util.Set;

/** Time Travel's kit: {@code BaseAI} and the classes of its objects, none of which is in a package. */
public final class GameKit implements SeatKit {
    /** Client called the original's native library; a bot's copy of it cannot work here. */
    private static final Set<String> CLASSES = Set.of(
            "BaseAI", "Building", "BuildingType", "Client", "ExistentialError", "Main", "Portal", "Terrain", "Unit",
            "UnitType");

    @Override
    public boolean owns(String className) {
        return CLASSES.contains(className);
    }

    @Override
    public boolean isBesideBot() {
        return true;
    }

    @Override
    public boolean isBot(Class<?> type) {
        return TurnTaker.class.isAssignableFrom(type);
    }

    @Override
    public String whatBotsDo() {
        return "extends BaseAI";
    }

    @Override
    public Player<?> seat(Object bot, Hello hello) {
        return new Traveller((TurnTaker) bot);
    }
}
