// A contest in full swing, for pictures and for tests that need more than an empty event.

import { Contest, IDLE_BOT, type Person } from "./server";

export const HANDBOOK = `# The Winter Cup

Two bots terraform Mars; the one with more tiles wins. Matches are played on three maps, each seed from both seats.

## What counts

| part | points |
|---|---|
| leaderboard on Friday | 60 |
| final tournament | 40 |

Bots may be written in any language of the kits. Ask if something is unclear.
`;

/** A homework with a task that games decide and one that staff read. */
export const RUBRIC = `name = "Homework 5"
game = "mars"

[[task]]
name = "plays without faults"
opponent = "builtin:greedy"
games = 1
need = "faults == 0"
points = 8

[[manual]]
name = "readable code"
points = 2
`;

/** A bot that prints a line per turn. */
export const CHATTY_BOT =
  'import agon\n\ndef play(turn):\n    turn.log("thinking about Mars")\n\nagon.run(play)\n';

export interface Season {
  contest: Contest;
  ada: Person;
  bob: Person;
}

/** An event with handbook, news, timeline, two teams with bots, and a question. */
export async function season(name: string): Promise<Season> {
  const contest = await Contest.start(name);
  const { organiser } = contest;
  const settings = { time_zone: "America/New_York", maps: ["crossing", "olympus"], ranked_matches: "public" };
  await organiser.post("/events", { slug: "cup", title: "Winter Cup 2026", game: "mars", settings });
  await organiser.put("/events/cup/phase", { phase: "open" });
  const day = 86_400_000;
  const at = (days: number): string =>
    new Date(Date.now() + days * day).toISOString().slice(0, 16).concat("Z");
  const timeline = { frozen: at(2.3), finals: at(3), over: at(4) };
  await organiser.change("/events/cup", { timeline });
  await organiser.post("/events/cup/handbook", { after: 0, body: HANDBOOK, notice: "First version" });
  await organiser.post("/events/cup/handbook", {
    after: 1,
    body: `${HANDBOOK}\nPizza is at 18:00.\n`,
    notice: "Pizza",
  });
  await organiser.post("/events/cup/announcements", {
    title: "The event is open",
    body: "Hand in a *starter bot* today: it plays as it is. **Good luck!**",
  });
  const [ada, bob] = [
    await contest.team("cup", "ada", "Ada Lovelace Racing"),
    await contest.team("cup", "bob", "Bob's Builders"),
  ];
  await Promise.all([ada.upload("cup", "racer.py", CHATTY_BOT), bob.upload("cup", "builder.py", IDLE_BOT)]);
  const question = await bob.post("/events/cup/questions", { text: "May a bot use numpy?" });
  const answer = { state: "answered", answer: "Yes, numpy and scipy are installed.", public: true };
  await organiser.post(`/questions/${question.id}/answer`, answer);
  return { contest, ada, bob };
}

/** The same after some days: with versions of a bot, a scrimmage, ranked games, a raffle and a grading. */
export async function fullSeason(name: string): Promise<Season> {
  const found = await season(name);
  const { ada, contest } = found;
  const { organiser } = contest;
  const teams = (await ada.get("/events/cup/teams")).teams as { id: number; name: string }[];
  const bob = teams.find(({ name }) => name.startsWith("Bob"))!.id;
  await ada.upload("cup", "racer.py", `${CHATTY_BOT}# second\n`);
  await ada.upload("cup", "broken.py", "import agon\n\ndef play(turn)\n    pass\n");
  await ada.until("/events/cup/submissions", (all) =>
    all.some(({ state }: { state: string }) => state === "valid"),
  );
  const asked = await ada.post("/events/cup/scrimmages", { opponents: [{ team: bob }], games: 2 });
  await ada.until(`/matches/${asked.scrimmage.match}`, (match) => match.state === "finished");
  await organiser.put("/events/cup/ladder", { mode: "continuous", turns: 1 });
  await ada.until("/events/cup/matches?kind=ladder&state=finished", (list) => list.matches.length > 5);
  await organiser.put("/events/cup/ladder", { mode: "off", turns: 1 });
  const bots = await organiser.get("/events/cup/teams");
  const house = bots.teams.find(({ name }: { name: string }) => name.startsWith("champion")).id;
  await organiser.post("/events/cup/raffles", {
    title: "Beat the champion",
    team: house,
    closes: new Date(Date.now() + 86_400_000).toISOString(),
    prizes: 3,
  });
  await organiser.post("/events/cup/gradings", {
    title: "Homework 5",
    rubric: RUBRIC,
    deadline: new Date(Date.now() + 1500).toISOString(),
  });
  await organiser.until("/gradings/1/results", (all) =>
    all.some(({ tasks }: { tasks: { points: number }[] }) => tasks[0]?.points > 0),
  );
  return found;
}
