// Time Travel: three periods side by side, with portals, buildings, units (several on a tile) and ripples.

import { type Board, between, ease, type Scene, type Thing } from "$web/board/board";
import { StaticLayer, sprite, tag } from "$web/board/layer";
import type { Painter } from "$web/board/painter";
import { seatColour, seatShape } from "$web/board/palette";

interface Portal {
  x: number;
  y: number;
  z: number;
  direction: number;
  fee: number;
}

interface Unit {
  owner: number;
  type: string;
  level: number;
  x: number;
  y: number;
  z: number;
  hp: number;
  full_hp: number;
}

interface Building extends Unit {
  size: number;
  complete: boolean;
  linked: boolean;
  training: string | null;
  progress: [number, number];
}

interface Player {
  gold: number[];
  food: number[];
  hunger: number[];
  units: number[];
  buildings: number[];
  net_worth: number;
}

interface Event {
  attacked?: {
    unit: number;
    from: [number, number, number];
    x: number;
    y: number;
    hit: number;
    destroyed: number;
  };
  painted?: { unit: number; from: [number, number, number]; x: number; y: number; gold: number[] };
  built?: { unit: number; building: number; z: number; complete: boolean };
  warped?: { unit: number; z: number; fee: number; destroyed: number };
}

export interface TimeTravelBoard {
  turn: number | null;
  player: number | null;
  turn_limit: number;
  radius: number;
  periods: string[];
  ground: string[][];
  portals: Record<string, Portal>;
  units: Record<string, Unit>;
  buildings: Record<string, Building>;
  players: [Player, Player];
  events: Event[];
  winner: number | null;
  result: string | null;
}

type Point = [number, number];
/** Space between two periods, and above them for their names. */
const GAP = 1.4;
export const HEAD = 1.5;
/** The distance from the left edge of one period to the next. */
export const stride = (radius: number): number => 2 * radius + 1 + GAP;
/** The width of the three periods. */
export const width = (radius: number): number => 3 * stride(radius) - GAP;
const ripple = (p: Painter): string => (p.theme.dark ? "#c59bff" : "#7a3fd0");
const NAMES = ["first", "second"];

const side = (b: TimeTravelBoard): number => 2 * b.radius + 1;

/** The upper left corner of a tile; the largest y is at the top. */
export function cornerOf(radius: number, x: number, y: number, z: number): Point {
  return [z * stride(radius) + x + radius, HEAD + radius - y];
}

const corner = (b: TimeTravelBoard, x: number, y: number, z: number): Point => cornerOf(b.radius, x, y, z);

/** The tile at a point of the picture; null outside of the periods. */
export function tileAt(radius: number, px: number, py: number): [number, number, number] | null {
  const z = Math.floor(px / stride(radius));
  const x = Math.floor(px - z * stride(radius)) - radius;
  const y = radius - Math.floor(py - HEAD);
  return z >= 0 && z < 3 && Math.abs(x) <= radius && Math.abs(y) <= radius ? [x, y, z] : null;
}

function drawGround(p: Painter, b: TimeTravelBoard, z: number): void {
  const left = z * stride(b.radius);
  const tone = p.theme.dark ? ["#3a2f22", "#2d3324", "#232f38"][z] : ["#eadcc3", "#dfe6cd", "#d6e2ea"][z];
  p.rect(left, HEAD, side(b), side(b), tone);
  b.ground[z].forEach((row, i) => {
    [...row].forEach((tile, j) => {
      if (tile === ".") return;
      const y = HEAD + side(b) - 1 - i;
      if (tile === "#") p.rect(left + j + 0.05, y + 0.05, 0.9, 0.9, p.theme.dark ? "#6c6660" : "#8b837b");
      if (tile === "~") p.rect(left + j + 0.05, y + 0.05, 0.9, 0.9, p.theme.dark ? "#23507a" : "#8fc4e8");
      if (tile === ",") p.ring(left + j + 0.5, y + 0.5, 0.2, p.theme.faint, 0.06);
    });
  });
  p.frame(left, HEAD, side(b), side(b), p.theme.line, 0.06);
  drawResources(p, b, z, left);
  p.text(b.periods[z], left + side(b) / 2, HEAD * 0.55, 0.9, p.theme.ink, "center", 700);
}

