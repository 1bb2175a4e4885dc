// Home Run: water, bases and stadiums, units and balls, balls in flight.

import { type Board, between, ease, type Scene, type Thing } from "$web/board/board";
import { StaticLayer, sprite, TileLayer, tag } from "$web/board/layer";
import { type Motion, motionBetween, ofTwoFrames } from "$web/board/motion";
import type { Painter } from "$web/board/painter";
import { seatColour, seatShape } from "$web/board/palette";
import type { Colour, Note, Spot } from "$web/film/film";
import { GLYPHS } from "./art";
import { order } from "./orders";

interface Unit {
  id: number;
  team: "A" | "B";
  type: "HQ" | "PITCHER" | "BATTER" | "CATCHER";
  x: number;
  y: number;
  move_cd: number;
  act_cd: number;
  carrying: boolean;
  energy: number;
  paused: boolean;
  vision: number;
  order?: number;
}

interface Team {
  /** Null, like the next two, if the player of the board does not know it. */
  points: number | null;
  reputation: number | null;
  value: number | null;
  pitchers: number;
  batters: number;
  catchers: number;
  units: number;
}

type Point = [number, number];
type Switches = Record<string, boolean>;

/** What units print and draw by the contest's own calls. Positions are without the map's offset. */
interface OwnNote {
  printed?: { unit: number; text: string };
  point?: { unit: number; at: Point; colour: string };
  line?: { unit: number; from: Point; to: Point; colour: string };
}

interface Event {
  moved?: { from: Point; to: Point };
  batted?: { from: Point; to: Point };
  explosion?: { at: Point };
  recruited?: { id: number };
}

export interface HomeRunBoard {
  round: number;
  tiles: string[];
  offset: Point;
  units: Record<string, Unit>;
  balls: Point[];
  teams: [Team, Team];
  events: Event[];
  notes: OwnNote[];
  winner: string | null;
  result: string | null;
}

const TERRAIN: Record<string, string> = {
  ".": "grass",
  "~": "water",
  b: "base",
  s: "stadium",
  "#": "out of sight",
};
const FULL_ENERGY = 15000;
const rgb = (text: string): Colour => [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16)) as Colour;
const seatOf = (team: "A" | "B"): number => (team === "A" ? 0 : 1);

/** The middle of a tile in the picture. North is up: the first row has the highest y. */
function middle(b: HomeRunBoard, [x, y]: Point): Point {
  return [x + 0.5, b.tiles.length - y - 0.5];
}

const field = new TileLayer();

export function drawTile(p: Painter, tile: string, x: number, y: number): void {
  if (tile === "#") {
    p.rect(x, y, 1, 1, p.theme.dark ? "#0c1410" : "#7f8d7a");
    return;
  }
  const even = (x + y) % 2 === 0;
  const grass = p.theme.dark ? (even ? "#24402f" : "#213b2b") : even ? "#bfdcab" : "#b6d5a1";
  p.rect(x, y, 1, 1, grass);
  // Some tiles have tufts, always the same ones.
  if (tile === "." && (x * 7 + y * 13) % 5 === 0 && p.shows(1, 10)) {
    const [a, b] = [x + 0.25 + ((x * 3 + y) % 5) * 0.1, y + 0.75 - ((x + y * 2) % 4) * 0.1];
    p.strokes(
      [-0.07, 0, 0.07].map((lean): [Point, Point] => [
        [a, b],
        [a + lean, b - 0.17],
      ]),
      p.theme.dark ? "#33573f" : "#96bd80",
      0.05,
    );
  }
  if (tile === "~") {
    p.rect(x, y, 1, 1, p.theme.dark ? "#17395c" : "#8fc4e8");
    const crest = p.theme.dark ? "#2f6ea8" : "#5d9fd0";
    p.line(
      [
        [x + 0.15, y + 0.4],
        [x + 0.35, y + 0.32],
        [x + 0.55, y + 0.4],
        [x + 0.78, y + 0.32],
      ],
      crest,
      0.06,
    );
    p.line(
      [
        [x + 0.25, y + 0.7],
        [x + 0.45, y + 0.62],
        [x + 0.65, y + 0.7],
        [x + 0.85, y + 0.62],
      ],
      crest,
      0.06,
    );
  } else if (tile === "b") {
    p.polygon(
      [
        [x + 0.5, y + 0.08],
        [x + 0.92, y + 0.5],
        [x + 0.5, y + 0.92],
        [x + 0.08, y + 0.5],
      ],
      p.theme.dark ? "#d9cfb8" : "#ffffff",
      "#6b5836",
      0.06,
    );
  } else if (tile === "s") {
    p.rect(x + 0.06, y + 0.06, 0.88, 0.88, p.theme.dark ? "#8a6a1f" : "#e0b84c");
    p.ring(x + 0.5, y + 0.5, 0.3, p.theme.dark ? "#f3dfa0" : "#6b4e00", 0.1);
    p.disc(x + 0.5, y + 0.5, 0.1, p.theme.dark ? "#f3dfa0" : "#6b4e00");
  }
}

