import { expect, test } from "vitest";
import { View } from "./view";

const SIZE: [number, number] = [400, 300];
const BOARD: [number, number] = [20, 10];

test("at zoom 1 the whole board is shown, and cannot be moved", () => {
  const view = new View();
  const { scale, x, y } = view.look(SIZE, BOARD);
  expect(scale).toBeCloseTo((400 / 20) * 0.98);
  view.pan(300, -200);
  const moved = view.look(SIZE, BOARD);
  expect([moved.x, moved.y]).toEqual([x, y]);
});

test("a magnified board can be moved until its edge is at the edge of the canvas", () => {
  const view = new View();
  view.look(SIZE, BOARD);
  view.magnify(4, 200, 150);
  for (const sign of [1, -1]) {
    view.pan(sign * 1e6, sign * 1e6);
    const { scale, x, y } = view.look(SIZE, BOARD);
    expect(sign > 0 ? x : x + 20 * scale).toBeCloseTo(sign > 0 ? 0 : 400);
    expect(sign > 0 ? y : y + 10 * scale).toBeCloseTo(sign > 0 ? 0 : 300);
  }
});

test("zooming keeps the point under the pointer, and zooming out shows everything again", () => {
  const view = new View();
  const before = view.look(SIZE, BOARD);
  view.magnify(3, 150, 140);
  const after = view.look(SIZE, BOARD);
  expect((150 - after.x) / after.scale).toBeCloseTo((150 - before.x) / before.scale);
  expect((140 - after.y) / after.scale).toBeCloseTo((140 - before.y) / before.scale);
  view.magnify(0.01, 10, 10);
  expect(view.look(SIZE, BOARD)).toEqual(before);
});

test("a point outside is revealed", () => {
  const view = new View();
  view.look(SIZE, BOARD);
  view.magnify(5, 0, 150);
  view.reveal(19, 5);
  const { scale, x } = view.look(SIZE, BOARD);
  expect(19 * scale + x).toBeLessThanOrEqual(400);
});

test("a link's part of the board is shown again, on a canvas of another size too", () => {
  const view = new View();
  view.look(SIZE, BOARD);
  expect(view.looked).toBeNull();
  view.lookAt([3, 12, 4]);
  const [zoom, x, y] = view.looked!;
  expect(zoom).toBe(3);
  expect([x, y]).toEqual([expect.closeTo(12), expect.closeTo(4)]);
  const other = new View();
  other.look([800, 600], BOARD);
  other.lookAt(view.looked!);
  expect(other.looked).toEqual([3, expect.closeTo(12), expect.closeTo(4)]);
  const [left, top, right, bottom] = other.visible;
  expect(left).toBeLessThan(12);
  expect(right).toBeGreaterThan(12);
  expect([top >= 0, bottom <= 10]).toEqual([true, true]);
});
