package javafx.util;

import java.io.Serializable;
import java.util.Objects;

/** A pair of values. Java 8 had such a class, and agents of that time use it. */
public class Pair<K, V> implements Serializable {
    private static final long serialVersionUID = 1;

    private final K key;
    private final V value;

    /** Of these two. */
    public Pair(K key, V value) {
        this.key = key;
        this.value = value;
    }

    /** The first one. */
    public K getKey() {
        return key;
    }

    /** The second one. */
    public V getValue() {
        return value;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Pair<?, ?> that && Objects.equals(key, that.key) && Objects.equals(value, that.value);
    }

    @Override
    public int hashCode() {
        return Objects.hashCode(key) * 13 + Objects.hashCode(value);
    }

    @Override
    public String toString() {
        return key + "=" + value;
    }
}
