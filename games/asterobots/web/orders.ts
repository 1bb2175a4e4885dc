// The orders of Asterobots in words.

import type { Told } from "$web/board/board";
import type { Order } from "$web/film/film";
import type { AsterobotsBoard } from "./board";

type Point = [number, number];
interface Trade {
  material: string;
  amount: number;
  price: number;
  player: number;
}

interface Call {
  select?: Point;
  buy_from_alien?: Trade;
  sell_to_alien?: Trade;
  buy_from_offer?: Trade;
  sell_to_demand?: Trade;
  offer?: Trade;
  demand?: Trade;
  launch?: { robots: number; from: Point; to: Point };
  launch_with_path?: { robots: number; path: Point[] };
  upgrade_material?: { location: Point };
  upgrade_robot?: { location: Point };
}

const at = ([x, y]: Point): string => `(${x}, ${y})`;

/** The vein at a place. */
function veinPath(b: AsterobotsBoard, [x, y]: Point): string | null {
  const index = b.veins.findIndex(({ vertex }) => {
    const name = b.stage.names[vertex];
    return name[0] === x && name[1] === y;
  });
  return index < 0 ? null : `veins.${index}`;
}

export function order([, , said]: Order, b: AsterobotsBoard): Told | null {
  const call = said as Call;
  if (call.select) return { text: `selects the vein at ${at(call.select)}`, path: veinPath(b, call.select) };
  const way =
    call.launch ??
    (call.launch_with_path && {
      robots: call.launch_with_path.robots,
      from: call.launch_with_path.path[0] ?? [0, 0],
      to: call.launch_with_path.path.at(-1) ?? [0, 0],
    });
  if (way) {
    const detour = call.launch_with_path ? ` on a way of ${call.launch_with_path.path.length - 1} edges` : "";
    return {
      text: `launches ${way.robots} robots from ${at(way.from)} to ${at(way.to)}${detour}`,
      path: veinPath(b, way.from),
    };
  }
  for (const [upgraded, what] of [
    [call.upgrade_material, "material"],
    [call.upgrade_robot, "robot"],
  ] as const) {
    if (upgraded)
      return {
        text: `upgrades the ${what} rank of the vein at ${at(upgraded.location)}`,
        path: veinPath(b, upgraded.location),
      };
  }
  const trades: [Trade | undefined, (trade: Trade) => string][] = [
    [call.buy_from_alien, (t) => `buys ${t.amount} ${t.material} from the aliens`],
    [call.sell_to_alien, (t) => `sells ${t.amount} ${t.material} to the aliens`],
    [call.buy_from_offer, (t) => `buys ${t.amount} ${t.material} from player ${t.player}`],
    [call.sell_to_demand, (t) => `sells ${t.amount} ${t.material} to player ${t.player}`],
    [call.offer, (t) => `offers ${t.amount} ${t.material} at ${t.price} J each`],
    [call.demand, (t) => `demands ${t.amount} ${t.material} at ${t.price} J each`],
  ];
  for (const [trade, words] of trades) if (trade) return { text: words(trade), path: null };
  return null;
}
