// Times and durations in words.

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A duration with its two largest units: "2 d 3 h", "4 min 10 s". */
export function duration(ms: number): string {
  const left = Math.max(0, ms);
  const part = (unit: number, size: number, word: string): string => {
    const count = Math.floor((left % size) / unit);
    return count ? ` ${count} ${word}` : "";
  };
  if (left >= DAY) return `${Math.floor(left / DAY)} d${part(HOUR, DAY, "h")}`;
  if (left >= HOUR) return `${Math.floor(left / HOUR)} h${part(MINUTE, HOUR, "min")}`;
  if (left >= MINUTE) return `${Math.floor(left / MINUTE)} min${part(SECOND, MINUTE, "s")}`;
  return `${Math.floor(left / SECOND)} s`;
}

/** How long ago something was: "just now", "5 min ago", "3 d ago". */
export function ago(at: number, now: number): string {
  const past = now - at;
  if (past < MINUTE) return "just now";
  if (past < HOUR) return `${Math.floor(past / MINUTE)} min ago`;
  if (past < DAY) return `${Math.floor(past / HOUR)} h ago`;
  return `${Math.floor(past / DAY)} d ago`;
}

/** The zone of the browser. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A time in a zone: "Fri 20 Nov, 18:00 CET". */
export function inZone(at: number, zone: string): string {
  const parts = new Intl.DateTimeFormat("en-GB", {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    timeZone: zone,
    timeZoneName: "short",
  }).formatToParts(at);
  const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? "";
  return `${part("weekday")} ${part("day")} ${part("month")}, ${part("hour")}:${part("minute")} ${part("timeZoneName")}`;
}

/** A time of day with the date, for tables: "20 Nov 18:00:05". */
export function moment(at: number): string {
  const date = new Date(at);
  const day = date.toLocaleDateString("en-GB", { day: "numeric", month: "short" });
  return `${day} ${date.toLocaleTimeString("en-GB")}`;
}

const KIB = 1024;
const MIB = 1024 * KIB;

/** Sizes of files in the units of the server's sentences: "812 B", "3.4 KiB", "32 MiB". */
export function size(bytes: number): string {
  if (bytes < KIB) return `${bytes} B`;
  const [unit, word] = bytes < MIB ? [KIB, "KiB"] : [MIB, "MiB"];
  return `${Number((bytes / unit).toFixed(1))} ${word}`;
}
