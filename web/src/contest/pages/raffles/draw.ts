// The draw of a raffle, repeated in the browser: docs/serve/grading.md says how it is made.

import type { Schema } from "../../api";
import { sha256 } from "../../sha256";

type Raffle = Schema["RaffleInfo"];
type Ticket = Schema["Ticket"];

/** The winning tickets in the order of the prizes; a team wins at most once. */
export function drawn(seed: string, tickets: Ticket[], prizes: number): Ticket[] {
  const keyed = tickets.map((ticket) => ({ ticket, key: sha256(`${seed}/${ticket.number}`) }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : 1));
  const winners: Ticket[] = [];
  for (const { ticket } of keyed) if (winners.every(({ team }) => team !== ticket.team)) winners.push(ticket);
  return winners.slice(0, prizes);
}

/** What is wrong with a published draw; null if it is right. */
export function faultOf({ seed, tickets, winners, commitment, prizes }: Raffle): string | null {
  if (seed == null || !tickets || !winners) return "The winners are not drawn yet.";
  if (sha256(seed) !== commitment) return "The seed does not have the hash that was published before.";
  const again = drawn(seed, tickets, prizes).map(({ number }) => number);
  const told = winners.map(({ number }) => number);
  if (again.join() !== told.join()) return "The seed and the tickets give other winners.";
  return null;
}
