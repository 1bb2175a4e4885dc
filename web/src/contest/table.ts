// What a table shows: columns, their order, and the table as text for the clipboard and for files.

import type { Snippet } from "svelte";

/** What a cell is sorted by and what is exported. */
export type Plain = string | number | boolean | null | undefined;

export interface Column<T> {
  /** The name in exported files. */
  key: string;
  title: string;
  value: (row: T) => Plain;
  /** How the cell is drawn; default: the value as text. */
  cell?: Snippet<[T]>;
  /** Numbers stand right. */
  number?: boolean;
  /** Left out on narrow screens. */
  wide?: boolean;
  /** Whether a click on the title sorts; default: yes. */
  sortable?: boolean;
}

export interface Order {
  key: string;
  down: boolean;
}

/** The rows in an order; empty cells come last either way. */
export function sorted<T>(rows: T[], columns: Column<T>[], order: Order | null): T[] {
  const column = order && columns.find(({ key }) => key === order.key);
  if (!order || !column) return rows;
  const sign = order.down ? -1 : 1;
  const keyed = rows.map((row) => ({ row, value: column.value(row) }));
  keyed.sort((a, b) => {
    if (a.value == null || b.value == null) return Number(a.value == null) - Number(b.value == null);
    if (typeof a.value === "string")
      return sign * a.value.localeCompare(String(b.value), "en", { numeric: true });
    return sign * (Number(a.value) - Number(b.value));
  });
  return keyed.map(({ row }) => row);
}

/** RFC 4180, with a line break at the end. A cell that a spreadsheet would compute gets an apostrophe. */
export function csv<T>(rows: T[], columns: Column<T>[]): string {
  const quoted = (value: Plain): string => {
    const plain = value == null ? "" : String(value);
    const text = typeof value === "string" && /^[=+\-@\t\r]/.test(plain) ? `'${plain}` : plain;
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const lines = rows.map((row) => columns.map((column) => quoted(column.value(row))).join(","));
  return [columns.map(({ key }) => quoted(key)).join(","), ...lines, ""].join("\r\n");
}

/** Columns apart by tabs, as spreadsheets paste them. */
export function tabbed<T>(rows: T[], columns: Column<T>[]): string {
  const clean = (value: Plain): string => (value == null ? "" : String(value).replace(/[\t\r\n]+/g, " "));
  const lines = rows.map((row) => columns.map((column) => clean(column.value(row))).join("\t"));
  return [columns.map(({ title }) => title).join("\t"), ...lines].join("\n");
}

export function json<T>(rows: T[], columns: Column<T>[]): string {
  const entry = (row: T): Record<string, Plain> =>
    Object.fromEntries(columns.map(({ key, value }) => [key, value(row) ?? null]));
  return `${JSON.stringify(rows.map(entry), null, 2)}\n`;
}

/** The rows of a long table that are drawn: those in the window and some around it. */
export function visible(
  count: number,
  rowHeight: number,
  top: number,
  windowHeight: number,
): [number, number] {
  const around = 12;
  const first = Math.floor(-top / rowHeight) - around;
  const from = Math.max(0, Math.min(count, first));
  const shown = Math.ceil(windowHeight / rowHeight) + 2 * around;
  return [from, Math.min(count, Math.max(from, first + shown))];
}
