// Lays out a bracket: every title of the meetings is a column, and a meeting stands beside the middle of the
// meetings that its entrants won.

import type { Meeting, Round } from "./library";

export interface Placed {
  meeting: Meeting;
  /** Number of the column, and the height in meetings. */
  column: number;
  y: number;
  /** The meetings of the column before from which its entrants came. */
  from: Placed[];
}

export interface Section {
  title: string;
  columns: string[];
  placed: Placed[];
  height: number;
}

const isLosers = (title: string): boolean => title.startsWith("Losers");

/** The sections of a bracket: all meetings, or winners and losers apart. */
export function layOut(rounds: Round[]): Section[] {
  const meetings = rounds.flatMap((round) => round.meetings.map((meeting) => ({ meeting, round })));
  const titled = meetings.map(({ meeting, round }) => ({
    meeting,
    // The note of a walkover continues after the title.
    title: (meeting.note ?? round.title).split(":")[0],
  }));
  const hasLosers = titled.some(({ title }) => isLosers(title));
  const parts: [string, (title: string) => boolean][] = hasLosers
    ? [
        ["Winners' bracket and final", (title) => !isLosers(title)],
        ["Losers' bracket", isLosers],
      ]
    : [["", () => true]];
  return parts.map(([title, belongs]) =>
    section(
      title,
      titled.filter((entry) => belongs(entry.title)),
    ),
  );
}

function section(title: string, entries: { meeting: Meeting; title: string }[]): Section {
  const columns = [...new Set(entries.map((entry) => entry.title))];
  const placed: Placed[] = [];
  columns.forEach((name, column) => {
    const before = placed.filter((other) => other.column === column - 1);
    let free = 0;
    const own = entries.filter((entry) => entry.title === name);
    // Meetings keep the order of the meetings they follow, so that the lines do not cross.
    const sources = own.map(({ meeting }) => {
      const from = before.filter(
        (other) => other.meeting.winner !== null && meeting.names.includes(other.meeting.winner),
      );
      const middle = from.length
        ? from.reduce((sum, other) => sum + other.y, 0) / from.length
        : Number.POSITIVE_INFINITY;
      return { meeting, from, middle };
    });
    sources.sort((a, b) => (a.middle === b.middle ? 0 : a.middle - b.middle));
    for (const { meeting, from, middle } of sources) {
      const y = Math.max(free, Number.isFinite(middle) ? middle : free);
      placed.push({ meeting, column, y, from });
      free = y + 1;
    }
  });
  return { title, columns, placed, height: Math.max(0, ...placed.map(({ y }) => y + 1)) };
}
