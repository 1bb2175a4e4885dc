package agon.asterobots;

import java.util.Arrays;
import net.javachallenge.api.AlienTrade;
import net.javachallenge.api.Material;

/** The aliens' prices. */
final class SeenPrices implements AlienTrade {
    private final int[] buy;
    private final int[] sell;

    SeenPrices(int[] buy, int[] sell) {
        this.buy = buy;
        this.sell = sell;
    }

    @Override
    public int getBuyPriceOf(Material material) {
        return Materials.of(buy, material);
    }

    @Override
    public int getSellPriceOf(Material material) {
        return Materials.of(sell, material);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SeenPrices that && Arrays.equals(buy, that.buy) && Arrays.equals(sell, that.sell);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(buy) * 31 + Arrays.hashCode(sell);
    }
}
