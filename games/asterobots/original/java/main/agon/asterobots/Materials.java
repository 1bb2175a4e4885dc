package agon.asterobots;

import agon.protocol.ProtocolFault;
import agon.protocol.Unpacker;
import net.javachallenge.api.Material;

/** Numbers per material. */
final class Materials {
    private static final Material[] ALL = Material.values();

    private Materials() {}

    static int[] read(Unpacker in) {
        int[] numbers = new int[ALL.length];
        for (int pairs = in.map(); pairs > 0; pairs--) {
            numbers[named(in.symbol()).ordinal()] = (int) in.number();
        }
        return numbers;
    }

    static Material named(String word) {
        return switch (word) {
            case "gas" -> Material.Gas;
            case "stone" -> Material.Stone;
            case "metal" -> Material.Metal;
            default -> throw new ProtocolFault("there is no material " + word);
        };
    }

    static int of(int[] numbers, Material material) {
        return numbers[index(material)];
    }

    static int index(Material material) {
        if (material == null) {
            throw new IllegalArgumentException("the material is null");
        }
        return material.ordinal();
    }
}
