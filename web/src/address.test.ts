import { expect, test } from "vitest";
import { readAddress } from "./address";

test("addresses name a page", () => {
  expect(readAddress("")).toEqual({ page: "start" });
  expect(readAddress("#/")).toEqual({ page: "start" });
  expect(readAddress("#/film/3?at=17")).toEqual({ page: "film", name: "3", at: 17, plays: false });
  expect(readAddress("#/film/3?play")).toEqual({ page: "film", name: "3", at: 0, plays: true });
  expect(readAddress("#/maps/mars")).toEqual({ page: "maps", game: "mars" });
});

test("other addresses name no page", () => {
  for (const path of ["/film", "/maps/", "/elsewhere"])
    expect(readAddress(`#${path}`)).toEqual({ page: "nowhere", path });
});

test("a frame that is not a number is the first, and a broken one is rounded", () => {
  const frames = ["xyz", "-5", "7.6", "", "Infinity", "NaN"].map((at) => readAddress(`#/film/0?at=${at}`));
  expect(frames.map((address) => address.page === "film" && address.at)).toEqual([0, 0, 8, 0, 0, 0]);
});
