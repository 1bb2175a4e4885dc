package net.javachallenge.api;

/** What a vein yields. */
public enum Material {
    /** Gas. */
    Gas,
    /** Stone. */
    Stone,
    /** Metal. */
    Metal
}