/** Cooldowns are drawn in this many steps, so that few sprites serve all units. */
const NOTCHES = 12;
const notches = (cooldown: number, full: number): number =>
  Math.ceil(Math.min(1, Math.max(0, cooldown) / full) * NOTCHES);

function drawUnit(p: Painter, unit: Unit, x: number, y: number, { cooldowns, queue }: Switches): void {
  const key = `homerun-${unit.team}-${unit.type}-${unit.paused}-${unit.carrying}`;
  sprite(p, key, x, y, 0.56, (painter) => drawBody(painter, unit));
  if (cooldowns && p.shows(1, 9)) {
    const [move, act] = [notches(unit.move_cd, 5), notches(unit.act_cd, 10)];
    if (move + act > 0)
      sprite(p, `homerun-${move}-${act}`, x, y, 0.56, (painter) => {
        const [blue, yellow] = painter.theme.dark ? ["#9bd6f8", "#ffd166"] : ["#0f5f9e", "#a06800"];
        if (move) painter.ring(0, 0, 0.48, blue, 0.1, 0, move / NOTCHES);
        if (act) painter.ring(0, 0, 0.37, yellow, 0.1, 0, act / NOTCHES);
      });
  }
  if (queue && typeof unit.order === "number" && p.shows(1, 9))
    tag(p, String(unit.order), x - 0.3, y - 0.36, 0.42, "#ffd166", "#000000");
}

/** The house of a headquarters, with a letter, or with a pennant instead of an H. */
export function drawHouse(p: Painter, x: number, y: number, seat: number, letter: string): void {
  const corners: Point[] = [
    [x - 0.46, y + 0.44],
    [x - 0.46, y - 0.12],
    [x, y - 0.48],
    [x + 0.46, y - 0.12],
    [x + 0.46, y + 0.44],
  ];
  p.polygon(corners, seatColour(p.theme, seat), "#ffffff", 0.08);
  if (letter === "H") GLYPHS.HQ.draw(p, x + 0.04, y + 0.06, 0.58, p.theme.onSeat);
  else p.text(letter, x, y + 0.12, 0.5, p.theme.onSeat, "center", 800);
}

/** A unit without its cooldowns, around (0, 0). */
function drawBody(p: Painter, unit: Unit): void {
  const seat = seatOf(unit.team);
  if (unit.type === "HQ") {
    drawHouse(p, 0, 0, seat, "H");
    return;
  }
  const [edge, width] = unit.paused ? ["#ffd166", 0.12] : ["#ffffff", 0.06];
  p.mark(seatShape(seat), 0, 0, 0.43, seatColour(p.theme, seat), edge, width);
  GLYPHS[unit.type].draw(p, 0, 0, 0.64, p.theme.onSeat);
  if (unit.carrying) drawBall(p, [0.26, -0.26], 0.17);
}

function drawBall(p: Painter, [x, y]: Point, radius: number): void {
  sprite(p, `homerun-ball-${radius}`, x, y, radius * 1.2, (painter) => {
    painter.disc(0, 0, radius, "#ffffff");
    painter.ring(0, 0, radius, "#1a2027", radius * 0.28);
    if (painter.shows(radius, 4))
      painter.ring(-radius * 0.9, 0, radius * 0.7, "#c1121f", radius * 0.16, 0.1, 0.4);
  });
}

/** The way of something that was batted: readable on grass, water and units, also when the film rests. */
function drawWay(p: Painter, from: Point, to: Point): void {
  p.line([from, to], "#14181d", 0.2);
  p.arrow(from, to, "#fff3c4", 0.1, 0.36);
}

/** The sign of a unit that died. */
function drawCross(p: Painter, x: number, y: number): void {
  for (const [colour, width] of [
    ["#14181d", 0.2],
    [p.theme.dark ? "#ff5c5c" : "#d02020", 0.11],
  ] as const)
    p.strokes(
      [
        [
          [x - 0.3, y - 0.3],
          [x + 0.3, y + 0.3],
        ],
        [
          [x + 0.3, y - 0.3],
          [x - 0.3, y + 0.3],
        ],
      ],
      colour,
      width,
    );
}

