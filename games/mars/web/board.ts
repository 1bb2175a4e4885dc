// Mars Makeover: tiles with ten levels for each team, deposits, robots, and what each team has explored.

import { type Board, between, ease, type Scene, type Thing } from "$web/board/board";
import { StaticLayer, sprite, TileLayer, tag } from "$web/board/layer";
import { type Motion, motionBetween, ofTwoFrames } from "$web/board/motion";
import type { Painter } from "$web/board/painter";
import { mix, seatColour, seatShape } from "$web/board/palette";
import { TOOLS } from "./art";
import { order } from "./orders";

interface Robot {
  team: "blue" | "red";
  type: "explorer" | "miner" | "terraformer";
  row: number;
  col: number;
  battery: number;
}

interface Team {
  /** Null if the player of the board does not know it. */
  metal: number | null;
  robots: number;
  tiles: number;
  time_left: number | null;
}

type Place = { row: number; col: number };

interface MarsEvent {
  spawned?: Place & { name: string };
  rammed?: Place & { mover: string | null; victim: string | null };
  transformed?: Place & { name: string };
  terraformed?: Place;
  explored?: { tiles: [number, number][] };
  mined?: { name: string; metal: number };
}

export interface MarsBoard {
  round: number;
  team: "blue" | "red" | null;
  tiles: string[];
  mining: number[][];
  terraform: number[][];
  seen: string[];
  robots: Record<string, Robot>;
  teams: [Team, Team];
  events: MarsEvent[];
  winner: "blue" | "red" | null;
  result: string | null;
}

const ground = new TileLayer();
const FULL_BATTERY = 120;
const LEVELS = 10;
const seatOf = (team: "blue" | "red"): number => (team === "blue" ? 0 : 1);
const SEEN = ["nobody", "blue", "red", "both"];

/** The ground of a tile: rust-red desert, or a level of a team's colour. */
function groundColour(kind: string, level: number, dark: boolean): string {
  if (kind === "#") return dark ? "#14110f" : "#5d5450";
  if (kind === "I") return dark ? "#262120" : "#8d8480";
  const desert = dark ? "#4b3a31" : "#d9b494";
  if (kind === "M") return dark ? "#5a4a35" : "#d8c7a4";
  if (level === 0) return desert;
  const pale = dark ? (level > 0 ? "#1b3350" : "#70300c") : level > 0 ? "#d3e5fb" : "#fde2cf";
  const full = dark ? (level > 0 ? "#3f9bff" : "#ff8133") : level > 0 ? "#2f7fd8" : "#e06a1d";
  return mix(pale, full, (Math.abs(level) - 1) / (LEVELS - 1));
}

/** A tile without what stands on it. */
export function drawGround(
  p: Painter,
  kind: string,
  level: number,
  metal: number,
  row: number,
  col: number,
): void {
  p.rect(col, row, 1, 1, groundColour(kind, level, p.theme.dark));
  if (kind === "I") {
    if (p.shows(1, 6)) drawBoulder(p, row, col);
  } else if (kind === "M") {
    drawDeposit(p, metal, row, col);
  } else if (level !== 0 && p.shows(1, 9)) {
    drawLevel(p, level, row, col);
  } else if (p.shows(1, 9)) {
    drawDesert(p, row, col);
  }
}

/** A number from 0 to 1 that is scattered over the tiles and always the same for a tile. */
function scattered(row: number, col: number, salt: number): number {
  const mixed = Math.sin(row * 127.1 + col * 311.7 + salt * 74.7) * 43758.5453;
  return mixed - Math.floor(mixed);
}

/** The outline of a boulder; it depends on the tile, so that it stays the same. */
function boulder(row: number, col: number, size: number): [number, number][] {
  return Array.from({ length: 8 }, (_, i): [number, number] => {
    const reach = size * (0.78 + 0.3 * scattered(row, col, i));
    const angle = (i / 8) * 2 * Math.PI;
    return [col + 0.5 + Math.cos(angle) * reach, row + 0.5 + Math.sin(angle) * reach];
  });
}

