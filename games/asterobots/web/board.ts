// Asterobots: the honeycomb, veins with material and ranks, squads with their paths, and the market.

import { type Board, between, type Scene, type Table, type Thing } from "$web/board/board";
import { Labels } from "$web/board/labels";
import { StaticLayer, tag } from "$web/board/layer";
import type { Painter } from "$web/board/painter";
import { seatColour, seatShape } from "$web/board/palette";
import { GLYPHS } from "./art";
import { deals } from "./market";
import { order } from "./orders";

export type Material = "gas" | "stone" | "metal";
type Point = [number, number];
const MATERIALS: Material[] = ["gas", "stone", "metal"];
export const MATERIAL_COLOUR: Record<Material, string> = {
  gas: "#8fd3c1",
  stone: "#c9b79c",
  metal: "#b9c4d6",
};

export interface Stage {
  size: number;
  names: Point[];
  vertices: Point[];
  edges: [number, number][];
  tiles: number[][];
}

interface Vein {
  vertex: number;
  material: Material;
  owner: number;
  robots: number;
  material_rank: number;
  robot_rank: number;
  material_productivity: number;
  robot_productivity: number;
}

interface Squad {
  owner: number;
  robots: number;
  path: Point[];
  step: number;
}

interface Player {
  money: number;
  estimated_funds: number;
  veins: number;
  robots: number;
  robot_productivity: number;
  materials: Record<Material, number>;
  material_productivity: Record<Material, number>;
  time_to_live: number;
}

export interface AsterobotsBoard {
  stage: Stage;
  phase: "select" | "main";
  round: number;
  player: number | null;
  next: number | null;
  veins: Vein[];
  squads: Record<string, Squad>;
  players: Player[];
  buy_prices: Record<Material, number>;
  sell_prices: Record<Material, number>;
  trades: { player: number; type: string; material: Material; amount: number; price: number }[];
  ranking: number[] | null;
  result: string | null;
}

const MARGIN = 0.9;

interface Geometry {
  left: number;
  top: number;
  width: number;
  height: number;
  tiles: Path2D;
  /** The tiles by shade. */
  tones: Path2D[];
  /** Craters: x, y, radius. */
  craters: [number, number, number][];
}

const geometries = new Map<number, Geometry>();

/** The outline of a field; it depends only on the size, so it is computed once per size. */
export function geometry(stage: Stage): Geometry {
  const known = geometries.get(stage.size);
  if (known) return known;
  const xs = stage.vertices.map((v) => v[0]);
  const ys = stage.vertices.map((v) => v[1]);
  const [left, top] = [Math.min(...xs) - MARGIN, Math.min(...ys) - MARGIN];
  const tiles = new Path2D();
  const tones = [0, 1, 2, 3].map(() => new Path2D());
  const craters: [number, number, number][] = [];
  for (const [number, corners] of stage.tiles.entries()) {
    const tile = new Path2D();
    const points = corners.map((corner): Point => {
      const [x, y] = stage.vertices[corner];
      return [x - left, y - top];
    });
    points.forEach(([x, y], i) => (i === 0 ? tile.moveTo(x, y) : tile.lineTo(x, y)));
    tile.closePath();
    tiles.addPath(tile);
    // A scattered number that is always the same for a tile.
    const scattered = (number * 2654435761) % 4294967296;
    tones[Math.floor(scattered / 65536) % 4].addPath(tile);
    if (Math.floor(scattered / 1024) % 7 === 0) {
      const [x, y] = [0, 1].map((axis) => points.reduce((sum, p) => sum + p[axis], 0) / points.length);
      const shift = ((scattered % 100) - 50) / 200;
      craters.push([x + shift, y - shift / 2, 0.16 + (scattered % 5) * 0.05]);
    }
  }
  const made = {
    left,
    top,
    width: Math.max(...xs) + MARGIN - left,
    height: Math.max(...ys) + MARGIN - top,
    tiles,
    tones,
    craters,
  };
  geometries.set(stage.size, made);
  return made;
}

function veinPlace(b: AsterobotsBoard, vein: Vein): Point {
  const g = geometry(b.stage);
  const [x, y] = b.stage.vertices[vein.vertex];
  return [x - g.left, y - g.top];
}

function drawVein(p: Painter, b: AsterobotsBoard, vein: Vein): void {
  const [x, y] = veinPlace(b, vein);
  const owner = vein.owner;
  const radius = 0.64;
  p.mark(
    seatShape(owner),
    x,
    y,
    radius,
    seatColour(p.theme, owner),
    p.theme.dark ? "#0d1117" : "#ffffff",
    0.06,
  );
  p.disc(x, y, 0.38, MATERIAL_COLOUR[vein.material]);
  if (p.shows(1, 9)) GLYPHS[vein.material].draw(p, x, y, 0.5, "#14181d");
  if (p.shows(1, 12)) drawRanks(p, vein, x, y, radius);
}

