// The order of the show: every meeting is announced, played, decided, and entered in the bracket. Nothing later than
// the current slide is revealed.

import type { Meeting, Round } from "../../../library/library";

export type Slide = "next" | "match" | "result" | "standing";

/** A place in the show: numbers of round and meeting from 0, and the slide. */
export interface Cursor {
  round: number;
  meeting: number;
  slide: Slide;
}

const SLIDES: Slide[] = ["next", "match", "result", "standing"];

/** The slides of a meeting: one without games has no match to show. */
const slidesOf = (meeting: Meeting): Slide[] =>
  meeting.games.length ? SLIDES : SLIDES.filter((slide) => slide !== "match");

/** All slides of the meetings that have ended, in order. */
export function order(rounds: Round[]): Cursor[] {
  const all: Cursor[] = [];
  for (const [round, { meetings }] of rounds.entries())
    for (const [meeting, one] of meetings.entries()) {
      // Rounds are shown in order: one that is being played ends the show for now.
      if (!one.over) return all;
      all.push(...slidesOf(one).map((slide) => ({ round, meeting, slide })));
    }
  return all;
}

/** The slide by so many places further; the first or last one at the ends. */
export function move(slides: Cursor[], at: Cursor, by: number): Cursor {
  const place = slides.findIndex(
    ({ round, meeting, slide }) => round === at.round && meeting === at.meeting && slide === at.slide,
  );
  if (slides.length === 0) return at;
  return slides[Math.max(0, Math.min(slides.length - 1, place + by))];
}

/** The rounds as the audience may see them at a slide: later meetings of the round without their results. */
export function revealed(rounds: Round[], at: Cursor): Round[] {
  const isOut = at.slide === "result" || at.slide === "standing";
  return rounds.slice(0, at.round + 1).map((round, number) => ({
    ...round,
    meetings: round.meetings.map((meeting, i) => {
      const known = number < at.round || i < at.meeting || (i === at.meeting && isOut);
      return known ? meeting : { ...meeting, scores: [], winner: null, over: false };
    }),
  }));
}

/** Whether a slide is the last one of its round, so that the round can be released. */
export function endsRound(rounds: Round[], at: Cursor): boolean {
  const last = (rounds[at.round]?.meetings.length ?? 0) - 1;
  return at.meeting === last && at.slide === "standing";
}

/** Points of all teams from the meetings that are revealed, best first: for tournaments without a bracket. */
export function points(rounds: Round[]): [string, number][] {
  const sums = new Map<string, number>();
  for (const { meetings } of rounds)
    for (const { names, winner, over } of meetings)
      for (const name of names) {
        const gained = !over ? 0 : winner === name ? 1 : winner === null ? 0.5 : 0;
        sums.set(name, (sums.get(name) ?? 0) + gained);
      }
  return [...sums].sort(([a, x], [b, y]) => y - x || a.localeCompare(b));
}
