// Time Travel: one period large, the other two beside it; portals, buildings, units (several on a tile), ripples.

import { type Board, between, ease, type Scene, type Thing } from "$web/board/board";
import { StaticLayer, sprite, tag } from "$web/board/layer";
import { Painter } from "$web/board/painter";
import { mix, seatColour, seatShape } from "$web/board/palette";
import { BUILDING_TYPES, buildingGlyph, UNIT_TYPES, unitGlyph } from "./art";
import { order } from "./orders";

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
/** Space above a period for its name and resources. */
const HEAD = 2.9;
/** Space between the periods. */
const GAP = 0.8;
const ripple = (p: Painter): string => (p.theme.dark ? "#c59bff" : "#7a3fd0");
const NAMES = ["first", "second"];
/** The colours of the ground: the further back, the warmer. */
const GROUND = { dark: ["#40301f", "#2f3a24", "#22313c"], light: ["#efdfc0", "#dfe9c9", "#d4e3ee"] };
const GRID = { dark: ["#4a3827", "#38442c", "#2a3b47"], light: ["#e3d0ab", "#d1deb6", "#c3d6e4"] };

const side = (b: TimeTravelBoard): number => 2 * b.radius + 1;

/** Where a period is in the picture: its upper left corner and the size of its tiles. */
interface Pane {
  left: number;
  top: number;
  scale: number;
}

/** The period that is drawn large; the others are half as large, one above the other beside it. */
const focusOf = (switches: Record<string, boolean>): number =>
  switches.focus0 ? 0 : switches.focus1 ? 1 : 2;

/** The panes of the three periods. */
export function panes(radius: number, focus: number): Pane[] {
  const height = 2 * radius + 1 + HEAD;
  const scale = (height - GAP) / 2 / height;
  const left = 2 * radius + 1 + GAP;
  const small = [0, 1, 2].filter((z) => z !== focus);
  return [0, 1, 2].map((z) =>
    z === focus
      ? { left: 0, top: 0, scale: 1 }
      : { left, top: small.indexOf(z) * (height * scale + GAP), scale },
  );
}

/** Width and height of the picture. */
function pictureSize(radius: number): [number, number] {
  const [height, width] = [2 * radius + 1 + HEAD, 2 * radius + 1];
  return [width + GAP + (width * (height - GAP)) / 2 / height, height];
}

/** The upper left corner of a tile inside of its pane; the largest y is at the top. */
const corner = (b: TimeTravelBoard, x: number, y: number): Point => [x + b.radius, HEAD + b.radius - y];

/** A point of a pane as a point of the picture. */
const outside = ({ left, top, scale }: Pane, [x, y]: Point): Point => [left + x * scale, top + y * scale];

/** The tile at a point of the picture; null outside of the periods. */
function tileAt(radius: number, focus: number, px: number, py: number): [number, number, number] | null {
  for (const [z, { left, top, scale }] of panes(radius, focus).entries()) {
    const x = Math.floor((px - left) / scale) - radius;
    const y = radius - Math.floor((py - top) / scale - HEAD);
    if (Math.abs(x) <= radius && Math.abs(y) <= radius) return [x, y, z];
  }
  return null;
}

/** Draws inside of a pane, in its own units. */
function within(p: Painter, pane: Pane, draw: (painter: Painter) => void): void {
  const c = p.context;
  const { left, top, scale } = pane;
  const texts = Painter.texts?.length ?? 0;
  c.save();
  c.translate(left, top);
  c.scale(scale, scale);
  const { x, y, scale: whole } = p.camera;
  draw(new Painter(c, p.theme, { scale: whole * scale, x: x + left * whole, y: y + top * whole }));
  c.restore();
  // The places of texts are those of the picture.
  for (const box of Painter.texts?.slice(texts) ?? []) {
    [box.x, box.y] = outside(pane, [box.x, box.y]);
    box.width *= scale;
    box.height *= scale;
  }
}

