// What a page asks the server for: the answer, the wait before it, the sentence if it was refused. It asks again when
// something it depends on changes, when there is news of its topics, and when the server was lost and is back.

import { untrack } from "svelte";
import { Lost, Refused, told } from "./api";
import { live, type News, type Topic } from "./live.svelte";

/** News that arrive together cause one request. */
const GATHER_MS = 120;

export class Load<T> {
  value = $state.raw<T | undefined>(undefined);
  fault = $state("");
  /** The status of the refusal; 0 without one. */
  status = $state(0);
  /** Whether an answer is under way. */
  asking = $state(true);
  private number = 0;

  constructor(private ask: () => Promise<T>) {}

  /** Asks again. What was shown stays until the answer is there. */
  async reload(): Promise<void> {
    this.number += 1;
    const number = this.number;
    this.asking = true;
    try {
      const value = await this.ask();
      if (number !== this.number) return;
      this.value = value;
      this.fault = "";
      this.status = 0;
    } catch (error) {
      if (number !== this.number) return;
      if (error instanceof Lost) live.missed();
      this.fault = told(error);
      this.status = error instanceof Refused ? error.status : 0;
    }
    this.asking = false;
  }

  /** Forgets the value, because it belongs to something else than what is shown now. */
  forget(): void {
    this.value = undefined;
    this.fault = "";
  }
}

interface Options<T> {
  /** News of these topics make it ask again. */
  topics?: readonly Topic[];
  /** Whether a piece of news concerns it; default: all do. */
  concerns?: (news: News) => boolean;
  /** Milliseconds until it asks again by itself, for what changes without news; null while nothing does. */
  every?: (value: T) => number | null;
}

/**
 * Asks while a component is shown; call it where the component starts. What `ask` reads before its first `await` is
 * watched: if it changes, the value is forgotten and asked for again.
 */
export function load<T>(ask: () => Promise<T>, { topics = [], concerns, every }: Options<T> = {}): Load<T> {
  const loaded = new Load(ask);
  $effect(() => {
    untrack(() => loaded.forget());
    void loaded.reload();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = live.on(topics, (news, topic) => {
      if (topic !== "resumed" && concerns && !concerns(news)) return;
      clearTimeout(timer);
      timer = setTimeout(() => void loaded.reload(), GATHER_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  });
  $effect(() => {
    // Reading the value starts the wait again after each answer.
    const wait = loaded.value !== undefined && every?.(loaded.value);
    if (!wait) return;
    const timer = setTimeout(() => void loaded.reload(), wait);
    return () => clearTimeout(timer);
  });
  return loaded;
}
