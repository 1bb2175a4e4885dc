// Which frame of a film is shown, and how the viewer moves through the film.

import type { Film, Frame, Summary } from "../film/film";
import { stepsOf } from "../film/steps";
import { eventFrame, type Mark, marksOf } from "./marks";

export const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16, 32];

/** While the film plays, the panels are updated this often; the board at every animation frame. */
const PANEL_MS = 80;

/** How long the reader of events waits for more frames of a film that grows. */
const READ_PAUSE_MS = 300;

/** Films of up to this many chunks are loaded completely, so that every jump is immediate. */
const PRELOADED_CHUNKS = 24;

export class Playhead {
  /** The frame that is shown, or that the animation moves towards. */
  at = $state(0);
  playing = $state(false);
  speed = $state(1);
  summary: Summary = $state.raw() as Summary;
  /** What the panels show: follows `at` every PANEL_MS. */
  frame = $state.raw<Frame | null>(null);
  shown = $state(0);
  waiting = $state(false);
  fault = $state("");
  /** The events of the frames that were read so far. */
  marks = $state.raw<Mark[]>([]);
  /** Whether the newest frame of a match that is being played is shown as soon as it exists. */
  isFollowing = $state(false);
  /** Progress of the animation from the frame before `at` to `at`: 1 at rest, or the end of a part. */
  t = 1;
  /** The part of the frame that was shown last while the film rests inside of a frame, counted from 1; 0 at its
   * end. */
  part = $state(0);
  /** Whether one step is one part of a frame, and the steps of a frame are shown one after the other. */
  byPart = $state(false);
  /** Set whenever the board must be drawn again. */
  dirty = true;
  /** The frame of a link, if the film does not reach it yet. */
  private wanted: number | null = null;
  private updatedAt = 0;
  private alive = true;

  constructor(
    readonly film: Film,
    readonly pace: number,
    start: number,
    /** The number of parts of a frame, which can be stepped through one by one. */
    readonly partsOf: (frame: Frame) => number = () => 1,
  ) {
    this.summary = film.summary;
    this.isFollowing = !film.summary.done && film.summary.head.source === "live" && start === 0;
    void (this.isFollowing ? this.seek(this.last) : this.goTo(start))
      .then(() => this.preload())
      .then(() => this.readMarks());
    void this.grow();
  }

  get last(): number {
    return this.summary.frames - 1;
  }

  /** The frames before and after this moment, if they are loaded, and the progress from one to the other. */
  scene(): { before: Frame; after: Frame; t: number } | null {
    const after = this.film.frame(this.at);
    if (!after) return null;
    const before = this.film.frame(Math.max(0, this.at - 1)) ?? after;
    if (!this.byPart || !after.steps) return { before, after, t: this.t };
    const steps = stepsOf(after);
    const step = this.partAt(steps.length);
    return { before: steps[step - 2] ?? before, after: steps[step - 1], t: this.t * steps.length - step + 1 };
  }

  /** What the panels show: the frame, or the step of it that the film rests at. */
  get shownPart(): Frame | null {
    const { frame } = this;
    if (!frame?.steps || !this.byPart || this.playing) return frame;
    const steps = stepsOf(frame);
    return steps[(this.part || steps.length) - 1];
  }

  /** Steps by parts, or by whole frames. */
  stepByPart(byPart: boolean): void {
    this.byPart = byPart;
    if (this.part) void this.seek(this.at);
    this.dirty = true;
  }

  /** The part that is shown, perhaps not completely: the film may have been paused inside of it. */
  private partAt(parts: number): number {
    return Math.max(1, Math.ceil(this.t * parts - 1e-6));
  }

