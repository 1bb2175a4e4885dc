// Galaxy Commander: star systems, one-way wormholes, two agents, and torpedoes in flight.

import { type Board, between, ease, type Scene, type Thing } from "$web/board/board";
import { StaticLayer, tag } from "$web/board/layer";
import type { Painter } from "$web/board/painter";
import { seatColour, seatShape } from "$web/board/palette";
import { berths, type Point, placeCosts, type Way, ways } from "./costs";
import { order } from "./orders";

interface System {
  /** Empty if the player of the board does not see the system. */
  name: string;
  x: number;
  y: number;
  max_generators: number;
  wormholes: number[];
}

interface Planes {
  owners: string;
  generators: number[];
  energy: number[];
  capture_costs: number[];
  travel_costs: number[][];
  owned: number[];
}

interface Agent {
  /** Null, like the energies, if the player of the board does not know it. */
  system: number | null;
  energy: number | null;
  systems: number;
  generators: number;
  scan_energy: number | null;
  capture_actions_left: number | null;
  sees: number[];
}

interface Deed {
  command: string;
  lost: string | null;
  captured: number | null;
  shot: { flown: number[]; system: number; damage: number } | null;
}

interface Step {
  action: number;
  planes: Planes;
  agents: [Agent, Agent];
  deeds: [Deed, Deed];
}

export interface GalaxyBoard {
  action: number;
  actions: number;
  systems: System[];
  steps: Step[];
  planes: Planes;
  agents: [Agent, Agent];
  winner: string | null;
  result: string | null;
}

const WIDTH = 30;
const HEIGHT = 20;
const COLOURS = ["Blue", "Red"];

interface Layout {
  places: Point[];
  ways: Way[];
  /** The places of Blue's and Red's agent at each system. */
  berths: [Point, Point][];
  radius: number;
}

const layouts = new WeakMap<System[], Layout>();
const LEAST_APART = 3.1;

/** Positions of the systems in the picture. The game's coordinates run from 0 to 1000 in both directions;
 * systems that would overlap are pushed apart. */
function layOut(systems: System[]): Point[] {
  const at = systems.map((s): Point => [2 + (s.x / 1000) * (WIDTH - 4), 2.4 + (s.y / 1000) * (HEIGHT - 5.4)]);
  const least = Math.min(LEAST_APART, Math.sqrt((WIDTH * HEIGHT) / systems.length) * 0.7);
  const isHidden = systems.map((s) => s.name === "");
  for (let round = 0; round < 60; round++) {
    at.forEach((a, i) => {
      at.slice(i + 1).forEach((b, k) => {
        const [dx, dy] = [b[0] - a[0] || 0.01, b[1] - a[1]];
        const distance = Math.hypot(dx, dy);
        if (distance >= least || isHidden[i] || isHidden[i + 1 + k]) return;
        const push = (least - distance) / distance / 4;
        a[0] -= dx * push;
        a[1] -= dy * push;
        b[0] += dx * push;
        b[1] += dy * push;
      });
    });
    for (const a of at) {
      a[0] = Math.max(1.8, Math.min(WIDTH - 1.8, a[0]));
      a[1] = Math.max(2, Math.min(HEIGHT - 2.8, a[1]));
    }
  }
  return at;
}

function layout(b: GalaxyBoard): Layout {
  let made = layouts.get(b.systems);
  if (!made) {
    const places = layOut(b.systems);
    // The more systems, the smaller they are.
    const radius = Math.min(1.05, (Math.sqrt((WIDTH * HEIGHT) / b.systems.length) * 0.7) / 2.7);
    const list = ways(
      places,
      b.systems.map((system) => system.wormholes),
      radius,
    );
    placeCosts(list, places, radius);
    made = { places, ways: list, berths: berths(list, places, radius), radius };
    layouts.set(b.systems, made);
  }
  return made;
}

const place = (b: GalaxyBoard, index: number): Point => layout(b).places[index];
const radiusOf = (b: GalaxyBoard): number => layout(b).radius;

const seatOf = (letter: string): number => (letter === "b" ? 0 : letter === "r" ? 1 : -1);