function drawGround(p: Painter, b: TimeTravelBoard, z: number): void {
  const tone = p.theme.dark ? "dark" : "light";
  p.rect(0, HEAD, side(b), side(b), GROUND[tone][z]);
  if (p.shows(1, 9)) {
    const lines = Array.from({ length: side(b) - 1 }, (_, i) => i + 1);
    p.strokes(
      [
        ...lines.map((i): [Point, Point] => [
          [i, HEAD],
          [i, HEAD + side(b)],
        ]),
        ...lines.map((i): [Point, Point] => [
          [0, HEAD + i],
          [side(b), HEAD + i],
        ]),
      ],
      GRID[tone][z],
      0.05,
    );
  }
  b.ground[z].forEach((row, i) => {
    [...row].forEach((tile, j) => {
      const y = HEAD + side(b) - 1 - i;
      if (tile !== ".") drawTerrain(p, tile, j, y);
    });
  });
  p.frame(0, HEAD, side(b), side(b), p.theme.line, 0.08);
  drawHead(p, b, z);
}

/** Rock, water or ground on which nothing can be built; (x, y) is the upper left corner. */
export function drawTerrain(p: Painter, tile: string, x: number, y: number): void {
  const { dark } = p.theme;
  if (tile === "#") {
    const stone = (points: Point[], fill: string): void =>
      p.polygon(
        points.map(([a, b]): Point => [x + a, y + b]),
        fill,
      );
    stone(
      [
        [0.08, 0.9],
        [0.2, 0.36],
        [0.5, 0.12],
        [0.8, 0.34],
        [0.94, 0.9],
      ],
      dark ? "#6f6a66" : "#8d857d",
    );
    stone(
      [
        [0.5, 0.12],
        [0.8, 0.34],
        [0.94, 0.9],
        [0.58, 0.9],
        [0.62, 0.44],
      ],
      dark ? "#55504d" : "#6e675f",
    );
  } else if (tile === "~") {
    p.rect(x, y, 1, 1, dark ? "#1d4a72" : "#8cc3ea");
    for (const [dx, dy] of [
      [0, 0.34],
      [0.16, 0.68],
    ])
      p.line(
        [
          [x + dx + 0.1, y + dy],
          [x + dx + 0.28, y + dy - 0.09],
          [x + dx + 0.46, y + dy],
          [x + dx + 0.64, y + dy - 0.09],
        ],
        dark ? "#4d92cc" : "#4f93c4",
        0.07,
      );
  } else if (tile === ",")
    for (const [dx, dy] of [
      [0.25, 0.7],
      [0.5, 0.45],
      [0.75, 0.75],
    ])
      p.strokes(
        [-0.1, 0, 0.1].map((lean): [Point, Point] => [
          [x + dx, y + dy],
          [x + dx + lean, y + dy - 0.22],
        ]),
        p.theme.faint,
        0.06,
      );
}

/** The name of the period; gold, food balance, units and buildings of both players in it. */
function drawHead(p: Painter, b: TimeTravelBoard, z: number): void {
  // In the large period the text is not larger than it has to be.
  const [title, figures, small] = [26, 18, 13].map((pixels, i) =>
    Math.min([1.25, 0.82, 0.62][i], p.px(pixels)),
  );
  p.text(b.periods[z], 0.1, HEAD / 2, title, p.theme.ink, "left", 700);
  const columns = [10.8, 13.5, 16.2, 19.2];
  if (!p.shows(1, 7)) return;
  // The large period names the columns of all three.
  if (p.shows(small, 9))
    ["gold", "food", "units", "houses"].forEach((name, i) =>
      p.text(name, columns[i] + 1.2, 0.5, small, p.theme.faint, "right", 500),
    );
  b.players.forEach((player, seat) => {
    const y = 1.25 + seat * 0.95;
    const balance = player.food[z] - player.hunger[z];
    const cells = [
      String(player.gold[z]),
      `${balance >= 0 ? "+" : "−"}${Math.abs(balance)}`,
      String(player.units[z]),
      String(player.buildings[z]),
    ];
    p.mark(seatShape(seat), 8.6, y, figures * 0.42, seatColour(p.theme, seat));
    cells.forEach((text, i) => {
      const colour = i === 1 && balance < 0 ? p.theme.bad : p.theme.ink;
      p.text(text, columns[i] + 1.2, y, figures, colour, "right", 600);
    });
  });
}

