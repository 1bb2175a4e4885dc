// @ts-check
/**
 * A solid bot for Home Run: plays like `builtin:solid`.
 *
 * Every unit is an instance of this class. Together they are a team, because they share what they find in the
 * team's array: bases and stadiums, who holds them, enemies on them, the headquarters.
 *
 * - The headquarters recruits the type that the team lacks most.
 * - Pitchers hold bases and stadiums, or go to one without a holder, or search for one.
 * - Batters hunt enemies; they bat what brings the most.
 * - Catchers stay by the headquarters.
 */
try {
  require("agon");
} catch {
  console.error("This program talks to Agon; start it with: agon play homerun . builtin:random");
  globalThis.process.exit(2);
}
const agon = require("agon");
const { AROUND, STEPS, distanceSquared, neighbour, places } = require("./homerun_helpers");

/**
 * @typedef {import("./homerun_types").View} View
 * @typedef {import("./homerun_types").UnitInfo} Unit
 * @typedef {import("./homerun_types").Direction} Direction
 * @typedef {import("./homerun_types").UnitType} UnitType
 * @typedef {import("agon").Turn<View>} Turn
 * @typedef {number[]} Place The coordinates of a tile: x and y.
 * @typedef {{ strength: number, gain: number }} Bat
 *
 * A base or a stadium as the team knows it. `holder` is the unit that holds it or goes there, by a recent claim;
 * `hasEnemy` says whether an enemy was seen on it recently.
 * @typedef {{ index: number, at: Place, isBase: boolean, holder: number | null, hasEnemy: boolean }} Site
 */

const DIRECTIONS = Object.keys(STEPS);
const COST = { HQ: 0, PITCHER: 50, BATTER: 75, CATCHER: 35 };
/** @type {UnitType[]} */
const TYPES = ["HQ", "PITCHER", "BATTER", "CATCHER"];
/** The round from which points are worth more than reputation. */
const INVEST_UNTIL = 150;
/** Rounds after which a wandering unit chooses another place. */
const WANDER_ROUNDS = 40;
/** How many of the last tiles a walker remembers. */
const MEMORY = 24;

// Where things are in the team's array. A 0 means "nothing written yet" everywhere.
const SITE_COUNT = 0;
const HQ = [2, 5]; // own and enemy: known, x, y
const UNIT_COUNTS = 10; // units of each type
const SITES = 100;
const SITE_LENGTH = 6; // x, y, 1 for a base or 2 for a stadium, round of the claim, holder, round of the enemy
const SITES_MAX = 60;
/** Rounds after which a claim or a sighting is ignored. */
const STALE_AFTER = 12;
/** Rounds between two claims of the same unit. */
const CLAIM_EVERY = 5;
/** Rounds between two counts of all units. */
const COUNT_EVERY = 8;

/** @type {(a: Place, b: Place) => boolean} */
const isSame = (a, b) => a[0] === b[0] && a[1] === b[1];

/** The direction by the signs of the differences. @type {(a: Place, b: Place) => string} */
function directionTo(a, b) {
  const signs = [Math.sign(b[0] - a[0]), Math.sign(b[1] - a[1])];
  return DIRECTIONS.find((name) => isSame(neighbour([0, 0], name), signs)) ?? "ZERO";
}

/**
 * Of some things the first one with the least number.
 * @type {<T>(all: T[], of: (one: T) => number) => T | null}
 */
function least(all, of) {
  let best = null;
  for (const one of all) if (best === null || of(one) < of(best)) best = one;
  return best;
}

/** What a unit sees, by place. */
class Sight {
  /** @param {View} view */
  constructor(view) {
    this.me = view.me;
    this.others = view.units;
    /** @type {Map<string, string>} */
    this.tiles = new Map(places(view).map(({ at, tile }) => [String(at), tile]));
    this.units = new Map([...view.units, view.me].map((unit) => [String(unit.at), unit]));
    this.balls = new Set(view.balls.map(String));
  }

  /** @param {Place} at */
  isInSight(at) {
    return this.tiles.has(String(at));
  }

  /** @param {Place} at */
  isLand(at) {
    return ".bs".includes(this.tiles.get(String(at)) ?? "#");
  }

  /** @param {Place} at */
  isSite(at) {
    return "bs".includes(this.tiles.get(String(at)) ?? "#");
  }

  /** @param {Place} at */
  unitAt(at) {
    return this.units.get(String(at)) ?? null;
  }

  /** @param {Place} at */
  hasBall(at) {
    return this.balls.has(String(at));
  }