/** Gold, food balance, units and buildings of both players in this period. */
function drawResources(p: Painter, b: TimeTravelBoard, z: number, left: number): void {
  const columns = [4.6, 11.2, 15.6, 20.8];
  const top = HEAD + side(b) + 1;
  ["gold", "food balance", "units", "houses"].forEach((name, i) =>
    p.text(name, left + columns[i], top, 0.8, p.theme.faint, "right", 500),
  );
  b.players.forEach((player, seat) => {
    const y = top + 1.3 * (seat + 1);
    const balance = player.food[z] - player.hunger[z];
    const cells = [
      String(player.gold[z]),
      `${balance >= 0 ? "+" : "−"}${Math.abs(balance)}`,
      String(player.units[z]),
      String(player.buildings[z]),
    ];
    p.mark(seatShape(seat), left + 0.8, y, 0.5, seatColour(p.theme, seat));
    cells.forEach((text, i) => {
      const colour = i === 1 && balance < 0 ? p.theme.bad : p.theme.ink;
      p.text(text, left + columns[i], y, 1, colour, "right", 600);
    });
  });
}

/** A ring with an arrow to the next or the previous period. */
export function drawPortalSign(p: Painter, [x, y]: Point, direction: number): void {
  p.ring(x + 0.5, y + 0.5, 0.4, ripple(p), 0.14);
  const way = direction > 0 ? 1 : -1;
  p.polygon(
    [
      [x + 0.5 + way * 0.22, y + 0.5],
      [x + 0.5 - way * 0.16, y + 0.28],
      [x + 0.5 - way * 0.16, y + 0.72],
    ],
    ripple(p),
  );
}

function drawPortal(p: Painter, b: TimeTravelBoard, portal: Portal): void {
  const [x, y] = corner(b, portal.x, portal.y, portal.z);
  drawPortalSign(p, [x, y], portal.direction);
  if (p.shows(1, 10) && portal.fee > 0)
    p.label(String(portal.fee), x + 0.5, y + 1, 0.62, p.theme.dark ? "#f0b429" : "#8a5a00", p.theme.paper);
}

function drawBuilding(p: Painter, b: TimeTravelBoard, building: Building): void {
  // (x, y) is the corner with the smallest coordinates; y grows upwards.
  const [x, low] = corner(b, building.x, building.y, building.z);
  const n = building.size;
  const y = low - n + 1;
  const colour = seatColour(p.theme, building.owner);
  p.faded(building.complete ? 1 : 0.5, () => {
    const r = building.owner === 0 ? 0.45 : 0.02;
    p.context.fillStyle = colour;
    p.context.beginPath();
    p.context.roundRect(x + 0.08, y + 0.08, n - 0.16, n - 0.16, r);
    p.context.fill();
  });
  p.context.strokeStyle = building.linked ? ripple(p) : "#ffffff";
  p.context.lineWidth = building.linked ? 0.12 : 0.06;
  if (!building.complete) p.context.setLineDash([0.25, 0.2]);
  p.context.stroke();
  p.context.setLineDash([]);
  // An unfinished building is faded: letters in the colour of the page's text can be read on it.
  const ink = building.complete ? p.theme.onSeat : p.theme.ink;
  if (p.shows(1, 7)) p.text(building.type.slice(0, 2), x + n / 2, y + n / 2 - 0.1, 0.8, ink, "center", 800);
  for (let i = 0; i < building.level; i++) p.disc(x + 0.35 + i * 0.34, y + 0.35, 0.12, p.theme.onSeat);
  const share = building.hp / Math.max(1, building.full_hp);
  if (share < 1 || !building.complete)
    p.bar(
      x + 0.2,
      y + n - 0.42,
      n - 0.4,
      0.18,
      share,
      building.complete ? "#7be07b" : "#f0b429",
      "#00000090",
    );
  if (building.training) {
    const [done, needed] = building.progress;
    p.ring(x + n - 0.4, y + 0.42, 0.24, "#ffd166", 0.1, 0, Math.max(0.06, done / Math.max(1, needed)));
    if (p.shows(1, 18)) p.text(building.training[0], x + n - 0.4, y + 0.44, 0.3, "#ffffff");
  }
}

