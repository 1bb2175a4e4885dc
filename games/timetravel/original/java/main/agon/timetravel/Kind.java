package agon.timetravel;

/** The kinds of objects. */
public enum Kind {
    /** Buildings. */
    BUILDING,
    /** Types of buildings. */
    BUILDING_TYPE,
    /** Portals. */
    PORTAL,
    /** Pieces of terrain. */
    TERRAIN,
    /** Units. */
    UNIT,
    /** Types of units. */
    UNIT_TYPE
}
