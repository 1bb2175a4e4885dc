// Words about versions of a bot.

import type { Schema } from "./api";

type Submission = Schema["SubmissionInfo"];

/** The class of the badge for a state. */
export function kind(state: string): string {
  if (state === "valid") return "good";
  if (state === "rejected") return "bad";
  return state === "retry" ? "warn" : "busy";
}

/** Whether the server is still working on it. */
export const isPending = ({ state }: Submission): boolean => state !== "valid" && state !== "rejected";

/** What the server is doing with it. */
export function doing(state: string): string {
  switch (state) {
    case "received":
      return "It waits to be built.";
    case "building":
      return "It is being unpacked and compiled.";
    case "validating":
      return "It plays its first game, against a built-in bot.";
    case "retry":
      return "The server had a failure of its own and tries again by itself.";
    case "valid":
      return "It can play.";
    default:
      return "It cannot play.";
  }
}

export const titleOf = ({ number, label }: Submission): string =>
  label ? `Version ${number}, ${label}` : `Version ${number}`;
