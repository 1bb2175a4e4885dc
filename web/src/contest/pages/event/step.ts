// The next step of a person in an event: a pure function of what they have done.

import type { Schema } from "../../api";

export interface Known {
  event: Schema["EventInfo"];
  signedIn: boolean;
  canSignUp: boolean;
  isStaff: boolean;
  team: Schema["MyTeam"] | null;
  /** Newest first. */
  submissions: Schema["SubmissionInfo"][];
  /** The team's finished matches, newest first. */
  matches: Schema["MatchInfo"][];
}

export interface Step {
  title: string;
  text: string;
  action?: string;
  to?: "sign-up" | "sign-in" | "join" | "upload" | "team" | "scrimmages" | "matches" | "match";
  match?: number;
  bad?: boolean;
}

/** Recent matches in which the team's own bot had a fault. */
function faulty(team: number, matches: Schema["MatchInfo"][]): { match: number; fault: string }[] {
  const found: { match: number; fault: string }[] = [];
  for (const { id, kind, sides, games } of matches) {
    if (kind === "validation") continue;
    const own = games.flatMap((game) =>
      game.sides.map((side, seat) => ({ team: sides[side]?.team, fault: game.faults[seat] })),
    );
    const fault = own.find((one) => one.team === team && one.fault)?.fault;
    if (fault) found.push({ match: id, fault });
  }
  return found;
}

export function nextStep({
  event,
  signedIn,
  canSignUp,
  isStaff,
  team,
  submissions,
  matches,
}: Known): Step | null {
  const { phase } = event;
  if (phase === "over") return { title: "The event is over", text: "Results and replays stay here." };
  if (isStaff && !team) return null;
  const isForming = phase === "registration" || phase === "open";
  if (!signedIn && !isForming) return null;
  if (!signedIn) {
    if (canSignUp)
      return {
        title: "Take part",
        text: "Make an account, form a team, hand in a bot: it takes a few minutes.",
        action: "Sign up",
        to: "sign-up",
      };
    return {
      title: "Take part",
      text: "Sign in with the account that the organisers gave you.",
      action: "Sign in",
      to: "sign-in",
    };
  }
  if (!team && !isForming) return null;
  if (!team)
    return {
      title: "Form a team",
      text: "Make a team of your own, or join one with its link or code.",
      action: "Make or join a team",
      to: "join",
    };
  if (team.team.state !== "active")
    return {
      title: `Your team is ${team.team.state}`,
      text: team.reason ?? "Ask the organisers about it.",
      bad: true,
    };
  const newest = submissions[0];
  if (phase === "registration")
    return {
      title: "Get ready",
      text: "Bots can be handed in as soon as the event is open. Download a starter bot meanwhile.",
      action: "My team",
      to: "team",
    };
  if (!newest)
    return phase === "open"
      ? {
          title: "Hand in a bot",
          text: "Download a starter bot on this page and hand it in as it is: it plays legally.",
          action: "Hand in a bot",
          to: "upload",
        }
      : { title: "Your team has no bot", text: "The event is closed for new bots.", bad: true };
  if (newest.state === "rejected" && !team.active_submission)
    return {
      title: `Version ${newest.number} was rejected`,
      text: newest.reason ?? "Its page says why.",
      action: "Look",
      to: "team",
      bad: true,
    };
  if (newest.state !== "valid" && newest.state !== "rejected")
    return {
      title: `Version ${newest.number} is ${newest.state}`,
      text: "It plays one game against a built-in bot; then it counts.",
      action: "Watch it",
      to: "team",
    };
  const faults = faulty(team.team.id, matches);
  if (faults.length)
    return {
      title:
        faults.length === 1
          ? "Your bot failed in a match"
          : `Your bot failed in ${faults.length} of its last matches`,
      text: faults[0].fault,
      action: "Look",
      to: "match",
      match: faults[0].match,
      bad: true,
    };
  if (newest.state === "rejected")
    return {
      title: `Version ${newest.number} was rejected`,
      text: newest.reason ?? "Its page says why.",
      action: "Look",
      to: "team",
      bad: true,
    };
  if (!matches.some(({ kind }) => kind !== "validation"))
    return {
      title: "Play",
      text: "Your bot is ready. Ask another team or a staff bot for a scrimmage.",
      action: "Find an opponent",
      to: "scrimmages",
    };
  return {
    title: "Watch, and improve",
    text: "Look at your last matches, then hand in a better version.",
    action: "My matches",
    to: "matches",
  };
}
