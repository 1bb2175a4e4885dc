// Maps of Asterobots: JSON with the veins of a honeycomb. The shape of the honeycomb comes from the server.

import { type MapModel, MIRRORS, mirrored, tuples } from "$web/maps/model";
import { geometry, MATERIAL_COLOUR, type Material, type Stage } from "./board";

interface Vein {
  location: [number, number];
  material: Material;
  robots: number;
  material_productivity: number;
  robot_productivity: number;
}

export interface AsterobotsMap {
  name: string;
  size: number;
  veins: Vein[];
  stage: Stage;
}

const values = [
  { name: "robots", least: 0, most: 1000, start: 60 },
  { name: "material per turn", least: 0, most: 100, start: 6 },
  { name: "robots per turn", least: 0, most: 100, start: 6 },
];

const stageOf = (board: unknown): Stage => {
  const stage = (board as { stage?: Stage } | undefined)?.stage;
  if (!stage)
    throw new Error(
      "this map is not valid, so its field cannot be drawn: correct the file, or start a new map",
    );
  return stage;
};

function veinAt(map: AsterobotsMap, place: string): Vein | undefined {
  const [x, y] = map.stage.names[Number(place)];
  return map.veins.find((vein) => vein.location[0] === x && vein.location[1] === y);
}

function vertexOf(map: AsterobotsMap, [x, y]: [number, number]): number {
  return map.stage.names.findIndex((name) => name[0] === x && name[1] === y);
}

function centre(map: AsterobotsMap, place: string): [number, number] {
  const g = geometry(map.stage);
  const [x, y] = map.stage.vertices[Number(place)];
  return [x - g.left, y - g.top];
}

function nearest(map: AsterobotsMap, x: number, y: number, reach: number): string | null {
  let best: string | null = null;
  let least = reach;
  map.stage.vertices.forEach((_, i) => {
    const [a, b] = centre(map, String(i));
    const distance = Math.hypot(a - x, b - y);
    if (distance < least) [best, least] = [String(i), distance];
  });
  return best;
}

/** The image of a vertex: mirrored or turned about the centre of the field. */
function image(map: AsterobotsMap, place: string, symmetry: string): string | null {
  const g = geometry(map.stage);
  const [x, y] = centre(map, place);
  if (symmetry === "third") {
    const [dx, dy] = [x - g.width / 2, y - g.height / 2];
    const [cos, sin] = [-0.5, Math.sqrt(3) / 2];
    return nearest(map, g.width / 2 + dx * cos - dy * sin, g.height / 2 + dx * sin + dy * cos, 0.2);
  }
  return nearest(map, ...mirrored(g.width, g.height, x, y, symmetry), 0.2);
}

export const maps: MapModel<AsterobotsMap> = {
  brushes: [
    { key: "gas", label: "gas vein", values },
    { key: "stone", label: "stone vein", values },
    { key: "metal", label: "metal vein", values },
    { key: "none", label: "no vein" },
  ],
  symmetries: [...MIRRORS, { key: "third", label: "third of a turn" }],
  usual: [],
  hasAreas: false,
  sizes: [{ name: "size", least: 2, most: 20, start: 10 }],
  sizesOf: ({ size }) => [size],
  resized(map, [size], board) {
    const stage = stageOf(board);
    const exists = ({ location: [x, y] }: Vein) => stage.names.some((name) => name[0] === x && name[1] === y);
    return { ...map, size, stage, veins: map.veins.filter(exists) };
  },
  sample(map, place) {
    const vein = veinAt(map, place);
    if (!vein) return { brush: "none" };
    const { material, robots, material_productivity, robot_productivity } = vein;
    return { brush: material, values: [robots, material_productivity, robot_productivity] };
  },
  sizeWish: ([size]) => [`size=${size}`],
  read(text, board) {
    const file = JSON.parse(text) as Omit<AsterobotsMap, "stage">;
    return { ...file, stage: stageOf(board) };
  },
  write({ name, size, veins }) {
    return `{"name": ${JSON.stringify(name)}, "size": ${size}, "veins": [\n${veins.map((vein) => `  ${JSON.stringify(vein)}`).join(",\n")}\n]}\n`;
  },
  empty: ([size], board) => ({ name: "New", size, veins: [], stage: stageOf(board) }),
  size: (map) => [geometry(map.stage).width, geometry(map.stage).height],
  draw(p, map) {
    const c = p.context;
    c.fillStyle = p.theme.ground;
    c.fill(geometry(map.stage).tiles);
    c.strokeStyle = p.theme.line;
    c.lineWidth = 0.05;
    c.stroke(geometry(map.stage).tiles);
    for (const vein of map.veins) {
      const vertex = vertexOf(map, vein.location);
      if (vertex < 0) continue;
      const [x, y] = centre(map, String(vertex));
      p.disc(x, y, 0.42, MATERIAL_COLOUR[vein.material]);
      p.text(vein.material[0].toUpperCase(), x, y + 0.02, 0.5, "#14181d", "center", 800);
      p.label(String(vein.robots), x + 0.76, y - 0.2, 0.44, p.theme.ink, p.theme.paper);
      const rates = `+${vein.material_productivity} +${vein.robot_productivity}`;
      p.label(rates, x, y + 0.7, 0.4, p.theme.faint, p.theme.paper);
    }
  },
  at: (map, x, y) => nearest(map, x, y, 0.5),
  centre,
  paint(map, place, brush, [robots, material, reproduction]) {
    const location = map.stage.names[Number(place)];
    const veins = map.veins.filter(
      (vein) => vein.location[0] !== location[0] || vein.location[1] !== location[1],
    );
    if (brush !== "none") {
      veins.push({
        location,
        material: brush as Material,
        robots,
        material_productivity: material,
        robot_productivity: reproduction,
      });
      veins.sort((a, b) => a.location[1] - b.location[1] || a.location[0] - b.location[0]);
    }
    return { ...map, veins };
  },
  image,
  around: () => [],
  named: (map, sentence) =>
    tuples(sentence)
      .map(([x, y]) => vertexOf(map, [x, y]))
      .filter((vertex) => vertex >= 0)
      .map(String),
  look: (map, place) => veinAt(map, place)?.material ?? "none",
  describe(map, place) {
    const [x, y] = map.stage.names[Number(place)];
    const vein = veinAt(map, place);
    const about = vein
      ? `${vein.material} vein, ${vein.robots} robots, ${vein.material_productivity} material and ${vein.robot_productivity} robots per turn`
      : "no vein";
    return `(${x}, ${y}): ${about}`;
  },
};
