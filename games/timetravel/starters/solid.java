import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A solid bot for Time Travel: plays like `builtin:solid`.
 *
 * <p>It does not fight. It grows for a high net worth:
 *
 * <ul>
 *   <li>Artists paint, after walking to a gallery if none is in reach. They rest while there is enough
 *       gold.
 *   <li>Engineers finish buildings and start new ones: a few galleries, and farms everywhere else. They
 *       prefer sites where the building also appears in the later periods.
 *   <li>Galleries train artists while gold is short and schools a few engineers, as many as the farms feed.
 *       In the last turns farms train pigs, which count in the end.
 * </ul>
 *
 * <p>The arrays of this interface do not change while {@link #run} runs, so it returns false after every
 * order of an engineer: then it is called again and sees what came of it.
 */
public class AI extends BaseAI {
    /** The usual number of turns; the interface does not say how many a match has. */
    private static final int TURN_LIMIT = 500;
    private static final int RADIUS = 10;
    private static final int SIDE = 2 * RADIUS + 1;
    private static final int PERIODS = 3;
    private static final int TILES = PERIODS * SIDE * SIDE;
    /** The distance of a tile that is cut off. */
    private static final int FAR = 1000;
    /** Engineers in each period: buildings of the far past appear in all three. */
    private static final int[] ENGINEERS = {4, 1, 1};
    /** Galleries in each period. They train artists; all other ground is for farms. */
    private static final int GALLERIES = 4;
    /** Gold in the purse of a period that needs no more artists. */
    private static final int PLENTY = 2000;
    /** Gold in the purse of a period whose artists may rest: it pays for the pigs. */
    private static final int SAVINGS = 25000;
    /** The last own turns, in which farms train pigs. */
    private static final int HARVEST = 12;
    /** Orders of one engineer in a turn; some rules let a build action cost nothing. */
    private static final int MOST_ORDERS = 40;
    /** From where a building is built, seen from its corner: its four tiles and the eight beside them. */
    private static final int[][] AREA = {
        {0, 0}, {1, 0}, {0, 1}, {1, 1}, {-1, 0}, {-1, 1}, {2, 0}, {2, 1}, {0, -1}, {1, -1}, {0, 2}, {1, 2},
    };

    /** The turn that {@code done} and {@code orders} belong to. */
    private int turn = -1;
    /** The engineers that have nothing more to do in this turn. */
    private final Set<Integer> done = new HashSet<>();
    /** The orders that the engineer on turn has got, and what it was like before the last one. */
    private int orders;
    private String before = "";
    /** Tiles closed to own units, and tiles closed to new buildings. */
    private boolean[] closed;
    private boolean[] taken;

    @Override
    public String username() {
        return "Solid";
    }

    @Override
    public String password() {
        return "password";
    }

    @Override
    public void init() {}

    @Override
    public boolean run() {
        readGround();
        if (turn != turnNumber()) {
            turn = turnNumber();
            done.clear();
            orders = 0;
            before = "";
            paint();
            return false;
        }
        for (Unit engineer : ownUnits("Engineer")) {
            if (!done.contains(engineer.getObjectID()) && work(engineer)) {
                return false;
            }
        }
        train();
        return true;
    }

    private List<Unit> ownUnits(String type) {
        List<Unit> own = new ArrayList<>();
        for (Unit unit : units) {
            if (unit.getOwnerID() == playerID() && getTypeFromUnit(unit).getName().equals(type)) {
                own.add(unit);
            }
        }
        return own;
    }

    private List<Building> ownBuildings() {
        List<Building> own = new ArrayList<>();
        for (Building building : buildings) {
            if (building.getOwnerID() == playerID()) {
                own.add(building);
            }
        }
        return own;
    }

    private boolean isA(Building building, String type) {
        return getTypeFromBuilding(building).getName().equals(type);
    }

    /** Remaining own turns, including this one. */
    private int ownTurnsLeft() {
        return (TURN_LIMIT - turnNumber() + 1) / 2;
    }

    private int gold(int z) {
        return getGold(playerID(), z);
    }

    // ----------------------------------------------------------------------------------------- the artists

    /**
     * Every artist paints, after walking to a gallery if none is in reach. Artists rest while the purse of
     * their period held enough at the last look. The interface does not say whether gold counts in the end,
     * as under the original rules; this bot assumes that it does not.
     */
    private void paint() {
        int[] levels = new int[TILES];
        Arrays.fill(levels, -1);
        for (Building building : buildings) {
            if (isA(building, "Gallery") && building.getComplete() != 0) {
                for (int tile : footprint(building.getX(), building.getY(), building.getZ())) {
                    levels[tile] = building.getLevel();
                }
            }
        }
        List<Unit> idle = new ArrayList<>();
        for (Unit artist : ownUnits("Artist")) {
            if (artist.getActions() == 0 || gold(artist.getZ()) >= SAVINGS) {
                continue;
            }
            int here = tile(artist.getX(), artist.getY(), artist.getZ());
            int canvas = canvas(here, artist.getLevel(), levels);
            if (canvas >= 0) {
                artist.paint(x(canvas), y(canvas));
            } else {
                idle.add(artist);
            }
        }
        walkAndPaint(idle, levels);
    }

    /** Artists walk to the nearest gallery, and those who reach it paint. */
    private void walkAndPaint(List<Unit> artists, int[] levels) {
        List<Integer> goals = new ArrayList<>();
        for (int tile = 0; tile < TILES; tile++) {
            if (levels[tile] >= 0) {
                goals.add(tile);
            }
        }
        int[] field = field(goals);
        for (Unit artist : artists) {
            int here = tile(artist.getX(), artist.getY(), artist.getZ());
            int canvas = -1;
            for (int moves = artist.getMoves(); moves > 0 && canvas < 0; moves--) {
                int next = nextStep(here, field);
                if (next < 0 || !artist.move(x(next), y(next))) {
                    break;
                }
                here = next;
                canvas = canvas(here, artist.getLevel(), levels);
            }
            if (canvas >= 0) {
                artist.paint(x(canvas), y(canvas));
            }
        }
    }

    /** The best gallery in an artist's reach, one whose level is far from the artist's own; or -1. */
    private static int canvas(int here, int level, int[] levels) {
        int best = -1;
        int most = 0;
        List<Integer> reach = neighbours(here);
        reach.add(here);
        for (int tile : reach) {
            int worth = Math.abs(levels[tile] - level);
            if (levels[tile] >= 0 && (best < 0 || worth >= most)) {
                best = tile;
                most = worth;
            }
        }
        return best;
    }

    // --------------------------------------------------------------------------------------- the engineers

    /** Gives an engineer its next order; false if it has nothing more to do in this turn. */
    private boolean work(Unit engineer) {
        String now = engineer.getObjectID() + " at " + engineer.getX() + " " + engineer.getY() + " "
                + engineer.getMoves() + " " + engineer.getActions();
        boolean isStuck = now.equals(before) || orders == MOST_ORDERS;
        if (!isStuck && engineer.getActions() > 0 && order(engineer)) {
            before = now;
            orders++;
            return true;
        }
        done.add(engineer.getObjectID());
        before = "";
        orders = 0;
        return false;
    }

    /** Goes on with an unfinished building, or starts the one that is wanted; whether an order was given. */
    private boolean order(Unit engineer) {
        int z = engineer.getZ();
        Building unfinished = nearest(engineer);
        if (unfinished != null) {
            return buildAt(engineer, unfinished.getX(), unfinished.getY(), getTypeFromBuilding(unfinished));
        }
        BuildingType type = wantedBuilding(z);
        if (gold(z) < effBuildingPrice(type, engineer.getLevel())) {
            return false;
        }
        int site = bestSite(engineer);
        return site >= 0 && buildAt(engineer, x(site), y(site), type);
    }

    /** Farms while food is short, then a few galleries, then farms again. */
    private BuildingType wantedBuilding(int z) {
        int galleries = 0;
        for (Building building : ownBuildings()) {
            galleries += building.getZ() == z && isA(building, "Gallery") ? 1 : 0;
        }
        String name = spareFood(z) >= 9 && galleries < GALLERIES ? "Gallery" : "Farm";
        for (BuildingType type : buildingTypes) {
            if (type.getName().equals(name)) {
                return type;
            }
        }
        throw new IllegalStateException("there is no type " + name);
    }

    /** The unfinished building of the period to which an engineer is nearest, or null. */
    private Building nearest(Unit engineer) {
        int[] field = field(List.of(tile(engineer.getX(), engineer.getY(), engineer.getZ())));
        Building best = null;
        int shortest = FAR;
        for (Building building : ownBuildings()) {
            if (building.getComplete() == 0 && building.getZ() == engineer.getZ()) {
                int way = least(footprint(building.getX(), building.getY(), building.getZ()), field);
                if (way < shortest) {
                    shortest = way;
                    best = building;
                }
            }
        }
        return best;
    }

    /** Works on a building, or takes a step to it; whether an order was given. */
    private boolean buildAt(Unit engineer, int x, int y, BuildingType type) {
        int here = tile(engineer.getX(), engineer.getY(), engineer.getZ());
        List<Integer> spots = area(x, y, engineer.getZ());
        if (spots.contains(here)) {
            return engineer.build(x, y, type);
        }
        int next = nextStep(here, field(spots));
        return next >= 0 && engineer.getMoves() > 0 && engineer.move(x(next), y(next));
    }

    /** The nearest free ground, or -1; prefers sites from which the building ripples into later periods. */
    private int bestSite(Unit engineer) {
        int z = engineer.getZ();
        int[] field = field(List.of(tile(engineer.getX(), engineer.getY(), z)));
        int best = -1;
        int least = FAR;
        for (int y = -RADIUS; y < RADIUS; y++) {
            for (int x = -RADIUS; x < RADIUS; x++) {
                if (!isSite(x, y, z)) {
                    continue;
                }
                int cost = least(area(x, y, z), field);
                for (int later = z + 1; later < PERIODS; later++) {
                    cost += isSite(x, y, later) ? 0 : 8;
                }
                if (cost < least) {
                    least = cost;
                    best = tile(x, y, z);
                }
            }
        }
        return best;
    }

    // ---------------------------------------------------------------------------------------- the training

    /** Trains artists first, then engineers, and at harvest time pigs; all only where they can be fed. */
    private void train() {
        int left = ownTurnsLeft();
        int[] engineers = new int[PERIODS];
        int[] spare = new int[PERIODS];
        int[] purse = new int[PERIODS];
        for (int z = 0; z < PERIODS; z++) {
            spare[z] = spareFood(z);
            purse[z] = gold(z);
        }
        for (Unit engineer : ownUnits("Engineer")) {
            engineers[engineer.getZ()]++;
        }
        for (Building building : ownBuildings()) {
            engineers[building.getZ()] += isTraining(building, "Engineer") ? 1 : 0;
        }
        List<Building> idle = new ArrayList<>();
        // Artists first, because they pay for everything else.
        for (String home : new String[] {"Gallery", "School", "Farm"}) {
            for (Building building : ownBuildings()) {
                if (isA(building, home) && building.getComplete() != 0 && building.getInTraining() < 0) {
                    idle.add(building);
                }
            }
        }
        for (Building building : idle) {
            UnitType kind = trained(building);
            int z = building.getZ();
            boolean isEngineer = kind.getName().equals("Engineer");
            boolean isWanted = isEngineer
                    ? engineers[z] < ENGINEERS[z]
                    : kind.getName().equals("Artist") ? purse[z] < PLENTY : left <= HARVEST;
            boolean isInTime = left > kind.getTrainTime();
            boolean isFed = spare[z] >= kind.getHunger();
            int price = effUnitPrice(kind, building.getLevel());
            if (isWanted && isInTime && isFed && purse[z] >= price) {
                building.train(kind);
                purse[z] -= price;
                spare[z] -= kind.getHunger();
                engineers[z] += isEngineer ? 1 : 0;
            }
        }
    }

    private boolean isTraining(Building building, String name) {
        for (UnitType type : unitTypes) {
            if (type.getObjectID() == building.getInTraining() && type.getName().equals(name)) {
                return true;
            }
        }
        return false;
    }

    /** What a building trains, or null. */
    private UnitType trained(Building building) {
        String name = isA(building, "Gallery") ? "Artist"
                : isA(building, "School") ? "Engineer"
                : isA(building, "Farm") ? "Pig" : "";
        for (UnitType type : unitTypes) {
            if (type.getName().equals(name)) {
                return type;
            }
        }
        return null;
    }

    /** Spare food in a period once all units in training have appeared. */
    private int spareFood(int z) {
        int food = foodProduced(playerID(), z) - hunger(playerID(), z);
        for (Building building : ownBuildings()) {
            for (UnitType type : unitTypes) {
                if (building.getZ() == z && type.getObjectID() == building.getInTraining()) {
                    food -= type.getHunger();
                }
            }
        }
        return food;
    }

    // ------------------------------------------------------------------------------------------ the ground

    /** The obstacles of the board for own units. */
    private void readGround() {
        closed = new boolean[TILES];
        taken = new boolean[TILES];
        for (Terrain terrain : terrains) {
            int tile = tile(terrain.getX(), terrain.getY(), terrain.getZ());
            closed[tile] |= terrain.getBlocksMove() != 0;
            taken[tile] |= terrain.getBlocksBuild() != 0;
        }
        for (Portal portal : portals) {
            taken[tile(portal.getX(), portal.getY(), portal.getZ())] = true;
        }
        for (Building building : buildings) {
            for (int tile : footprint(building.getX(), building.getY(), building.getZ())) {
                taken[tile] = true;
                closed[tile] |= building.getOwnerID() != playerID();
            }
        }
        for (Unit unit : units) {
            if (unit.getOwnerID() != playerID()) {
                int tile = tile(unit.getX(), unit.getY(), unit.getZ());
                closed[tile] = true;
                taken[tile] = true;
            }
        }
    }

    /** Whether all tiles of a footprint are free to build on. */
    private boolean isSite(int x, int y, int z) {
        for (int tile : footprint(x, y, z)) {
            if (taken[tile]) {
                return false;
            }
        }
        return true;
    }

    /** The distance of every tile to the nearest goal on foot. */
    private int[] field(List<Integer> goals) {
        int[] field = new int[TILES];
        Arrays.fill(field, FAR);
        List<Integer> queue = new ArrayList<>();
        for (int goal : goals) {
            if (!closed[goal]) {
                field[goal] = 0;
                queue.add(goal);
            }
        }
        for (int i = 0; i < queue.size(); i++) {
            int here = queue.get(i);
            for (int near : neighbours(here)) {
                if (field[near] == FAR && !closed[near]) {
                    field[near] = field[here] + 1;
                    queue.add(near);
                }
            }
        }
        return field;
    }

    /** The neighbour that is one step nearer to the nearest goal, or -1. */
    private static int nextStep(int here, int[] field) {
        int best = -1;
        for (int near : neighbours(here)) {
            if (field[near] < field[best < 0 ? here : best]) {
                best = near;
            }
        }
        return best;
    }

    private static int least(List<Integer> tiles, int[] field) {
        int least = FAR;
        for (int tile : tiles) {
            least = Math.min(least, field[tile]);
        }
        return least;
    }

    /** The number of a tile: by period, then y, then x. */
    private static int tile(int x, int y, int z) {
        return (z * SIDE + y + RADIUS) * SIDE + x + RADIUS;
    }

    private static int x(int tile) {
        return tile % SIDE - RADIUS;
    }

    private static int y(int tile) {
        return tile / SIDE % SIDE - RADIUS;
    }

    private static boolean isOnBoard(int x, int y) {
        return Math.abs(x) <= RADIUS && Math.abs(y) <= RADIUS;
    }

    private static List<Integer> neighbours(int tile) {
        List<Integer> near = new ArrayList<>();
        int[][] steps = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
        for (int[] step : steps) {
            if (isOnBoard(x(tile) + step[0], y(tile) + step[1])) {
                near.add(tile + step[0] + SIDE * step[1]);
            }
        }
        return near;
    }

    /** The tiles of a building with this corner. */
    private static List<Integer> footprint(int x, int y, int z) {
        return List.of(tile(x, y, z), tile(x + 1, y, z), tile(x, y + 1, z), tile(x + 1, y + 1, z));
    }

    /** The tiles from which a building with this corner is built. */
    private static List<Integer> area(int x, int y, int z) {
        List<Integer> tiles = new ArrayList<>();
        for (int[] step : AREA) {
            if (isOnBoard(x + step[0], y + step[1])) {
                tiles.add(tile(x + step[0], y + step[1], z));
            }
        }
        return tiles;
    }
}