/** The three actions of a turn are shown one after the other: which one is shown, and its progress. */
function moment(scene: Scene<GalaxyBoard>): {
  step: Step | null;
  before: [Agent, Agent];
  planes: Planes;
  t: number;
} {
  const { steps } = scene.after;
  if (steps.length === 0) return { step: null, before: scene.after.agents, planes: scene.after.planes, t: 1 };
  // A third is the end of the first of three actions, not the beginning of the second.
  const whole = scene.t * steps.length;
  const index = Math.max(0, Math.min(steps.length - 1, Math.ceil(whole - 1e-6) - 1));
  const before = index === 0 ? scene.before.agents : steps[index - 1].agents;
  return { step: steps[index], before, planes: steps[index].planes, t: Math.min(1, whole - index) };
}

function drawWormholes(p: Painter, b: GalaxyBoard): void {
  for (const way of layout(b).ways) p.arrow(way.start, way.end, p.theme.line, 0.07, 0.42);
}

function drawCosts(p: Painter, b: GalaxyBoard, planes: Planes): void {
  for (const { from, number, label } of layout(b).ways) {
    const cost = String(planes.travel_costs[from][number]);
    if (label) p.label(cost, label[0], label[1], 0.46, p.theme.ink, p.theme.paper);
  }
}

/** The wormholes that leave one system, with all their costs: on crowded maps some costs have no room. */
function drawWaysFrom(p: Painter, b: GalaxyBoard, planes: Planes, system: number): void {
  const { places, ways: all, radius } = layout(b);
  const own = all.filter((way) => way.from === system).map((way) => ({ ...way }));
  placeCosts(own, places, radius);
  for (const way of own) p.arrow(way.start, way.end, p.theme.ink, 0.1, 0.5);
  for (const { number, label } of own) {
    const cost = String(planes.travel_costs[system][number]);
    if (label) p.label(cost, label[0], label[1], 0.5, p.theme.ink, p.theme.paper);
  }
}

/** Dashed rings around the systems that an agent sees; Blue's are inside Red's. */
function drawScan(p: Painter, b: GalaxyBoard, seen: number[], seat: number): void {
  const radius = radiusOf(b) + 0.34 + seat * 0.16;
  for (const index of seen)
    p.dashes(...place(b, index), radius, seatColour(p.theme, seat), 0.08, seat ? [0.09, 0.2] : [0.34, 0.2]);
}

/** Stars far away, always the same: x, y, size. */
const STARS = Array.from({ length: 260 }, (_, i): [number, number, number] => {
  const scattered = (salt: number): number => {
    const mixed = Math.sin(i * 127.1 + salt * 311.7) * 43758.5453;
    return mixed - Math.floor(mixed);
  };
  return [scattered(1) * (WIDTH + 8) - 4, scattered(2) * (HEIGHT + 6) - 3, 0.02 + 0.05 * scattered(3) ** 3];
});

/** Stars and two clouds of light behind the systems. */
function drawSky(p: Painter): void {
  const c = p.context;
  const clouds: [number, number, number, string][] = p.theme.dark
    ? [
        [8, 6, 11, "#27386688"],
        [23, 14, 12, "#4a285c77"],
      ]
    : [
        [8, 6, 11, "#cfdcf5cc"],
        [23, 14, 12, "#ecd6ee99"],
      ];
  for (const [x, y, radius, colour] of clouds) {
    const light = c.createRadialGradient(x, y, 0, x, y, radius);
    light.addColorStop(0, colour);
    light.addColorStop(1, `${colour.slice(0, 7)}00`);
    c.fillStyle = light;
    c.fillRect(x - radius, y - radius, 2 * radius, 2 * radius);
  }
  if (!p.shows(1, 8)) return;
  for (const [i, [x, y, size]] of STARS.entries())
    p.faded(p.theme.dark ? 0.35 + (i % 5) * 0.13 : 0.35, () =>
      p.disc(x, y, Math.max(size, p.px(0.6)), p.theme.dark ? "#dfe8ff" : "#8d97ad"),
    );
}

/** The light of a star in the colour of its owner. */
function drawGlow(p: Painter, [x, y]: Point, radius: number, colour: string): void {
  const c = p.context;
  const light = c.createRadialGradient(x, y, radius * 0.6, x, y, radius * 1.9);
  light.addColorStop(0, `${colour}${p.theme.dark ? "66" : "44"}`);
  light.addColorStop(1, `${colour}00`);
  c.fillStyle = light;
  c.fillRect(x - radius * 2, y - radius * 2, radius * 4, radius * 4);
}