/** A boulder with a lit edge and a shadow. */
function drawBoulder(p: Painter, row: number, col: number): void {
  const outline = boulder(row, col, 0.42);
  const shifted = (dx: number, dy: number, share: number): [number, number][] =>
    outline.map(([x, y]) => [
      col + 0.5 + (x - col - 0.5) * share + dx,
      row + 0.5 + (y - row - 0.5) * share + dy,
    ]);
  p.polygon(shifted(0.04, 0.05, 1), p.theme.dark ? "#171413" : "#6d645f");
  p.polygon(shifted(0, 0, 0.96), p.theme.dark ? "#4a4340" : "#8f857e");
  p.polygon(shifted(-0.05, -0.06, 0.6), p.theme.dark ? "#5d5551" : "#a99f97");
}

/** Pebbles and small craters in the desert. */
function drawDesert(p: Painter, row: number, col: number): void {
  const [dark, lit] = p.theme.dark ? ["#3d2f27", "#5b473b"] : ["#c79f7d", "#e6c8ac"];
  const kind = scattered(row, col, 1);
  const [x, y] = [col + 0.25 + 0.5 * scattered(row, col, 2), row + 0.25 + 0.5 * scattered(row, col, 3)];
  if (kind < 0.1) {
    const radius = 0.12 + 0.1 * scattered(row, col, 4);
    p.disc(x, y, radius, dark);
    p.ring(x, y, radius, lit, 0.05, 0.25, 0.75);
  } else if (kind < 0.5) {
    p.disc(x, y, 0.05, dark);
    p.disc(col + 0.2 + 0.6 * scattered(row, col, 5), row + 0.2 + 0.6 * scattered(row, col, 6), 0.035, lit);
  }
}

function drawDeposit(p: Painter, value: number, row: number, col: number): void {
  const [x, y] = [col + 0.5, row + 0.5];
  const crystal = (points: [number, number][], fill: string): void =>
    p.polygon(
      points.map(([a, b]): [number, number] => [x + a, y + b]),
      fill,
      "#5b4500",
      0.035,
    );
  crystal(
    [
      [-0.02, -0.46],
      [0.2, -0.26],
      [0.16, 0.36],
      [-0.16, 0.36],
      [-0.2, -0.26],
    ],
    "#e3bd3c",
  );
  crystal(
    [
      [-0.3, -0.16],
      [-0.14, -0.04],
      [-0.12, 0.38],
      [-0.4, 0.38],
      [-0.44, 0],
    ],
    "#b98f1e",
  );
  crystal(
    [
      [0.32, -0.2],
      [0.45, -0.02],
      [0.4, 0.38],
      [0.12, 0.38],
      [0.16, -0.06],
    ],
    "#cda42b",
  );
  if (p.shows(1, 14)) p.label(String(value), x, y + 0.16, 0.44, "#ffffff", "#2b2000");
}

/** Marks the owner by a pattern: blue has rising strokes, red falling ones, one for every two levels. */
function drawLevel(p: Painter, level: number, row: number, col: number): void {
  const strokes = Math.ceil(Math.abs(level) / 2);
  const colour = p.theme.dark ? (level > 0 ? "#9fd0ff" : "#ffc7a0") : level > 0 ? "#0b3d7a" : "#7a2f07";
  const rising = level > 0 ? 1 : -1;
  p.faded(0.55, () => {
    for (let i = 0; i < strokes; i++) {
      const x = col + 0.14 + i * 0.15;
      p.line(
        [
          [x, row + 0.9],
          [x + 0.12, row + 0.9 - 0.2],
        ].map(([a, b]) => [rising > 0 ? a : 2 * col + 1 - a, b]) as [number, number][],
        colour,
        0.06,
      );
    }
  });
}

/** Draws a robot; without its battery it looks the same everywhere, so it is a sprite. */
function drawRobot(p: Painter, robot: Robot, x: number, y: number, size = 1): void {
  if (size === 1)
    sprite(p, `mars-${robot.team}-${robot.type}`, x, y, 0.5, (painter) =>
      drawBody(painter, robot, 0, 0, 0.36),
    );
  else drawBody(p, robot, x, y, 0.36 * size);
  if (p.shows(1, 11)) {
    const share = robot.battery / FULL_BATTERY;
    p.bar(x - 0.34, y + 0.38, 0.68, 0.09, share, share < 0.25 ? "#ff5c5c" : "#7be07b", "#000000a0");
  }
}