  /** @param {Place} at */
  isAccessible(at) {
    return this.isLand(at) && this.unitAt(at) === null && !this.hasBall(at);
  }

  /** @param {Unit} unit */
  isOurs(unit) {
    return unit.team === this.me.team;
  }
}

class Solid {
  constructor() {
    /** @type {Site[]} */
    this.sites = [];
    /** The last tiles it stood on. @type {Place[]} */
    this.trail = [];
    /** Where it wanders to, and until when. @type {{ at: Place, until: number } | null} */
    this.wanderGoal = null;
    /** The headquarters' count of its units by type. */
    this.heads = [0, 0, 0, 0];
  }

  /** @param {Turn} turn */
  turn(turn) {
    const sight = new Sight(turn.view);
    const { type } = sight.me;
    if (type === "HQ") this.countHeads(turn);
    else beCounted(turn);
    const hqs = shareHqs(turn);
    this.sites = shareSites(turn, sight);
    if (type === "HQ") this.manage(turn, sight);
    else if (type === "PITCHER") this.pitch(turn, sight);
    else if (type === "BATTER") this.hunt(turn, sight);
    else this.guard(turn, sight, hqs);
  }

  // --------------------------------------------------------------------------------- the headquarters

  /**
   * In the round after a count the headquarters reads how many of each type there are, and clears the count for
   * the next.
   * @param {Turn} turn
   */
  countHeads(turn) {
    if (turn.view.round % COUNT_EVERY !== 1) return;
    this.heads = read(turn, UNIT_COUNTS, TYPES.length);
    write(turn, TYPES.map((_, i) => [UNIT_COUNTS + i, 0]));
  }

  /**
   * Recruits the type that the team lacks most, as long as the reputation suffices.
   * @type {(turn: Turn, sight: Sight) => void}
   */
  manage(turn, sight) {
    feedBatters(turn, sight);
    for (;;) {
      const [, pitchers, batters, catchers] = this.heads;
      /** @type {UnitType} */
      let type = "PITCHER";
      if (pitchers >= 2) {
        if (catchers < 1 && pitchers >= 4) type = "CATCHER";
        else if (batters * 2 < pitchers - 1 || pitchers > this.sites.length + 1) type = "BATTER";
      }
      // Saving for the unit that is needed is better than buying another one.
      if (!this.recruit(turn, sight, type)) return;
      this.heads[TYPES.indexOf(type)] += 1;
    }
  }

  /** @type {(turn: Turn, sight: Sight, type: UnitType) => boolean} */
  recruit(turn, sight, type) {
    const here = sight.me.at;
    const shuffled = DIRECTIONS.map((name) => ({ name, at: neighbour(here, name), rank: Math.random() }));
    shuffled.sort((a, b) => a.rank - b.rank);
    // New units begin on the side of the nearest site without a holder.
    const free = this.sites.filter(({ holder }) => holder === null);
    const goal = least(free, ({ at }) => distanceSquared(here, at));
    if (goal) shuffled.sort((a, b) => distanceSquared(a.at, goal.at) - distanceSquared(b.at, goal.at));
    for (const { name } of shuffled) {
      if (turn.call("can_recruit", [type, name]).value) {
        turn.call("recruit", [type, name]);
        return true;
      }
    }
    return false;
  }

  // ---------------------------------------------------------------------------------------- the others

  /**
   * Holds a base or a stadium, or goes to one without a holder, or searches for one.
   * @type {(turn: Turn, sight: Sight) => void}
   */
  pitch(turn, sight) {
    const { at: here, id } = sight.me;
    const held = this.sites.find(({ at }) => isSame(at, here));
    if (held) {
      claim(turn, held);
      return;
    }
    const free = this.sites.filter(
      ({ at, holder, hasEnemy }) => (holder === null || holder === id) && !sight.unitAt(at) && !hasEnemy,
    );
    // Bases give points; stadiums pay for more units, which is better early in the game.
    const wantsBase = turn.view.round >= INVEST_UNTIL;
    const nearest = least(free, ({ at, isBase }) => distanceSquared(here, at) * (isBase === wantsBase ? 1 : 3));
    if (nearest) {
      claim(turn, nearest);
      this.walk(turn, sight, nearest.at);
    } else {
      this.wander(turn, sight);
    }
  }