const stacked = new WeakMap<TimeTravelBoard, Map<string, string[]>>();

/** Units by tile: units that share a tile are drawn small, side by side, with their number. */
function stacks(scene: Scene<TimeTravelBoard>): Map<string, string[]> {
  const known = stacked.get(scene.after);
  if (known) return known;
  const found = new Map<string, string[]>();
  stacked.set(scene.after, found);
  for (const [id, u] of Object.entries(scene.after.units)) {
    const key = `${u.x},${u.y},${u.z}`;
    const list = found.get(key);
    if (list) list.push(id);
    else found.set(key, [id]);
  }
  return found;
}

function slot(index: number, of: number): [number, number, number] {
  if (of === 1) return [0.5, 0.5, 0.36];
  return [0.27 + (index % 2) * 0.46, of === 2 ? 0.5 : 0.27 + Math.floor(index / 2) * 0.46, 0.22];
}

function drawUnit(p: Painter, u: Unit, [x, y]: Point, radius: number): void {
  sprite(p, `timetravel-${u.owner}-${u.type}-${radius}`, x, y, radius * 1.4, (painter) => {
    painter.mark(seatShape(u.owner), 0, 0, radius, seatColour(p.theme, u.owner), "#ffffff", 0.05);
    const letter = u.type === "Artillery" ? "T" : u.type[0];
    if (painter.shows(radius, 4)) painter.text(letter, 0, 0.01, radius * 1.25, p.theme.onSeat, "center", 800);
  });
  const share = u.hp / Math.max(1, u.full_hp);
  if (share < 1 && p.shows(radius, 5))
    p.bar(
      x - radius,
      y + radius * 0.9,
      radius * 2,
      radius * 0.26,
      share,
      share < 0.35 ? "#ff5c5c" : "#7be07b",
      "#000000a0",
    );
}

/** Draws the units in their slots: either those that move or those that do not. */
function drawUnits(p: Painter, scene: Scene<TimeTravelBoard>, moving: boolean): void {
  const b = scene.after;
  for (const [, ids] of stacks(scene)) {
    ids.slice(0, 4).forEach((id, i) => {
      const u = b.units[id];
      const old = scene.before.units[id];
      const moves = old !== undefined && (old.x !== u.x || old.y !== u.y || old.z !== u.z);
      if (moves !== moving) return;
      const [dx, dy, radius] = slot(i, ids.length);
      const [x, y] = corner(b, u.x, u.y, u.z);
      let at: Point = [x + dx, y + dy];
      if (moves && scene.t < 1) {
        const [ox, oy] = corner(b, old.x, old.y, old.z);
        at = [between(ox + dx, at[0], ease(scene.t)), between(oy + dy, at[1], ease(scene.t))];
      }
      drawUnit(p, u, at, radius);
    });
    if (ids.length > 4 && moving) {
      const u = b.units[ids[0]];
      const [x, y] = corner(b, u.x, u.y, u.z);
      tag(p, `×${ids.length}`, x + 0.5, y + 0.5, 0.62, "#ffffff", "#000000");
    }
  }
}

const rippled = new WeakMap<TimeTravelBoard, Point[][]>();