function drawBody(p: Painter, robot: Robot, x: number, y: number, r: number): void {
  const seat = seatOf(robot.team);
  p.mark(seatShape(seat), x, y, r, seatColour(p.theme, seat), "#ffffff", r / 6);
  drawTool(p, robot.type, x, y, r);
}

/** The sign of a robot's type. */
function drawTool(
  p: Painter,
  type: Robot["type"],
  x: number,
  y: number,
  r: number,
  ink = p.theme.onSeat,
): void {
  TOOLS[type].draw(p, x, y, r * 1.36, ink);
}

const isSamePlace = (a: Robot, b: Robot): boolean => a.row === b.row && a.col === b.col;
const motionOf = ofTwoFrames((before: MarsBoard, after: MarsBoard) =>
  motionBetween(before.robots, after.robots, isSamePlace),
);

/** How many frames back the trails of robots reach. */
const TRAIL_FRAMES = 10;

type Step = [[number, number], [number, number]];
const stepsInto = new WeakMap<MarsBoard, [Step[], Step[]]>();

/** The steps of each team's robots from one frame to the next. */
function stepsOf(before: MarsBoard, after: MarsBoard): [Step[], Step[]] {
  let steps = stepsInto.get(after);
  if (steps) return steps;
  steps = [[], []];
  for (const name in after.robots) {
    const [robot, old] = [after.robots[name], before.robots[name]];
    if (old && !isSamePlace(old, robot))
      steps[seatOf(robot.team)].push([
        [old.col + 0.5, old.row + 0.5],
        [robot.col + 0.5, robot.row + 0.5],
      ]);
  }
  stepsInto.set(after, steps);
  return steps;
}

/** The paths of the robots in the last frames; older parts are fainter. */
function drawTrails(p: Painter, scene: Scene<MarsBoard>): void {
  const colours = p.theme.dark ? ["#b9dcff", "#ffd0b0"] : ["#0b3d7a", "#7a2f07"];
  let after = scene.after;
  for (let i = 0; i < TRAIL_FRAMES; i++) {
    const before = scene.earlier(i + 1);
    if (!before) return;
    const steps = stepsOf(before, after);
    p.faded(0.8 * (1 - i / TRAIL_FRAMES), () => {
      for (const seat of [0, 1]) p.strokes(steps[seat], colours[seat], 0.1);
    });
    after = before;
  }
}

function drawMoving(p: Painter, scene: Scene<MarsBoard>, { moving, fresh, lost }: Motion<Robot>): void {
  const share = ease(scene.t);
  const dim = (robot: Robot): number => (isHidden(scene, robot.row, robot.col) ? 0.4 : 1);
  for (const { unit: robot, old } of moving) {
    p.context.globalAlpha = dim(robot);
    drawRobot(p, robot, between(old.col, robot.col, share) + 0.5, between(old.row, robot.row, share) + 0.5);
  }
  for (const robot of fresh) {
    p.context.globalAlpha = dim(robot);
    drawRobot(p, robot, robot.col + 0.5, robot.row + 0.5, scene.t < 1 ? Math.max(0.2, scene.t) : 1);
  }
  for (const robot of scene.t < 1 ? lost : []) {
    p.context.globalAlpha = dim(robot) * (1 - scene.t);
    drawRobot(p, robot, robot.col + 0.5, robot.row + 0.5);
  }
  p.context.globalAlpha = 1;
}

function drawEvents(p: Painter, scene: Scene<MarsBoard>): void {
  for (const event of scene.after.events) {
    if (event.rammed) p.blast(event.rammed.col + 0.5, event.rammed.row + 0.5, 0.75, scene.t);
    if (event.mined) {
      const robot = scene.after.robots[event.mined.name];
      if (robot && p.shows(1, 12)) {
        const rise = 0.5 * scene.t;
        tag(p, `+${event.mined.metal}`, robot.col + 0.5, robot.row + 0.15 - rise, 0.42, "#ffd84d", "#201700");
      }
    }
    if (event.transformed)
      p.ring(event.transformed.col + 0.5, event.transformed.row + 0.5, 0.5, "#ffffff", 0.06);
    if (event.spawned && scene.t < 1)
      p.ring(event.spawned.col + 0.5, event.spawned.row + 0.5, 0.2 + 0.5 * scene.t, "#ffffff", 0.05);
    if (event.terraformed && scene.t < 1)
      p.frame(
        event.terraformed.col + 0.08,
        event.terraformed.row + 0.08,
        0.84,
        0.84,
        "#ffffff",
        0.07 * (1 - scene.t),
      );
  }
}