  /** Goes to the frame of a link, as soon as the film reaches it. */
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
    this.part = 0;
    this.waiting = !this.film.frame(target);
    try {
      await this.film.load(Math.max(0, target - 1));
      await this.film.load(target);
      this.fault = "";
    } catch (error) {
      this.fault = error instanceof Error ? error.message : String(error);
    }
    if (this.at === target) {
      this.waiting = false;
      this.updatePanels();
    }
  }

  step(by: number): void {
    this.playing = false;
    this.isFollowing = false;
    if (Math.abs(by) === 1) void this.stepPart(by);
    else void this.seek(this.at + by);
  }

  /** Goes to the next or the previous part: over the end of a frame if there is no other in it. */
  private async stepPart(by: number): Promise<void> {
    const parts = this.partsIn(this.at);
    const next = this.partAt(parts) + by;
    if (next > 0 && next < parts) return this.rest(next, parts);
    if (next === parts) return this.seek(this.at);
    const at = this.at + by;
    await this.seek(at);
    const first = this.partsIn(this.at);
    if (by > 0 && this.at === at && first > 1) this.rest(1, first);
  }

  private partsIn(number: number): number {
    const frame = this.film.frame(number);
    return frame && number > 0 && this.byPart ? Math.max(1, this.partsOf(frame)) : 1;
  }

  /** Rests at the end of a part of the frame. */
  private rest(part: number, parts: number): void {
    this.part = part;
    this.t = part / parts;
    this.dirty = true;
  }

  /** Goes to the next or the previous event. */
  goToEvent(by: number): void {
    const frame = eventFrame(this.marks, this.at, by);
    const mark = this.marks.find((one) => one.frame === frame);
    if (!mark) return;
    this.playing = false;
    void this.goToMark(mark);
  }

  /** Goes to an event: to the turns of the seat that caused it, if the steps of a frame are shown. */
  async goToMark({ frame, by }: Mark): Promise<void> {
    await this.choose(frame);
    const steps = this.byPart && this.at === frame ? this.film.frame(frame)?.steps : undefined;
    const step = steps?.findIndex(({ seat }) => seat === by) ?? -1;
    if (steps && step >= 0 && step < steps.length - 1) this.rest(step + 1, steps.length);
  }

  /** Shows the newest frame, and every newer one as soon as it exists. */
  follow(): void {
    this.playing = false;
    this.isFollowing = true;
    void this.seek(this.last);
  }

  toggle(): void {
    this.wanted = null;
    this.isFollowing = false;
    if (!this.playing && this.at >= this.last && this.summary.done) void this.seek(0);
    this.playing = !this.playing;
  }

  faster(by: number): void {
    const place = SPEEDS.indexOf(this.speed) + by;
    this.speed = SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, place))];
  }

  /** Calls `draw` at every animation frame in which the board has changed; returns a function that stops it. */
  animate(draw: () => void): () => void {
    let running = true;
    let last = performance.now();
    const loop = (now: number): void => {
      if (!running) return;
      const seconds = (now - last) / 1000;
      last = now;
      if (this.tick(seconds, now)) draw();
      requestAnimationFrame(loop);
    };
    requestAnimationFrame(loop);
    return () => {
      running = false;
    };
  }

  /** Advances the time; true if the board has to be drawn. */
  private tick(seconds: number, now: number): boolean {
    if (this.playing) this.run(seconds);
    if (this.shown !== this.at && now - this.updatedAt > PANEL_MS) {
      this.updatedAt = now;
      this.updatePanels();
    }
    const due = this.dirty || this.playing;
    this.dirty = false;
    return due;
  }

  private run(seconds: number): void {
    this.part = 0;
    let t = this.t + Math.min(seconds, 0.25) * this.pace * this.speed;
    while (t >= 1 && this.at < this.last && this.film.frame(this.at + 1)) {
      this.at += 1;
      t -= 1;
    }
    if (t >= 1 && this.at < this.last) void this.film.load(this.at + 1);
    this.t = Math.min(t, 1);
    if (this.at >= this.last && t >= 1 && this.summary.done) {
      this.playing = false;
      this.updatePanels();
    }
    const ahead = this.at + this.summary.chunk;
    if (ahead <= this.last && !this.film.frame(ahead)) void this.film.load(ahead);
  }

  private updatePanels(): void {
    this.shown = this.at;
    this.frame = this.film.frame(this.at) ?? this.frame;
    this.dirty = true;
  }

  private async preload(): Promise<void> {
    const size = this.summary.chunk;
    for (
      let number = 0;
      number < this.summary.frames && number < PRELOADED_CHUNKS * size && this.alive;
      number += size
    ) {
      await this.film.load(number).catch(() => undefined);
      // Drawing comes first: the next chunk is unpacked when the browser is idle.
      await new Promise((done) =>
        "requestIdleCallback" in window ? requestIdleCallback(done, { timeout: 250 }) : setTimeout(done, 30),
      );
    }
  }

  /** Collects the events of all frames, while the film grows. */
  private async readMarks(): Promise<void> {
    let found: Mark[] = [];
    let { takes } = this.film;
    for (let number = 0; this.alive; number++) {
      while (this.alive && takes === this.film.takes && number > this.last && !this.summary.done)
        await new Promise((done) => setTimeout(done, READ_PAUSE_MS));
      if (takes !== this.film.takes) {
        takes = this.film.takes;
        found = [];
        number = 0;
      }
      if (number > this.last) break;
      const frame = this.film.frame(number) ?? (await this.film.load(number).catch(() => undefined));
      if (frame) found.push(...marksOf(frame, number, this.summary.head));
      if (number % this.summary.chunk === 0 || number === this.last) this.marks = found.slice();
    }
  }

  /** Loads what is added to a film that is still being made. */
  private async grow(): Promise<void> {
    try {
      let { takes } = this.film;
      while (this.alive && (await this.film.grow())) {
        const wasLast = this.at >= this.last;
        this.summary = this.film.summary;
        if (this.wanted !== null) void this.goTo(this.wanted);
        if (takes !== this.film.takes) {
          takes = this.film.takes;
          if (!this.isFollowing) await this.seek(this.at);
        }
        if (this.isFollowing) await this.seek(this.last);
        else if (wasLast && !this.summary.done) await this.film.load(this.last);
        // A match is followed turn by turn; the frames of a replay are made faster than they are watched.
        const pause = this.summary.head.source === "live" ? 50 : 250;
        if (!this.summary.done) await new Promise((done) => setTimeout(done, pause));
      }
    } catch (error) {
      if (this.alive)
        this.fault = `Lost the connection to the match: ${error instanceof Error ? error.message : error}`;
    }
    this.summary = this.film.summary;
    if (this.wanted !== null) void this.goTo(this.wanted);
  }

  /** Moves to a frame that the user chose: a running match is no longer followed. */
  choose(number: number): Promise<void> {
    this.isFollowing = false;
    return this.seek(number);
  }

  close(): void {
    this.alive = false;
    this.playing = false;
    this.film.source.close?.();
  }
}
