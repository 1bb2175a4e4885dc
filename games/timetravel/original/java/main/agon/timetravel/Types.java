package agon.timetravel;

import java.util.List;

/** The types of units and buildings, as the contest's server sent them. */
final class Types {
    private static final float STRENGTH = 1.15f;
    private static final float PRICE = 1.05f;
    private static final int PAINT_BASE = 5;
    private static final int ENGINEER = 5;
    private static final int ARTIST = 3;
    private static final int GALLERY = 9;
    private static final int SCHOOL = 8;
    private static final int SIDE = 2;
    private static final int BUILDING_ARMOR = 100;
    private static final int FIRST_BUILDING = 6;

    private static final List<String> UNITS =
            List.of("Cavalry", "Artillery", "Spearman", "Artist", "Pig", "Engineer");
    /** Price, hunger, turns of training, hp, armor, moves, actions, moves per attack, damage, ranges, trainer. */
    private static final int[][] UNIT_NUMBERS = {
        {120, 5, 4, 1500, 50, 5, 2, 0, 280, 0, 1, 7},
        {177, 5, 5, 1800, 25, 3, 1, 2, 750, 3, 4, 7},
        {181, 5, 3, 2000, 160, 4, 1, 1, 450, 0, 2, 7},
        {75, 3, 3, 500, 20, 2, 1, 1, 0, 1, 0, GALLERY},
        {80, 1, 1, 1400, 100, 3, 0, 1, 0, 1, 0, 6},
        {75, 3, 3, 500, 20, 2, 1, 1, 0, 1, 0, SCHOOL},
    };
    private static final List<String> BUILDINGS = List.of("Farm", "Barracks", "School", "Gallery", "Bunker");
    /** Price, food, build actions in the three periods, hp. */
    private static final int[][] BUILDING_NUMBERS = {
        {300, 20, 7, 4, 2, 3000},
        {400, 0, 12, 8, 5, 3500},
        {400, 0, 12, 8, 5, 3500},
        {400, 0, 8, 5, 3, 3500},
        {300, 0, 14, 8, 4, 5000},
    };

    private Types() {}

    static int unitId(String name) {
        return UNITS.indexOf(name);
    }

    static int buildingId(String name) {
        return FIRST_BUILDING + BUILDINGS.indexOf(name);
    }

    static Row[] units(int paintSlope) {
        Row[] rows = new Row[UNITS.size()];
        for (int id = 0; id < rows.length; id++) {
            int[] numbers = new int[16];
            numbers[0] = id;
            System.arraycopy(UNIT_NUMBERS[id], 0, numbers, 1, 12);
            numbers[13] = id == ARTIST ? 1 : 0;
            numbers[14] = PAINT_BASE;
            numbers[15] = paintSlope;
            rows[id] = new Row(UNITS.get(id), numbers, STRENGTH, STRENGTH, PRICE, STRENGTH);
        }
        return rows;
    }

    static Row[] buildings(int schoolTurnsInPresent) {
        Row[] rows = new Row[BUILDINGS.size()];
        for (int i = 0; i < rows.length; i++) {
            int id = FIRST_BUILDING + i;
            int[] base = BUILDING_NUMBERS[i];
            int inPresent = id == SCHOOL ? schoolTurnsInPresent : base[4];
            int canPaint = id == GALLERY ? 1 : 0;
            int[] numbers = {
                id, base[0], base[1], base[2], base[3], inPresent, base[5], BUILDING_ARMOR, ENGINEER, canPaint,
                SIDE, SIDE, 0, 0,
            };
            rows[i] = new Row(BUILDINGS.get(i), numbers, STRENGTH, STRENGTH, PRICE, STRENGTH);
        }
        return rows;
    }
}
