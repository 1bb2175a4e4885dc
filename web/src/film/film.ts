// A film in the page: loads chunks of frames from the server or the page itself, and keeps some decoded.

import { type Json, patched } from "./delta";

export interface Gauge {
  name: string;
  path: string;
}

export interface Head {
  game: string;
  title: string;
  score: string;
  /** Name of the seat, name of the bot. */
  seats: [string, string][];
  map: string;
  seed: number | null;
  rules: string;
  source: string;
  gauges: Gauge[];
  /** Whether a seat sees only a part of the board, so that the match can be shown as one seat sees it. */
  fog?: boolean;
  /** The seat whose knowledge the film shows; null if it shows everything. */
  seen_by?: number | null;
  /** Tells the films of a game apart while a server plays it: it may have to begin again. Replays have none. */
  take?: string;
}

export interface Verdict {
  winner: number | null;
  standings: [number, number][];
  sentence: string;
}

export interface Summary {
  head: Head;
  /** The content address of the replay; null while the match is being played. */
  address?: string | null;
  chunk: number;
  frames: number;
  from: number;
  rounds: (number | null)[];
  turns: number[][];
  /** Null is a number that the seat of the film does not know. */
  lines: (number | null)[][][];
  verdict: Verdict | null;
  fault: string | null;
  done: boolean;
}

export interface Cost {
  seconds: number;
  energy: number;
  turns: number;
}

/** Seat, actor, call, reply, reason of a refusal. */
export type Order = [number, number, Json, Json?, string?];

/** A place that a bot's drawing refers to. */
export type Spot = { tile: number[] } | { unit: string };
export type Colour = [number, number, number];

/** What a bot logged or drew. */
export type NoteBody =
  | { log: string }
  | { dot: { at: Spot; colour: Colour } }
  | { line: { from: Spot; to: Spot; colour: Colour } }
  | { text: { at: Spot; text: string; colour: Colour } };

/** Seat, actor, what it logged or drew. */
export type Note = [number, number, NoteBody];

/** Something worth noticing, the same kinds in all games. `by` and `to` are seats. */
export interface GameEvent {
  kind: string;
  by?: number;
  to?: number;
  at?: Spot;
  /** A sentence without a full stop. */
  sentence: string;
}

export interface Frame<B = Json> {
  round: number | null;
  seats: number[];
  spent: Cost[];
  ends: [number, number, string][];
  orders: Order[];
  notes: Note[];
  events: GameEvent[];
  /** The position drawn as text, by line. Replays of original programs have none. */
  text?: string[];
  board: B;
  /** If several seats moved one after the other: what each of them did, in their order. */
  steps?: Step[];
}

/** The turns of one seat inside of a frame. */
export interface Step {
  seat: number;
  /** The patch that turns the frame's board into the board after these turns, as JSON. */
  patch: string;
}

export interface Source {
  /** Answers at once without `from`; with it, as soon as there are more than `from` frames. */
  summary(from?: number): Promise<Summary>;
  chunk(number: number): Promise<Json[]>;
  /** The address of the film as a self-contained page; null if there is none. */
  page: string | null;
  /** The viewer is gone: `summary` need not wait for more frames. */
  close?(): void;
}

/** The server's sentence about a request that it refused. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    sentence: string,
  ) {
    super(sentence);
  }
}

async function answer<T>(response: Response): Promise<T> {
  const unreadable = { error: `The server answered with status ${response.status}.` } as T & {
    error: string;
  };
  const body = await response.json().then(
    (json) => json as T & { error?: string },
    () => unreadable,
  );
  if (!response.ok || body === unreadable) throw new Refusal(response.status, body.error ?? unreadable.error);
  return body;
}

/** Sends a request to the server; throws a Refusal. */
export async function ask<T>(path: string, body?: unknown): Promise<T> {
  const init: RequestInit =
    body === undefined
      ? {}
      : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  return answer<T>(await fetch(path, init));
}

/** Sends a file to the server, which makes a film of it. */
export async function openFile(file: File): Promise<string> {
  const path = `api/films?name=${encodeURIComponent(file.name)}`;
  const headers = { "content-type": "application/octet-stream" };
  const response = await fetch(path, { method: "POST", headers, body: file });
  return (await answer<{ film: string }>(response)).film;
}

