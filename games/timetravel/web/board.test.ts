import { expect, test } from "vitest";
import { board } from "./board";
import type { TimeTravelBoard } from "./frame";
import { panes } from "./panes";

test("the chosen period is large, and the others fill the height beside it without touching", () => {
  const [width, height] = board.size({ radius: 10 } as TimeTravelBoard);
  for (const focus of [0, 1, 2]) {
    const all = panes(10, focus);
    expect(all[focus]).toEqual({ left: 0, top: 0, scale: 1 });
    const [upper, lower] = [0, 1, 2].filter((z) => z !== focus).map((z) => all[z]);
    expect(upper.top).toBe(0);
    expect(upper.left).toBeGreaterThan(21);
    expect(lower.top).toBeGreaterThan(height * upper.scale);
    expect(lower.top + height * lower.scale).toBeCloseTo(height);
    expect(lower.left + 21 * lower.scale).toBeCloseTo(width);
  }
});
