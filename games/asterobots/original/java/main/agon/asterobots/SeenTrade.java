package agon.asterobots;

import agon.protocol.Unpacker;
import net.javachallenge.api.Material;
import net.javachallenge.api.PlayerTrade;
import net.javachallenge.api.TradeType;

/** A standing offer or demand. */
final class SeenTrade implements PlayerTrade {
    private int playerId;
    private Material material;
    private int amount;
    private int price;
    private TradeType type;

    private SeenTrade() {}

    static SeenTrade read(Unpacker in) {
        SeenTrade trade = new SeenTrade();
        for (int pairs = in.map(); pairs > 0; pairs--) {
            switch (in.symbol()) {
                case "player" -> trade.playerId = (int) in.number();
                case "type" -> trade.type = in.symbol().equals("offer") ? TradeType.Offer : TradeType.Demand;
                case "material" -> trade.material = Materials.named(in.symbol());
                case "amount" -> trade.amount = (int) in.number();
                case "price" -> trade.price = (int) in.number();
                default -> in.skip();
            }
        }
        return trade;
    }

    @Override
    public int getPlayerId() {
        return playerId;
    }

    @Override
    public Material getMaterial() {
        return material;
    }

    @Override
    public int getAmount() {
        return amount;
    }

    @Override
    public int getPricePerOneMaterial() {
        return price;
    }

    @Override
    public TradeType getTradeType() {
        return type;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SeenTrade that && playerId == that.playerId && material == that.material
                && amount == that.amount && price == that.price && type == that.type;
    }

    @Override
    public int hashCode() {
        return ((playerId * 31 + material.ordinal()) * 31 + amount) * 31 + price;
    }

    @Override
    public String toString() {
        return type + " " + material + " amount=" + amount + " price=" + price + " player=" + playerId;
    }
}
