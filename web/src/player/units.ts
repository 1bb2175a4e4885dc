// Units of time in which times of bots are read without zeros after the point.

export interface TimeUnit {
  name: string;
  perSecond: number;
}

const UNITS: TimeUnit[] = [
  { name: "s", perSecond: 1 },
  { name: "ms", perSecond: 1e3 },
  { name: "µs", perSecond: 1e6 },
];

/** The largest unit in which the longest of these times, in seconds, is at least 1. */
export function timeUnit(seconds: (number | null)[][]): TimeUnit {
  let longest = 0;
  for (const line of seconds) for (const time of line) longest = Math.max(longest, time ?? 0);
  return UNITS.find(({ perSecond }) => longest * perSecond >= 1) ?? UNITS[UNITS.length - 1];
}

/** A time with its unit, such as "2.5 ms". */
export function timeText(seconds: number): string {
  const { name, perSecond } = timeUnit([[seconds]]);
  return `${(seconds * perSecond).toLocaleString("en", { maximumFractionDigits: 1 })} ${name}`;
}
