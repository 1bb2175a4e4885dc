// What a person buys, sells, publishes and selects: the market and the free veins as tables with orders.

import { type Deal, type DealTable, seatName } from "$web/board/board";
import type { Head } from "$web/film/film";
import type { AsterobotsBoard, Material } from "./board";

const MATERIALS: Material[] = ["gas", "stone", "metal"];

const deal = (label: string, call: Deal["call"], says?: string): Deal => ({ label, call, says });

/** The tables for the player of a seat. */
export function deals(b: AsterobotsBoard, seat: number, head: Head): DealTable[] {
  return b.phase === "select" ? [freeVeins(b)] : [market(b, seat), trades(b, seat, head)];
}

/** The veins that can be selected, those with the most robots per turn first. */
function freeVeins(b: AsterobotsBoard): DealTable {
  const free = b.veins.filter(({ owner }) => owner < 0);
  free.sort((one, other) => other.robot_productivity - one.robot_productivity);
  return {
    title: "Free veins",
    columns: ["place", "material", "per turn", "robots per turn", ""],
    rows: free.map((vein) => {
      const at = b.stage.names[vein.vertex];
      return [
        `(${at.join(", ")})`,
        vein.material,
        vein.material_productivity,
        vein.robot_productivity,
        deal("Select", { select: at }),
      ];
    }),
  };
}

/** Trade with the aliens, and what can be published. */
function market(b: AsterobotsBoard, seat: number): DealTable {
  return {
    title: `Market: you have ${b.players[seat]?.money ?? 0} J`,
    columns: ["", "stock", "buy at", "sell at", "publish", ""],
    rows: MATERIALS.map((material) => [
      material,
      b.players[seat]?.materials[material] ?? 0,
      deal(`${b.buy_prices[material]} J`, { buy_from_alien: { material } }, "Buy"),
      deal(`${b.sell_prices[material]} J`, { sell_to_alien: { material } }, "Sell"),
      deal("Offer", { offer: { material } }),
      deal("Demand", { demand: { material } }),
    ]),
  };
}

/** The standing offers and demands of all players. */
function trades(b: AsterobotsBoard, seat: number, head: Head): DealTable {
  return {
    title: b.trades.length > 0 ? "Offers and demands" : "Offers and demands: none yet",
    columns: b.trades.length > 0 ? ["material", "player", "", "amount", "price", ""] : [],
    rows: b.trades.map(({ player, type, material, amount, price }) => [
      material,
      player === seat ? "you" : seatName(head, player),
      type,
      amount,
      `${price} J`,
      player === seat
        ? ""
        : type === "offer"
          ? deal("Buy", { buy_from_offer: { player, material } })
          : deal("Sell", { sell_to_demand: { player, material } }),
    ]),
  };
}