  /**
   * Bats if that gains something, goes to a target, and bats again.
   * @type {(turn: Turn, sight: Sight) => void}
   */
  hunt(turn, sight) {
    const hasBatted = batBest(turn, sight);
    const prey = sight.others.find((unit) => !sight.isOurs(unit) && unit.type !== "HQ");
    const troubles = this.sites.filter(({ hasEnemy }) => hasEnemy);
    const trouble = least(troubles, ({ at }) => distanceSquared(sight.me.at, at));
    let hasMoved = false;
    if (prey) hasMoved = this.walk(turn, sight, bestSpot(sight, prey.at));
    else if (trouble && !isSame(trouble.at, sight.me.at)) hasMoved = this.walk(turn, sight, trouble.at);
    else this.wander(turn, sight);
    if (hasMoved && !hasBatted) batBest(turn, new Sight(turn.look()));
  }

  /**
   * Stands next to the headquarters, towards the enemy's if that is known.
   * @type {(turn: Turn, sight: Sight, hqs: (Place | null)[]) => void}
   */
  guard(turn, sight, [home, enemy]) {
    if (home === null) return;
    const post = enemy === null ? home : neighbour(home, directionTo(home, enemy));
    if (distanceSquared(sight.me.at, post) > 2) this.walk(turn, sight, post);
  }

  /**
   * Goes to a random far place, and to another one when that is reached or took too long.
   * @type {(turn: Turn, sight: Sight) => void}
   */
  wander(turn, sight) {
    const { at: here, move_cd } = sight.me;
    if (move_cd >= 1) return;
    const { round } = turn.view;
    const isGood = (/** @type {{ at: Place, until: number }} */ { at, until }) =>
      round < until && distanceSquared(here, at) > 8 && (!sight.isInSight(at) || sight.isLand(at));
    if (this.wanderGoal === null || !isGood(this.wanderGoal)) {
      const far = () => Math.floor(Math.random() * 51) - 25;
      this.wanderGoal = { at: [here[0] + far(), here[1] + far()], until: round + WANDER_ROUNDS };
    }
    if (!this.walk(turn, sight, this.wanderGoal.at)) this.wanderGoal = null;
  }

  // ------------------------------------------------------------------------------------------- walking

  /** @type {(turn: Turn, sight: Sight, goal: Place) => boolean} */
  walk(turn, sight, goal) {
    if (sight.me.move_cd >= 1) return false;
    const direction = this.stepTowards(sight, goal);
    // Asking first is cheaper: a refused order costs a penalty.
    if (direction === null || !turn.call("can_move", direction).value) return false;
    turn.call("move", direction);
    return true;
  }

  /**
   * The direction of the next step: towards the tile in sight that brings the unit nearest to its goal, counting
   * the way there around obstacles. Tiles visited recently count as farther away, so that a unit leaves a dead
   * end.
   * @param {Sight} sight
   * @param {Place} goal
   */
  stepTowards(sight, goal) {
    const here = sight.me.at;
    if (isSame(here, goal)) return null;
    const last = this.trail[this.trail.length - 1];
    if (!last || !isSame(last, here)) this.trail = [...this.trail, here].slice(-MEMORY);
    const cost = (/** @type {Place} */ at, /** @type {number} */ steps) => {
      const [dx, dy] = [Math.abs(at[0] - goal[0]), Math.abs(at[1] - goal[1])];
      const straight = 10 * Math.max(dx, dy) + 4 * Math.min(dx, dy);
      const visits = this.trail.filter((old) => isSame(old, at)).length;
      return steps * 10 + Math.floor((straight * 11) / 10) + visits * 25;
    };
    const ways = waysAround(sight);
    let best = cost(here, 0);
    let direction = null;
    for (const [dx, dy] of AROUND) {
      const at = [here[0] + dx, here[1] + dy];
      const way = ways.get(String(at));
      if (way === undefined || way.steps === 0) continue;
      const now = cost(at, way.steps);
      if (now < best) {
        best = now;
        direction = way.first;
      }
    }
    return direction;
  }
}

/**
 * For each tile in sight that can be reached how many steps away it is, and how the way begins.
 * @param {Sight} sight
 */
function waysAround(sight) {
  /** @type {Map<string, { at: Place, steps: number, first: string }>} */
  const ways = new Map([[String(sight.me.at), { at: sight.me.at, steps: 0, first: "" }]]);
  // A map can grow while it is walked through, in the order in which tiles are added.
  for (const { at, steps, first } of ways.values()) {
    for (const direction of DIRECTIONS) {
      const to = neighbour(at, direction);
      if (ways.has(String(to)) || !sight.isAccessible(to)) continue;
      ways.set(String(to), { at: to, steps: steps + 1, first: first || direction });
    }
  }
  return ways;
}

