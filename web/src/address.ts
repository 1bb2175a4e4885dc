// What the part of the address after `#` names: a match, the map maker of a game, or the start page.

export type Address =
  | { page: "start" }
  | { page: "design" }
  | { page: "film"; name: string; at: number; plays: boolean }
  | { page: "maps"; game: string }
  | { page: "nowhere"; path: string };

export function readAddress(hash: string): Address {
  const [path, query] = hash.replace(/^#/, "").split("?");
  const [, page = "", name = ""] = path.split("/");
  if (page === "") return { page: "start" };
  if (page === "design") return { page: "design" };
  if (page === "film" && name) return { page: "film", name, at: frameOf(query), plays: query === "play" };
  if (page === "maps" && name) return { page: "maps", game: name };
  return { page: "nowhere", path };
}

/** The frame of a link; the first frame if the link names none. */
export function frameOf(query = ""): number {
  const at = Math.round(Number(new URLSearchParams(query).get("at")));
  return Number.isFinite(at) ? Math.max(0, at) : 0;
}
