package agon.asterobots;

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
}
