import agon.timetravel.Board;
import agon.timetravel.Kind;
import agon.timetravel.Row;
import agon.timetravel.TurnTaker;

/** The base of every bot: its objects, queries and commands. A bot is a class {@code AI} that extends it. */
abstract class BaseAI implements TurnTaker {
    /** All buildings. */
    static Building[] buildings = {};
    /** The types of buildings. */
    static BuildingType[] buildingTypes = {};
    /** All portals. */
    static Portal[] portals = {};
    /** All pieces of terrain. */
    static Terrain[] terrains = {};
    /** All units. */
    static Unit[] units = {};
    /** The types of units. */
    static UnitType[] unitTypes = {};
    /** Changes with every look. */
    static int iteration;

    private static final int RADIUS = 10;
    /** Values stop growing at this level. */
    private static final int LEVEL_MAX = 200;

    /** Whether init has been called. */
    boolean initialized;

    /** The account of the team. */
    public abstract String username();

    /** Its password. */
    public abstract String password();

    /** Is called once, before the first turn. */
    public abstract void init();

    /** Plays a turn; true ends it, false asks for a new look at everything. */
    public abstract boolean run();

    /** Reads the new board and plays. */
    @Override
    public boolean startTurn() {
        iteration = Board.iteration();
        look(Board.now());
        if (!initialized) {
            initialized = true;
            init();
        }
        return run();
    }

    private static void look(Board board) {
        Row[] rows = board.rows(Kind.BUILDING);
        buildings = new Building[rows.length];
        for (int i = 0; i < rows.length; i++) {
            buildings[i] = new Building(rows[i]);
        }
        rows = board.rows(Kind.BUILDING_TYPE);
        buildingTypes = new BuildingType[rows.length];
        for (int i = 0; i < rows.length; i++) {
            buildingTypes[i] = new BuildingType(rows[i]);
        }
        rows = board.rows(Kind.PORTAL);
        portals = new Portal[rows.length];
        for (int i = 0; i < rows.length; i++) {
            portals[i] = new Portal(rows[i]);
        }
        rows = board.rows(Kind.TERRAIN);
        terrains = new Terrain[rows.length];
        for (int i = 0; i < rows.length; i++) {
            terrains[i] = new Terrain(rows[i]);
        }
        rows = board.rows(Kind.UNIT);
        units = new Unit[rows.length];
        for (int i = 0; i < rows.length; i++) {
            units[i] = new Unit(rows[i]);
        }
        rows = board.rows(Kind.UNIT_TYPE);
        unitTypes = new UnitType[rows.length];
        for (int i = 0; i < rows.length; i++) {
            unitTypes[i] = new UnitType(rows[i]);
        }
    }

    /** The largest x. */
    int maxX() {
        return RADIUS;
    }

    /** The largest y. */
    int maxY() {
        return RADIUS;
    }

    /** Player 0's gold in the far past. */
    int player0Gold0() {
        return getGold(0, 0);
    }

    /** Player 0's gold in the past. */
    int player0Gold1() {
        return getGold(0, 1);
    }

    /** Player 0's gold in the present. */
    int player0Gold2() {
        return getGold(0, 2);
    }

    /** Player 1's gold in the far past. */
    int player1Gold0() {
        return getGold(1, 0);
    }

    /** Player 1's gold in the past. */
    int player1Gold1() {
        return getGold(1, 1);
    }

    /** Player 1's gold in the present. */
    int player1Gold2() {
        return getGold(1, 2);
    }

    /** The bot's own number. */
    int playerID() {
        return Board.now().player();
    }

    /** The number of the turn. */
    int turnNumber() {
        return Board.now().turn();
    }

    /** Under the name that the handbook uses. */
    int getMaxX() {
        return maxX();
    }

    /** Under the name that the handbook uses. */
    int getMaxY() {
        return maxY();
    }

    /** Under the name that the handbook uses. */
    int getPlayer0Gold0() {
        return player0Gold0();
    }

    /** Under the name that the handbook uses. */
    int getPlayer0Gold1() {
        return player0Gold1();
    }

    /** Under the name that the handbook uses. */
    int getPlayer0Gold2() {
        return player0Gold2();
    }

    /** Under the name that the handbook uses. */
    int getPlayer1Gold0() {
        return player1Gold0();
    }

    /** Under the name that the handbook uses. */
    int getPlayer1Gold1() {
        return player1Gold1();
    }

    /** Under the name that the handbook uses. */
    int getPlayer1Gold2() {
        return player1Gold2();
    }

    /** Under the name that the handbook uses. */
    int getPlayerID() {
        return playerID();
    }

    /** Under the name that the handbook uses. */
    int getTurnNumber() {
        return turnNumber();
    }

    /** The type of a unit. */
    UnitType getTypeFromUnit(Unit u) {
        for (UnitType type : unitTypes) {
            if (type.getObjectID() == u.getUnitTypeID()) {
                return type;
            }
        }
        return null;
    }

    /** The type of a building. */
    BuildingType getTypeFromBuilding(Building b) {
        for (BuildingType type : buildingTypes) {
            if (type.getObjectID() == b.getBuildingTypeID()) {
                return type;
            }
        }
        return null;
    }