/** A swirl with an arrow to the next or the previous period. */
export function drawPortalSign(p: Painter, [x, y]: Point, direction: number): void {
  const [cx, cy] = [x + 0.5, y + 0.5];
  p.faded(0.28, () => p.disc(cx, cy, 0.48, ripple(p)));
  for (const turn of [0, 0.5]) p.ring(cx, cy, 0.4, ripple(p), 0.12, turn, turn + 0.36);
  const way = direction > 0 ? 1 : -1;
  p.polygon(
    [
      [cx + way * 0.24, cy],
      [cx - way * 0.14, cy - 0.24],
      [cx - way * 0.14, cy + 0.24],
    ],
    ripple(p),
  );
}

function drawPortal(p: Painter, b: TimeTravelBoard, portal: Portal): void {
  const [x, y] = corner(b, portal.x, portal.y);
  drawPortalSign(p, [x, y], portal.direction);
  if (p.shows(1, 10) && portal.fee > 0)
    p.label(String(portal.fee), x + 0.5, y + 1, 0.62, p.theme.dark ? "#f0b429" : "#8a5a00", p.theme.paper);
}

/** A building: a block with a roof in the colour of its player, rounded for the first one, and its sign. */
export function drawHouse(
  p: Painter,
  [x, y]: Point,
  n: number,
  { owner, type, complete, linked }: Pick<Building, "owner" | "type" | "complete" | "linked">,
): void {
  const colour = seatColour(p.theme, owner);
  const c = p.context;
  const round = owner === 0 ? 0.5 : 0.08;
  const block = (inset: number, down: number, fill: string): void => {
    c.fillStyle = fill;
    c.beginPath();
    c.roundRect(x + inset, y + inset + down, n - 2 * inset, n - 2 * inset - 0.1, round);
    c.fill();
  };
  p.faded(complete ? 1 : 0.45, () => {
    block(0.07, 0.12, mix(colour, "#000000", 0.5));
    block(0.07, 0, colour);
  });
  c.strokeStyle = linked ? ripple(p) : p.theme.dark ? "#ffffffcc" : "#00000066";
  c.lineWidth = linked ? 0.14 : 0.06;
  if (!complete) c.setLineDash([0.25, 0.2]);
  c.stroke();
  c.setLineDash([]);
  // An unfinished building is faded: a sign in the colour of the page's text can be recognised on it.
  buildingGlyph(type).draw(p, x + n / 2, y + n * 0.5, n * 0.62, complete ? p.theme.onSeat : p.theme.ink);
}

