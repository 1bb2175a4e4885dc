import { expect, test } from "vitest";
import { queryOf, readAddress, shownBy } from "./address";

const PLAIN = { at: 0, tab: "numbers", selected: null, look: null };

test("addresses name a page", () => {
  expect(readAddress("")).toEqual({ page: "start" });
  expect(readAddress("#/")).toEqual({ page: "start" });
  const shown = { ...PLAIN, at: 17 };
  expect(readAddress("#/film/3?at=17")).toEqual({ page: "film", name: "3", plays: false, shown });
  expect(readAddress("#/film/3?play")).toEqual({ page: "film", name: "3", plays: true, shown: PLAIN });
  expect(readAddress("#/maps/mars")).toEqual({ page: "maps", game: "mars" });
  expect(readAddress("#/matches?q=x")).toEqual({ page: "matches", query: "q=x" });
  expect(readAddress("#/run/0af3")).toEqual({ page: "run", id: "0af3" });
});

test("other addresses name no page", () => {
  for (const path of ["/film", "/maps/", "/elsewhere", "/run"])
    expect(readAddress(`#${path}`)).toEqual({ page: "nowhere", path });
});

test("a frame that is not a number is the first, and a broken one is rounded", () => {
  const frames = ["xyz", "-5", "7.6", "", "Infinity", "NaN"].map((at) => shownBy(`at=${at}`).at);
  expect(frames).toEqual([0, 0, 8, 0, 0, 0]);
});

test("a link carries frame, tab, selection and zoom", () => {
  const shown = {
    at: 12,
    tab: "log" as const,
    selected: "robots.a&b",
    look: [2.5, 3, 4.25] as [number, number, number],
  };
  expect(shownBy(queryOf(shown))).toEqual(shown);
  expect(queryOf({ at: 5, tab: "numbers", selected: null, look: null })).toBe("at=5");
  for (const broken of ["tab=x&look=1,2", "look=0.5,1,1", "look=a,b,c"])
    expect(shownBy(broken)).toEqual(PLAIN);
});