function drawSystem(p: Painter, b: GalaxyBoard, planes: Planes, index: number): void {
  if (b.systems[index].name === "") return;
  const [x, y] = place(b, index);
  const r = radiusOf(b);
  const seat = seatOf(planes.owners[index]);
  const colour = seatColour(p.theme, seat);
  const { name, max_generators: most } = b.systems[index];
  p.mark(seatShape(seat), x, y, r, p.theme.ground, colour, 0.12);
  p.ring(x, y, r + 0.14, colour, 0.1, 0, planes.generators[index] / Math.max(1, most));
  p.text(name, x, y - r * 0.42, Math.min(r * 0.52, (r * 2.6) / name.length), p.theme.ink, "center", 700);
  if (!p.shows(r, 14)) return;
  p.text(`${planes.generators[index]}/${most}`, x, y + r * 0.06, r * 0.4, p.theme.faint);
  p.text(
    `⚡${planes.energy[index]}`,
    x - r * 0.38,
    y + r * 0.5,
    r * 0.36,
    p.theme.dark ? "#f0b429" : "#8a5a00",
  );
  p.text(`⚑${planes.capture_costs[index]}`, x + r * 0.38, y + r * 0.5, r * 0.36, p.theme.ink);
}

/** Where an agent is drawn; null if it is out of sight. */
function agentPlace(b: GalaxyBoard, seat: number, before: Agent, after: Agent, t: number): Point | null {
  const { berths: all } = layout(b);
  if (after.system === null) return null;
  const [a, z] = [all[before.system ?? after.system][seat], all[after.system][seat]];
  return [between(a[0], z[0], ease(t)), between(a[1], z[1], ease(t))];
}

/** A ship: Blue's is a dart with a round window, Red's has two engines and a square window. */
function drawShip(p: Painter, seat: number, x: number, y: number, colour: string): void {
  const part = (points: Point[], fill: string): void =>
    p.polygon(
      points.map(([a, b]): Point => [x + a, y + b]),
      fill,
      p.theme.dark ? "#ffffff" : "#10151d",
      0.06,
    );
  for (const dx of seat === 1 ? [-0.24, 0.24] : [0])
    p.polygon(
      [
        [x + dx - 0.11, y + 0.36],
        [x + dx + 0.11, y + 0.36],
        [x + dx, y + 0.72],
      ],
      "#ffb347",
    );
  const wing = seat === 1 ? 0.56 : 0.46;
  part(
    [
      [0, -0.2],
      [wing, 0.42],
      [-wing, 0.42],
    ],
    colour,
  );
  part(
    [
      [0, -0.66],
      [0.17, -0.3],
      [0.17, 0.44],
      [-0.17, 0.44],
      [-0.17, -0.3],
    ],
    colour,
  );
  if (seat === 1) p.rect(x - 0.08, y - 0.28, 0.16, 0.16, "#ffffff");
  else p.disc(x, y - 0.2, 0.09, "#ffffff");
}

function drawAgent(p: Painter, seat: number, at: Point, agent: Agent): void {
  const colour = seatColour(p.theme, seat);
  const [x, y] = at;
  drawShip(p, seat, x, y, colour);
  // While it captures, the remaining actions are written beside its energy.
  const left = agent.capture_actions_left === null ? "" : ` ⚑${agent.capture_actions_left}`;
  tag(p, `${agent.energy ?? "?"}${left}`, x, y - 0.92, 0.5, colour, p.theme.paper);
}

function drawShot(
  p: Painter,
  b: GalaxyBoard,
  from: number,
  shot: NonNullable<Deed["shot"]>,
  t: number,
  colour: string,
): void {
  const way = [from, ...shot.flown].map((i) => place(b, i));
  p.faded(0.7, () => p.line(way, colour, 0.1, [0.3, 0.2]));
  const reach = Math.min(1, t * 1.4) * (way.length - 1);
  const leg = Math.min(way.length - 2, Math.floor(reach));
  if (leg >= 0 && t < 0.72) {
    const [a, z] = [way[leg], way[leg + 1]];
    p.disc(between(a[0], z[0], reach - leg), between(a[1], z[1], reach - leg), 0.24, "#ff5c5c");
  }
  if (t >= 0.7) {
    const [x, y] = place(b, shot.system);
    p.blast(x, y, 1.5, Math.min(1, (t - 0.7) / 0.3));
    tag(p, `−${shot.damage}`, x, y - 1.5, 0.6, p.theme.bad, p.theme.paper);
  }
}