    /** Whether neither terrain nor enemies block a tile. Does not check the edge of the map. */
    boolean canMove(int x, int y, int z) {
        for (Terrain terrain : terrains) {
            if (terrain.getBlocksMove() != 0 && isAt(terrain.getX(), terrain.getY(), terrain.getZ(), x, y, z)) {
                return false;
            }
        }
        for (Building building : buildings) {
            if (building.getOwnerID() != playerID() && covers(building, x, y, z)) {
                return false;
            }
        }
        return !isEnemyAt(x, y, z);
    }

    /** Whether one tile is free to build on. */
    boolean canBuild(int x, int y, int z) {
        if (Math.abs(x) > RADIUS || Math.abs(y) > RADIUS || isEnemyAt(x, y, z)) {
            return false;
        }
        for (Portal portal : portals) {
            if (isAt(portal.getX(), portal.getY(), portal.getZ(), x, y, z)) {
                return false;
            }
        }
        for (Terrain terrain : terrains) {
            if (terrain.getBlocksBuild() != 0 && isAt(terrain.getX(), terrain.getY(), terrain.getZ(), x, y, z)) {
                return false;
            }
        }
        for (Building building : buildings) {
            if (covers(building, x, y, z)) {
                return false;
            }
        }
        return true;
    }

    private boolean isEnemyAt(int x, int y, int z) {
        for (Unit unit : units) {
            if (unit.getOwnerID() != playerID() && isAt(unit.getX(), unit.getY(), unit.getZ(), x, y, z)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isAt(int ownX, int ownY, int ownZ, int x, int y, int z) {
        return ownX == x && ownY == y && ownZ == z;
    }

    private boolean covers(Building building, int x, int y, int z) {
        BuildingType type = getTypeFromBuilding(building);
        int dx = x - building.getX();
        int dy = y - building.getY();
        return building.getZ() == z && dx >= 0 && dx < type.getWidth() && dy >= 0 && dy < type.getHeight();
    }

    /** The damage of a unit at a level. */
    int effDamage(UnitType ut, int level) {
        double exact = grown(ut.getDamage(), ut.getDamageExp(), level);
        return (int) (Board.now().isDamageRoundedUp() ? Math.ceil(exact) : exact);
    }

    /** The food of a building at a level. */
    int effFood(BuildingType bt, int level) {
        return (int) grown(bt.getFood(), bt.getFoodExp(), level);
    }

    /** The gold of a player in a period; 0 if there is no such. */
    int getGold(int playerNum, int z) {
        return Board.now().gold(playerNum, z);
    }

    /** The gold of a painting, in one period. */
    int artWorth(int artistLevel, int galleryLevel) {
        for (UnitType type : unitTypes) {
            if (type.getName().equals("Artist")) {
                return type.getPaintBase() + type.getPaintLinear() * Math.abs(artistLevel - galleryLevel);
            }
        }
        return 0;
    }

    /** The food that a player's units eat in a period. */
    int hunger(int playerID, int z) {
        int sum = 0;
        for (Unit unit : units) {
            if (unit.getOwnerID() == playerID && unit.getZ() == z) {
                sum += getTypeFromUnit(unit).getHunger();
            }
        }
        return sum;
    }

    /** The food that a player's complete buildings make in a period. */
    int foodProduced(int playerID, int z) {
        int sum = 0;
        for (Building building : buildings) {
            if (building.getOwnerID() == playerID && building.getZ() == z && building.getComplete() != 0) {
                sum += effFood(getTypeFromBuilding(building), building.getLevel());
            }
        }
        return sum;
    }

    /** The price of a building at a level. */
    int effBuildingPrice(BuildingType bt, int level) {
        return (int) grown(bt.getPrice(), bt.getPriceExp(), level);
    }

    /** The price of a unit at a level. */
    int effUnitPrice(UnitType ut, int level) {
        return (int) grown(ut.getPrice(), ut.getPriceExp(), level);
    }

    /** Takes the type that the original took by mistake: the price of a building at a level. */
    int effUnitPrice(BuildingType bt, int level) {
        return effBuildingPrice(bt, level);
    }

    /** The full hit points of a unit at a level. */
    int effUnitMaxHP(UnitType ut, int level) {
        return (int) grown(ut.getHp(), ut.getHpExp(), level);
    }

    /** The full hit points of a building at a level. */
    int effBuildingMaxHP(BuildingType bt, int level) {
        return (int) grown(bt.getHp(), bt.getHpExp(), level);
    }

    /** The armor of a building at a level. */
    int effBuildingArmor(BuildingType bt, int level) {
        return (int) grown(bt.getArmor(), bt.getArmorExp(), level);
    }

    /** The armor of a unit at a level. */
    int effUnitArmor(UnitType ut, int level) {
        return (int) grown(ut.getArmor(), ut.getArmorExp(), level);
    }

    /** Computes with exact factors 1.15 and 1.05, as the rules do, not with 32-bit floats. */
    private static double grown(int base, float growth, int level) {
        double factor = Math.round(growth * 100) / 100.0;
        if (level < 0) {
            return base * Math.pow(factor, level);
        }
        double power = 1;
        for (int i = 0; i < Math.min(level, LEVEL_MAX); i++) {
            power *= factor;
        }
        return base * power;
    }
}
