// Maps of Galaxy Commander: one system per line with its wormholes. The file has no positions: the game
// computes a layout, and the map maker can move systems.

import { type MapModel, MIRRORS, mirrored } from "$web/maps/model";
import { type Point, placeCosts, type Way, ways } from "./costs";

interface System {
  name: string;
  /** Generators, their maximum, stored energy, capture cost. */
  numbers: [number, number, number, number];
  wormholes: { to: string; cost: number }[];
  x: number;
  y: number;
}

export interface GalaxyMap {
  systems: System[];
}

const WIDTH = 30;
const HEIGHT = 20;
const RADIUS = 1;

interface Picture {
  systems?: { name: string; x: number; y: number }[];
}

function read(text: string, board: unknown): GalaxyMap {
  const places = (board as Picture | undefined)?.systems ?? [];
  const rows = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  const systems = rows.map((line, i): System => {
    const match = /^\s*([^:]+):([^[]*)\[([^\]]*)\],\[([^\]]*)\]/.exec(line);
    if (!match)
      throw new Error(
        `line ${i + 1} is not a system: write Name:generators,maximum,energy,capture cost,[to,...],[cost,...]`,
      );
    const [, name, numbers, ends, costs] = match;
    const list = (words: string): string[] =>
      words
        .split(",")
        .map((word) => word.trim())
        .filter((word) => word !== "");
    const values = list(numbers).map(Number);
    const prices = list(costs).map(Number);
    const known = places.find((place) => place.name === name.trim());
    const angle = (i / rows.length) * 2 * Math.PI;
    return {
      name: name.trim(),
      numbers: [values[0] ?? 1, values[1] ?? 1, values[2] ?? 0, values[3] ?? 1],
      wormholes: list(ends).map((to, k) => ({ to, cost: prices[k] ?? 1 })),
      x: known ? 2 + (known.x / 1000) * (WIDTH - 4) : WIDTH / 2 + Math.cos(angle) * 11,
      y: known ? 2 + (known.y / 1000) * (HEIGHT - 4) : HEIGHT / 2 + Math.sin(angle) * 7,
    };
  });
  return { systems };
}

function write(map: GalaxyMap): string {
  const line = ({ name, numbers, wormholes }: System): string =>
    `${name}:${numbers.join(",")},[${wormholes.map((w) => w.to).join(",")}],[${wormholes.map((w) => w.cost).join(",")}]`;
  return `${map.systems.map(line).join("\n")}\n`;
}

/** The wormholes and where their costs are drawn. Wormholes to unknown systems are left out. */
function waysOf(map: GalaxyMap): Way[] {
  const places = map.systems.map(({ x, y }): Point => [x, y]);
  const index = new Map(map.systems.map(({ name }, i) => [name, i]));
  const ends = map.systems.map((system) => system.wormholes.map(({ to }) => index.get(to) ?? -1));
  const list = ways(places, ends, RADIUS);
  placeCosts(list, places, RADIUS);
  return list;
}

/** The first free name: A to Z, then A1 and so on. */
function freshName(map: GalaxyMap): string {
  for (let i = 0; ; i++) {
    const name = String.fromCharCode(65 + (i % 26)) + (i < 26 ? "" : String(Math.floor(i / 26)));
    if (!map.systems.some((system) => system.name === name)) return name;
  }
}

const numbers = [
  { name: "generators", least: 1, most: 100, start: 3 },
  { name: "maximum", least: 1, most: 100, start: 8 },
  { name: "energy", least: 0, most: 1000, start: 0 },
  { name: "capture cost", least: 1, most: 1000, start: 5 },
];

/** A place is a system's name, or `@x,y` where there is none. */
const isFree = (place: string): boolean => place.startsWith("@");