/** The numbers of all veins that find room; what is written is kept in `labels`. Robots come first. */
function drawNumbers(p: Painter, b: AsterobotsBoard, labels: Labels): void {
  // A number has the same size on the screen at every zoom, within limits: zooming in makes room for more.
  const size = Math.max(0.42, Math.min(0.62, p.px(15)));
  for (const vein of b.veins) {
    const [x, y] = veinPlace(b, vein);
    labels.block(x - 0.6, y - 0.6, 1.2, 1.2);
  }
  const { left, top, width, height } = geometry(b.stage);
  labels.stayWithin(width, height);
  for (const { path, step } of Object.values(b.squads)) {
    const [x, y] = path[Math.min(step, path.length - 1)];
    labels.block(x - left - 0.45, y - top - 0.45, 0.9, 0.9);
  }
  for (const vein of b.veins) {
    const [x, y] = veinPlace(b, vein);
    const text = String(vein.robots);
    const beside = 0.75 + labels.width(text, size) / 2;
    const spots: Point[] = [
      [x, y - 0.95],
      [x, y + 1],
      [x + beside, y - 0.2],
      [x - beside, y - 0.2],
    ];
    const spot = spots.find((at) => labels.claim(text, at, size));
    if (spot && p.shows(size, 8)) p.label(text, ...spot, size, p.theme.ink, p.theme.paper);
  }
  if (!p.shows(1, 20)) return;
  for (const vein of b.veins) {
    const [x, y] = veinPlace(b, vein);
    // Material and robots per turn, below the ranks.
    const small = size * 0.78;
    const at: [Point, Point] = [
      [x - 0.5, y + 1.1],
      [x + 0.5, y + 1.1],
    ];
    const texts = [`+${vein.material_productivity}`, `+${vein.robot_productivity}`];
    if (!labels.claimAll(texts, at, small)) continue;
    const material = p.theme.dark ? MATERIAL_COLOUR[vein.material] : "#3d4a45";
    const robots = p.theme.dark ? "#ffd166" : "#7a5600";
    p.label(texts[0], ...at[0], small, material, p.theme.paper);
    p.label(texts[1], ...at[1], small, robots, p.theme.paper);
  }
}

/** Discs above a vein show the rank of its material, boxes below it the rank of its robots. */
function drawRanks(p: Painter, vein: Vein, x: number, y: number, radius: number): void {
  const left = (rank: number): number => x - (rank - 1) * 0.14;
  const ink = p.theme.dark ? "#0d1117" : "#3d4a45";
  for (let i = 0; i < vein.material_rank; i++)
    p.mark(
      "circle",
      left(vein.material_rank) + i * 0.28,
      y - radius - 0.13,
      0.11,
      MATERIAL_COLOUR[vein.material],
      ink,
      0.03,
    );
  for (let i = 0; i < vein.robot_rank; i++)
    p.rect(
      left(vein.robot_rank) + i * 0.28 - 0.1,
      y + radius + 0.04,
      0.2,
      0.17,
      p.theme.dark ? "#ffd166" : "#b07d00",
    );
}

/** A squad's position after this many edges of its path. */
function along(squad: Squad, steps: number): Point {
  const last = squad.path.length - 1;
  const from = Math.max(0, Math.min(last, Math.floor(steps)));
  const to = Math.min(last, from + 1);
  const share = Math.min(1, Math.max(0, steps - from));
  return [
    between(squad.path[from][0], squad.path[to][0], share),
    between(squad.path[from][1], squad.path[to][1], share),
  ];
}

function squadPlace(scene: Scene<AsterobotsBoard>, id: string): Point {
  const squad = scene.after.squads[id];
  const old = scene.before.squads[id];
  const steps = between(old ? old.step : 0, squad.step, scene.t);
  const g = geometry(scene.after.stage);
  const [x, y] = along(squad, old || scene.t < 1 ? steps : squad.step);
  return [x - g.left, y - g.top];
}

/** Draws a squad and its way, and returns its place. */
function drawSquad(p: Painter, scene: Scene<AsterobotsBoard>, id: string): Point {
  const squad = scene.after.squads[id];
  const g = geometry(scene.after.stage);
  const [x, y] = squadPlace(scene, id);
  const colour = seatColour(p.theme, squad.owner);
  const at: Point = [x, y];
  const rest = squad.path.slice(squad.step + 1).map(([a, b]): Point => [a - g.left, b - g.top]);
  if (scene.switches.paths) {
    p.faded(0.8, () => p.line([[x, y], ...rest], colour, 0.09, [0.22, 0.16]));
    const end = rest.at(-1);
    if (end) p.faded(0.8, () => p.ring(end[0], end[1], 0.86, colour, 0.06));
  }
  p.mark(seatShape(squad.owner), x, y, 0.42, colour, "#ffffff", 0.07);
  return at;
}

