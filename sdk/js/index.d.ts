/** A kit for bots that play the games of Agon; README.md describes it. */

/** A call as it goes to Agon: a name, or an object with the name as its only key. */
export type Call = string | { [name: string]: unknown };

/** A place to draw at: the coordinates of a tile, or the name or number of a unit. */
export type Spot = number[] | string | number;

/** Red, green and blue, 0 to 255 each. */
export type Colour = [red: number, green: number, blue: number];

/** What a bot is told before the first turn. */
export interface Hello {
  /** The version of the protocol. */
  protocol: number;
  /** The id of the game. */
  game: string;
  /** The version of the game's rules. */
  version: number;
  /** The rule profile. */
  rules: "handbook" | "original";
  /** The map's name. */
  map: string;
  /** The bot's seat, from 0. */
  seat: number;
  /** The seat's name, such as `blue`. */
  seat_name: string;
  /** The number of seats. */
  seats: number;
  /** `Math.random` is seeded with it. */
  seed: number;
  /** Whether the match is one of a tournament. */
  tournament: boolean;
}

/** The game's answer to a call. */
export class Reply {
  /** Whether the call was carried out. */
  readonly ok: boolean;
  /** Why the call was not carried out, as a sentence; `null` if it was. */
  readonly refused: string | null;
  /** The answer as it is in the manual, such as `{ moved: { row: 2, col: 5 } }`. */
  readonly raw: any;
  /** The answer's name: `moved`. */
  readonly kind: string | null;
  /** What the answer brings: `{ row: 2, col: 5 }`; `null` if it is only a name. */
  readonly value: any;
}

/** The turn being played. `View` is the game's view, if you have written down its type. */
export class Turn<View = any> {
  /** What was told before the first turn. */
  readonly hello: Hello;
  /** What the bot may know, from the start of the turn or the last look. */
  view: View;
  /** The actor whose turn it is: your seat, or one unit where every unit is a program. */
  readonly actor: number;
  /** The round being played. */
  readonly round: number;
  /** The number of this turn. */
  readonly number: number;
  /** The seconds this turn may take; `null` without a limit. */
  readonly seconds: number | null;
  /** The energy this turn may cost; `null` in games that do not count it. */
  readonly energy: number | null;

  /** Makes a call and returns the game's reply: `turn.call("capture", 7)`. */
  call(name: Call, value?: unknown): Reply;
  /** Makes many calls at once, which is faster than one by one; with `look` the view is brought up to date. */
  calls(calls: Call[], look?: boolean): Reply[];
  /** Brings `view` up to date and returns it. */
  look(): View;
  /** Saves calls that Agon makes if the turn ends before the bot has made any. */
  draft(calls: Call[]): void;
  /** Writes a line into the replay, for you to read beside this turn. */
  log(text: unknown): void;
  /** Draws a dot into the replay. */
  dot(at: Spot, colour?: Colour): void;
  /** Draws a line into the replay. */
  line(from: Spot, to: Spot, colour?: Colour): void;
  /** Writes a few words on the board in the replay. */
  text(at: Spot, text: unknown, colour?: Colour): void;
  /** The seconds left of this turn; `null` without a limit. */
  secondsLeft(): number | null;
}

/** The turn has been taken away. The kit catches it, so a bot need not. */
export class TurnOver extends Error {}

/** A bot: a function, an object with a method `turn`, or a class of such objects. */
export type Bot<View = any> =
  | ((turn: Turn<View>) => void)
  | { turn(turn: Turn<View>): void }
  | (new () => { turn(turn: Turn<View>): void });

/** Prepares a call for `turn.calls` and `turn.draft`: `call("capture", 7)`. */
export function call(name: string, value?: unknown): Call;

/**
 * The cheapest way from `start` to a goal, both included; `null` if there is none. `neighbours` gives the places beside
 * a place, each with the cost of going there, which is at least 0. Places are equal if their JSON is. Of equally cheap ways, the one
 * through the places that were found first is taken; it is the same in all kits.
 */
export function path<Place>(
  start: Place,
  isGoal: (place: Place) => boolean,
  neighbours: (place: Place) => Iterable<[Place, number]>,
): Place[] | null;

/**
 * Plays a match and returns when it is over. A class is instantiated once for each actor: once for the
 * match, or once for each unit where every unit is a program. An exception ends the turn and is shown in the log; the bot
 * plays on.
 */
export function run<View = any>(bot: Bot<View>): void;
