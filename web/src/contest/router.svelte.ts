// The addresses of all pages.
//
// To add a page: make pages/NAME/Page.svelte and add one line to PAGES. A page gets `params`, the parts of its
// address after a colon (`:id` is a whole number), and `query`, what follows the question mark. Its code is loaded
// when it is opened. To show it in the navigation, add it to NAVIGATION in navigation.ts. Link to it with
// `href("NAME", { event: "cup" })`; every plain <a> to an address of this server stays in the page, and `go` opens an
// address. tests/contest/pages.spec.ts has an address of every page, and fails without one.

import type { Component } from "svelte";

type Loader = () => Promise<{ default: Component<any> }>;

/** A page at an address; parts after a colon are parameters. */
function page<P extends string>(pattern: P, load: Loader): { pattern: P; load: Loader } {
  return { pattern, load };
}

export const PAGES = {
  home: page("/", () => import("./pages/home/Page.svelte")),
  signIn: page("/sign-in", () => import("./pages/sign-in/Page.svelte")),
  signUp: page("/sign-up", () => import("./pages/sign-up/Page.svelte")),
  firstOrganiser: page("/first-organiser/:token", () => import("./pages/first-organiser/Page.svelte")),
  reset: page("/reset/:token", () => import("./pages/reset/Page.svelte")),
  account: page("/account", () => import("./pages/account/Page.svelte")),
  event: page("/events/:event", () => import("./pages/event/Page.svelte")),
  join: page("/events/:event/join", () => import("./pages/join/Page.svelte")),
  myTeam: page("/events/:event/my-team", () => import("./pages/my-team/Page.svelte")),
  upload: page("/events/:event/upload", () => import("./pages/upload/Page.svelte")),
  scrimmages: page("/events/:event/scrimmages", () => import("./pages/scrimmages/Page.svelte")),
  matches: page("/events/:event/matches", () => import("./pages/matches/Page.svelte")),
  team: page("/events/:event/teams/:id", () => import("./pages/team/Page.svelte")),
  leaderboard: page("/events/:event/leaderboard", () => import("./pages/leaderboard/Page.svelte")),
  runs: page("/events/:event/tournaments", () => import("./pages/runs/Page.svelte")),
  run: page("/runs/:id", () => import("./pages/run/Page.svelte")),
  show: page("/runs/:id/show", () => import("./pages/show/Page.svelte")),
  print: page("/runs/:id/print", () => import("./pages/print/Page.svelte")),
  grades: page("/events/:event/grades", () => import("./pages/grades/Page.svelte")),
  grading: page("/gradings/:id", () => import("./pages/grading/Page.svelte")),
  status: page("/events/:event/status", () => import("./pages/status/Page.svelte")),
  raffles: page("/events/:event/raffles", () => import("./pages/raffles/Page.svelte")),
  source: page("/events/:event/submissions/:id", () => import("./pages/source/Page.svelte")),
  console: page("/events/:event/console", () => import("./pages/console/Page.svelte")),
  match: page("/matches/:id", () => import("./pages/match/Page.svelte")),
};

export type PageName = keyof typeof PAGES;

/** The parameters of a pattern. */
type Names<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never;
type Params<N extends PageName> = { [K in Names<(typeof PAGES)[N]["pattern"]>]: string | number };
export type Query = Record<string, string | number | boolean | null | undefined>;

/** The address of a page. Parts of the query that are null, undefined or empty are left out. */
export function href<N extends PageName>(name: N, params: Params<N>, query: Query = {}): string {
  const values = params as Record<string, string | number>;
  const path = PAGES[name].pattern.replace(/:(\w+)/g, (_, key) => encodeURIComponent(values[key]));
  return path + queryText(query);
}

function queryText(query: Query): string {
  const kept = Object.entries(query).filter(
    ([, value]) => value !== null && value !== undefined && value !== "",
  );
  const text = new URLSearchParams(kept.map(([key, value]) => [key, String(value)])).toString();
  return text && `?${text}`;
}

/** A whole number that is exact in a browser. */
const NUMBER = /^\d{1,15}$/;

export interface Place {
  name: PageName;
  params: Record<string, string>;
}

/** The page of an address; null if there is none. */
export function find(path: string): Place | null {
  const parts = path.replace(/\/+$/, "").split("/");
  for (const [name, { pattern }] of Object.entries(PAGES)) {
    const wanted = pattern.replace(/\/+$/, "").split("/");
    const params: Record<string, string> = {};
    const fits = (part: string, i: number): boolean => {
      if (!part.startsWith(":")) return part === parts[i];
      if (!parts[i] || (part === ":id" && !NUMBER.test(parts[i]))) return false;
      params[part.slice(1)] = decoded(parts[i]);
      return true;
    };
    if (wanted.length === parts.length && wanted.every(fits)) return { name: name as PageName, params };
  }
  return null;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The address that is shown. */
class Here {
  path = $state(location.pathname);
  search = $state(location.search);
  readonly place = $derived(find(this.path));
  readonly query = $derived(new URLSearchParams(this.search));
  /** The event of the page, by its name in addresses. */
  readonly event = $derived(this.place?.params.event ?? null);

  read(): void {
    // Secret links have their secret after the #, so that it is never sent as an address: /#/reset/SECRET.
    const isSecret = location.pathname === "/" && location.hash.startsWith("#/");
    this.path = isSecret ? location.hash.slice(1) : location.pathname;
    this.search = location.search;
  }
}

export const here = new Here();
here.read();

/** Opens an address of this server. */
export function go(address: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  const before = here.path;
  here.read();
  if (here.path !== before) window.scrollTo(0, 0);
}

/** Changes parts of the query without a new entry in the history. */
export function setQuery(query: Query): void {
  const all = { ...Object.fromEntries(here.query), ...query };
  go(here.path + queryText(all), { replace: true });
}

/** Opens links to this server without loading the page again. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element).closest("a");
  if (!link?.href || link.target || link.hasAttribute("download")) return;
  const url = new URL(link.href);
  const isPlace = url.pathname === location.pathname && url.search === location.search && url.hash;
  if (url.origin !== location.origin || url.pathname.startsWith("/api/") || isPlace) return;
  event.preventDefault();
  go(url.pathname + url.search + url.hash);
}