/** The numbers of squads: beside the squad, where neither a vein's number nor another squad's is. */
function drawSquadNumbers(p: Painter, squads: [Squad, Point][], labels: Labels): void {
  const size = Math.max(0.42, Math.min(0.6, p.px(14)));
  if (!p.shows(size, 8)) return;
  for (const [squad, [x, y]] of squads) {
    const text = String(squad.robots);
    const beside = 0.5 + labels.width(text, size) / 2;
    const spots: Point[] = [0, 1, 2].flatMap((ring) => [
      [x, y - 0.74 - ring * 0.3],
      [x + beside + ring * 0.25, y],
      [x - beside - ring * 0.25, y],
      [x, y + 0.74 + ring * 0.3],
      [x + beside, y - 0.6 - ring * 0.3],
      [x - beside, y - 0.6 - ring * 0.3],
    ]);
    const spot = spots.find((at) => labels.claim(text, at, size));
    if (spot)
      tag(p, text, ...spot, size, p.theme.dark ? "#ffffff" : "#10151d", p.theme.dark ? "#10151d" : "#ffffff");
  }
}

const background = new StaticLayer();
/** The numbers of the veins in the background. */
let numbered = new Labels();

/** The asteroid: hexagons of slightly different stone, some with a crater. */
function drawRock(p: Painter, stage: Stage): void {
  const g = geometry(stage);
  const c = p.context;
  const tones = p.theme.dark
    ? ["#20252d", "#1d222a", "#232932", "#1b2027"]
    : ["#e3ded4", "#dcd6ca", "#e8e4db", "#d6d0c3"];
  tones.forEach((tone, i) => {
    c.fillStyle = tone;
    c.fill(g.tones[i]);
  });
  c.strokeStyle = p.theme.dark ? "#2d3540" : "#c4bcae";
  c.lineWidth = 0.05;
  c.stroke(g.tiles);
  if (!p.shows(1, 10)) return;
  for (const [x, y, radius] of g.craters) {
    p.disc(x, y, radius, p.theme.dark ? "#171b21" : "#c9c1b2");
    p.ring(x, y, radius, p.theme.dark ? "#323a46" : "#f3efe7", 0.07, 0.3, 0.72);
  }
}

/** The field and its veins. */
function drawBackground(p: Painter, scene: Scene<AsterobotsBoard>): void {
  const b = scene.after;
  drawRock(p, b.stage);
  for (const v of b.veins) drawVein(p, b, v);
  numbered = new Labels();
  drawNumbers(p, b, numbered);
  if (scene.selected?.path.startsWith("veins.")) {
    const chosen = b.veins[Number(scene.selected.path.split(".")[1])];
    p.ring(...veinPlace(b, chosen), 0.78, p.theme.ink, 0.1);
  }
}

function vein(b: AsterobotsBoard, index: number): Thing {
  const v = b.veins[index];
  const [x, y] = b.stage.names[v.vertex];
  return {
    name: `${v.material} vein (${x}, ${y})`,
    path: `veins.${index}`,
    rows: [
      ["owner", v.owner < 0 ? "the aliens" : `player ${v.owner}`],
      ["residents", `${v.robots} robots`],
      ["material rank", String(v.material_rank)],
      ["material per turn", String(v.material_productivity)],
      ["robot rank", String(v.robot_rank)],
      ["robots per turn", String(v.robot_productivity)],
    ],
  };
}

function squad(b: AsterobotsBoard, id: string): Thing {
  const s = b.squads[id];
  const steps = s.path.length - 1 - s.step;
  return {
    name: `squad ${id}`,
    path: `squads.${id}`,
    rows: [
      ["owner", `player ${s.owner}`],
      ["robots", String(s.robots)],
      ["on its path", `${s.step} of ${s.path.length - 1} edges`],
      ["arrives", steps === 0 ? "now" : `in ${steps} steps`],
    ],
  };
}

