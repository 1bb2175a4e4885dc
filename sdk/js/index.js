"use strict";
/**
 * Write bots for the games of Agon:
 *
 *     const agon = require("agon");           // or: import * as agon from "agon"
 *
 *     agon.run((turn) => {
 *       for (const robot of turn.view.robots) {
 *         turn.call("move", { robot: robot.name, direction: "UP" });
 *       }
 *     });
 *
 * `turn.view` is what the bot may know, `turn.call` makes a call and returns the game's reply, and
 * the turn ends when the function returns. Everything is synchronous: a bot cannot use promises.
 * What a bot prints goes to its log. The types are described in index.d.ts.
 */
const fs = require("node:fs");
const path = require("node:path");
const tty = require("node:tty");

const PROTOCOL = 1;
const YELLOW = [255, 220, 0];

/** The turn has been taken away: time or energy is used up, or the unit is dead. */
class TurnOver extends Error {
  constructor() {
    super("the turn is over");
    this.name = "TurnOver";
  }
}

/** Agon has closed the pipes: the match goes on without this bot. */
class Closed extends Error {}

// ---------------------------------------------------------------------------------------- the wire

/** Lines of JSON over the real standard input and output; the bot's own printing goes to the log. */
class Wire {
  constructor() {
    this.parts = [];
    this.outbox = "";
    Object.defineProperty(process, "stdout", { configurable: true, get: () => process.stderr });
    globalThis.console = new console.Console(process.stderr, process.stderr);
  }

  read() {
    for (;;) {
      const last = this.parts.length - 1;
      const end = last < 0 ? -1 : this.parts[last].indexOf(10);
      if (end >= 0) {
        const rest = this.parts[last].subarray(end + 1);
        this.parts[last] = this.parts[last].subarray(0, end);
        const line = Buffer.concat(this.parts).toString("utf8");
        this.parts = rest.length > 0 ? [rest] : [];
        return JSON.parse(line);
      }
      this.parts.push(this.receive());
    }
  }

  receive() {
    const bytes = Buffer.allocUnsafe(1 << 16);
    const got = patiently(() => fs.readSync(0, bytes, 0, bytes.length, null));
    if (got === 0) throw new Closed();
    return bytes.subarray(0, got);
  }

  /** Sends a message together with the next one, so that Agon is not woken for it. */
  later(message) {
    this.outbox += `${JSON.stringify(message)}\n`;
    if (this.outbox.length > 1 << 15) this.flush();
  }

  /** Sends a message at once. */
  send(message) {
    this.later(message);
    this.flush();
  }

  flush() {
    let rest = Buffer.from(this.outbox);
    this.outbox = "";
    while (rest.length > 0) {
      const put = patiently(() => fs.writeSync(1, rest));
      rest = rest.subarray(put);
    }
  }
}

