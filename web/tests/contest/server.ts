// A contest server for a test: the real program on a folder of its own, with an organiser and an event; and what the
// tests ask it without a browser.

import { type ChildProcess, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import type { PreviewServer } from "vite";
import { expectAccessible } from "../page";
import { agon, root, scratch } from "../programs.mjs";

/** A bot that plays nothing, for games that should be short. */
export const IDLE_BOT = "import agon\n\ndef play(turn):\n    pass\n\nagon.run(play)\n";
export const PASSWORD = "very secret";

/** A person with an access to the interface, outside of a browser. */
export class Person {
  constructor(
    private url: () => string,
    public cookie = "",
  ) {}

  async ask<T = any>(method: string, path: string, body?: unknown): Promise<T> {
    const isFile = body instanceof Uint8Array;
    const headers: Record<string, string> = { cookie: this.cookie };
    if (body !== undefined)
      headers["content-type"] = isFile ? "application/octet-stream" : "application/json";
    const sent = body === undefined ? undefined : isFile ? (body as BodyInit) : JSON.stringify(body);
    const answer = await fetch(`${this.url()}/api/v1${path}`, { method, headers, body: sent });
    const set = answer.headers.get("set-cookie");
    if (set) this.cookie = set.split(";")[0];
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return (text && answer.headers.get("content-type")?.includes("json") ? JSON.parse(text) : text) as T;
  }

  get = <T = any>(path: string): Promise<T> => this.ask<T>("GET", path);
  post = <T = any>(path: string, body: unknown = {}): Promise<T> => this.ask<T>("POST", path, body);
  put = <T = any>(path: string, body: unknown): Promise<T> => this.ask<T>("PUT", path, body);

  /** Changes something that several organisers may change: with the entity tag of what was read. */
  async change(path: string, body: unknown): Promise<void> {
    const read = await fetch(`${this.url()}/api/v1${path}`, { headers: { cookie: this.cookie } });
    const headers = {
      cookie: this.cookie,
      "content-type": "application/json",
      "if-match": read.headers.get("etag")!,
    };
    const done = await fetch(`${this.url()}/api/v1${path}`, {
      method: "PATCH",
      headers,
      body: JSON.stringify(body),
    });
    if (!done.ok) throw new Error(`PATCH ${path}: ${done.status} ${await done.text()}`);
  }

  /** Hands in a bot and waits until it has played its first game. */
  async upload(event: string, name: string, bot: string | Uint8Array, state = "valid"): Promise<any> {
    const sent = await this.ask(
      "POST",
      `/events/${event}/submissions?name=${name}`,
      typeof bot === "string" ? new TextEncoder().encode(bot) : bot,
    );
    const read = () => this.get(`/submissions/${sent.id}`);
    await expect
      .poll(async () => (await read()).state, { timeout: 90_000 })
      .toMatch(new RegExp(`^(${state}|rejected)$`));
    return read();
  }

  /** Waits until something is so. */
  async until<T = any>(path: string, is: (found: T) => boolean): Promise<T> {
    await expect.poll(async () => is(await this.get<T>(path)), { timeout: 90_000 }).toBe(true);
    return this.get<T>(path);
  }
}

/** A running server. */
export class Contest {
  url = "";
  organiser!: Person;
  private child: ChildProcess | null = null;
  private said = "";
  private previewed: PreviewServer | null = null;

  private constructor(
    private folder: string,
    private port = 0,
  ) {}

  /** Starts a server that has no organiser yet. */
  static async bare(name: string, configuration = 'sign_up = "open"\n'): Promise<Contest> {
    const folder = scratch(`contest-${name}`);
    writeFileSync(join(folder, "agon.toml"), configuration);
    const contest = new Contest(folder);
    await contest.launch();
    return contest;
  }

  /** Starts a server with an organiser (`org`); with `sign_up = "open"` unless the configuration says more. */
  static async start(name: string, configuration?: string): Promise<Contest> {
    const contest = await Contest.bare(name, configuration);
    const token = await contest.token();
    contest.organiser = contest.person();
    const organiser = { token, login: "org", name: "Olga Organiser", password: PASSWORD };
    await contest.organiser.post("/first-organiser", organiser);
    return contest;
  }

  /** The secret of the first organiser's link. */
  async token(): Promise<string> {
    return /first-organiser\/(\S+)/.exec(await this.line(/first-organiser/))![1];
  }

  /** Starts the program, on the same port as before. */
  async launch(): Promise<void> {
    this.said = "";
    const words = ["serve", "--data", "data", "--config", "agon.toml", "--weak-sandbox"];
    const child = spawn(agon(), [...words, "--listen", `127.0.0.1:${this.port}`], {
      cwd: this.folder,
      stdio: ["ignore", "pipe", "pipe"],
    });
    process.once("exit", () => child.kill("SIGKILL"));
    child.stdout.on("data", (data) => (this.said += data));
    child.stderr.on("data", (data) => (this.said += data));
    this.child = child;
    this.url = /(http:\S+)/.exec(await this.line(/serves on http:\S+/))![1];
    this.port = Number(new URL(this.url).port);
    if (process.env.AGON_PREVIEW) this.url = await this.preview();
  }

  /** With AGON_PREVIEW=1 the pages come from web/dist-contest instead of the program, which is then not built again. */
  private async preview(): Promise<string> {
    process.env.AGON_SERVER = this.url;
    const { preview } = await import("vite");
    this.previewed ??= await preview({
      configFile: join(root, "web/vite.contest.config.ts"),
      root: join(root, "web"),
    });
    return this.previewed.resolvedUrls!.local[0].replace(/\/$/, "").replace("localhost", "127.0.0.1");
  }

  private async line(wanted: RegExp): Promise<string> {
    await expect
      .poll(() => wanted.test(this.said) || this.child?.exitCode !== null, { timeout: 60_000 })
      .toBe(true);
    if (!wanted.test(this.said)) throw new Error(`agon serve has ended: ${this.said}`);
    return this.said;
  }

  /** Ends the program as a power cut would. */
  async kill(): Promise<void> {
    const child = this.child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((done) => child.once("exit", done));
    child.kill("SIGKILL");
    await gone;
  }

  /** A file or folder of the server. */
  path(name: string): string {
    return join(this.folder, name);
  }

  /** The file of the database. */
  database(): string {
    return this.path("data/agon.db");
  }

  person(): Person {
    return new Person(() => this.url);
  }

  /** An account, logged in outside of a browser. */
  async account(login: string, name = login): Promise<Person> {
    const person = this.person();
    await person.post("/sign-up", { login, name, password: PASSWORD });
    await person.post("/sessions", { login, password: PASSWORD });
    return person;
  }

  /** An event in the phase `open`. */
  async event(slug: string, game = "mars", settings: unknown = {}): Promise<void> {
    await this.organiser.post("/events", { slug, title: `The ${slug}`, game, settings });
    await this.organiser.put(`/events/${slug}/phase`, { phase: "open" });
  }

  /** An account with a team. */
  async team(event: string, login: string, name = `Team ${login}`): Promise<Person> {
    const person = await this.account(login);
    await person.post(`/events/${event}/teams`, { name });
    return person;
  }

  /** Signs a browser in without the form. */
  async enter(page: Page, person: Person): Promise<void> {
    const [name, value] = person.cookie.split("=");
    await page.context().addCookies([{ name, value, url: this.url }]);
  }
}

/** The page never asks another host, and no script of it fails. */
export function watch(page: Page, url: () => string): () => string[] {
  const faults: string[] = [];
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith("http") && origin !== new URL(url()).origin)
      faults.push(`asked ${request.url()}`);
  });
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    if (/Content Security Policy/.test(message.text())) faults.push(message.text());
  });
  return () => faults;
}

/** The page is not wider than the window. */
export async function expectFits(page: Page): Promise<void> {
  const excess = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await expect.poll(excess, { message: "the page is not wider than the window" }).toBeLessThanOrEqual(0);
}

/** axe finds nothing of any impact. */
export const expectClean = (page: Page): Promise<void> => expectAccessible(page, { all: true });

/** axe finds nothing, and a phone is wide enough. */
export async function expectGood(page: Page): Promise<void> {
  await expectClean(page);
  await expectPhone(page);
}

/** A phone is wide enough. For pages that quality.spec.ts shows to axe. */
export async function expectPhone(page: Page): Promise<void> {
  const size = page.viewportSize()!;
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await page.setViewportSize(size);
}
