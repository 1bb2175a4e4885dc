// Harvest: a field of crops and two farmers.

import { type Board, between, ease, type Scene, type Thing } from "$web/board/board";
import { StaticLayer } from "$web/board/layer";
import { mix, seatColour, seatShape } from "$web/board/palette";

interface HarvestBoard {
  crops: number[][];
  farmers: { place: [number, number]; crops: number }[];
}

const still = new StaticLayer();
const GREEN = "#4c9a3f";
const MOST_CROPS = 9;

function farmer(b: HarvestBoard, seat: number): Thing | null {
  const found = b.farmers[seat];
  if (!found) return null;
  const [row, column] = found.place;
  const rows: [string, string][] = [
    ["place", `(${row}, ${column})`],
    ["crops", `${found.crops}`],
  ];
  return { name: `farmer ${seat}`, path: `farmers.${seat}`, rows };
}

/** Where a farmer is drawn between two frames: the middle of its tile, as x and y. */
function spot(scene: Scene<HarvestBoard>, seat: number): [number, number] {
  const [from, to] = [scene.before.farmers[seat].place, scene.after.farmers[seat].place];
  const t = ease(scene.t);
  return [between(from[1], to[1], t) + 0.5, between(from[0], to[0], t) + 0.5];
}

export const board: Board<HarvestBoard> = {
  pace: 4,
  rules: "Farmers walk over the field and harvest what has grown. The farmer with more crops wins.",
  legend: [{ text: "a tile and its crops", draw: (p) => p.rect(-0.5, -0.5, 1, 1, GREEN) }],
  switches: [],
  size: (b) => [b.crops[0]?.length ?? 1, b.crops.length || 1],
  draw(p, scene) {
    still.draw(p, [scene.after], (painter) => {
      scene.after.crops.forEach((line, row) => {
        line.forEach((grown, column) => {
          const colour = mix(p.theme.paper, GREEN, grown / MOST_CROPS);
          painter.rect(column + 0.04, row + 0.04, 0.92, 0.92, colour);
          if (grown > 0 && painter.shows(1, 14))
            painter.text(`${grown}`, column + 0.5, row + 0.5, 0.4, p.theme.ink);
        });
      });
    });
    scene.after.farmers.forEach((_, seat) => {
      p.mark(seatShape(seat), ...spot(scene, seat), 0.34, seatColour(p.theme, seat), p.theme.ink, p.px(1.5));
    });
  },
  pick(scene, x, y) {
    const near = scene.after.farmers.findIndex((_, seat) => {
      const [a, b] = spot(scene, seat);
      return Math.hypot(a - x, b - y) < 0.5;
    });
    return farmer(scene.after, near);
  },
  find: (scene, path) => farmer(scene.after, Number(path.split(".")[1])),
  place(_, where) {
    return "tile" in where ? [where.tile[1] + 0.5, where.tile[0] + 0.5] : null;
  },
  tables: (b, head) => [
    {
      title: "Farmers",
      columns: ["", "crops"],
      seats: "rows",
      rows: b.farmers.map((one, seat) => [head.seats[seat]?.[0] ?? `${seat}`, one.crops]),
    },
  ],
  score: (b, seat) => b.farmers[seat]?.crops ?? 0,
  caption: (frame) => (frame.round === null ? "before the first round" : `round ${frame.round}`),
};