/** Reads or writes again while a pipe is not ready, and notices when it is closed. */
function patiently(work) {
  for (;;) {
    try {
      return work();
    } catch (fault) {
      if (fault.code === "EOF" || fault.code === "EPIPE") throw new Closed();
      if (fault.code !== "EAGAIN") throw fault;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

let wire = null;

function openWire() {
  wire ??= new Wire();
  return wire;
}

// If Agon has started the bot, output before `run` must not mix with the messages either.
if (process.env.AGON_BOT === "1") openWire();

// ------------------------------------------------------------------------------------------- turns

/** Prepares a call: `call("capture", 7)`. */
function call(name, value) {
  return typeof name !== "string" || value === undefined ? name : { [name]: value };
}

/** The game's answer to a call. */
class Reply {
  constructor({ reply, refused }) {
    this.raw = strict(reply);
    this.refused = refused;
  }

  get ok() {
    return this.refused === null;
  }

  get kind() {
    return isObject(this.raw) ? Object.keys(this.raw)[0] : this.raw;
  }

  get value() {
    return isObject(this.raw) ? Object.values(this.raw)[0] : null;
  }
}

function isObject(thing) {
  return typeof thing === "object" && thing !== null;
}

/** The turn being played. */
class Turn {
  #wire;
  #began = performance.now();
  #spoke = false;
  #open = true;
  #ended = false;
  #drafted = false;
  #next = null;

  constructor(wire, hello, message) {
    this.#wire = wire;
    this.hello = hello;
    this.view = strict(message.view);
    this.actor = message.actor;
    this.round = message.round;
    this.number = message.turn;
    this.seconds = message.seconds;
    this.energy = message.energy;
  }

  call(name, value) {
    this.#say({ type: "call", call: call(name, value) });
    return new Reply(this.#answer("reply"));
  }

  calls(calls, look = false) {
    this.#say({ type: "calls", calls, look });
    const answer = this.#answer("replies");
    if (look) this.view = strict(answer.view);
    return answer.replies.map((one) => new Reply(one));
  }

  look() {
    this.#say({ type: "look" });
    this.view = strict(this.#answer("view").view);
    return this.view;
  }

  draft(calls) {
    this.#say({ type: "draft", calls });
    this.#drafted = true;
  }

  log(text) {
    // Sent at once: it may be the last sign of a bot that hangs.
    this.#wire.send(this.#note({ log: String(text) }));
  }

  dot(at, colour = YELLOW) {
    this.#draw({ dot: { at: spot(at), colour } });
  }

  line(from, to, colour = YELLOW) {
    this.#draw({ line: { from: spot(from), to: spot(to), colour } });
  }

  text(at, text, colour = YELLOW) {
    this.#draw({ text: { at: spot(at), text: String(text), colour } });
  }

  secondsLeft() {
    return this.seconds === null ? null : this.seconds - (performance.now() - this.#began) / 1000;
  }

  #checkOpen() {
    if (this.#ended) {
      throw new Error(`turn ${this.number} has ended: use the turn that is passed in now`);
    }
    if (!this.#open) throw new TurnOver();
  }

  #say(message) {
    this.#checkOpen();
    this.#wire.send({ ...message, turn: this.number });
    if (message.type === "call" || message.type === "calls") this.#spoke = true;
  }

  #note(note) {
    this.#checkOpen();
    return { type: "note", note };
  }

  #draw(note) {
    this.#wire.later(this.#note(note));
  }

  /** Waits for the answer to the last message. */
  #answer(kind) {
    for (;;) {
      const message = this.#wire.read();
      if (message.type === "error") {
        console.error(`Agon does not understand this bot: ${message.message}`);
      } else if (message.type === "turn" || message.type === "over") {
        this.#next = message;
      } else if (message.turn !== this.number) {
        continue;
      } else if (message.type === kind) {
        return message;
      }
      this.#open = false;
      throw new TurnOver();
    }
  }

  /** Whether nothing was called or saved so far. */
  static isSilent(turn) {
    return turn.#open && !turn.#spoke && !turn.#drafted;
  }

  /** Ends the turn; returns the message that arrived in place of an answer, if one did. */
  static finish(turn, error) {
    turn.#ended = true;
    if (turn.#open) {
      turn.#open = false;
      const how = error !== null ? "failed" : turn.#spoke ? "done" : "silent";
      turn.#wire.send({ type: "done", turn: turn.number, how, error });
    }
    return turn.#next;
  }
}

function spot(at) {
  return Array.isArray(at) ? { tile: at } : { unit: String(at) };
}

// --------------------------------------------------------------------------------------- the match

/** Plays a match with a function, or with a class that has a method `turn`. */
function run(bot) {
  if (tty.isatty(0) && isStartedByHand()) tellHowToStart();
  if (typeof bot !== "function" && typeof bot?.turn !== "function") {
    throw new TypeError(`agon.run needs a function or a class with a method turn, not ${bot}`);
  }
  const wire = openWire();
  try {
    const hello = readHello(wire);
    seedRandom(hello.seed);
    wire.send({ type: "ready", protocol: PROTOCOL });
    play(wire, hello, new Crew(bot));
  } catch (fault) {
    if (!(fault instanceof Closed)) throw fault;
  }
}

const isStartedByHand = () => process.env.AGON_BOT === undefined;

/** The first message. Without one, Agon did not start this program. */
function readHello(wire) {
  try {
    return wire.read();
  } catch (fault) {
    if (isStartedByHand()) tellHowToStart();
    throw fault;
  }
}

function tellHowToStart() {
  const name = path.basename(process.argv[1] ?? "bot.js");
  fs.writeSync(2, `This program talks to Agon; start it with: agon play GAME ${name} builtin:random\n`);
  process.exit(2);
}

/** The instances of a bot, one for each actor; a plain function serves all. */
class Crew {
  constructor(bot) {
    this.bot = bot;
    this.isClass = typeof bot === "function" && typeof bot.prototype?.turn === "function";
    this.instances = new Map();
  }

  play(turn) {
    if (!this.isClass) return typeof this.bot === "function" ? this.bot(turn) : this.bot.turn(turn);
    if (!this.instances.has(turn.actor)) this.instances.set(turn.actor, new this.bot());
    return this.instances.get(turn.actor).turn(turn);
  }
}

function play(wire, hello, crew) {
  let next = null;
  for (;;) {
    const message = next ?? wire.read();
    next = null;
    if (message.type === "over") return;
    if (message.type === "turn") {
      const turn = new Turn(wire, hello, message);
      next = Turn.finish(turn, playTurn(turn, crew));
    } else if (message.type === "gone") {
      crew.instances.delete(message.actor);
    } else if (message.type === "error") {
      console.error(`Agon does not understand this bot: ${message.message}`);
    }
  }
}

/** Returns the text of the failure, if there was one. */
function playTurn(turn, crew) {
  try {
    const result = crew.play(turn);
    if (typeof result === "object" && typeof result?.then === "function") {
      throw new Error("it returned a promise: bots must be synchronous, without async");
    }
    if (typeof result === "object" && result !== null && Turn.isSilent(turn)) {
      const what = Array.isArray(result) ? "list" : "object";
      throw new Error(`it returned a ${what}, which is ignored: make calls with turn.call or turn.calls`);
    }
    return null;
  } catch (fault) {
    if (fault instanceof Closed) throw fault;
    if (fault instanceof TurnOver) return null;
    console.error(fault?.stack ?? fault);
    return `${fault}${place(fault)}`;
  }
}

/** Where in the bot's own files a failure happened: ` (bot.js:3:1)`; empty if that is unknown. */
function place(fault) {
  const home = path.dirname(path.resolve(process.argv[1] ?? "."));
  for (const line of String(fault?.stack).split("\n")) {
    const file = /((?:\/|file:\/\/)[^()]+):(\d+):(\d+)\)?$/.exec(line);
    const name = file?.[1].replace("file://", "");
    if (name?.startsWith(home + path.sep) && !name.startsWith(__dirname)) {
      return ` (${path.relative(home, name)}:${file[2]}:${file[3]})`;
    }
  }
  return "";
}

/** What JavaScript itself asks of any object; these are not misspelt fields. */
const ASKED_BY_LANGUAGE = new Set(["toJSON", "then"]);

/** The prototype of everything that Agon sends: reading a field that is not there is an error. */
const STRICT = new Proxy(
  {},
  {
    get(target, name, receiver) {
      if (typeof name === "symbol" || name in target || ASKED_BY_LANGUAGE.has(name)) {
        return Reflect.get(target, name, receiver);
      }
      // Node looks at many names of an object that it prints.
      const caller = new Error().stack.split("\n")[2];
      if (caller?.includes("node:")) return undefined;
      const fields = Object.keys(receiver).join(", ") || "none";
      throw new TypeError(`there is no field \`${name}\`; the fields are ${fields}`);
    },
  },
);

/** Gives all objects in a view or a reply that prototype. */
function strict(value) {
  if (Array.isArray(value)) {
    // Lists of numbers and texts need nothing.
    if (typeof value[0] === "object") value.forEach(strict);
  } else if (value !== null && typeof value === "object") {
    for (const name of Object.keys(value)) {
      if (typeof value[name] === "object") strict(value[name]);
    }
    Object.setPrototypeOf(value, STRICT);
  }
  return value;
}

/** Lets Math.random follow from the match's seed (sfc32), unless AGON_NO_SEED=1. */
function seedRandom(seed) {
  if (process.env.AGON_NO_SEED === "1") return;
  let [a, b, c, d] = [seed >>> 0, Math.floor(seed / 2 ** 32) >>> 0, 0x9e3779b9, 1];
  Math.random = () => {
    const sum = (a + b + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
  for (let i = 0; i < 15; i++) Math.random();
}

/**
 * The cheapest way from `start` to a goal, both included; `null` if there is none. `neighbours` gives the places beside
 * a place, each with the cost of going there: `[[place, cost], ...]`. Places are equal if their JSON is.
 */
function cheapestPath(start, isGoal, neighbours) {
  const key = (place) => JSON.stringify(place);
  const best = new Map([[key(start), { place: start, cost: 0, before: null }]]);
  const queue = [{ cost: 0, order: 0, place: start }];
  for (let found = 0; queue.length > 0; ) {
    const { cost, place } = popLeast(queue);
    const here = best.get(key(place));
    if (cost > here.cost) continue; // a cheaper way was found since
    if (isGoal(place)) {
      const way = [];
      for (let step = here; step !== null; step = step.before) way.unshift(step.place);
      return way;
    }
    for (const [beside, step] of neighbours(place)) {
      const name = key(beside);
      const known = best.get(name);
      if (known !== undefined && known.cost <= cost + step) continue;
      found += 1;
      best.set(name, { place: beside, cost: cost + step, before: here });
      push(queue, { cost: cost + step, order: found, place: beside });
    }
  }
  return null;
}

/** Whether one entry of a queue comes before another: the cheaper one, then the one that was found first. */
function isBefore(a, b) {
  return a.cost !== b.cost ? a.cost < b.cost : a.order < b.order;
}

/** Adds an entry to a binary heap. */
function push(heap, entry) {
  let at = heap.push(entry) - 1;
  while (at > 0 && isBefore(entry, heap[(at - 1) >> 1])) {
    heap[at] = heap[(at - 1) >> 1];
    at = (at - 1) >> 1;
  }
  heap[at] = entry;
}

/** Removes the first entry of a binary heap. */
function popLeast(heap) {
  const first = heap[0];
  const entry = heap.pop();
  if (heap.length === 0) return first;
  let at = 0;
  for (let child = 1; child < heap.length; child = 2 * at + 1) {
    if (child + 1 < heap.length && isBefore(heap[child + 1], heap[child])) child += 1;
    if (!isBefore(heap[child], entry)) break;
    heap[at] = heap[child];
    at = child;
  }
  heap[at] = entry;
  return first;
}

module.exports = { call, path: cheapestPath, Reply, run, Turn, TurnOver };
