// The server's interface. Paths, parameters and answers are checked against schema.d.ts, which is generated from the
// server's description: `npm run api` writes it again.

import createClient from "openapi-fetch";
import type { components, paths } from "./schema";
import { READ_ONLY, VIEW_HEADER, view } from "./view";

/** The client returns pairs as lists of any length. */
type Lists<T> = T extends readonly (infer E)[]
  ? Lists<E>[]
  : T extends object
    ? { [K in keyof T]: Lists<T[K]> }
    : T;

/** The types of the interface by name, such as `Schema["MatchInfo"]`. */
export type Schema = Lists<components["schemas"]>;

export const api = createClient<paths>();
api.use({
  onRequest({ request }) {
    if (!view) return;
    if (request.method !== "GET") return Response.json({ detail: READ_ONLY }, { status: 403 });
    request.headers.set(VIEW_HEADER, String(view.team));
    return request;
  },
});

/** The server refused a request; the message is its sentence. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    sentence: string,
  ) {
    super(sentence);
  }
}

/** The server did not answer at all. */
export class Lost extends Error {
  constructor() {
    super("The server cannot be reached. This page goes on by itself when it is back.");
  }
}

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** The server's sentence with a capital letter and a full stop. */
export function sentence(text: string): string {
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(whole) ? whole : `${whole}.`;
}

/**
 * The data of an answer. Throws Refused with the server's sentence, or Lost.
 *
 *     const event = await need(api.GET("/api/v1/events/{event}", { params: { path: { event: "cup" } } }));
 */
export async function need<T>(asked: Promise<Answer<T>>): Promise<T> {
  let answer: Answer<T>;
  try {
    answer = await asked;
  } catch {
    throw new Lost();
  }
  const { data, error, response } = answer;
  if (response.ok) return data as T;
  throw refusal(response.status, error);
}

/** What a refused request says. */
export function refusal(status: number, body: unknown): Error {
  const detail = (body as { detail?: unknown } | undefined)?.detail;
  if (typeof detail === "string") return new Refused(status, sentence(detail));
  // A proxy answers for a server that is down.
  if (status >= 502 && status <= 504) return new Lost();
  return new Refused(status, `The server answered with status ${status}. Try again in a minute.`);
}

/** Like `need`, but null for what does not exist and for what this person may not see. */
export async function maybe<T>(asked: Promise<Answer<T>>): Promise<T | null> {
  try {
    return await need(asked);
  } catch (error) {
    if (error instanceof Refused && [401, 403, 404].includes(error.status)) return null;
    throw error;
  }
}

/** Whether the same request may succeed later: no connection (status 0), too many requests, a failure of the server. */
export const canPass = (status: number): boolean => status === 0 || status === 429 || status >= 500;

/** Whether a request was refused because no person is signed in, or no longer. */
export const isSignedOut = (error: unknown): boolean => error instanceof Refused && error.status === 401;

/** The sentence of an error. */
export const told = (error: unknown): string => (error instanceof Error ? error.message : String(error));
