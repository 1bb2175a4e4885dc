// @ts-check
/**
 * A solid bot for Mars Makeover: plays like `builtin:solid`.
 *
 * There are three kinds of work. Explorers work where they see something new, miners on deposits, and
 * terraformers on land that is not ours. Every robot goes to the nearest work of its type, and no two robots go
 * to the same tile. Robots recharge on own land before they go on, and never ram.
 *
 * All metal goes into new robots: a few explorers while much is hidden, miners for the deposits, and terraformers
 * with the rest. They are built where their work is near.
 */
try {
  require("agon");
} catch {
  console.error("This program talks to Agon; start it with: agon play mars . builtin:random");
  globalThis.process.exit(2);
}
const agon = require("agon");

/**
 * @typedef {import("./mars_types").View} View
 * @typedef {import("./mars_types").RobotInfo} Robot
 * @typedef {import("./mars_types").RobotType} RobotType
 */

/** A robot that rests on own land leaves with this charge. */
const SETS_OUT = 60;
/** Hidden tiles for which one more explorer is built. */
const HIDDEN_PER_EXPLORER = 200;
/** Miners beyond the number of terraformers. */
const SPARE_MINERS = 2;
/** Terraformers beyond the number of tiles to take. More would only stand in the way. */
const SPARE_TERRAFORMERS = 10;
/** Explorers and miners are built until this many rounds before the end. */
const PAYS_UNTIL = 30;
/** @type {[name: string, row: number, col: number][]} */
const STEPS = [
  ["UP", -1, 0], ["UP_RIGHT", -1, 1], ["RIGHT", 0, 1], ["DOWN_RIGHT", 1, 1],
  ["DOWN", 1, 0], ["DOWN_LEFT", 1, -1], ["LEFT", 0, -1], ["UP_LEFT", -1, -1],
];

/**
 * The known part of the map. A tile is a number; there is a border of one tile around the map, so that every tile
 * has eight neighbours.
 */
class Ground {
  /** @param {View} view */
  constructor(view) {
    this.width = view.tiles[0].length + 2;
    this.steps = STEPS.map(([, row, col]) => row * this.width + col);
    /** @type {Set<number>} */
    this.hidden = new Set();
    /** @type {Set<number>} */
    this.land = new Set();
    /** @type {Set<number>} */
    this.deposits = new Set();
    /** @type {Set<number>} */
    this.own = new Set();
    /** Land that takes few actions: neutral, or the enemy's with a value of -1 or -2. @type {Set<number>} */
    this.weak = new Set();
    view.tiles.forEach((tiles, row) => {
      [...tiles].forEach((tile, col) => {
        const at = this.tile(row, col);
        const value = view.terraform[row][col];
        if (tile === "#") this.hidden.add(at);
        else if (tile === "T") this.land.add(at);
        else if (tile === "M") this.deposits.add(at);
        if (value > 0) this.own.add(at);
        else if (tile === "T" && value >= -2) this.weak.add(at);
      });
    });
    /** Seen tiles that robots can enter. */
    this.open = new Set([...this.land, ...this.deposits]);
    /** Open tiles without a robot. */
    this.free = new Set(this.open);
    for (const { row, col } of [...view.robots, ...view.enemies]) this.free.delete(this.tile(row, col));
  }

  /** @type {(row: number, col: number) => number} */
  tile(row, col) {
    return (row + 1) * this.width + col + 1;
  }

  /** @type {(at: number) => { row: number, col: number }} */
  place(at) {
    return { row: Math.floor(at / this.width) - 1, col: (at % this.width) - 1 };
  }

  /** @param {number} at */
  neighbours(at) {
    return this.steps.map((step) => at + step);
  }

  /** Seen tiles from which an explorer sees something new. */
  frontier() {
    const near = [...this.hidden].flatMap((at) => this.neighbours(at));
    return new Set(near.filter((at) => this.open.has(at)));
  }

  /**
   * The first step of a shortest way over free tiles to the nearest goal, and the goal. Of equally good steps one on
   * own land is better, because robots are charged there.
   * @type {(start: number, goals: Set<number>) => { step: number, target: number } | null}
   */
  way(start, goals) {
    if (goals.size === 0) return null;
    const near = this.neighbours(start).filter((at) => this.free.has(at));
    near.sort((a, b) => Number(this.own.has(b)) - Number(this.own.has(a)));
    const first = new Map(near.map((at) => [at, at]));
    // A map can grow while it is walked through, in the order in which tiles are added.
    for (const [at, step] of first) {
      if (goals.has(at)) return { step, target: at };
      for (const next of this.neighbours(at)) {
        if (this.free.has(next) && !first.has(next) && next !== start) first.set(next, step);
      }
    }
    return null;
  }