/** The teams whose explored tiles are shown, as a bit for each. */
const fogOf = ({ switches }: Scene<MarsBoard>): number => (switches.fog0 ? 1 : 0) | (switches.fog1 ? 2 : 0);

function isHidden(scene: Scene<MarsBoard>, row: number, col: number): boolean {
  const fog = fogOf(scene);
  return fog !== 0 && !(Number(scene.after.seen[row][col]) & fog);
}

function drawFog(p: Painter, b: MarsBoard, bit: number): void {
  for (const [row, seen] of b.seen.entries()) {
    // Neighbouring dark tiles are one rectangle.
    for (let col = 0; col < seen.length; col++) {
      let end = col;
      while (end < seen.length && !(Number(seen[end]) & bit)) end++;
      if (end > col) p.rect(col, row, end - col, 1, p.theme.dark ? "#000000a8" : "#1d2530a0");
      col = end;
    }
  }
}

const background = new StaticLayer();

/** The tiles, trails and fog, and the robots that do not move. */
function drawBackground(p: Painter, scene: Scene<MarsBoard>, { standing }: Motion<Robot>): void {
  const b = scene.after;
  const look = (col: number, row: number): string =>
    `${b.tiles[row][col]}${b.terraform[row][col]},${b.mining[row][col]}`;
  ground.draw(p, b.tiles[0].length, b.tiles.length, look, (painter, col, row) => {
    drawGround(painter, b.tiles[row][col], b.terraform[row][col], b.mining[row][col], row, col);
    if (painter.shows(1, 12)) painter.faded(0.12, () => painter.frame(col, row, 1, 1, "#000000", 0.04));
  });
  if (scene.switches.trails) drawTrails(p, scene);
  for (const robot of standing) drawRobot(p, robot, robot.col + 0.5, robot.row + 0.5);
  const fog = fogOf(scene);
  if (fog) drawFog(p, b, fog);
}

/** A frame around the selected thing. */
function drawSelected(p: Painter, scene: Scene<MarsBoard>): void {
  const [kind, a, c] = scene.selected?.path.split(".") ?? [];
  const robot = kind === "robots" ? scene.after.robots[a] : undefined;
  const [row, col] = robot
    ? [robot.row, robot.col]
    : kind === "terraform"
      ? [Number(a), Number(c)]
      : [-1, -1];
  if (row >= 0) p.frame(col - 0.04, row - 0.04, 1.08, 1.08, "#ffffff", 0.12);
}

function tile(b: MarsBoard, row: number, col: number): Thing {
  const kind = b.tiles[row][col];
  const level = b.terraform[row][col];
  const owner = level > 0 ? "blue" : level < 0 ? "red" : "nobody";
  const rows: [string, string][] = [
    ["place", `row ${row}, column ${col}`],
    ["tile", { I: "impassable", M: "deposit", T: "terraformable", "#": "not seen yet" }[kind] ?? kind],
    ["seen by", SEEN[Number(b.seen[row][col])]],
  ];
  if (kind === "M") rows.push(["metal per action", String(b.mining[row][col])]);
  if (kind === "T") rows.push(["owner", owner], ["level", String(Math.abs(level))]);
  return { name: `tile (${row}, ${col})`, path: `terraform.${row}.${col}`, rows };
}

function robot(b: MarsBoard, name: string): Thing {
  const r = b.robots[name];
  const rows: [string, string][] = [
    ["type", r.type],
    ["team", r.team],
    ["battery", `${r.battery} of ${FULL_BATTERY}`],
    ["place", `row ${r.row}, column ${r.col}`],
  ];
  return {
    name: name.replace("_", " "),
    path: `robots.${name}`,
    rows: [...rows, ...tile(b, r.row, r.col).rows.slice(1)],
  };
}

