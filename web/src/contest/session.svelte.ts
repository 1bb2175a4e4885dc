// The person at the browser, the event that the pages are about, and the person's team in it.

import { api, maybe, need, type Schema } from "./api";
import { live } from "./live.svelte";
import { view } from "./view";

class Session {
  /** The account; null for a visitor, undefined until it is known. */
  me = $state.raw<Schema["Me"] | null | undefined>(undefined);
  server = $state.raw<Schema["ServerInfo"] | null>(null);
  readonly isStaff = $derived(this.me?.role === "staff" || this.me?.role === "organiser");
  readonly isOrganiser = $derived(this.me?.role === "organiser");

  /** Asks the server who the person is. */
  async start(): Promise<void> {
    // The view of a team shows no accounts.
    const viewed = view && { id: 0, login: view.name, name: view.name, role: "competitor" };
    const [server, me] = await Promise.all([
      need(api.GET("/api/v1/server")),
      viewed ?? maybe(api.GET("/api/v1/me")),
    ]);
    this.server = server;
    this.me = me;
    live.connect();
  }

  /** Takes over an account that the server has just logged in. */
  async begin(me: Schema["Me"]): Promise<void> {
    this.server = await need(api.GET("/api/v1/server"));
    this.me = me;
    live.connect();
  }

  async logOut(): Promise<void> {
    // A session that has ended meanwhile is as good.
    await maybe(api.DELETE("/api/v1/sessions/current"));
    this.me = null;
    live.connect();
  }
}

export const session = new Session();

/** The event that the pages are about. A page without an event in its address sets it with `follow`. */
class Current {
  slug = $state<string | null>(null);
  event = $state.raw<Schema["EventInfo"] | null>(null);
  events = $state.raw<Schema["EventInfo"][]>([]);
  /** The person's team; null without one, undefined until it is known. */
  team = $state.raw<Schema["MyTeam"] | null | undefined>(undefined);

  follow(slug: string): void {
    if (slug !== this.slug) {
      this.event = this.events.find((event) => event.slug === slug) ?? null;
      this.team = undefined;
      this.slug = slug;
    }
  }

  /** Loads events and team again. */
  async refresh(): Promise<void> {
    const slug = this.slug;
    this.events = await need(api.GET("/api/v1/events"));
    if (!slug) return;
    const event = this.events.find((one) => one.slug === slug) ?? null;
    const params = { path: { event: slug } };
    const team =
      session.me && event ? await maybe(api.GET("/api/v1/events/{event}/my-team", { params })) : null;
    if (slug !== this.slug) return;
    this.event = event;
    // The stream sends what the person might see when it was opened.
    if (team && this.team === null) live.connect();
    this.team = team;
  }
}

export const current = new Current();
