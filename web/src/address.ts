// What the part of the address after `#` names: a match with the moment and the things that are shown, a list of
// matches, a run, the map maker of a game, or the start page.

export type Address =
  | { page: "start" }
  | { page: "design" }
  | { page: "film"; name: string; plays: boolean; shown: Shown }
  | { page: "matches"; query: string }
  | { page: "run"; id: string }
  | { page: "maps"; game: string }
  | { page: "nowhere"; path: string };

export function readAddress(hash: string): Address {
  const [path, query] = hash.replace(/^#/, "").split("?");
  const [, page = "", name = ""] = path.split("/");
  if (page === "") return { page: "start" };
  if (page === "design") return { page: "design" };
  if (page === "film" && name) return { page: "film", name, plays: query === "play", shown: shownBy(query) };
  if (page === "matches") return { page: "matches", query: query ?? "" };
  if (page === "run" && name) return { page: "run", id: name };
  if (page === "maps" && name) return { page: "maps", game: name };
  return { page: "nowhere", path };
}

/** The name of the film in an address; empty for other pages. */
export function readName(hash: string): string {
  const address = readAddress(hash);
  return address.page === "film" ? address.name : "";
}

/** The tabs beside the board. */
export const TABS = ["numbers", "events", "turn", "log"] as const;
export type Tab = (typeof TABS)[number];

/** The part of a board that is shown: the zoom, and the middle of the canvas in board units. */
export type Look = [number, number, number];

/** What a link to a match shows. */
export interface Shown {
  at: number;
  tab: Tab;
  /** The path of the selected thing. */
  selected: string | null;
  /** Null shows the whole board. */
  look: Look | null;
}

/** What a link shows; parts that are missing or make no sense are those of a plain link. */
export function shownBy(query = ""): Shown {
  const asked = new URLSearchParams(query);
  const at = Math.round(Number(asked.get("at")));
  const tab = asked.get("tab") ?? "";
  const look = (asked.get("look") ?? "").split(",").map(Number);
  const isLook = look.length === 3 && look.every(Number.isFinite) && look[0] > 1;
  return {
    at: Number.isFinite(at) ? Math.max(0, at) : 0,
    tab: TABS.find((name) => name === tab) ?? "numbers",
    selected: asked.get("sel"),
    look: isLook ? (look as Look) : null,
  };
}

/** The part of a link after the question mark. */
export function queryOf({ at, tab, selected, look }: Shown): string {
  const wanted = new URLSearchParams({ at: String(at) });
  if (tab !== "numbers") wanted.set("tab", tab);
  if (selected) wanted.set("sel", selected);
  if (look) wanted.set("look", look.map((number) => Number(number.toFixed(2))).join(","));
  return wanted.toString().replaceAll("%2C", ",");
}

/**
 * Replaces the address by one of the same page after some milliseconds, unless the user has gone to another
 * address by then. Returns a function that cancels it.
 */
export function replaceSoon(address: string, wait: number): () => void {
  const before = location.hash;
  const timer = setTimeout(() => {
    if (location.hash === before) history.replaceState(null, "", address);
  }, wait);
  return () => clearTimeout(timer);
}
