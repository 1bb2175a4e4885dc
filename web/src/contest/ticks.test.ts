import { expect, test } from "vitest";
import { split } from "./ticks";

const text = (text: string) => ({ text, isCode: false });
const code = (text: string) => ({ text, isCode: true });

test("what is between backticks is code", () => {
  expect(split("There is no event `zzz`.")).toEqual([text("There is no event "), code("zzz"), text(".")]);
  expect(split("`a` or `b`")).toEqual([code("a"), text(" or "), code("b")]);
  expect(split("plain")).toEqual([text("plain")]);
  expect(split("")).toEqual([]);
});

test("backticks without a partner stay as they are", () => {
  expect(split("it`s here")).toEqual([text("it`s here")]);
  expect(split("the `map` of it`s owner")).toEqual([text("the "), code("map"), text(" of it`s owner")]);
  expect(split("nothing in ``")).toEqual([text("nothing in ``")]);
});

test("markup stays text", () => {
  expect(split("<b>`<i>`&amp;")).toEqual([text("<b>"), code("<i>"), text("&amp;")]);
});
