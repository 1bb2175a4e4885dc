package agon.asterobots;

import agon.protocol.Unpacker;
import java.util.Arrays;
import net.javachallenge.api.Material;
import net.javachallenge.api.Player;

/** A player and what it has. */
final class SeenPlayer implements Player {
    private final int id;
    private int money;
    private int[] materials = {};
    private int timeToLive;
    private boolean isAlive;

    private SeenPlayer(int id) {
        this.id = id;
    }

    static SeenPlayer read(Unpacker in, int id) {
        SeenPlayer player = new SeenPlayer(id);
        for (int pairs = in.map(); pairs > 0; pairs--) {
            switch (in.symbol()) {
                case "money" -> player.money = (int) in.number();
                case "materials" -> player.materials = Materials.read(in);
                case "time_to_live" -> player.timeToLive = (int) in.number();
                case "alive" -> player.isAlive = in.is();
                default -> in.skip();
            }
        }
        return player;
    }

    boolean isAlive() {
        return isAlive;
    }

    @Override
    public int getId() {
        return id;
    }

    @Override
    public int getMaterial(Material material) {
        return Materials.of(materials, material);
    }

    @Override
    public int getMoney() {
        return money;
    }

    @Override
    public int getTimeToLive() {
        return timeToLive;
    }

    @Override
    @Deprecated
    public int getLastActiveRound() {
        return timeToLive;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SeenPlayer that && id == that.id && money == that.money
                && timeToLive == that.timeToLive && Arrays.equals(materials, that.materials);
    }

    @Override
    public int hashCode() {
        return (id * 31 + money) * 31 + Arrays.hashCode(materials);
    }

    @Override
    public String toString() {
        return id + ". player " + id + "(" + money + "J): Map(gas -> " + materials[0] + ", stone -> " + materials[1]
                + ", metal -> " + materials[2] + "), timeToLive: " + timeToLive;
    }
}
