// The ground of a period, and the line above it with its name and what both players have there.

import type { Painter } from "$web/board/painter";
import { seatColour, seatShape } from "$web/board/palette";
import type { TimeTravelBoard } from "./frame";
import { HEAD, type Point, side } from "./panes";

/** The colours of the ground: the further back, the warmer. */
const GROUND = { dark: ["#40301f", "#2f3a24", "#22313c"], light: ["#efdfc0", "#dfe9c9", "#d4e3ee"] };
const GRID = { dark: ["#4a3827", "#38442c", "#2a3b47"], light: ["#e3d0ab", "#d1deb6", "#c3d6e4"] };

export function drawGround(p: Painter, b: TimeTravelBoard, z: number): void {
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