export const board: Board<AsterobotsBoard> = {
  pace: 5,
  rules:
    "Companies conquer the veins of an asteroid. A vein yields a material and new robots in every turn; materials " +
    "are traded and pay for upgrades; robots march along the edges and fight for veins. The players are ranked " +
    "after 200 rounds, or when at most one owns a vein.",
  legend: [
    ...(["gas", "stone", "metal"] as const).map((material) => ({
      text: `${material} vein; its edge has the colour and the shape of its owner`,
      draw(p: Painter) {
        p.disc(0, 0, 0.46, MATERIAL_COLOUR[material]);
        GLYPHS[material].draw(p, 0, 0, 0.6, "#14181d");
      },
    })),
    { text: "robots that defend the vein", draw: (p) => p.text("60", 0, 0, 0.5, p.theme.ink, "center", 700) },
    {
      text: "material and robots that it yields per turn",
      draw: (p) => p.text("+6 +4", 0, 0, 0.38, p.theme.ink, "center", 700),
    },
    {
      text: "discs above: rank of its material",
      draw: (p) => [-0.2, 0.2].forEach((x) => p.disc(x, 0, 0.14, p.theme.ink)),
    },
    {
      text: "boxes below: rank of its robots",
      draw: (p) => [-0.3, 0.06].forEach((x) => p.rect(x, -0.1, 0.24, 0.2, p.theme.warn)),
    },
    {
      text: "a squad, its robots and its way",
      draw(p) {
        p.line(
          [
            [-0.5, 0.3],
            [0.5, -0.3],
          ],
          p.theme.neutral,
          0.08,
          [0.16, 0.12],
        );
        p.mark("circle", 0, 0, 0.3, p.theme.neutral, p.theme.ink, 0.05);
      },
    },
  ],
  switches: [{ key: "paths", label: "squads' paths", on: true }],
  size: (b) => [geometry(b.stage).width, geometry(b.stage).height],
  draw(p, scene) {
    background.draw(p, [scene.after, scene.selected?.path], (painter) => drawBackground(painter, scene));
    const b = scene.after;
    if (scene.t < 1)
      b.veins.forEach((v, i) => {
        if (scene.before.veins[i] && scene.before.veins[i].owner !== v.owner)
          p.ring(
            ...veinPlace(b, v),
            0.64 + scene.t * 0.6,
            seatColour(p.theme, v.owner),
            0.14 * (1 - scene.t),
          );
      });
    const squads = Object.keys(b.squads).map((id): [Squad, Point] => [b.squads[id], drawSquad(p, scene, id)]);
    drawSquadNumbers(p, squads, new Labels(numbered));
  },
  pick(scene, x, y) {
    const b = scene.after;
    const near = ([a, c]: Point, reach: number): boolean => Math.hypot(a - x, c - y) < reach;
    const id = Object.keys(b.squads).find((s) => near(squadPlace(scene, s), 0.5));
    if (id) return squad(b, id);
    const index = b.veins.findIndex((v) => near(veinPlace(b, v), 0.7));
    return index >= 0 ? vein(b, index) : null;
  },
  find(scene, path) {
    const [kind, key] = path.split(".");
    if (kind === "veins") return vein(scene.after, Number(key));
    return scene.after.squads[key] ? squad(scene.after, key) : null;
  },
  place(b, where) {
    const g = geometry(b.stage);
    if ("tile" in where) {
      const [x, y] = where.tile;
      const at = b.stage.names.findIndex((name) => name[0] === x && name[1] === y);
      return at < 0 ? null : [b.stage.vertices[at][0] - g.left, b.stage.vertices[at][1] - g.top];
    }
    const s = b.squads[where.unit];
    const point = s?.path[s.step];
    return point ? [point[0] - g.left, point[1] - g.top] : null;
  },
  order,
  deals,
  tables(b, head): Table[] {
    const name = (i: number): string => `${b.next === i ? "▶ " : ""}${head.seats[i]?.[0] ?? i}`;
    const stock = (p: Player, m: Material): string => `${p.materials[m]} +${p.material_productivity[m]}`;
    return [
      {
        title: "Players (▶ plays next)",
        columns: ["", "money", "funds", "veins", "robots"],
        seats: "rows",
        rows: b.players.map((p, i) => [
          name(i),
          `${p.money} J`,
          `${p.estimated_funds} J`,
          p.veins,
          `${p.robots} +${p.robot_productivity}`,
        ]),
      },
      {
        title: "Stock and productivity",
        columns: ["", ...MATERIALS],
        seats: "rows",
        rows: b.players.map((p, i) => [name(i), ...MATERIALS.map((m) => stock(p, m))]),
      },
      {
        title: "Market rate, J per piece",
        columns: ["", ...MATERIALS],
        rows: [
          ["BUY", ...MATERIALS.map((m) => b.buy_prices[m])],
          ["SELL", ...MATERIALS.map((m) => b.sell_prices[m])],
        ],
      },
      {
        title: b.trades.length ? "Offers and demands" : "Offers and demands: none",
        columns: b.trades.length ? ["", "", "amount", "price", "total"] : [],
        rows: b.trades.map((t) => [
          `${head.seats[t.player]?.[0] ?? t.player} ${t.type}`,
          t.material,
          t.amount,
          t.price,
          t.amount * t.price,
        ]),
      },
    ];
  },
  score: (b, seat) => b.players[seat]?.veins ?? 0,
  caption(frame, head) {
    const b = frame.board;
    if (b.player === null) return "before the first selection";
    const who = head.seats[b.player]?.[0] ?? `player ${b.player}`;
    return b.phase === "select" ? `${who} selects a vein` : `round ${b.round}, ${who}`;
  },
};