function drawBuilding(p: Painter, b: TimeTravelBoard, building: Building): void {
  // (x, y) is the corner with the smallest coordinates; y grows upwards.
  const [x, low] = corner(b, building.x, building.y);
  const n = building.size;
  const y = low - n + 1;
  drawHouse(p, [x, y], n, building);
  const ink = building.complete ? p.theme.onSeat : p.theme.ink;
  if (building.level > 5) p.text(`${building.level}`, x + 0.42, y + 0.36, 0.5, ink, "center", 800);
  else for (let i = 0; i < building.level; i++) p.disc(x + 0.3 + i * 0.28, y + 0.28, 0.1, ink);
  const share = building.hp / Math.max(1, building.full_hp);
  if (share < 1 || !building.complete)
    p.bar(
      x + 0.2,
      y + n - 0.38,
      n - 0.4,
      0.18,
      share,
      building.complete ? "#7be07b" : "#f0b429",
      "#000000b0",
    );
  if (building.training) {
    const [done, needed] = building.progress;
    const at: Point = [x + n - 0.36, y + 0.36];
    p.disc(...at, 0.34, "#10151d");
    p.ring(...at, 0.3, "#ffd166", 0.1, 0, Math.max(0.06, done / Math.max(1, needed)));
    if (p.shows(1, 14)) unitGlyph(building.training).draw(p, ...at, 0.38, "#ffffff");
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
  if (of === 1) return [0.5, 0.5, 0.4];
  return [0.27 + (index % 2) * 0.46, of === 2 ? 0.5 : 0.27 + Math.floor(index / 2) * 0.46, 0.23];
}

/** A unit of a player: the player's shape with the sign of its kind. */
function drawBody(p: Painter, owner: number, type: string, radius: number): void {
  p.mark(seatShape(owner), 0, 0, radius, seatColour(p.theme, owner), "#ffffff", radius / 8);
  unitGlyph(type).draw(p, 0, 0, radius * 1.36, p.theme.onSeat);
}

function drawUnit(p: Painter, u: Unit, [x, y]: Point, radius: number): void {
  sprite(p, `timetravel-${u.owner}-${u.type}-${radius}`, x, y, radius * 1.4, (painter) =>
    drawBody(painter, u.owner, u.type, radius),
  );
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

/** Draws the units of a period in their slots: either those that move or those that do not. A unit that comes from
 * another period appears at the portal. */
function drawUnits(p: Painter, scene: Scene<TimeTravelBoard>, z: number, moving: boolean): void {
  const b = scene.after;
  for (const [, ids] of stacks(scene)) {
    if (b.units[ids[0]].z !== z) continue;
    ids.slice(0, 4).forEach((id, i) => {
      const u = b.units[id];
      const old = scene.before.units[id];
      const moves = old !== undefined && old.z === u.z && (old.x !== u.x || old.y !== u.y);
      if (moves !== moving) return;
      const [dx, dy, radius] = slot(i, ids.length);
      const [x, y] = corner(b, u.x, u.y);
      let at: Point = [x + dx, y + dy];
      if (moves && scene.t < 1) {
        const [ox, oy] = corner(b, old.x, old.y);
        at = [between(ox + dx, at[0], ease(scene.t)), between(oy + dy, at[1], ease(scene.t))];
      }
      drawUnit(p, u, at, radius);
    });
    if (ids.length > 4 && moving) {
      const u = b.units[ids[0]];
      const [x, y] = corner(b, u.x, u.y);
      tag(p, `×${ids.length}`, x + 0.5, y + 0.5, 0.62, "#ffffff", "#000000");
    }
  }
}

const rippled = new WeakMap<TimeTravelBoard, [number, number, number][][]>();

/** The places where something appeared or disappeared in several periods at once: a ripple through time. */
function ripples({ before, after }: Scene<TimeTravelBoard>): [number, number, number][][] {
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
  const found = [...places]
    .filter(([, periods]) => periods.size > 1)
    .map(([key, periods]) => {
      const [x, y] = key.split(",").map(Number);
      return [...periods].sort().map((z): [number, number, number] => [x, y, z]);
    });
  rippled.set(after, found);
  return found;
}

function drawRipples(p: Painter, scene: Scene<TimeTravelBoard>, all: Pane[]): void {
  const b = scene.after;
  for (const places of ripples(scene)) {
    const centres = places.map(([x, y, z]) => {
      const [cx, cy] = corner(b, x, y);
      return outside(all[z], [cx + 0.5, cy + 0.5]);
    });
    p.faded(0.9 - 0.4 * scene.t, () => {
      p.line(centres, ripple(p), 0.1, [0.4, 0.4]);
      for (const [i, at] of centres.entries())
        for (const ring of [0.5, 1])
          p.ring(...at, (0.4 + 0.9 * scene.t) * ring * all[places[i][2]].scale, ripple(p), 0.1);
    });
  }
}

function drawEvents(p: Painter, scene: Scene<TimeTravelBoard>, z: number): void {
  const b = scene.after;
  for (const event of b.events) {
    if (event.attacked?.from[2] === z) {
      const { from, x, y, destroyed } = event.attacked;
      const [fx, fy] = corner(b, from[0], from[1]);
      const [tx, ty] = corner(b, x, y);
      p.faded(0.8, () => p.arrow([fx + 0.5, fy + 0.5], [tx + 0.5, ty + 0.5], "#ff5c5c", 0.08, 0.35));
      if (destroyed > 0) p.blast(tx + 0.5, ty + 0.5, 0.8, scene.t);
    }
  }
  if (scene.switches.gold && p.shows(1, 10)) drawGold(p, scene, z);
}

/** The gold that was painted, as one sum for each gallery. */
function drawGold(p: Painter, scene: Scene<TimeTravelBoard>, z: number): void {
  const b = scene.after;
  const sums = new Map<string, number>();
  for (const { painted } of b.events) {
    if (painted?.from[2] !== z) continue;
    const key = [painted.x, painted.y].join();
    sums.set(key, (sums.get(key) ?? 0) + painted.gold.reduce((sum, n) => sum + n, 0));
  }
  for (const [key, gold] of sums) {
    const [x, y] = key.split(",").map(Number);
    const [tx, ty] = corner(b, x, y);
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
    ...UNIT_TYPES.map((type) => ({
      text: type.toLowerCase(),
      draw: (p: Painter) => unitGlyph(type).draw(p, 0, 0, 0.9, p.theme.ink),
    })),
    ...BUILDING_TYPES.map((type) => ({
      text: type === "Gallery" ? "gallery: artists paint here and earn gold" : type.toLowerCase(),
      draw: (p: Painter) =>
        drawHouse(p, [-0.55, -0.55], 1.1, { owner: -1, type, complete: true, linked: false }),
    })),
    {
      text: "dots at a building: its level",
      draw: (p) => [-0.25, 0, 0.25].forEach((x) => p.disc(x, 0, 0.1, p.theme.ink)),
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
  switches: [
    { key: "focus0", label: "far past", on: false, group: "large period" },
    { key: "focus1", label: "past", on: false, group: "large period" },
    { key: "focus2", label: "present", on: true, group: "large period" },
    { key: "gold", label: "gold painted", on: true },
  ],
  size: (b) => pictureSize(b.radius),
  draw(p, scene) {
    const b = scene.after;
    const focus = focusOf(scene.switches);
    const all = panes(b.radius, focus);
    background.draw(p, [b, scene.before, focus], (painter) => {
      for (const [z, pane] of all.entries())
        within(painter, pane, (inner) => {
          drawGround(inner, b, z);
          for (const o of Object.values(b.portals)) if (o.z === z) drawPortal(inner, b, o);
          for (const o of Object.values(b.buildings)) if (o.z === z) drawBuilding(inner, b, o);
          drawUnits(inner, scene, z, false);
        });
    });
    for (const [z, pane] of all.entries())
      within(p, pane, (inner) => {
        drawUnits(inner, scene, z, true);
        drawEvents(inner, scene, z);
      });
    drawRipples(p, scene, all);
    const [kind, id] = scene.selected?.path.split(".") ?? [];
    const o = kind === "units" ? b.units[id] : kind === "buildings" ? b.buildings[id] : null;
    if (o)
      within(p, all[o.z], (inner) => {
        const [x, y] = corner(b, o.x, o.y);
        const n = kind === "buildings" ? b.buildings[id].size : 1;
        inner.frame(x - 0.1, y - n + 0.9, n + 0.2, n + 0.2, p.theme.ink, 0.12);
      });
  },
  pick(scene, px, py) {
    const b = scene.after;
    const at = tileAt(b.radius, focusOf(scene.switches), px, py);
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
  place(b, where, switches) {
    const o =
      "tile" in where
        ? { x: where.tile[0], y: where.tile[1], z: where.tile[2] ?? 0 }
        : (b.units[where.unit] ?? b.buildings[where.unit]);
    if (!o) return null;
    const [x, y] = corner(b, o.x, o.y);
    const pane = panes(b.radius, focusOf(switches))[o.z];
    return pane ? outside(pane, [x + 0.5, y + 0.5]) : null;
  },
  order,
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
