// Portals, buildings and units, several of which may be on a tile.

import { between, ease, type Scene } from "$web/board/board";
import { sprite, tag } from "$web/board/layer";
import type { Painter } from "$web/board/painter";
import { mix, seatColour, seatShape } from "$web/board/palette";
import { buildingGlyph, unitGlyph } from "./art";
import type { Building, Portal, TimeTravelBoard, Unit } from "./frame";
import { corner, type Point } from "./panes";

/** The colour of everything that connects periods. */
export const ripple = (p: Painter): string => (p.theme.dark ? "#c59bff" : "#7a3fd0");

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

export function drawPortal(p: Painter, b: TimeTravelBoard, portal: Portal): void {
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

export function drawBuilding(p: Painter, b: TimeTravelBoard, building: Building): void {
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
export function drawUnits(p: Painter, scene: Scene<TimeTravelBoard>, z: number, moving: boolean): void {
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
