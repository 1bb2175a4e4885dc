// The desk of a person who plays: what the server says about the seat, and the requests of its turn.

import type { Frame } from "../film/film";
import { act, look, type PlayState, type Request, type Table } from "./api";

/** The pause before the page asks again after a fault. */
const RETRY_MS = 1000;
/** How often the clock of the turn is shown anew. */
const CLOCK_MS = 250;

export class Desk {
  table = $state.raw<Table | null>(null);
  /** The frame before the one that is shown. */
  before = $state.raw<Frame<any> | null>(null);
  /** The seat that is shown; null until the server has chosen one. */
  seat = $state<number | null>(null);
  /** The seat whose player must take the device before its board is shown. */
  curtain = $state<number | null>(null);
  refusal = $state("");
  private now = $state(performance.now());
  private seenAt = 0;
  /** The requests that are under way. */
  private pending: Promise<unknown> = Promise.resolve();

  readonly play = $derived<PlayState | null>(this.table?.state ?? null);
  readonly isTurn = $derived(this.play?.phase === "turn" && this.curtain === null);
  readonly secondsLeft = $derived(
    this.play?.seconds_left == null
      ? null
      : Math.max(0, this.play.seconds_left - (this.now - this.seenAt) / 1000),
  );

  constructor(
    private readonly secret: string,
    /** The position or the seat has changed. */
    private readonly onchange: (news: Table) => void,
    private readonly onfault: (sentence: string) => void,
  ) {}

  private accept(news: Table): void {
    const old = this.table?.state;
    if (old && old.version === news.state.version && this.table?.seat === news.seat) {
      this.table = news;
    } else {
      this.before = (this.table?.seat === news.seat ? old?.frame : null) ?? news.state.frame;
      this.seenAt = performance.now();
      this.table = news;
      this.onchange(news);
    }
    this.seat ??= news.seat;
    const waiting = news.seats.find((one) => one.phase === "turn");
    const isMine = news.seats.some((one) => one.seat === this.seat && one.phase === "turn");
    if (waiting && !isMine && waiting.seat !== this.seat) {
      if (news.fog) this.curtain = waiting.seat;
      else this.seat = waiting.seat;
    }
  }

  /** Follows the match; returns a function that ends it. */
  follow(): () => void {
    let alive = true;
    const ask = async (): Promise<void> => {
      let failed = false;
      while (alive) {
        try {
          const isShown = this.table !== null && this.table.seat === this.seat;
          const version = isShown ? (this.table?.state.version ?? null) : null;
          const news = await look(this.secret, this.seat, version);
          if (failed) this.onfault("");
          failed = false;
          if (alive && (this.seat === null || news.seat === this.seat)) this.accept(news);
          if (news.state.phase === "over" && news.state.film) return;
        } catch (error) {
          failed = true;
          this.onfault(error instanceof Error ? error.message : String(error));
          await new Promise((done) => setTimeout(done, RETRY_MS));
        }
      }
    };
    void ask();
    const clock = setInterval(() => (this.now = performance.now()), CLOCK_MS);
    return () => {
      alive = false;
      clearInterval(clock);
    };
  }

  /** Sends a request of this turn after those that are under way, so that a quick second click is not lost. True if
   * it was accepted. */
  send(request: Request): Promise<boolean> {
    const turn = this.play?.turn;
    const sent = this.pending.then(() => (this.play?.turn === turn ? this.sendNow(request) : false));
    this.pending = sent;
    return sent;
  }

  private async sendNow(request: Request): Promise<boolean> {
    if (!this.play || this.seat === null) return false;
    this.refusal = "";
    try {
      const answer = await act(this.secret, this.seat, this.play.turn, request);
      this.refusal = answer.refusal ?? "";
      if (!answer.refusal) this.accept(await look(this.secret, this.seat, null));
      return !answer.refusal;
    } catch (error) {
      this.refusal = error instanceof Error ? error.message : String(error);
      return false;
    }
  }

  /** The next player has the device. */
  lift(): void {
    if (this.curtain === null) return;
    this.seat = this.curtain;
    this.curtain = null;
    this.table = null;
    this.before = null;
  }
}