export const maps: MapModel<GalaxyMap> = {
  brushes: [
    { key: "system", label: "system", values: numbers },
    {
      key: "wormhole",
      label: "wormhole (drag)",
      joins: true,
      values: [{ name: "cost", least: 0, most: 100, start: 3 }],
    },
    { key: "cut", label: "cut wormhole (drag)", joins: true },
    { key: "move", label: "move (drag)", joins: true },
    { key: "none", label: "remove system" },
  ],
  symmetries: MIRRORS,
  usual: [],
  hasAreas: false,
  sizes: [],
  sizesOf: () => [],
  sample(map, place) {
    const system = map.systems.find((s) => s.name === place);
    return { brush: "system", values: system && [...system.numbers] };
  },
  sizeWish: () => [],
  read,
  write,
  empty: () => ({ systems: [] }),
  size: () => [WIDTH, HEIGHT],
  draw(p, map) {
    p.frame(0.1, 0.1, WIDTH - 0.2, HEIGHT - 0.2, p.theme.line, 0.05);
    const list = waysOf(map);
    for (const way of list) p.arrow(way.start, way.end, p.theme.faint, 0.08, 0.42);
    for (const { from, number, label } of list) {
      const cost = String(map.systems[from].wormholes[number].cost);
      if (label) p.label(cost, label[0], label[1], 0.46, p.theme.ink, p.theme.paper);
    }
    for (const { name, numbers: n, x, y } of map.systems) {
      p.mark("circle", x, y, RADIUS, p.theme.ground, p.theme.ink, 0.1);
      p.text(name, x, y - 0.42, Math.min(0.56, 2.6 / name.length), p.theme.ink, "center", 700);
      p.text(`${n[0]}/${n[1]}`, x, y + 0.06, 0.4, p.theme.faint);
      p.text(`⚡${n[2]} ⚑${n[3]}`, x, y + 0.5, 0.36, p.theme.ink);
    }
  },
  at(map, x, y) {
    if (x < 0 || y < 0 || x > WIDTH || y > HEIGHT) return null;
    const system = map.systems.find((s) => Math.hypot(s.x - x, s.y - y) < RADIUS + 0.2);
    return system ? system.name : `@${x.toFixed(2)},${y.toFixed(2)}`;
  },
  centre(map, place) {
    if (isFree(place)) return place.slice(1).split(",").map(Number) as [number, number];
    const system = map.systems.find((s) => s.name === place);
    return system ? [system.x, system.y] : [0, 0];
  },
  paint(map, place, brush, values) {
    if (brush === "none") {
      const left = map.systems.filter((system) => system.name !== place);
      return {
        systems: left.map((system) => ({
          ...system,
          wormholes: system.wormholes.filter((w) => w.to !== place),
        })),
      };
    }
    if (brush !== "system") return map;
    const fresh = values.slice(0, 4) as System["numbers"];
    if (!isFree(place))
      return { systems: map.systems.map((s) => (s.name === place ? { ...s, numbers: fresh } : s)) };
    const [x, y] = place.slice(1).split(",").map(Number);
    const crowded = map.systems.some((s) => Math.hypot(s.x - x, s.y - y) < 2.2);
    return crowded
      ? map
      : { systems: [...map.systems, { name: freshName(map), numbers: fresh, wormholes: [], x, y }] };
  },
  join(map, from, to, values, brush) {
    if (isFree(from)) return map;
    const change = (edit: (system: System) => System): GalaxyMap => ({
      systems: map.systems.map((s) => (s.name === from ? edit(s) : s)),
    });
    if (brush === "move") {
      const [x, y] = maps.centre(map, to);
      return isFree(to) ? change((s) => ({ ...s, x, y })) : map;
    }
    if (isFree(to) || from === to) return map;
    return change((s) => {
      const others = s.wormholes.filter((w) => w.to !== to);
      return { ...s, wormholes: brush === "cut" ? others : [...others, { to, cost: values[0] }] };
    });
  },
  image(map, place, symmetry) {
    const [x, y] = maps.centre(map, place);
    const to: Point = mirrored(WIDTH, HEIGHT, x, y, symmetry);
    if (isFree(place)) return `@${to[0].toFixed(2)},${to[1].toFixed(2)}`;
    return map.systems.find((s) => Math.hypot(s.x - to[0], s.y - to[1]) < RADIUS / 2)?.name ?? null;
  },
  named(map, sentence) {
    const words = [...sentence.matchAll(/\b(?:system|from|to|name) `?([^\s`,:.]+)/g)].map(([, word]) => word);
    return words.filter((word) => map.systems.some(({ name }) => name === word));
  },
  around: () => [],
  look: () => "",
  describe(map, place) {
    const system = map.systems.find((s) => s.name === place);
    if (!system) return "free space";
    const ways = system.wormholes.map((w) => `${w.to} (${w.cost})`).join(", ");
    return `${system.name}: ${system.numbers[0]} of ${system.numbers[1]} generators, ${system.numbers[2]} energy, capture cost ${system.numbers[3]}; wormholes to ${ways || "nowhere"}`;
  },
};
