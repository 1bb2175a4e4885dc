import { expect, test } from "vitest";
import { sha256 } from "../../sha256";
import { drawn, faultOf } from "./draw";

const tickets = [1, 2, 3, 4].map((number) => ({
  number,
  team: number > 2 ? 9 : number,
  name: `team ${number}`,
  match: number,
}));
const raffle = (seed: string, commitment = sha256(seed)) => ({
  id: 1,
  title: "Beat greedy",
  team: 5,
  bot: "greedy",
  most_tickets: 2,
  prizes: 2,
  opens_ms: 0,
  closes_ms: 1,
  commitment,
  my_tickets: [],
  tickets,
  seed,
  drawn_ms: 2,
  winners: drawn(seed, tickets, 2),
});

test("tickets are ordered by their hashes, and a team wins once", () => {
  const order = [...tickets].sort((a, b) => (sha256(`s/${a.number}`) < sha256(`s/${b.number}`) ? -1 : 1));
  expect(drawn("s", tickets, 1)).toEqual([order[0]]);
  expect(
    drawn("s", tickets, 9)
      .map(({ team }) => team)
      .sort(),
  ).toEqual([1, 2, 9]);
});

test("a draw is checked against its seed, its hash and its winners", () => {
  expect(faultOf(raffle("s"))).toBeNull();
  expect(faultOf(raffle("s", sha256("t")))).toContain("hash");
  expect(faultOf({ ...raffle("s"), winners: [...raffle("s").winners].reverse() })).toContain("other winners");
  expect(faultOf({ ...raffle("s"), seed: null })).toContain("not drawn");
});