/** The places where something appeared or disappeared in several periods at once: a ripple through time. */
function ripples({ before, after }: Scene<TimeTravelBoard>): Point[][] {
  const known = rippled.get(after);
  if (known) return known;
  const places = new Map<string, Set<number>>();
  const note = (o: Unit): void => {
    const key = `${o.x},${o.y}`;
    places.set(key, (places.get(key) ?? new Set()).add(o.z));
  };
  for (const kind of ["units", "buildings"] as const) {
    for (const id in after[kind]) if (!(id in before[kind])) note(after[kind][id]);
    for (const id in before[kind]) if (!(id in after[kind])) note(before[kind][id]);
  }
  const found: Point[][] = [];
  for (const [key, periods] of places) {
    const [x, y] = key.split(",").map(Number);
    const centres = [...periods].sort().map((z): Point => {
      const [cx, cy] = corner(after, x, y, z);
      return [cx + 0.5, cy + 0.5];
    });
    if (centres.length > 1) found.push(centres);
  }
  rippled.set(after, found);
  return found;
}

function drawRipples(p: Painter, scene: Scene<TimeTravelBoard>): void {
  for (const centres of ripples(scene)) {
    p.faded(0.9 - 0.4 * scene.t, () => {
      p.line(centres, ripple(p), 0.12, [0.4, 0.4]);
      for (const at of centres)
        for (const ring of [0.5, 1]) p.ring(at[0], at[1], (0.4 + 0.9 * scene.t) * ring, ripple(p), 0.12);
    });
  }
}

function drawEvents(p: Painter, scene: Scene<TimeTravelBoard>): void {
  const b = scene.after;
  for (const event of b.events) {
    if (event.attacked) {
      const { from, x, y, destroyed } = event.attacked;
      const [fx, fy] = corner(b, ...from);
      const [tx, ty] = corner(b, x, y, from[2]);
      p.faded(0.8, () => p.arrow([fx + 0.5, fy + 0.5], [tx + 0.5, ty + 0.5], "#ff5c5c", 0.08, 0.35));
      if (destroyed > 0) p.blast(tx + 0.5, ty + 0.5, 0.8, scene.t);
    }
  }
  if (scene.switches.gold && p.shows(1, 10)) drawGold(p, scene);
}

/** The gold that was painted, as one sum for each gallery and period. */
function drawGold(p: Painter, scene: Scene<TimeTravelBoard>): void {
  const b = scene.after;
  const sums = new Map<string, number>();
  for (const { painted } of b.events) {
    if (!painted) continue;
    const key = [painted.x, painted.y, painted.from[2]].join();
    sums.set(key, (sums.get(key) ?? 0) + painted.gold.reduce((sum, n) => sum + n, 0));
  }
  for (const [key, gold] of sums) {
    const [x, y, z] = key.split(",").map(Number);
    const [tx, ty] = corner(b, x, y, z);
    tag(p, `+${gold}`, tx + 0.8, ty - 0.1 - scene.t * 0.5, 0.75, "#ffd84d", "#201700");
  }
}

function unit(b: TimeTravelBoard, id: string): Thing {
  const u = b.units[id];
  return {
    name: `${u.type} ${id}`,
    path: `units.${id}`,
    rows: [
      ["player", NAMES[u.owner]],
      ["level", String(u.level)],
      ["hit points", `${u.hp} of ${u.full_hp}`],
      ["place", `(${u.x}, ${u.y}) in the ${b.periods[u.z]}`],
    ],
  };
}

function building(b: TimeTravelBoard, id: string): Thing {
  const o = b.buildings[id];
  return {
    name: `${o.type} ${id}`,
    path: `buildings.${id}`,
    rows: [
      ["player", NAMES[o.owner]],
      ["level", String(o.level)],
      ["hit points", `${o.hp} of ${o.full_hp}`],
      ["place", `(${o.x}, ${o.y}) in the ${b.periods[o.z]}`],
      ["finished", o.complete ? "yes" : "no"],
      ["depends on its past", o.linked ? "yes" : "no"],
      ["trains", o.training ? `${o.training}, ${o.progress[0]} of ${o.progress[1]} turns` : "nothing"],
    ],
  };
}

