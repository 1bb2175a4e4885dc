package aic2023.user;

/** The kind of a tile, or of an object on it. */
public enum MapObject {
    /** Any tile of the map. */
    LOCATION,
    BASE,
    STADIUM,
    WATER,
    GRASS,
    BALL
}
