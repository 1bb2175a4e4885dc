// Maps of Time Travel: JSON with the start position, the portals and the terrain of three periods.

import { seatColour } from "$web/board/palette";
import { type MapModel, neighbours, tuples } from "$web/maps/model";
import type { TimeTravelBoard } from "./frame";
import { drawTerrain } from "./ground";
import { drawHouse, drawPortalSign } from "./pieces";

type Portal = [number, number, number, number];
type Terrain = [number, number, number, boolean, boolean];

export interface TimeTravelMap {
  size: number;
  start: { x: number; y: number };
  portals: Portal[];
  terrain: Terrain[];
}

/** Space between two periods, which are side by side, and above them for their names. */
const GAP = 1.4;
const HEAD = 1.5;
/** The distance from the left edge of one period to the next. */
const stride = (radius: number): number => 2 * radius + 1 + GAP;

/** The upper left corner of a tile; the largest y is at the top. */
function cornerOf(radius: number, x: number, y: number, z: number): [number, number] {
  return [z * stride(radius) + x + radius, HEAD + radius - y];
}

/** The tile at a point of the picture; null outside of the periods. */
function tileAt(radius: number, px: number, py: number): [number, number, number] | null {
  const z = Math.floor(px / stride(radius));
  const x = Math.floor(px - z * stride(radius)) - radius;
  const y = radius - Math.floor(py - HEAD);
  return z >= 0 && z < 3 && Math.abs(x) <= radius && Math.abs(y) <= radius ? [x, y, z] : null;
}

const NAMES = ["far past", "past", "present"];
const xyz = (place: string): [number, number, number] =>
  place.split(",").map(Number) as [number, number, number];
const side = (map: TimeTravelMap): number => 2 * map.size + 1;

function lines(items: unknown[][]): string {
  return items.map((item) => `    ${JSON.stringify(item)}`).join(",\n");
}

function without(map: TimeTravelMap, x: number, y: number, z: number): TimeTravelMap {
  const elsewhere = (o: readonly [number, number, number, ...unknown[]]): boolean =>
    o[0] !== x || o[1] !== y || o[2] !== z;
  return { ...map, portals: map.portals.filter(elsewhere), terrain: map.terrain.filter(elsewhere) };
}

function what(map: TimeTravelMap, place: string): string {
  const [x, y, z] = xyz(place);
  const portal = map.portals.find((o) => o[0] === x && o[1] === y && o[2] === z);
  if (portal) return portal[3] > 0 ? "portal to the next period" : "portal to the period before";
  const terrain = map.terrain.find((o) => o[0] === x && o[1] === y && o[2] === z);
  if (!terrain) return "free";
  return terrain[3] && terrain[4] ? "rock" : terrain[3] ? "closed to steps" : "closed to buildings";
}

export const maps: MapModel<TimeTravelMap> = {
  brushes: [
    { key: "free", label: "free" },
    { key: "rock", label: "rock" },
    { key: "steps", label: "closed to steps" },
    { key: "buildings", label: "closed to buildings" },
    { key: "next", label: "portal to the next period (and back)" },
    { key: "start", label: "first player's start" },
  ],
  symmetries: [{ key: "rotational", label: "half turn" }],
  usual: ["rotational"],
  hasAreas: true,
  sizes: [],
  sizesOf: () => [],
  sample(map, place) {
    const found = what(map, place);
    if (found.startsWith("portal")) return { brush: "next" };
    const brushes: Record<string, string> = {
      "closed to steps": "steps",
      "closed to buildings": "buildings",
    };
    return { brush: brushes[found] ?? found };
  },
  sizeWish: () => [],
  read: (text) => JSON.parse(text) as TimeTravelMap,
  write: (map) =>
    `{\n  "size": ${map.size},\n  "start": ${JSON.stringify(map.start)},\n  "portals": [\n${lines(map.portals)}\n  ],\n  "terrain": [\n${lines(map.terrain)}\n  ]\n}\n`,
  empty: () => ({ size: 10, start: { x: 7, y: 3 }, portals: [], terrain: [] }),
  size: (map) => [3 * stride(map.size) - GAP, side(map) + HEAD + 0.2],
  draw(p, map, board) {
    const houses = Object.values((board as TimeTravelBoard | undefined)?.buildings ?? {});
    for (let z = 0; z < 3; z++) {
      const left = z * stride(map.size);
      p.rect(left, HEAD, side(map), side(map), p.theme.ground);
      p.frame(left, HEAD, side(map), side(map), p.theme.line, 0.06);
      p.text(NAMES[z], left + side(map) / 2, HEAD * 0.55, 0.9, p.theme.ink, "center", 700);
      // The buildings that the game sets up; while the map is not valid, only the first player's start.
      for (const house of houses.filter((one) => one.z === z)) {
        const [a, low] = cornerOf(map.size, house.x, house.y, z);
        const top = low - house.size + 1;
        drawHouse(p, [a, top], house.size, house);
      }
      const [a, b] = cornerOf(map.size, map.start.x, map.start.y, z);
      p.mark("circle", a + 0.5, b + 0.5, houses.length ? 0.3 : 0.5, seatColour(p.theme, 0), "#ffffff", 0.1);
    }
    for (const [x, y, z, steps, buildings] of map.terrain) {
      const [a, b] = cornerOf(map.size, x, y, z);
      drawTerrain(p, steps && buildings ? "#" : steps ? "~" : ",", a, b);
    }
    for (const [x, y, z, direction] of map.portals) {
      drawPortalSign(p, cornerOf(map.size, x, y, z), direction);
    }
  },
  at(map, px, py) {
    return tileAt(map.size, px, py)?.join(",") ?? null;
  },
  centre(map, place) {
    const [x, y] = cornerOf(map.size, ...xyz(place));
    return [x + 0.5, y + 0.5];
  },
  paint(map, place, brush, _, swapped) {
    const [x, y, z] = xyz(place);
    if (brush === "start") return { ...map, start: swapped ? { x: -x, y: -y } : { x, y } };
    const bare = without(map, x, y, z);
    if (brush === "next") {
      if (z === 2) return map;
      const other = without(bare, x, y, z + 1);
      return { ...other, portals: [...other.portals, [x, y, z, 1], [x, y, z + 1, -1]] };
    }
    if (brush === "free") return bare;
    return { ...bare, terrain: [...bare.terrain, [x, y, z, brush !== "buildings", brush !== "steps"]] };
  },
  image(_, place) {
    const [x, y, z] = xyz(place);
    return `${-x || 0},${-y || 0},${z}`;
  },
  around(map, place) {
    const [x, y, z] = xyz(place);
    return neighbours(side(map), side(map), x + map.size, y + map.size).map(
      ([a, b]) => `${a - map.size},${b - map.size},${z}`,
    );
  },
  named: (map, sentence) =>
    tuples(sentence)
      .filter(([x, y, z = 0]) => Math.max(Math.abs(x), Math.abs(y)) <= map.size && z >= 0 && z < 3)
      .map(([x, y, z = 0]) => `${x},${y},${z}`),
  look: what,
  describe(map, place) {
    const [x, y, z] = xyz(place);
    return `(${x}, ${y}) in the ${NAMES[z]}: ${what(map, place)}`;
  },
};