function portal(b: TimeTravelBoard, id: string): Thing {
  const o = b.portals[id];
  return {
    name: `portal ${id}`,
    path: `portals.${id}`,
    rows: [
      ["place", `(${o.x}, ${o.y}) in the ${b.periods[o.z]}`],
      ["leads to", `the ${b.periods[o.z + o.direction] ?? "?"}`],
      ["fee", `${o.fee} gold`],
    ],
  };
}

/** A tile without units, buildings or portals. */
function tile(b: TimeTravelBoard, x: number, y: number, z: number): Thing {
  const kind = { ".": "free", "#": "rock", "~": "closed to steps", ",": "closed to buildings" }[
    b.ground[z][y + b.radius][x + b.radius]
  ];
  return {
    name: `(${x}, ${y}) in the ${b.periods[z]}`,
    path: `tile.${x}.${y}.${z}`,
    rows: [["ground", kind ?? "?"]],
  };
}

const background = new StaticLayer();

const covers = (o: Building, x: number, y: number, z: number): boolean =>
  o.z === z && x >= o.x && x < o.x + o.size && y >= o.y && y < o.y + o.size;

export const board: Board<TimeTravelBoard> = {
  pace: 1.5,
  rules:
    "Two players live in three periods of time. A building finished in an earlier period appears in the later " +
    "ones, one level higher, and disappears from them when it is destroyed in the past. The player who razes every " +
    "building of the opponent wins; after 500 turns the greater net worth decides.",
  legend: [
    {
      text: "unit, with the first letter of its kind (T: artillery)",
      draw(p) {
        p.mark("circle", 0, 0, 0.4, p.theme.neutral);
        p.text("P", 0, 0.01, 0.5, p.theme.onSeat, "center", 800);
      },
    },
    {
      text: "building with the first letters of its kind; dots are levels",
      draw(p) {
        p.rect(-0.45, -0.45, 0.9, 0.9, p.theme.neutral);
        p.text("Fa", 0, 0.08, 0.44, p.theme.onSeat, "center", 800);
        for (const x of [-0.3, -0.12]) p.disc(x, -0.3, 0.07, p.theme.onSeat);
      },
    },
    {
      text: "portal to the next or the previous period, with its fee",
      draw: (p) => drawPortalSign(p, [-0.5, -0.5], 1),
    },
    {
      text: "purple edge: a copy of a building of an earlier period",
      draw: (p) => p.frame(-0.4, -0.4, 0.8, 0.8, ripple(p), 0.12),
    },
    {
      text: "bar: hit points that are left",
      draw: (p) => p.bar(-0.4, -0.08, 0.8, 0.16, 0.6, "#7be07b", "#00000090"),
    },
    {
      text: "arc at a building: training of a unit",
      draw: (p) => p.ring(0, 0, 0.34, p.theme.warn, 0.14, 0, 0.6),
    },
  ],
  switches: [{ key: "gold", label: "gold painted", on: true }],
  size: (b) => [width(b.radius), side(b) + HEAD + 4.6],
  draw(p, scene) {
    const b = scene.after;
    background.draw(p, [b, scene.before], (painter) => {
      for (let z = 0; z < 3; z++) drawGround(painter, b, z);
      for (const o of Object.values(b.portals)) drawPortal(painter, b, o);
      for (const o of Object.values(b.buildings)) drawBuilding(painter, b, o);
      drawUnits(painter, scene, false);
    });
    drawUnits(p, scene, true);
    drawRipples(p, scene);
    drawEvents(p, scene);
    const chosen = scene.selected?.path.split(".") ?? [];
    const o =
      chosen[0] === "units" ? b.units[chosen[1]] : chosen[0] === "buildings" ? b.buildings[chosen[1]] : null;
    if (o) {
      const [x, y] = corner(b, o.x, o.y, o.z);
      const n = chosen[0] === "buildings" ? b.buildings[chosen[1]].size : 1;
      p.frame(x - 0.1, y - n + 0.9, n + 0.2, n + 0.2, p.theme.ink, 0.12);
    }
  },
  pick(scene, px, py) {
    const b = scene.after;
    const at = tileAt(b.radius, px, py);
    if (!at) return null;
    const [x, y, z] = at;
    const ids = Object.keys(b.units).filter(
      (id) => b.units[id].x === x && b.units[id].y === y && b.units[id].z === z,
    );
    if (ids.length) {
      const thing = unit(b, ids[0]);
      const others = ids.slice(1, 7).map((id) => `${b.units[id].type} ${id}`);
      if (others.length)
        thing.rows.push([
          "also here",
          others.join(", ") + (ids.length > 7 ? ` and ${ids.length - 7} more` : ""),
        ]);
      return thing;
    }
    const door = Object.keys(b.portals).find(
      (id) => b.portals[id].x === x && b.portals[id].y === y && b.portals[id].z === z,
    );
    if (door) return portal(b, door);
    const house = Object.keys(b.buildings).find((id) => covers(b.buildings[id], x, y, z));
    if (house) return building(b, house);
    return tile(b, x, y, z);
  },
  find(scene, path) {
    const [kind, id] = path.split(".");
    if (kind === "units") return scene.after.units[id] ? unit(scene.after, id) : null;
    if (kind === "buildings") return scene.after.buildings[id] ? building(scene.after, id) : null;
    if (kind === "portals") return portal(scene.after, id);
    const [x, y, z] = path.split(".").slice(1).map(Number);
    return tile(scene.after, x, y, z);
  },
  state(b, path) {
    const [kind, a, c, period] = path.split(".");
    if (kind === "units" || kind === "buildings" || kind === "portals") return b[kind][a];
    const [x, y, z] = [a, c, period].map(Number);
    const units = Object.values(b.units).filter((u) => u.x === x && u.y === y && u.z === z);
    const house = Object.values(b.buildings).find((o) => covers(o, x, y, z));
    return {
      units: units.map((u) => `${NAMES[u.owner]}'s ${u.type}`).join(", ") || null,
      building: house ? `${NAMES[house.owner]}'s ${house.type}` : null,
    };
  },
  place(b, where) {
    const o =
      "tile" in where
        ? { x: where.tile[0], y: where.tile[1], z: where.tile[2] ?? 0 }
        : (b.units[where.unit] ?? b.buildings[where.unit]);
    if (!o) return null;
    const [x, y] = corner(b, o.x, o.y, o.z);
    return [x + 0.5, y + 0.5];
  },
  tables(b) {
    const row = (name: string, read: (p: Player, z: number) => number): (string | number)[] => [
      name,
      ...b.players.flatMap((player) => [0, 1, 2].map((z) => read(player, z))),
    ];
    return [
      {
        title: `Periods: ${b.periods.join(", ")}`,
        columns: ["", "1st", "", "", "2nd", "", ""],
        rows: [
          row("gold", (p, z) => p.gold[z]),
          row("food", (p, z) => p.food[z]),
          row("hunger", (p, z) => p.hunger[z]),
          row("balance", (p, z) => p.food[z] - p.hunger[z]),
          row("units", (p, z) => p.units[z]),
          row("buildings", (p, z) => p.buildings[z]),
        ],
      },
      {
        title: "Net worth",
        columns: ["", ...NAMES],
        seats: "columns",
        rows: [["net worth", ...b.players.map((p) => p.net_worth)]],
      },
    ];
  },
  score: (b, seat) => b.players[seat].net_worth,
  caption: (frame) =>
    frame.board.turn === null
      ? "before the first turn"
      : `turn ${frame.board.turn} of ${frame.board.turn_limit}, ${NAMES[frame.board.player ?? 0]} player`,
};