/** The flights of batted balls, and explosions. */
function drawFlights(p: Painter, scene: Scene<HomeRunBoard>): void {
  const b = scene.after;
  for (const event of b.events) {
    if (event.batted) {
      const [from, to] = [middle(b, event.batted.from), middle(b, event.batted.to)];
      drawWay(p, from, to);
      const lift = scene.t < 1 ? Math.sin(Math.PI * scene.t) * 0.5 : 0;
      if (scene.t < 1)
        drawBall(p, [between(from[0], to[0], scene.t), between(from[1], to[1], scene.t) - lift], 0.3);
    }
    if (event.explosion) p.blast(...middle(b, event.explosion.at), 0.9, scene.t);
  }
}

/** Units that stay or move, and balls that were there before the turn or land in it. */
interface Changes extends Motion<Unit> {
  lying: Point[];
  landing: Point[];
}

const changesOf = ofTwoFrames((before: HomeRunBoard, after: HomeRunBoard): Changes => {
  const flown = new Set(after.events.flatMap(({ batted }) => (batted ? [batted.to.join()] : [])));
  const balls = (landed: boolean): Point[] =>
    after.balls.filter((ball) => flown.has(ball.join()) === landed).map((ball) => middle(after, ball));
  return {
    ...motionBetween(before.units, after.units, (a, b) => a.x === b.x && a.y === b.y),
    lying: balls(false),
    landing: balls(true),
  };
});

const background = new StaticLayer();

/** The field, and the units and balls that do not move. */
function drawBackground(p: Painter, scene: Scene<HomeRunBoard>, changes: Changes): void {
  const b = scene.after;
  const look = (x: number, y: number): string => b.tiles[y][x];
  field.draw(p, b.tiles[0].length, b.tiles.length, look, (painter, x, y) =>
    drawTile(painter, b.tiles[y][x], x, y),
  );
  if (scene.switches.trails) {
    const trails = b.events.flatMap(({ moved }): [Point, Point][] =>
      moved ? [[middle(b, moved.from), middle(b, moved.to)]] : [],
    );
    p.faded(0.4, () => p.strokes(trails, p.theme.dark ? "#ffffff" : "#14532d", 0.09));
  }
  for (const ball of changes.lying) drawBall(p, ball, 0.26);
  for (const unit of [...changes.standing, ...changes.fresh])
    drawUnit(p, unit, ...middle(b, [unit.x, unit.y]), scene.switches);
  const teams = ["A", "B"].filter((_, seat) => scene.switches[`fog${seat}`]);
  if (teams.length > 0) drawFog(p, b, teams);
}

/** Where a unit is between two frames. */
function along(b: HomeRunBoard, old: Unit, unit: Unit, t: number): Point {
  const [from, to] = [middle(b, [old.x, old.y]), middle(b, [unit.x, unit.y])];
  return [between(from[0], to[0], ease(t)), between(from[1], to[1], ease(t))];
}

function drawMoving(p: Painter, scene: Scene<HomeRunBoard>, changes: Changes): void {
  if (scene.t >= 1) for (const ball of changes.landing) drawBall(p, ball, 0.26);
  for (const { unit, old } of changes.moving)
    drawUnit(p, unit, ...along(scene.after, old, unit, scene.t), scene.switches);
  // The victims of the turn stay recognisable while the film rests.
  p.context.globalAlpha = scene.t >= 1 ? 0.55 : 1 - scene.t;
  for (const unit of changes.lost) drawUnit(p, unit, ...middle(scene.after, [unit.x, unit.y]), {});
  p.context.globalAlpha = 1;
  if (scene.t >= 1) for (const unit of changes.lost) drawCross(p, ...middle(scene.after, [unit.x, unit.y]));
}

/** Darkens the tiles that no unit of the chosen teams sees. */
function drawFog(p: Painter, b: HomeRunBoard, teams: string[]): void {
  const [width, height] = [b.tiles[0].length, b.tiles.length];
  const seen = new Uint8Array(width * height);
  for (const { team, x, y, vision } of Object.values(b.units)) {
    if (!teams.includes(team)) continue;
    const reach = Math.floor(Math.sqrt(vision));
    for (let row = Math.max(0, y - reach); row <= Math.min(height - 1, y + reach); row++) {
      const wide = Math.floor(Math.sqrt(vision - (row - y) ** 2));
      seen.fill(1, row * width + Math.max(0, x - wide), row * width + Math.min(width - 1, x + wide) + 1);
    }
  }
  for (let row = 0; row < height; row++) {
    // Neighbouring dark tiles are one rectangle.
    for (let col = 0; col < width; col++) {
      let end = col;
      while (end < width && !seen[row * width + end]) end++;
      if (end > col) p.rect(col, height - 1 - row, end - col, 1, p.theme.dark ? "#000000a8" : "#1d2530a0");
      col = end;
    }
  }
}