// --------------------------------------------------------------------------------------- the team's array

/** @type {(turn: Turn, start: number, count: number) => number[]} */
function read(turn, start, count) {
  const calls = Array.from({ length: count }, (_, i) => ({ read: start + i }));
  return count === 0 ? [] : turn.calls(calls).map(({ value }) => value);
}

/** Writes numbers: pairs of an index and a number. @type {(turn: Turn, numbers: number[][]) => void} */
function write(turn, numbers) {
  turn.calls(numbers.map((pair) => ({ write: pair })));
}

/** In every eighth round each unit counts itself. @param {Turn} turn */
function beCounted(turn) {
  if (turn.view.round % COUNT_EVERY !== 0) return;
  const index = UNIT_COUNTS + TYPES.indexOf(turn.view.me.type);
  write(turn, [[index, read(turn, index, 1)[0] + 1]]);
}

/**
 * Stores the places of headquarters in sight, and returns those of the own and of the enemy's.
 * @param {Turn} turn
 */
function shareHqs(turn) {
  const { me, units } = turn.view;
  const numbers = read(turn, HQ[0], 6);
  /** @type {(Place | null)[]} */
  const known = [0, 3].map((i) => (numbers[i] === 1 ? numbers.slice(i + 1, i + 3) : null));
  for (const { type, team, at } of [me, ...units]) {
    const i = team === me.team ? 0 : 1;
    const old = known[i];
    if (type !== "HQ" || (old && isSame(old, at))) continue;
    known[i] = at;
    write(turn, [[HQ[i], 1], [HQ[i] + 1, at[0]], [HQ[i] + 2, at[1]]]);
  }
  return known;
}

/**
 * Reads what the team knows about bases and stadiums, and adds what this unit sees.
 * @type {(turn: Turn, sight: Sight) => Site[]}
 */
function shareSites(turn, sight) {
  const now = turn.view.round + 1;
  const [count] = read(turn, SITE_COUNT, 1);
  const numbers = read(turn, SITES, count * SITE_LENGTH);
  /** @type {Site[]} */
  const sites = [];
  for (let index = 0; index < count; index++) {
    const [x, y, kind, claimed, holder, seen] = numbers.slice(index * SITE_LENGTH);
    const isHeld = holder !== 0 && now - claimed <= STALE_AFTER;
    const hasEnemy = seen !== 0 && now - seen <= STALE_AFTER;
    sites.push({ index, at: [x, y], isBase: kind === 1, holder: isHeld ? holder : null, hasEnemy });
  }
  for (const { at, tile } of places(turn.view)) {
    if (!"bs".includes(tile)) continue;
    let site = sites.find((known) => isSame(known.at, at));
    if (site === undefined) {
      if (sites.length >= SITES_MAX) continue;
      site = { index: sites.length, at, isBase: tile === "b", holder: null, hasEnemy: false };
      sites.push(site);
      const start = SITES + site.index * SITE_LENGTH;
      const kind = site.isBase ? 1 : 2;
      write(turn, [[start, at[0]], [start + 1, at[1]], [start + 2, kind], [SITE_COUNT, sites.length]]);
    }
    const unit = sight.unitAt(at);
    const hasEnemy = unit !== null && !sight.isOurs(unit);
    if (site.hasEnemy !== hasEnemy) {
      site.hasEnemy = hasEnemy;
      write(turn, [[SITES + site.index * SITE_LENGTH + 5, hasEnemy ? now : 0]]);
    }
  }
  return sites;
}

/**
 * Claims a site that this unit holds or goes to; the claim is renewed regularly.
 * @type {(turn: Turn, site: Site) => void}
 */
function claim(turn, site) {
  const { round, me } = turn.view;
  if (site.holder === me.id && round % CLAIM_EVERY !== 0) return;
  const start = SITES + site.index * SITE_LENGTH;
  write(turn, [[start + 3, round + 1], [start + 4, me.id]]);
}

// ------------------------------------------------------------------------------------------------ batting

/** Carries out the bat that gains most, if any gains at all. @type {(turn: Turn, sight: Sight) => boolean} */
function batBest(turn, sight) {
  if (sight.me.act_cd >= 1) return false;
  let most = 0;
  let order = null;
  for (const direction of DIRECTIONS) {
    const at = neighbour(sight.me.at, direction);
    if (!sight.hasBall(at) && !sight.unitAt(at)) continue;
    const bat = sight.hasBall(at) ? bestBatOfBall(sight, at, direction) : bestBatOfUnit(sight, at, direction);
    if (bat.gain > most) {
      most = bat.gain;
      order = [direction, bat.strength];
    }
  }
  if (order !== null) turn.call("bat", order);
  return order !== null;
}

