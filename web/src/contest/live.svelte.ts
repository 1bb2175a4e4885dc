// What happens on the server, as it happens. After a lost connection nothing is missed: the stream goes on after the
// last number, and pages load again what they show.

const TOPICS = [
  "alert",
  "announcement",
  "dead_job",
  "event",
  "extension",
  "handbook",
  "match",
  "phase",
  "question",
  "run",
  "scrimmage",
  "submission",
  "switch",
  "team",
] as const;
export type Topic = (typeof TOPICS)[number];

/** What the news says, such as `{ match: 12, state: "finished" }`. */
export type News = Record<string, unknown>;
type Listener = (topic: Topic | "resumed", news: News) => void;

/** The time until the next attempt after a refused connection. */
const RETRY_MS = 1500;
/** A page that was hidden for longer connects again: the network may have gone meanwhile. */
const SLEEP_MS = 45_000;

class Live {
  /** Whether the server is lost. */
  lost = $state(false);
  private source: EventSource | null = null;
  private last: string | null = null;
  private listeners = new Set<Listener>();
  private retry: ReturnType<typeof setTimeout> | undefined;
  private hiddenAt = 0;

  /** Starts the stream, or starts it again as another person. */
  connect(): void {
    clearTimeout(this.retry);
    this.source?.close();
    const source = new EventSource(`/api/v1/feed${this.last ? `?after=${this.last}` : ""}`);
    this.source = source;
    source.onopen = () => {
      if (this.lost) {
        this.lost = false;
        this.tell("resumed", {});
      }
    };
    source.onerror = () => {
      this.lost = true;
      if (source.readyState === EventSource.CLOSED && this.source === source)
        this.retry = setTimeout(() => this.connect(), RETRY_MS);
    };
    for (const topic of TOPICS)
      source.addEventListener(topic, (event) => {
        this.last = event.lastEventId || this.last;
        this.tell(topic, JSON.parse(event.data) as News);
      });
  }

  /** Calls a function for the news of some topics, and when the server is back. Returns how to stop. */
  on(topics: readonly Topic[], heard: (news: News, topic: Topic | "resumed") => void): () => void {
    const listener: Listener = (topic, news) => {
      if (topic === "resumed" || topics.includes(topic)) heard(news, topic);
    };
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private tell(topic: Topic | "resumed", news: News): void {
    for (const listener of [...this.listeners]) listener(topic, news);
  }

  /** A request found the server gone before the stream did. */
  missed(): void {
    this.lost = true;
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.connect(), RETRY_MS);
  }

  visibility(): void {
    if (document.hidden) {
      this.hiddenAt = Date.now();
      return;
    }
    if (this.hiddenAt && Date.now() - this.hiddenAt > SLEEP_MS) {
      this.lost = true;
      this.connect();
    }
    this.hiddenAt = 0;
  }
}

export const live = new Live();
document.addEventListener("visibilitychange", () => live.visibility());
window.addEventListener("online", () => live.connect());
