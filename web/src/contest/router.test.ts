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
  expect(find("/reset/%E0%A4")).toEqual({ name: "reset", params: { token: "%E0%A4" } });
  expect(href("matches", { event: "a/b" }, { kind: "ladder", map: "", team: null })).toBe(
    "/events/a%2Fb/matches?kind=ladder",
  );
  expect(find(href("team", { event: "a/b", id: 3 }))).toEqual({
    name: "team",
    params: { event: "a/b", id: "3" },
  });
});

test("an address whose number is none leads nowhere", () => {
  const { find } = router;
  expect(find("/runs/12")).toEqual({ name: "run", params: { id: "12" } });
  for (const id of ["abc", "1x", "-1", "1.5", "1e3", "9".repeat(20)]) {
    expect(find(`/runs/${id}`)).toBeNull();
    expect(find(`/events/cup/teams/${id}`)).toBeNull();
  }
});
