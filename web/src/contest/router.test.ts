// @vitest-environment node
import { beforeAll, expect, test, vi } from "vitest";

let router: typeof import("./router.svelte");
beforeAll(async () => {
  vi.stubGlobal("location", { pathname: "/", search: "", hash: "" });
  router = await import("./router.svelte");
});

test("addresses lead to pages, and pages to addresses", () => {
  const { find, href } = router;
  expect(find("/events/cup/teams/4/")).toEqual({ name: "team", params: { event: "cup", id: "4" } });
  expect(find("/")).toEqual({ name: "home", params: {} });
  expect(find("/events")).toBeNull();
  expect(find("/events//matches")).toBeNull();
  expect(find("/matches/%E0%A4")).toEqual({ name: "match", params: { id: "%E0%A4" } });
  expect(href("matches", { event: "a/b" }, { kind: "ladder", map: "", team: null })).toBe(
    "/events/a%2Fb/matches?kind=ladder",
  );
  expect(find(href("team", { event: "a/b", id: 3 }))).toEqual({
    name: "team",
    params: { event: "a/b", id: "3" },
  });
});
