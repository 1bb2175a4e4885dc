// What boards show of a match that is paused, and how they use their place.

import { expect, type Page, test } from "@playwright/test";
import { openFilm } from "./page";
import { play, run, scratch, serve } from "./programs.mjs";

/** Whether two colours differ little: the edge of a thin line is mixed with what is behind it. */
function isNear(one: string, other: string): boolean {
  const channels = (colour: string): number[] =>
    [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const wanted = channels(other);
  return channels(one).every((value, i) => Math.abs(value - wanted[i]) <= 24);
}

/** The colours of the pixels around a point of the board, given in tiles. */
async function around(page: Page, x: number, y: number): Promise<string[]> {
  return page.getByTestId("board").evaluate(
    (node, at) => {
      const canvas = node as HTMLCanvasElement & { toScreen(x: number, y: number): [number, number] };
      const [left, top] = canvas.toScreen(...at);
      const ratio = canvas.width / canvas.getBoundingClientRect().width;
      const { data } = canvas
        .getContext("2d")!
        .getImageData(Math.round(left * ratio) - 3, Math.round(top * ratio) - 3, 7, 7);
      return Array.from(
        { length: data.length / 4 },
        (_, i) => `#${[0, 1, 2].map((k) => data[4 * i + k].toString(16).padStart(2, "0")).join("")}`,
      );
    },
    [x, y] as [number, number],
  );
}

test("homerun: the way of a bat and its victims are readable while the film rests", async ({ page }) => {
  const folder = scratch("bat");
  const replay = play(folder, "homerun");
  const frames = run("replay", "frames", replay)
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const { tiles } = frames[0].whole.board;
  const found = frames.findIndex(({ delta }) => {
    const events: { batted?: unknown }[] = delta?.board?.events?.["="] ?? [];
    return delta?.board?.units?.["-"] && events.some(({ batted }) => batted);
  });
  expect(found).toBeGreaterThan(0);
  const { board } = frames[found].delta;
  const { batted } = board.events["="].find((event: { batted?: unknown }) => event.batted);
  // The last known place of the unit that is gone.
  const [victim] = board.units["-"];
  const place: Record<string, number> = {};
  for (const { whole, delta } of frames.slice(0, found)) {
    const all = (whole ?? delta).board?.units ?? {};
    const changed = all[victim]?.["="] ?? all[victim] ?? {};
    for (const axis of ["x", "y"]) if (typeof changed[axis] === "number") place[axis] = changed[axis];
  }
  const middle = ([x, y]: number[]): [number, number] => [x + 0.5, tiles.length - 0.5 - y];
  const server = await serve(["watch", replay], folder);
  await openFilm(page, `${server.url}?at=${found}`);
  const [from, to] = [middle(batted.from), middle(batted.to)];
  for (const [theme, cross] of [
    ["dark", "#ff5c5c"],
    ["light", "#d02020"],
  ]) {
    if (theme === "light") await page.getByRole("button", { name: "Light" }).click();
    for (const [x, y, colour] of [
      [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2, "#fff3c4"],
      [...middle([place.x, place.y]), cross],
    ] as const)
      await expect
        .poll(async () => (await around(page, x, y)).filter((one) => isNear(one, colour)))
        .not.toEqual([]);
  }
  await server.stop();
});

test("timetravel: the boards use the height of a large screen", async ({ page }) => {
  const folder = scratch("height");
  const server = await serve(["watch", play(folder, "timetravel")], folder);
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 1920, height: 1080 },
  ]) {
    await page.setViewportSize(viewport);
    await openFilm(page, `${server.url}?at=60`);
    const canvas = (await page.getByTestId("board").boundingBox())!;
    expect(canvas.height).toBeGreaterThan(viewport.height * 0.75);
    // The part of the canvas that is drawn on, as shares of its width and height.
    const used = (): Promise<[number, number]> =>
      page.getByTestId("board").evaluate((node) => {
        const { width, height } = node as HTMLCanvasElement;
        const { data } = (node as HTMLCanvasElement).getContext("2d")!.getImageData(0, 0, width, height);
        const colour = (i: number): number => (data[4 * i] << 16) | (data[4 * i + 1] << 8) | data[4 * i + 2];
        const [empty, xs, ys] = [colour(0), new Set<number>(), new Set<number>()];
        for (let i = 0; i < width * height; i++)
          if (colour(i) !== empty) {
            xs.add(i % width);
            ys.add(Math.floor(i / width));
          }
        return [xs.size / width, ys.size / height];
      });
    await expect
      .poll(async () => {
        const [wide, high] = await used();
        return wide > 0.95 || high > 0.8;
      })
      .toBe(true);
  }
  await server.stop();
});