/** A ring around the selected unit, and how far it sees. */
function drawSelected(p: Painter, scene: Scene<HomeRunBoard>): void {
  const [kind, key] = scene.selected?.path.split(".") ?? [];
  const chosen = kind === "units" ? scene.after.units[key] : undefined;
  if (!chosen) return;
  const at = along(scene.after, scene.before.units[key] ?? chosen, chosen, scene.t);
  if (scene.switches.vision) {
    const reach = Math.sqrt(chosen.vision) + 0.5;
    p.faded(0.16, () => p.disc(...at, reach, "#ffffff"));
    p.ring(...at, reach, "#ffffff", 0.06);
  }
  p.ring(...at, 0.62, "#ffffff", 0.12);
}

function tile(b: HomeRunBoard, x: number, y: number): Thing {
  const ball = b.balls.some((at) => at[0] === x && at[1] === y);
  return {
    name: `tile (${x}, ${y})`,
    path: `tile.${x}.${y}`,
    rows: [
      ["terrain", TERRAIN[b.tiles[b.tiles.length - 1 - y][x]] ?? "?"],
      ["as bots see it", `(${x + b.offset[0]}, ${y + b.offset[1]})`],
      ["ball", ball ? "yes" : "no"],
    ],
  };
}

function unit(b: HomeRunBoard, key: string): Thing {
  const u = b.units[key];
  return {
    name: `${u.team}'s ${u.type === "HQ" ? "headquarters" : u.type.toLowerCase()} ${u.id}`,
    path: `units.${key}`,
    rows: [
      ["place", `(${u.x}, ${u.y}), ${TERRAIN[b.tiles[b.tiles.length - 1 - u.y][u.x]] ?? "?"}`],
      ["as bots see it", `(${u.x + b.offset[0]}, ${u.y + b.offset[1]})`],
      ["movement cooldown", u.move_cd.toFixed(2)],
      ["action cooldown", u.act_cd.toFixed(2)],
      ["carries a ball", u.carrying ? "yes" : "no"],
      [
        "energy used",
        `${u.energy.toLocaleString("en")} of ${FULL_ENERGY.toLocaleString("en")}${u.paused ? ", cut off" : ""}`,
      ],
      ["turn in the queue", typeof u.order === "number" ? String(u.order) : "unknown"],
      ["sees", `squared distance ${u.vision}`],
    ],
  };
}

