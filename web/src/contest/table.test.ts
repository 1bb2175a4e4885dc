import { expect, test } from "vitest";
import { type Column, csv, json, sorted, tabbed, visible } from "./table";

interface Team {
  name: string;
  elo: number | null;
}
const COLUMNS: Column<Team>[] = [
  { key: "name", title: "Team", value: (team) => team.name },
  { key: "elo", title: "Rating", value: (team) => team.elo },
];
const TEAMS: Team[] = [
  { name: "b10", elo: 3 },
  { name: 'a "x", y', elo: null },
  { name: "b9", elo: 20 },
];

test("sorts numbers as numbers, and empty cells last", () => {
  const names = (key: string, down: boolean) => sorted(TEAMS, COLUMNS, { key, down }).map(({ elo }) => elo);
  expect(names("elo", false)).toEqual([3, 20, null]);
  expect(names("elo", true)).toEqual([20, 3, null]);
  expect(names("name", false)).toEqual([null, 20, 3]);
});

test("exports are quoted where they must be", () => {
  expect(csv(TEAMS, COLUMNS)).toBe('name,elo\r\nb10,3\r\n"a ""x"", y",\r\nb9,20\r\n');
  expect(csv([{ name: "=1+1", elo: -2 }], COLUMNS)).toContain("'=1+1,-2");
  expect(tabbed(TEAMS.slice(0, 1), COLUMNS)).toBe("Team\tRating\nb10\t3");
  expect(JSON.parse(json(TEAMS, COLUMNS))[1]).toEqual({ name: 'a "x", y', elo: null });
});

test("draws the rows in the window only", () => {
  expect(visible(10, 36, 200, 720)).toEqual([0, 10]);
  expect(visible(100_000, 36, -360_000, 720)).toEqual([9988, 10032]);
  expect(visible(100_000, 36, 5000, 720)).toEqual([0, 0]);
  expect(visible(100_000, 36, -3_600_000, 720)).toEqual([99_988, 100_000]);
});
