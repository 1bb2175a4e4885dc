package aic2023.user;

/** What a tile can be, or have on it. */
public enum MapObject {
    /** Any tile of the map. */
    LOCATION,
    BASE,
    STADIUM,
    WATER,
    GRASS,
    BALL
}