export const board: Board<HomeRunBoard> = {
  pace: 4,
  rules:
    "Every unit is a program of its own. Pitchers that stand on bases and stadiums earn points and reputation, " +
    "which pays for new units; batters hit balls and units away. The first team with 2000 points wins, or the " +
    "one with more after 1500 rounds.",
  legend: [
    { text: "headquarters", draw: (p) => drawHouse(p, 0, 0, 0, "H") },
    {
      text: "pitcher: earns points on bases and stadiums",
      draw: (p) => GLYPHS.PITCHER.draw(p, 0, 0, 0.9, p.theme.ink),
    },
    { text: "batter: bats balls and units away", draw: (p) => GLYPHS.BATTER.draw(p, 0, 0, 0.9, p.theme.ink) },
    { text: "catcher: stops balls and units", draw: (p) => GLYPHS.CATCHER.draw(p, 0, 0, 0.9, p.theme.ink) },
    {
      text: "the way of what was batted, and where it hit",
      draw: (p) => drawWay(p, [-0.5, 0.3], [0.5, -0.3]),
    },
    { text: "a unit that died in this turn", draw: (p) => drawCross(p, 0, 0) },
    { text: "base", draw: (p) => drawTile(p, "b", -0.5, -0.5) },
    { text: "stadium", draw: (p) => drawTile(p, "s", -0.5, -0.5) },
    { text: "water: what is batted into it is lost", draw: (p) => drawTile(p, "~", -0.5, -0.5) },
    { text: "ball", draw: (p) => p.ring(0, 0, 0.3, p.theme.ink, 0.1) },
    {
      text: "outer ring: turns until it can move; inner ring: until it can act",
      draw(p) {
        p.ring(0, 0, 0.48, p.theme.dark ? "#9bd6f8" : "#0f5f9e", 0.1, 0, 0.6);
        p.ring(0, 0, 0.3, p.theme.dark ? "#ffd166" : "#a06800", 0.1, 0, 0.4);
      },
    },
    {
      text: "yellow edge: out of energy, continues next turn",
      draw: (p) => p.mark("circle", 0, 0, 0.4, p.theme.neutral, "#ffd166", 0.12),
    },
  ],
  switches: [
    { key: "fog0", label: "A's fog", on: false },
    { key: "fog1", label: "B's fog", on: false },
    { key: "cooldowns", label: "cooldowns", on: true },
    { key: "trails", label: "trails", on: true },
    { key: "vision", label: "sight of the selected", on: true },
    { key: "queue", label: "queue order", on: false },
  ],
  size: (b) => [b.tiles[0].length, b.tiles.length],
  draw(p, scene) {
    const changes = changesOf(scene.before, scene.after);
    const { cooldowns, trails, queue, fog0, fog1 } = scene.switches;
    background.draw(p, [scene.after, scene.before, cooldowns, trails, queue, fog0, fog1], (painter) =>
      drawBackground(painter, scene, changes),
    );
    drawMoving(p, scene, changes);
    drawFlights(p, scene);
    drawSelected(p, scene);
  },
  pick(scene, px, py) {
    const b = scene.after;
    const [x, y] = [Math.floor(px), b.tiles.length - 1 - Math.floor(py)];
    if (x < 0 || y < 0 || x >= b.tiles[0].length || y >= b.tiles.length) return null;
    const key = Object.keys(b.units).find((k) => b.units[k].x === x && b.units[k].y === y);
    return key ? unit(b, key) : tile(b, x, y);
  },
  find(scene, path) {
    const [kind, key] = path.split(".");
    if (kind === "units") return scene.after.units[key] ? unit(scene.after, key) : null;
    const [x, y] = path.split(".").slice(1).map(Number);
    return tile(scene.after, x, y);
  },
  state(b, path) {
    const [kind, x, y] = path.split(".");
    if (kind === "units") return b.units[x];
    const here = Object.values(b.units).find((u) => u.x === Number(x) && u.y === Number(y));
    return {
      ball: b.balls.some((at) => at[0] === Number(x) && at[1] === Number(y)),
      unit: here ? `${here.team}'s ${here.type.toLowerCase()} ${here.id}` : null,
    };
  },
  place(b, where) {
    if ("tile" in where) return middle(b, [where.tile[0] - b.offset[0], where.tile[1] - b.offset[1]]);
    const u = Object.values(b.units).find((one) => String(one.id) === where.unit);
    return u ? middle(b, [u.x, u.y]) : null;
  },
  notes(b) {
    return b.notes.flatMap((note): Note[] => {
      const serial = note.printed?.unit ?? note.point?.unit ?? note.line?.unit ?? 0;
      const unit = b.units[serial];
      const who: [number, number] = [unit?.team === "B" ? 1 : 0, unit?.id ?? serial];
      const spot = ([x, y]: Point): Spot => ({ tile: [x + b.offset[0], y + b.offset[1]] });
      if (note.printed) return [[...who, { log: note.printed.text }]];
      if (note.point) return [[...who, { dot: { at: spot(note.point.at), colour: rgb(note.point.colour) } }]];
      if (note.line)
        return [
          [
            ...who,
            { line: { from: spot(note.line.from), to: spot(note.line.to), colour: rgb(note.line.colour) } },
          ],
        ];
      return [];
    });
  },
  order,
  tables(b) {
    const both = (read: (team: Team) => string | number): (string | number)[] => b.teams.map(read);
    const known = (number: number | null): string => number?.toFixed(2) ?? "?";
    const carrying = (team: string): number =>
      Object.values(b.units).filter((u) => u.team === team && u.carrying).length;
    const paused = (team: string): number =>
      Object.values(b.units).filter((u) => u.team === team && u.paused).length;
    return [
      {
        title: "Teams",
        columns: ["", "A", "B"],
        seats: "columns",
        rows: [
          ["points", ...both((t) => known(t.points))],
          ["reputation", ...both((t) => known(t.reputation))],
          ["value", ...both((t) => known(t.value))],
          ["pitchers", ...both((t) => t.pitchers)],
          ["batters", ...both((t) => t.batters)],
          ["catchers", ...both((t) => t.catchers)],
          ["carrying a ball", carrying("A"), carrying("B")],
          ["cut off by energy", paused("A"), paused("B")],
        ],
      },
      { title: "Field", columns: ["", ""], rows: [["balls lying", b.balls.length]] },
    ];
  },
  score: (b, seat) => b.teams[seat].points,
  part: "team",
  caption: (frame) => (frame.board.round < 0 ? "before the first round" : `round ${frame.board.round}`),
};
