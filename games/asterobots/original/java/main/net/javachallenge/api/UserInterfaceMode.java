package net.javachallenge.api;

/** How the original program showed a game. */
public enum UserInterfaceMode {
    /** As text. */
    CharacterBased,
    /** In a large window. */
    LargeGraphical,
    /** In a small window. */
    SmallGraphical
}