export const board: Board<MarsBoard> = {
  pace: 3,
  rules:
    "Two teams build robots that explore the land, mine metal and terraform. Robots cost metal and run on a " +
    "battery that is charged on own land. After 200 rounds the team with more land wins.",
  legend: [
    { text: "explorer: uncovers tiles", draw: (p) => drawTool(p, "explorer", 0, 0, 0.5, p.theme.ink) },
    { text: "miner: digs metal out of deposits", draw: (p) => drawTool(p, "miner", 0, 0, 0.5, p.theme.ink) },
    {
      text: "terraformer: makes land its team's",
      draw: (p) => drawTool(p, "terraformer", 0, 0, 0.5, p.theme.ink),
    },
    { text: "deposit and the metal it yields", draw: (p) => drawDeposit(p, 12, -0.5, -0.5) },
    { text: "rock: no robot can enter", draw: (p) => drawGround(p, "I", 0, 0, -0.5, -0.5) },
    {
      text: "blue's land: rising strokes, more for higher levels",
      draw: (p) => drawGround(p, "T", 8, 0, -0.5, -0.5),
    },
    { text: "red's land: falling strokes", draw: (p) => drawGround(p, "T", -8, 0, -0.5, -0.5) },
    {
      text: "battery below a robot",
      draw: (p) => p.bar(-0.4, -0.06, 0.8, 0.14, 0.6, "#7be07b", "#000000a0"),
    },
  ],
  switches: [
    { key: "fog0", label: "blue's fog", on: false },
    { key: "fog1", label: "red's fog", on: false },
    { key: "trails", label: "trails", on: true },
  ],
  size: (b) => [b.tiles[0].length, b.tiles.length],
  draw(p, scene) {
    const motion = motionOf(scene.before, scene.after);
    background.draw(p, [scene.after, scene.before, fogOf(scene), scene.switches.trails], (painter) =>
      drawBackground(painter, scene, motion),
    );
    drawMoving(p, scene, motion);
    drawEvents(p, scene);
    drawSelected(p, scene);
  },
  pick(scene, x, y) {
    const b = scene.after;
    const [row, col] = [Math.floor(y), Math.floor(x)];
    if (row < 0 || col < 0 || row >= b.tiles.length || col >= b.tiles[0].length) return null;
    const name = Object.keys(b.robots).find((n) => b.robots[n].row === row && b.robots[n].col === col);
    return name ? robot(b, name) : tile(b, row, col);
  },
  find(scene, path) {
    const [kind, a, c] = path.split(".");
    if (kind === "robots") return scene.after.robots[a] ? robot(scene.after, a) : null;
    return tile(scene.after, Number(a), Number(c));
  },
  state(b, path) {
    const [kind, a, c] = path.split(".");
    if (kind === "robots") return b.robots[a];
    const [row, col] = [Number(a), Number(c)];
    const robot = Object.entries(b.robots).find(([, r]) => r.row === row && r.col === col);
    return {
      level: b.terraform[row][col],
      seen_by: SEEN[Number(b.seen[row][col])],
      robot: robot ? robot[0].replace("_", " ") : null,
    };
  },
  place(b, where) {
    if ("tile" in where) return [where.tile[1] + 0.5, where.tile[0] + 0.5];
    const r = b.robots[where.unit] ?? b.robots[`robot_${where.unit}`];
    return r ? [r.col + 0.5, r.row + 0.5] : null;
  },
  order,
  tables(b) {
    const count = (team: string, type: string): number =>
      Object.values(b.robots).filter((r) => r.team === team && r.type === type).length;
    const both = (read: (team: "blue" | "red", data: Team) => string | number): (string | number)[] => [
      read("blue", b.teams[0]),
      read("red", b.teams[1]),
    ];
    return [
      {
        title: "Teams",
        columns: ["", "blue", "red"],
        seats: "columns",
        rows: [
          ["tiles", ...both((_, d) => d.tiles)],
          ["metal", ...both((_, d) => d.metal ?? "?")],
          ["explorers", ...both((team) => count(team, "explorer"))],
          ["miners", ...both((team) => count(team, "miner"))],
          ["terraformers", ...both((team) => count(team, "terraformer"))],
          ["time bank", ...both((_, d) => (d.time_left === null ? "?" : `${d.time_left.toFixed(1)} s`))],
        ],
      },
    ];
  },
  score: (b, seat) => b.teams[seat].tiles,
  caption: (frame) =>
    frame.board.team ? `round ${frame.board.round}, ${frame.board.team}` : "before the first turn",
};
