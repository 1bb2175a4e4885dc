// Applies the differences between frames that crates/agon-replay/src/delta.rs writes.

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** The value with the patch applied; unchanged parts are shared with the old value. */
export function patched(value: Json, patch: Json): Json {
  if (patch === null || typeof patch !== "object" || Array.isArray(patch)) return patch;
  if ("=" in patch) return patch["="];
  if (Array.isArray(value)) return patchedList(value, patch);
  if (value === null || typeof value !== "object") return value;
  const next: { [key: string]: Json } = { ...value };
  const gone = patch["-"];
  if (Array.isArray(gone)) for (const key of gone) delete next[String(key)];
  for (const key in patch) {
    if (key !== "-") next[key] = patched(next[key] ?? null, patch[key]);
  }
  return next;
}

function patchedList(value: Json[], patch: { [key: string]: Json }): Json[] {
  const next = value.slice();
  const length = patch["#"];
  if (typeof length === "number") {
    while (next.length < length && next.length < value.length + Object.keys(patch).length) next.push(null);
    next.length = Math.min(next.length, length);
  }
  for (const key in patch) {
    const index = Number(key);
    if (Number.isInteger(index) && index < next.length) next[index] = patched(next[index], patch[key]);
  }
  return next;
}

/** The part of a value that a path such as `robots.robot_1` names; undefined if there is none. */
export function at(value: unknown, path: string): unknown {
  let part: unknown = value;
  for (const key of path.split(".")) {
    if (part === null || typeof part !== "object") return undefined;
    part = (part as Record<string, unknown>)[key];
  }
  return part;
}
