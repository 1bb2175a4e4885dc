// Helpers for the tests of the games' map models.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { MapModel } from "./model";

/** Every file in the game's maps folder is read and written without loss: equal as a map, and with
 * `exactly` equal as text, apart from white space. `web` is the folder of the calling test. */
export function testEveryMap<D>(model: MapModel<D>, web: string, exactly: boolean): void {
  const folder = join(web, "../maps");
  test.each(readdirSync(folder))("%s is read and written without loss", (file) => {
    const text = readFileSync(join(folder, file), "utf8");
    const map = model.read(text, undefined);
    const written = model.write(map);
    expect(model.read(written, undefined)).toEqual(map);
    const bare = (words: string): string => words.replace(/\s/g, "");
    if (exactly) expect(bare(written)).toBe(bare(text));
  });
}
