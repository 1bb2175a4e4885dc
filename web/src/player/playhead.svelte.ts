// Where we are in a film, and how we move through it.

import type { Film, Frame, Summary } from "../film/film";

export const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16, 32];

/** Panels are renewed this often while the film runs; the board at every picture. */
const PANEL_MS = 80;

export class Playhead {
  /** The frame that is shown, or being moved to. */
  at = $state(0);
  playing = $state(false);
  speed = $state(1);
  summary: Summary = $state.raw() as Summary;
  /** What the panels show: follows `at`, but not at every picture. */
  frame = $state.raw<Frame | null>(null);
  shown = $state(0);
  waiting = $state(false);
  fault = $state("");
  /** How far the way from the frame before `at` has been gone: 1 at rest. */
  t = 1;
  /** Raised whenever the board must be drawn again. */
  dirty = true;
  /** Where a link leads that has not been made yet. */
  private wanted: number | null = null;
  private renewed = 0;
  private alive = true;

  constructor(
    readonly film: Film,
    readonly pace: number,
    start: number,
  ) {
    this.summary = film.summary;
    void this.goTo(start).then(() => this.fetchAhead());
    void this.follow();
  }

  get last(): number {
    return this.summary.frames - 1;
  }

  /** What to draw now: the frames before and after, if they are at hand. */
  scene(): [Frame, Frame] | null {
    const after = this.film.frame(this.at);
    if (!after) return null;
    return [this.film.frame(Math.max(0, this.at - 1)) ?? after, after];
  }

  /** Goes where a link leads, as soon as that has been made. */
  goTo(number: number): Promise<void> {
    const there = this.seek(number);
    if (number > this.last && !this.summary.done) this.wanted = number;
    return there;
  }

  async seek(number: number): Promise<void> {
    this.wanted = null;
    const target = Math.max(0, Math.min(this.last, Math.round(number)));
    this.at = target;
    this.t = 1;
    this.waiting = !this.film.frame(target);
    try {
      await this.film.load(Math.max(0, target - 1));
      await this.film.load(target);
    } catch (error) {
      this.fault = error instanceof Error ? error.message : String(error);
    }
    if (this.at === target) {
      this.waiting = false;
      this.renew();
    }
  }

  step(by: number): void {
    this.playing = false;
    void this.seek(this.at + by);
  }

  toggle(): void {
    this.wanted = null;
    if (!this.playing && this.at >= this.last && this.summary.done) void this.seek(0);
    this.playing = !this.playing;
  }

  faster(by: number): void {
    const place = SPEEDS.indexOf(this.speed) + by;
    this.speed = SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, place))];
  }

  /** Time has passed; true if the board has to be drawn. */
  tick(seconds: number, now: number): boolean {
    if (this.playing) this.run(seconds);
    if (this.shown !== this.at && now - this.renewed > PANEL_MS) {
      this.renewed = now;
      this.renew();
    }
    const due = this.dirty || this.playing || this.t < 1;
    this.dirty = false;
    return due;
  }

  private run(seconds: number): void {
    let t = this.t + Math.min(seconds, 0.25) * this.pace * this.speed;
    while (t >= 1 && this.at < this.last && this.film.frame(this.at + 1)) {
      this.at += 1;
      t -= 1;
    }
    if (t >= 1 && this.at < this.last) void this.film.load(this.at + 1);
    this.t = Math.min(t, 1);
    if (this.at >= this.last && t >= 1 && this.summary.done) {
      this.playing = false;
      this.renew();
    }
    const ahead = this.at + this.summary.chunk;
    if (ahead <= this.last && !this.film.frame(ahead)) void this.film.load(ahead);
  }

  private renew(): void {
    this.shown = this.at;
    this.frame = this.film.frame(this.at) ?? this.frame;
    this.dirty = true;
  }

  /** Fetches the whole film, if it is not too long, so that every jump is immediate. */
  private async fetchAhead(): Promise<void> {
    const size = this.summary.chunk;
    for (let number = 0; number < this.summary.frames && number < 24 * size && this.alive; number += size) {
      await this.film.load(number).catch(() => undefined);
      // Pictures come first: the next part is unpacked when there is time for it.
      await new Promise((done) =>
        "requestIdleCallback" in window ? requestIdleCallback(done, { timeout: 250 }) : setTimeout(done, 30),
      );
    }
  }

  /** Takes in what is added to a film that is still being made. */
  private async follow(): Promise<void> {
    try {
      while (this.alive && (await this.film.grow())) {
        const wasLast = this.at >= this.last;
        this.summary = this.film.summary;
        if (this.wanted !== null) void this.goTo(this.wanted);
        if (wasLast && !this.summary.done) await this.film.load(this.last);
        // A match is followed turn by turn; a replay's frames are made faster than anybody looks.
        const pause = this.summary.head.source === "live" ? 50 : 250;
        if (!this.summary.done) await new Promise((done) => setTimeout(done, pause));
      }
    } catch (error) {
      if (this.alive)
        this.fault = `the match cannot be followed: ${error instanceof Error ? error.message : error}`;
    }
    this.summary = this.film.summary;
    if (this.wanted !== null) void this.goTo(this.wanted);
  }

  close(): void {
    this.alive = false;
    this.playing = false;
  }
}
