package agon.timetravel;

import agon.protocol.Unpacker;
import java.util.EnumMap;
import java.util.Map;

/** All objects as of the start of the turn or the bot's last look. */
public final class Board {
    private static final int FEE_STEP = 10;
    private static final float FEE_DECAY = 0.8f;
    private static final Row[] NOTHING = {};

    private static volatile Board now = new Board();
    private static volatile int iteration;
    private static volatile Orders orders;

    private final Map<Kind, Row[]> rows = new EnumMap<>(Kind.class);
    private final int[][] gold = new int[2][3];
    private int player;
    private int turn;
    private boolean isDamageRoundedUp;
    private boolean isUnitAllowedOnPortal;

    private Board() {}

    /** The board that the bot sees. */
    public static Board now() {
        return now;
    }

    /** A number that changes with every look. */
    public static int iteration() {
        return iteration;
    }

    /** The receiver of the bot's commands. */
    public static Orders orders() {
        return orders;
    }

    /** Shows the bot this board and sends its commands through these orders. */
    static void show(Board board, Orders orders) {
        now = board;
        Board.orders = orders;
        iteration++;
    }

    static Board read(Unpacker in) {
        Board board = new Board();
        for (int pairs = in.map(); pairs > 0; pairs--) {
            switch (in.symbol()) {
                case "you" -> board.player = (int) in.number();
                case "turn" -> board.turn = (int) in.number();
                case "gold" -> board.readGold(in);
                case "units" -> board.readRows(in, Kind.UNIT, Board::readUnit);
                case "buildings" -> board.readRows(in, Kind.BUILDING, Board::readBuilding);
                case "portals" -> board.readRows(in, Kind.PORTAL, Board::readPortal);
                case "terrain" -> board.readRows(in, Kind.TERRAIN, Board::readTerrain);
                case "rules" -> board.readRules(in);
                default -> in.skip();
            }
        }
        return board;
    }

    private void readGold(Unpacker in) {
        in.list();
        for (int[] purses : gold) {
            in.list();
            for (int z = 0; z < purses.length; z++) {
                purses[z] = integer(in);
            }
        }
    }

    private interface Reader {
        Row read(Unpacker in);
    }

    private void readRows(Unpacker in, Kind kind, Reader reader) {
        Row[] list = new Row[in.list()];
        for (int i = 0; i < list.length; i++) {
            list[i] = reader.read(in);
        }
        rows.put(kind, list);
    }

    private static Row readUnit(Unpacker in) {
        int[] numbers = new int[10];
        for (int pairs = in.map(); pairs > 0; pairs--) {
            switch (in.symbol()) {
                case "id" -> numbers[0] = integer(in);
                case "x" -> numbers[1] = integer(in);
                case "y" -> numbers[2] = integer(in);
                case "z" -> numbers[3] = integer(in);
                case "hp" -> numbers[4] = integer(in);
                case "level" -> numbers[5] = integer(in);
                case "type" -> numbers[6] = Types.unitId(in.symbol());
                case "owner" -> numbers[7] = integer(in);
                case "actions" -> numbers[8] = integer(in);
                case "moves" -> numbers[9] = integer(in);
                default -> in.skip();
            }
        }
        return new Row(null, numbers);
    }

    private static Row readBuilding(Unpacker in) {
        int[] numbers = new int[12];
        for (int pairs = in.map(); pairs > 0; pairs--) {
            switch (in.symbol()) {
                case "id" -> numbers[0] = integer(in);
                case "x" -> numbers[1] = integer(in);
                case "y" -> numbers[2] = integer(in);
                case "z" -> numbers[3] = integer(in);
                case "hp" -> numbers[4] = integer(in);
                case "level" -> numbers[5] = integer(in);
                case "type" -> numbers[6] = Types.buildingId(in.symbol());
                case "owner" -> numbers[7] = integer(in);
                case "training" -> numbers[8] = in.none() ? -1 : Types.unitId(in.symbol());
                case "progress" -> numbers[9] = integer(in);
                case "linked" -> numbers[10] = in.is() ? 1 : 0;
                case "complete" -> numbers[11] = in.is() ? 1 : 0;
                default -> in.skip();
            }
        }
        return new Row(null, numbers);
    }

    private static Row readPortal(Unpacker in) {
        int[] numbers = {0, 0, 0, 0, 0, 0, FEE_STEP};
        for (int pairs = in.map(); pairs > 0; pairs--) {
            switch (in.symbol()) {
                case "id" -> numbers[0] = integer(in);
                case "x" -> numbers[1] = integer(in);
                case "y" -> numbers[2] = integer(in);
                case "z" -> numbers[3] = integer(in);
                case "direction" -> numbers[4] = integer(in);
                case "fee" -> numbers[5] = integer(in);
                default -> in.skip();
            }
        }
        return new Row(null, numbers, FEE_DECAY);
    }

    private static Row readTerrain(Unpacker in) {
        int[] numbers = new int[6];
        for (int pairs = in.map(); pairs > 0; pairs--) {
            switch (in.symbol()) {
                case "id" -> numbers[0] = integer(in);
                case "x" -> numbers[1] = integer(in);
                case "y" -> numbers[2] = integer(in);
                case "z" -> numbers[3] = integer(in);
                case "blocks_move" -> numbers[4] = in.is() ? 1 : 0;
                case "blocks_build" -> numbers[5] = in.is() ? 1 : 0;
                default -> in.skip();
            }
        }
        return new Row(null, numbers);
    }

    private void readRules(Unpacker in) {
        int paintSlope = 0;
        int schoolTurns = 0;
        for (int pairs = in.map(); pairs > 0; pairs--) {
            switch (in.symbol()) {
                case "paint_slope" -> paintSlope = integer(in);
                case "school_turns_in_present" -> schoolTurns = integer(in);
                case "damage_rounding" -> isDamageRoundedUp = in.symbol().equals("up");
                case "units_on_portals" -> isUnitAllowedOnPortal = in.is();
                default -> in.skip();
            }
        }
        rows.put(Kind.UNIT_TYPE, Types.units(paintSlope));
        rows.put(Kind.BUILDING_TYPE, Types.buildings(schoolTurns));
    }

    /** The interface has 32 bits for every number. */
    private static int integer(Unpacker in) {
        return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, in.number()));
    }

    /** The objects of a kind in the order of their ids. */
    public Row[] rows(Kind kind) {
        return rows.getOrDefault(kind, NOTHING);
    }

    /** The object of a kind with this id, or null. */
    public Row find(Kind kind, int id) {
        for (Row row : rows(kind)) {
            if (row.id() == id) {
                return row;
            }
        }
        return null;
    }

    /** The player whose turn it is: the bot itself. */
    public int player() {
        return player;
    }

    /** The number of the turn. */
    public int turn() {
        return turn;
    }

    /** The gold of a player in a period; 0 if there is no such player or period. */
    public int gold(int player, int z) {
        boolean exists = player >= 0 && player < gold.length && z >= 0 && z < gold[0].length;
        return exists ? gold[player][z] : 0;
    }

    /** Whether the rules round damage up. */
    public boolean isDamageRoundedUp() {
        return isDamageRoundedUp;
    }

    /** Whether the rules let units step on portals. */
    public boolean isUnitAllowedOnPortal() {
        return isUnitAllowedOnPortal;
    }
}
