import { expect, test } from "vitest";
import { type Known, nextStep } from "./step";

const EVENT = {
  slug: "cup",
  title: "Cup",
  game: "mars",
  phase: "open",
  timeline: [],
} as unknown as Known["event"];
const TEAM = { team: { id: 4, state: "active" }, active_submission: 1 } as unknown as NonNullable<
  Known["team"]
>;
const version = (number: number, state: string, reason?: string) =>
  ({ id: number, number, state, reason }) as unknown as Known["submissions"][number];
const match = (id: number, fault: string | null) =>
  ({
    id,
    kind: "ladder",
    sides: [{ team: 4 }, { team: 5 }],
    games: [{ sides: [1, 0], faults: ["not ours", fault] }],
  }) as unknown as Known["matches"][number];
const step = (known: Partial<Known>) =>
  nextStep({
    event: EVENT,
    signedIn: true,
    canSignUp: true,
    isStaff: false,
    team: TEAM,
    submissions: [],
    matches: [],
    ...known,
  });

test("a newcomer is led to an account, a team, a bot, an opponent", () => {
  expect(step({ signedIn: false, team: null })?.to).toBe("sign-up");
  expect(step({ signedIn: false, team: null, canSignUp: false })?.to).toBe("sign-in");
  expect(step({ team: null })?.to).toBe("join");
  expect(step({})?.to).toBe("upload");
  expect(step({ submissions: [version(1, "validating")] })?.title).toBe("Version 1 is validating");
  expect(step({ submissions: [version(1, "valid")] })?.to).toBe("scrimmages");
});

test("what went wrong comes first", () => {
  const rejected = step({
    submissions: [version(2, "rejected", "line 3")],
    team: { ...TEAM, active_submission: null },
  });
  expect(rejected).toMatchObject({ bad: true, text: "line 3", to: "team" });
  const failed = step({
    submissions: [version(1, "valid")],
    matches: [match(9, "too late"), match(8, "too late")],
  });
  expect(failed).toMatchObject({ bad: true, title: "Your bot failed in 2 of its last matches", match: 9 });
  expect(step({ submissions: [version(1, "valid")], matches: [match(9, null)] })?.to).toBe("matches");
});

test("outside of the open phase nothing is asked that is not possible", () => {
  const frozen = { ...EVENT, phase: "frozen" };
  expect(step({ event: frozen, signedIn: false, team: null })).toBeNull();
  expect(step({ event: frozen, team: null })).toBeNull();
  expect(step({ event: frozen })?.to).toBeUndefined();
  expect(step({ event: { ...EVENT, phase: "over" } })?.title).toBe("The event is over");
  expect(step({ event: { ...EVENT, phase: "registration" } })?.to).toBe("team");
});
