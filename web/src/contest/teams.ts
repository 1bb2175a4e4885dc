// All teams of an event, from all pages of the list.

import { api, need, type Schema } from "./api";

export async function allTeams(event: string): Promise<Schema["TeamInfo"][]> {
  const all: Schema["TeamInfo"][] = [];
  let cursor: number | undefined;
  do {
    const query = { limit: 200, cursor };
    const page = await need(api.GET("/api/v1/events/{event}/teams", { params: { path: { event }, query } }));
    all.push(...page.teams);
    cursor = page.next ?? undefined;
  } while (cursor);
  return all;
}
