package agon.timetravel;

/** The numbers of one object in the order of the contest's structures; the first is its id. */
public final class Row {
    private final String name;
    private final int[] numbers;
    private final float[] growths;

    Row(String name, int[] numbers, float... growths) {
        this.name = name;
        this.numbers = numbers;
        this.growths = growths;
    }

    /** Its id. */
    public int id() {
        return numbers[0];
    }

    /** Its name, if it is a type. */
    public String name() {
        return name;
    }

    /** One of its numbers. */
    public int number(int place) {
        return numbers[place];
    }

    /** One of its factors. */
    public float growth(int place) {
        return growths[place];
    }
}
