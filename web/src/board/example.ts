// A field of tiles with units.

import { type Board, between, ease } from "$web/board/board";
import { StaticLayer } from "$web/board/layer";
import { seatColour, seatShape } from "$web/board/palette";

interface Unit {
  seat: number;
  x: number;
  y: number;
}

interface Frame {
  rows: string[];
  units: Record<string, Unit>;
}

const background = new StaticLayer();

export const board: Board<Frame> = {
  size: ({ rows }) => [rows[0].length, rows.length],
  draw(p, { before, after, t }) {
    background.draw(p, [after.rows], (painter) =>
      after.rows.forEach((row, y) =>
        [...row].forEach((tile, x) => painter.rect(x, y, 1, 1, tile === "#" ? p.theme.line : p.theme.ground)),
      ),
    );
    for (const [name, unit] of Object.entries(after.units)) {
      const old = before.units[name] ?? unit;
      const x = between(old.x, unit.x, ease(t)) + 0.5;
      const y = between(old.y, unit.y, ease(t)) + 0.5;
      p.mark(seatShape(unit.seat), x, y, 0.4, seatColour(p.theme, unit.seat));
    }
  },
};
