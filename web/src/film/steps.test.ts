import { expect, test } from "vitest";
import type { Frame } from "./film";
import { stepsOf } from "./steps";

const cost = (turns: number) => ({ seconds: turns, energy: turns, turns });
const frame: Frame = {
  round: 3,
  seats: [0, 1],
  spent: [cost(2), cost(5)],
  ends: [[1, 7, "failed"]],
  orders: [
    [0, 4, "go"],
    [1, 7, "stay"],
  ],
  notes: [[0, 4, { log: "hello" }]],
  events: [
    { kind: "kill", by: 1, to: 0, sentence: "b killed a" },
    { kind: "kill", to: 0, sentence: "a died" },
    { kind: "storm", sentence: "a storm came" },
  ],
  board: { units: { a: { x: 2 }, b: { x: 9 } }, events: ["a moved", "b moved"] },
  steps: [
    { seat: 0, patch: '{"units":{"b":{"x":8}},"events":{"=":["a moved"]}}' },
    { seat: 1, patch: '{"events":{"=":["b moved"]}}' },
  ],
};

test("each step has the board after a seat's turns and what that seat did", () => {
  const [first, second] = stepsOf(frame);
  expect(first.board).toEqual({ units: { a: { x: 2 }, b: { x: 8 } }, events: ["a moved"] });
  expect(second.board).toEqual({ units: { a: { x: 2 }, b: { x: 9 } }, events: ["b moved"] });
  expect([first, second].map(({ seats }) => seats)).toEqual([[0], [1]]);
  expect([first, second].map(({ orders }) => orders.map(([seat]) => seat))).toEqual([[0], [1]]);
  expect([first.notes.length, second.notes.length]).toEqual([1, 0]);
  expect([first.ends.length, second.ends.length]).toEqual([0, 1]);
  expect(first.events.map(({ sentence }) => sentence)).toEqual(["a died"]);
  expect(second.events.map(({ sentence }) => sentence)).toEqual(["b killed a", "a storm came"]);
  expect([first, second].map(({ spent }) => spent.map(({ turns }) => turns))).toEqual([
    [2, 0],
    [0, 5],
  ]);
});

test("steps are made once, and a frame without steps is its own step", () => {
  expect(stepsOf(frame)[0]).toBe(stepsOf(frame)[0]);
  const { steps: _, ...whole } = frame;
  expect(stepsOf(whole)).toEqual([whole]);
});