  /**
   * The free own tile that is nearest to one of the goals; robots do not block the way.
   * @type {(goals: Set<number>) => number | null}
   */
  spawnPlace(goals) {
    const seen = new Set([...goals].sort((a, b) => a - b));
    for (const at of seen) {
      if (this.own.has(at) && this.free.has(at)) return at;
      for (const next of this.neighbours(at)) if (this.open.has(next)) seen.add(next);
    }
    return null;
  }
}

/** A turn. */
class Solid {
  /** @param {import("agon").Turn<View>} turn */
  constructor(turn) {
    this.turn = turn;
    this.ground = new Ground(turn.view);
    this.metal = turn.view.metal;
    /** Tiles with work for each type of robot. A tile is the target of at most one robot. */
    this.jobs = {
      explorer: this.ground.frontier(),
      miner: new Set(this.ground.deposits),
      terraformer: new Set(this.ground.weak),
    };
  }

  play() {
    for (const robot of this.turn.view.robots) this.work(robot);
    this.build();
  }

  /** One robot's turn: moves towards work, or towards own land to recharge; then acts. @param {Robot} robot */
  work(robot) {
    const { ground } = this;
    let at = ground.tile(robot.row, robot.col);
    if (ground.own.has(at)) {
      if (robot.battery < SETS_OUT) return;
    } else if (robot.battery < robot.action_cost) {
      const home = ground.way(at, ground.own);
      if (home !== null) this.step(robot, at, home.step);
      return;
    }

    const jobs = this.jobs[robot.type];
    let target = at;
    if (!jobs.has(at)) {
      const way = ground.way(at, jobs);
      if (way === null) return;
      target = way.target;
      if (this.step(robot, at, way.step)) at = way.step;
    }
    if (jobs.has(at)) this.act(robot, at);
    jobs.delete(at);
    jobs.delete(target);
  }

  /** @type {(robot: Robot, at: number, to: number) => boolean} */
  step(robot, at, to) {
    const [direction] = STEPS[this.ground.steps.indexOf(to - at)];
    if (this.turn.call("move", { robot: robot.name, direction }).kind !== "moved") return false;
    this.ground.free.add(at);
    this.ground.free.delete(to);
    return true;
  }

  /** @type {(robot: Robot, at: number) => void} */
  act(robot, at) {
    const { ground } = this;
    // An explorer before it may have shown everything here.
    const isDull = robot.type === "explorer" && !ground.neighbours(at).some((near) => ground.hidden.has(near));
    if (robot.battery < robot.action_cost || isDull) return;
    const { kind, value } = this.turn.call("act", { robot: robot.name });
    if (kind === "explored") for (const [row, col] of value.tiles) ground.hidden.delete(ground.tile(row, col));
    if (kind === "mined") this.metal += value.metal;
    if (kind === "terraformed" && value.value > 0) ground.own.add(at);
  }

  /** Builds robots next to their work, as long as there are metal and work. */
  build() {
    const { ground } = this;
    const { view } = this.turn;
    const kinds = view.robots.map(({ type }) => type);
    while (this.metal >= view.spawn_cost) {
      const type = this.nextRobot(kinds);
      if (type === null) return;
      const jobs = this.jobs[type];
      const at = ground.spawnPlace(jobs);
      if (at === null || !this.turn.call("spawn", { type, ...ground.place(at) }).ok) return;
      this.metal -= view.spawn_cost;
      ground.free.delete(at);
      kinds.push(type);
      // The work beside it is for this robot: the next one is built elsewhere.
      const work = [at, ...ground.neighbours(at)].find((near) => jobs.has(near));
      if (work !== undefined) jobs.delete(work);
    }
  }

  /**
   * Explorers while tiles are hidden, then miners for the deposits in sight, then terraformers for the land in sight.
   * @type {(kinds: RobotType[]) => RobotType | null}
   */
  nextRobot(kinds) {
    const { ground, jobs } = this;
    const { view } = this.turn;
    const roundsLeft = view.turns - view.turn;
    const count = (/** @type {RobotType} */ type) => kinds.filter((kind) => kind === type).length;
    if (roundsLeft > PAYS_UNTIL) {
      const explorers = 1 + Math.floor(ground.hidden.size / HIDDEN_PER_EXPLORER);
      if (jobs.explorer.size > 0 && count("explorer") < explorers) return "explorer";
      const miners = Math.min(ground.deposits.size, count("terraformer") + SPARE_MINERS);
      if (jobs.miner.size > 0 && count("miner") < miners) return "miner";
    }
    const foreign = [...ground.land].filter((at) => !ground.own.has(at)).length;
    const isUseful = jobs.terraformer.size > 0 && count("terraformer") < foreign + SPARE_TERRAFORMERS;
    return roundsLeft > 0 && isUseful ? "terraformer" : null;
  }
}

/** @type {import("agon").Bot<View>} */
const play = (turn) => new Solid(turn).play();

agon.run(play);