function system(b: GalaxyBoard, index: number): Thing {
  const s = b.systems[index];
  const { planes } = b;
  const ways = s.wormholes
    .map((to, i) => `${b.systems[to].name} (${planes.travel_costs[index][i]})`)
    .join(", ");
  const here = COLOURS.filter((_, seat) => b.agents[seat].system === index).join(" and ");
  return {
    name: `system ${s.name}`,
    path: `planes.energy.${index}`,
    rows: [
      ["owner", ["Gray", ...COLOURS][seatOf(planes.owners[index]) + 1]],
      ["generators", `${planes.generators[index]} of ${s.max_generators}`],
      ["stored energy", String(planes.energy[index])],
      ["capture cost", String(planes.capture_costs[index])],
      ["wormholes (cost)", ways || "none"],
      ["seen by", COLOURS.filter((_, seat) => b.agents[seat].sees.includes(index)).join(" and ") || "nobody"],
      ["agents here", here || "none"],
    ],
  };
}

function systemName(b: GalaxyBoard, index: number | null): string {
  return index === null ? "?" : b.systems[index].name;
}

function agent(b: GalaxyBoard, seat: number): Thing {
  const a = b.agents[seat];
  return {
    name: `${COLOURS[seat]}'s agent`,
    path: `agents.${seat}`,
    rows: [
      ["in system", systemName(b, a.system)],
      ["energy", String(a.energy ?? "?")],
      ["scan energy", String(a.scan_energy ?? "?")],
      ["capturing", a.capture_actions_left === null ? "no" : `${a.capture_actions_left} more actions`],
      ["last commands", b.steps.map((step) => step.deeds[seat].command).join(", ") || "none"],
    ],
  };
}

const background = new StaticLayer();