/**
 * The strength that gains most, the greatest of equals.
 * @type {(gainOf: (strength: number) => number) => Bat}
 */
function bestBat(gainOf) {
  const bats = [3, 2, 1].map((strength) => ({ strength, gain: gainOf(strength) }));
  return bats.reduce((best, bat) => (bat.gain > best.gain ? bat : best));
}

/** When the unit there is batted. @type {(sight: Sight, at: Place, direction: string) => Bat} */
function bestBatOfUnit(sight, at, direction) {
  const unit = sight.unitAt(at);
  if (unit === null || unit.type === "HQ") return { strength: 1, gain: 0 };
  return bestBat((strength) => gainOfUnit(sight, unit, direction, strength));
}

/** @type {(sight: Sight, unit: Unit, direction: string, strength: number) => number} */
function gainOfUnit(sight, unit, direction, strength) {
  const own = worth(sight, unit);
  let at = unit.at;
  for (let i = 0; i < strength; i++) {
    const to = neighbour(at, direction);
    if (!sight.isInSight(to)) break; // the flight is judged up to here
    if (!sight.isLand(to) || sight.hasBall(to)) return own;
    const other = sight.unitAt(to);
    if (other === null) at = to;
    else if (other.type === "HQ") return own;
    else if (other.type === "CATCHER") break;
    else return own + worth(sight, other);
  }
  if (sight.isOurs(unit) || sight.isSite(at) || isSame(at, unit.at)) return -1;
  // No unit dies, but an enemy that stood on a base or a stadium earns nothing for a while.
  return sight.isSite(unit.at) ? 11 : 1;
}

/** When the ball there is batted. @type {(sight: Sight, at: Place, direction: string) => Bat} */
function bestBatOfBall(sight, at, direction) {
  return bestBat((strength) => gainOfBall(sight, at, direction, strength));
}

/** @type {(sight: Sight, from: Place, direction: string, strength: number) => number} */
function gainOfBall(sight, from, direction, strength) {
  let gain = 0;
  let at = from;
  for (let i = 0; i < strength; i++) {
    at = neighbour(at, direction);
    if (!sight.isLand(at) || sight.hasBall(at)) break;
    const unit = sight.unitAt(at);
    if (unit === null) continue;
    if (unit.type === "HQ") return gain + (sight.isOurs(unit) ? -1000 : 1000);
    if (unit.type === "CATCHER") break;
    gain += worth(sight, unit);
  }
  return gain;
}

/**
 * The value of killing a unit; losing an own one costs twice its price.
 * @type {(sight: Sight, unit: Unit) => number}
 */
function worth(sight, unit) {
  return sight.isOurs(unit) ? -2 * COST[unit.type] : COST[unit.type];
}

/** The free tile next to a unit from which a bat does the most. @type {(sight: Sight, prey: Place) => Place} */
function bestSpot(sight, prey) {
  let spot = prey;
  let most = [Number.NEGATIVE_INFINITY, 0];
  DIRECTIONS.forEach((direction, i) => {
    const at = neighbour(prey, direction);
    if (!isSame(at, sight.me.at) && !sight.isAccessible(at)) return;
    const { gain } = bestBatOfUnit(sight, prey, DIRECTIONS[(i + 4) % 8]);
    const nearness = -distanceSquared(sight.me.at, at);
    if (gain > most[0] || (gain === most[0] && nearness >= most[1])) {
      most = [gain, nearness];
      spot = at;
    }
  });
  return spot;
}

/**
 * Builds a ball where a batter next to the headquarters can bat it at a unit; the batter's turn is still to come.
 * @type {(turn: Turn, sight: Sight) => void}
 */
function feedBatters(turn, sight) {
  const { at: here } = sight.me;
  for (const batter of sight.others) {
    if (!sight.isOurs(batter) || batter.type !== "BATTER" || batter.act_cd >= 2) continue;
    for (const direction of DIRECTIONS) {
      const at = neighbour(batter.at, direction);
      const isNear = distanceSquared(here, at) <= 2;
      if (!isNear || !sight.isAccessible(at) || bestBatOfBall(sight, at, direction).gain <= 0) continue;
      const build = directionTo(here, at);
      if (turn.call("can_construct_ball", build).value) turn.call("construct_ball", build);
      return;
    }
  }
}

agon.run(Solid);
