// Time Travel: one period large, the other two beside it; portals, buildings, units (several on a tile), ripples.

import type { Board } from "$web/board/board";
import { StaticLayer } from "$web/board/layer";
import type { Painter } from "$web/board/painter";
import { BUILDING_TYPES, UNIT_TYPES, unitGlyph } from "./art";
import { drawEvents, drawRipples } from "./events";
import { NAMES, type Player, type TimeTravelBoard } from "./frame";
import { drawGround } from "./ground";
import { order } from "./orders";
import { corner, focusOf, outside, panes, pictureSize, tileAt, within } from "./panes";
import { drawBuilding, drawHouse, drawPortal, drawPortalSign, drawUnits, ripple } from "./pieces";
import { building, covers, portal, tile, unit } from "./things";

const background = new StaticLayer();

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