export const board: Board<GalaxyBoard> = {
  pace: 0.9,
  parts: (b) => b.steps.length,
  part: "action",
  stepsByPart: true,
  rules:
    "Two agents travel between star systems through one-way wormholes, capture systems, collect the energy that " +
    "generators make, and fire torpedoes. Each sees only the systems within its scan. The one with more systems " +
    "after 300 actions wins.",
  legend: [
    {
      text: "system; its edge has the colour and the shape of its owner",
      draw: (p) => p.mark("circle", 0, 0, 0.45, p.theme.ground, p.theme.neutral, 0.1),
    },
    {
      text: "generators that work, of the most there can be",
      draw: (p) => p.text("5/9", 0, 0, 0.44, p.theme.ink),
    },
    { text: "stored energy", draw: (p) => p.text("⚡4", 0, 0, 0.5, p.theme.accent) },
    { text: "cost of capturing the system", draw: (p) => p.text("⚑7", 0, 0, 0.5, p.theme.ink) },
    {
      text: "wormhole and the energy that it costs",
      draw: (p) => p.arrow([-0.5, 0], [0.5, 0], p.theme.faint, 0.08, 0.3),
    },
    {
      text: "an agent and, above it, its energy",
      draw: (p) => drawShip(p, 0, 0, 0, p.theme.neutral),
    },
    { text: "a command that failed", draw: (p) => p.text("✗", 0, 0, 0.7, p.theme.bad) },
    {
      text: "dashed rings: systems in scan range",
      draw: (p) => p.dashes(0, 0, 0.45, p.theme.faint, 0.08, [0.16, 0.1]),
    },
  ],
  switches: [
    { key: "costs", label: "travel costs", on: true },
    { key: "scan0", label: "Blue's scan range", on: true },
    { key: "scan1", label: "Red's scan range", on: true },
  ],
  size: () => [WIDTH, HEIGHT],
  draw(p, scene) {
    const b = scene.after;
    const now = moment(scene);
    const { costs, scan0, scan1 } = scene.switches;
    // During a turn, the systems that the agents saw when they chose their commands.
    const sees = (scene.t < 1 ? scene.before : b).agents.map((agent) => agent.sees);
    background.draw(p, [b.systems, now.planes, ...sees, costs, scan0, scan1], (painter) => {
      drawSky(painter);
      sees.forEach((seen, seat) => {
        if (scene.switches[`scan${seat}`]) drawScan(painter, b, seen, seat);
      });
      drawWormholes(painter, b);
      b.systems.forEach((_, i) =>
        drawGlow(painter, place(b, i), radiusOf(b), seatColour(painter.theme, seatOf(now.planes.owners[i]))),
      );
      b.systems.forEach((_, i) => drawSystem(painter, b, now.planes, i));
      // Over the light of the systems: between two that are close, a cost lies in the light of both.
      if (costs) drawCosts(painter, b, now.planes);
    });
    for (const path of [scene.selected?.path, scene.pointed]) {
      const [kind, , index] = path?.split(".") ?? [];
      if (kind === "planes") drawWaysFrom(p, b, now.planes, Number(index));
    }
    const agents = now.step?.agents ?? b.agents;
    now.step?.deeds.forEach((deed, seat) => {
      const from = now.before[seat].system;
      if (deed.shot && from !== null) drawShot(p, b, from, deed.shot, now.t, seatColour(p.theme, seat));
      if (deed.captured !== null)
        p.ring(
          ...place(b, deed.captured),
          radiusOf(b) + 0.3 + now.t * 0.8,
          seatColour(p.theme, seat),
          0.16 * (1.2 - now.t),
        );
    });
    agents.forEach((a, seat) => {
      const at = agentPlace(b, seat, now.before[seat], a, now.t);
      if (!at) return;
      drawAgent(p, seat, at, scene.t >= 1 ? b.agents[seat] : a);
      // A command that failed is marked; the reason is below the board.
      if (now.step?.deeds[seat].lost) tag(p, "✗", at[0] + 0.55, at[1] + 0.1, 0.7, p.theme.bad, p.theme.paper);
    });
    now.step?.deeds.forEach((deed, seat) => {
      if (deed.command === "") return;
      const text = `${COLOURS[seat]}: ${deed.command}${deed.lost ? ` - lost: ${deed.lost}` : ""}`;
      p.text(
        `action ${now.step?.action}  ${text}`,
        0.4,
        HEIGHT - 0.95 + seat * 0.6,
        0.46,
        deed.lost ? p.theme.bad : seatColour(p.theme, seat),
        "left",
      );
    });
  },
  pick(scene, x, y) {
    const b = scene.after;
    const near = (at: Point, reach: number): boolean => Math.hypot(at[0] - x, at[1] - y) < reach;
    for (const seat of [0, 1]) {
      const at = agentPlace(b, seat, b.agents[seat], b.agents[seat], 1);
      if (at && near(at, 0.6)) return agent(b, seat);
    }
    const index = b.systems.findIndex((s, i) => s.name !== "" && near(place(b, i), radiusOf(b) + 0.2));
    return index >= 0 ? system(b, index) : null;
  },
  find(scene, path) {
    const parts = path.split(".");
    return parts[0] === "agents"
      ? agent(scene.after, Number(parts[1]))
      : system(scene.after, Number(parts[2]));
  },
  state(b, path) {
    const [kind, index, system] = path.split(".");
    if (kind === "agents") {
      const { sees: _, system: where, ...agent } = b.agents[Number(index)];
      return { system: systemName(b, where), ...agent };
    }
    const at = Number(system);
    return {
      owner: ["nobody", ...COLOURS][seatOf(b.planes.owners[at]) + 1],
      generators: b.planes.generators[at],
      energy: b.planes.energy[at],
      capture_cost: b.planes.capture_costs[at],
    };
  },
  place(b, where) {
    const index = "tile" in where ? where.tile[0] : b.systems.findIndex((s) => s.name === where.unit);
    return b.systems[index]?.name ? place(b, index) : null;
  },
  losses: (b) =>
    b.steps.flatMap(({ action, deeds }) =>
      deeds.flatMap(({ command, lost }, seat) =>
        lost ? [{ seat, order: `action ${action}: ${command}`, why: lost }] : [],
      ),
    ),
  order,
  tables(b) {
    const both = (read: (a: Agent) => string | number): (string | number)[] => b.agents.map(read);
    return [
      {
        title: "Agents",
        columns: ["", "Blue", "Red"],
        seats: "columns",
        rows: [
          ["systems", ...both((a) => a.systems)],
          ["generators", ...both((a) => a.generators)],
          ["energy", ...both((a) => a.energy ?? "?")],
          ["in system", ...both((a) => systemName(b, a.system))],
          ["scan energy", ...both((a) => a.scan_energy ?? "?")],
          ["sees systems", ...both((a) => a.sees.length)],
        ],
      },
      {
        title: `Commands (${b.planes.owned[0]} systems without an owner)`,
        columns: ["", "Blue", "Red"],
        seats: "columns",
        rows: b.steps.map((step) => [
          `action ${step.action}`,
          ...step.deeds.map((deed) => deed.command + (deed.lost ? " ✗" : "")),
        ]),
      },
    ];
  },
  score: (b, seat) => b.planes.owned[1 + seat],
  caption: (frame) => `action ${frame.board.action} of ${frame.board.actions}`,
};