/** A film of the server, by the name in its address. */
export function fromServer(film: string): Source {
  const path = `api/films/${encodeURIComponent(film)}`;
  return {
    page: `${path}/page`,
    summary: (from) => ask<Summary>(from === undefined ? path : `${path}?from=${from}`),
    chunk: (number) => ask<Json[]>(`${path}/chunks/${number}`),
  };
}

/** The film that is embedded in this page, or that of what a seat sees, if there is one. */
export function fromPage(seat: number | null = null): Source | null {
  const suffix = seat === null ? "" : `-as-${seat}`;
  const head = document.getElementById(`film${suffix}`);
  if (!head) return null;
  const summary = JSON.parse(head.textContent ?? "") as Summary;
  return {
    page: null,
    summary: async () => summary,
    chunk: async (number) => {
      const text = document.getElementById(`chunk-${number}${suffix}`)?.textContent ?? "";
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
      return (await new Response(stream).json()) as Json[];
    },
  };
}

/** Decoded chunks that are kept in memory. */
const MAX_CHUNKS = 24;

export class Film {
  summary: Summary;
  private chunks = new Map<number, Frame[]>();
  private loading = new Map<number, Promise<Frame[]>>();
  /** Counts the takes: a game that is being played may begin again, and its replay replaces it in the end. */
  takes = 0;

  private constructor(
    readonly source: Source,
    summary: Summary,
  ) {
    this.summary = summary;
  }

  static async open(source: Source): Promise<Film> {
    return new Film(source, await source.summary());
  }

  get length(): number {
    return this.summary.frames;
  }

  /** The frame, if it is in memory. */
  frame(number: number): Frame | undefined {
    const size = this.summary.chunk;
    const chunk = Math.floor(number / size);
    const frames = this.chunks.get(chunk);
    if (frames) {
      // The map is ordered by use: the most recently used chunk is the last.
      this.chunks.delete(chunk);
      this.chunks.set(chunk, frames);
    }
    return frames?.[number - chunk * size];
  }

  /** The frame, fetched if it is not in memory. */
  async load(number: number): Promise<Frame | undefined> {
    const size = this.summary.chunk;
    const chunk = Math.floor(number / size);
    const frames = this.chunks.get(chunk) ?? (await this.fetch(chunk));
    return frames[number - chunk * size];
  }

  private fetch(chunk: number): Promise<Frame[]> {
    const running = this.loading.get(chunk);
    if (running) return running;
    const { takes } = this;
    const promise = this.source
      .chunk(chunk)
      .then((entries) => {
        const frames = decode(entries);
        if (takes === this.takes) this.chunks.set(chunk, frames);
        for (const old of this.chunks.keys()) {
          if (this.chunks.size <= MAX_CHUNKS) break;
          this.chunks.delete(old);
        }
        return frames;
      })
      .finally(() => {
        if (this.loading.get(chunk) === promise) this.loading.delete(chunk);
      });
    this.loading.set(chunk, promise);
    return promise;
  }

  /** Waits for more frames of a film that is still being made; false if it was complete before. */
  async grow(): Promise<boolean> {
    if (this.summary.done) return false;
    const old = this.summary;
    const news = await this.source.summary(old.frames);
    if (news.head.take !== old.head.take) {
      const whole = news.from > 0 ? await this.source.summary() : news;
      this.chunks.clear();
      this.loading.clear();
      this.takes += 1;
      this.summary = whole;
      return true;
    }
    // The last chunk was incomplete and has more frames now.
    if (news.frames > old.frames) this.chunks.delete(Math.floor(old.frames / old.chunk));
    this.summary = joined(old, news);
    return true;
  }
}

/** The frames of a chunk: the first is whole, the others are differences. */
export function decode(entries: Json[]): Frame[] {
  const frames: Json[] = [];
  for (const [i, entry] of entries.entries()) {
    frames.push(i === 0 ? entry : patched(frames[i - 1], entry));
  }
  return frames as unknown as Frame[];
}

/** Appends a newer summary, which begins at frame `news.from`, to an older one. */
export function joined(old: Summary, news: Summary): Summary {
  return {
    ...news,
    from: 0,
    rounds: [...old.rounds.slice(0, news.from), ...news.rounds],
    turns: [...old.turns.slice(0, news.from), ...news.turns],
    lines: old.lines.map((line, i) =>
      line.map((values, seat) => [...values.slice(0, news.from), ...news.lines[i][seat]]),
    ),
  };
}
