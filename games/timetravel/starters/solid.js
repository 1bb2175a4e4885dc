// @ts-check
/**
 * A solid bot for Time Travel: plays like `builtin:solid`.
 *
 * It does not fight. It grows for a high net worth:
 *
 * - Artists paint, after walking to a gallery if none is in reach. They rest while there is enough gold.
 * - Engineers finish buildings and start new ones: a few galleries, and farms everywhere else. They prefer
 *   sites where the building also appears in the later periods.
 * - Galleries train artists while gold is short and schools a few engineers, as many as the farms feed. In
 *   the last turns farms train pigs, which count in the end.
 */
try {
  require("agon");
} catch {
  console.error("This program talks to Agon; start it with: agon play timetravel . builtin:random");
  globalThis.process.exit(2);
}
const agon = require("agon");

/**
 * @typedef {import("./timetravel_types").View} View
 * @typedef {import("./timetravel_types").UnitRecord} Unit
 * @typedef {import("./timetravel_types").BuildingRecord} Building
 * @typedef {import("./timetravel_types").UnitKind} UnitKind
 * @typedef {import("./timetravel_types").BuildingKind} BuildingKind
 * @typedef {Map<number, number>} Field The distance of each tile to the nearest of some goals; tiles that are
 *   cut off are missing.
 */

const RADIUS = 10;
const SIDE = 2 * RADIUS + 1;
const PERIODS = 3;
/** Engineers in each period: buildings of the far past appear in all three. */
const ENGINEERS = [4, 1, 1];
/** Galleries in each period. They train artists; all other ground is for farms. */
const GALLERIES = 4;
/** Gold in the purse of a period that needs no more artists. */
const PLENTY = 2000;
/** Gold in the purse of a period whose artists may rest: it pays for the pigs. */
const SAVINGS = 25000;
/** The last own turns, in which farms train pigs. */
const HARVEST = 12;
const HUNGER = { Pig: 1, Engineer: 3, Artist: 3, Spearman: 5, Artillery: 5, Cavalry: 5 };
const UNIT_COST = { Pig: 80, Engineer: 75, Artist: 75 };
const TRAIN_TURNS = { Pig: 1, Engineer: 3, Artist: 3 };
/** @type {{ [building: string]: "Artist" | "Engineer" | "Pig" }} */
const TRAINS = { Gallery: "Artist", School: "Engineer", Farm: "Pig" };
const BUILDING_COST = { Farm: 300, Gallery: 400 };
const FARM_FOOD = 20;
/** From where a building is built, seen from its corner: its four tiles and the eight along their edges. */
const AREA = [
  [0, 0], [1, 0], [0, 1], [1, 1], [-1, 0], [-1, 1],
  [2, 0], [2, 1], [0, -1], [1, -1], [0, 2], [1, 2],
];

// A tile is a number, so that it can be a key: by period, then y, then x.

/** @type {(x: number, y: number) => boolean} */
const isOnBoard = (x, y) => Math.abs(x) <= RADIUS && Math.abs(y) <= RADIUS;
/** @type {(x: number, y: number, z: number) => number} */
const tile = (x, y, z) => (z * SIDE + y + RADIUS) * SIDE + x + RADIUS;
/** @type {(at: number) => number} */
const xOf = (at) => (at % SIDE) - RADIUS;
/** @type {(at: number) => number} */
const yOf = (at) => (Math.floor(at / SIDE) % SIDE) - RADIUS;
/** @type {(unit: { x: number, y: number, z: number }) => number} */
const place = ({ x, y, z }) => tile(x, y, z);
/**
 * The tiles of a building with this corner.
 * @type {(corner: { x: number, y: number, z: number }) => number[]}
 */
const footprint = ({ x, y, z }) => [
  tile(x, y, z), tile(x + 1, y, z), tile(x, y + 1, z), tile(x + 1, y + 1, z),
];

/**
 * The tiles from which a building is built.
 * @type {(corner: { x: number, y: number, z: number }) => number[]}
 */
function area({ x, y, z }) {
  const near = AREA.filter(([dx, dy]) => isOnBoard(x + dx, y + dy));
  return near.map(([dx, dy]) => tile(x + dx, y + dy, z));
}

/** @param {number} at */
function neighbours(at) {
  const [x, y] = [xOf(at), yOf(at)];
  const near = [];
  if (x < RADIUS) near.push(at + 1);
  if (x > -RADIUS) near.push(at - 1);
  if (y < RADIUS) near.push(at + SIDE);
  if (y > -RADIUS) near.push(at - SIDE);
  return near;
}

/** A price or a strength at a level. @type {(base: number, growth: number, level: number) => number} */
const grown = (base, growth, level) => Math.floor(base * growth ** level);

/** The obstacles of the board for own units. */
class Ground {
  /** @param {View} view */
  constructor(view) {
    /** Tiles closed to own units. @type {Set<number>} */
    this.closed = new Set();
    /** Tiles closed to new buildings. @type {Set<number>} */
    this.taken = new Set();
    for (const terrain of view.terrain) {
      if (terrain.blocks_move) this.closed.add(place(terrain));
      if (terrain.blocks_build) this.taken.add(place(terrain));
    }
    for (const portal of view.portals) this.taken.add(place(portal));
    for (const building of view.buildings) {
      for (const at of footprint(building)) {
        this.taken.add(at);
        if (building.owner !== view.you) this.closed.add(at);
      }
    }
    for (const unit of view.units) {
      if (unit.owner === view.you) continue;
      this.closed.add(place(unit));
      this.taken.add(place(unit));
    }
  }

  /**
   * Whether all tiles of a footprint are free to build on.
   * @type {(x: number, y: number, z: number) => boolean}
   */
  isSite(x, y, z) {
    return !footprint({ x, y, z }).some((at) => this.taken.has(at));
  }

  /** Distances to the nearest goal on foot. @param {Iterable<number>} goals */
  field(goals) {
    /** @type {Field} */
    const field = new Map();
    for (const goal of goals) if (!this.closed.has(goal)) field.set(goal, 0);
    // A map can grow while it is walked through, in the order in which tiles are added.
    for (const [at, distance] of field) {
      for (const near of neighbours(at)) {
        if (!field.has(near) && !this.closed.has(near)) field.set(near, distance + 1);
      }
    }
    return field;
  }
}

/** The least distance of some tiles. @type {(tiles: number[], field: Field) => number} */
const least = (tiles, field) => Math.min(...tiles.map((at) => field.get(at) ?? Number.POSITIVE_INFINITY));

/**
 * A turn in progress. It writes the effect of small orders into the view itself, which is far cheaper than
 * looking again.
 */
class Solid {
  /** @param {import("agon").Turn<View>} turn */
  constructor(turn) {
    this.turn = turn;
    /** @type {Ground | null} */
    this.freeGround = null;
  }

  play() {
    this.paint();
    this.build();
    this.train();
  }

  get view() {
    return this.turn.view;
  }

  /** @param {UnitKind} kind */
  ownUnits(kind) {
    return this.view.units.filter(({ owner, type }) => owner === this.view.you && type === kind);
  }

  ownBuildings() {
    return this.view.buildings.filter(({ owner }) => owner === this.view.you);
  }

  /** Remaining own turns, including this one. */
  ownTurnsLeft() {
    return Math.ceil((this.view.turn_limit - this.view.turn) / 2);
  }

  get purses() {
    return this.view.gold[this.view.you];
  }

  get ground() {
    this.freeGround ??= new Ground(this.view);
    return this.freeGround;
  }

  /**
   * One step towards the goals of a field; whether it was taken.
   * @type {(unit: Unit, field: Field) => boolean}
   */
  walk(unit, field) {
    if (unit.moves === 0) return false;
    const distance = (/** @type {number} */ at) => field.get(at) ?? Number.POSITIVE_INFINITY;
    const here = place(unit);
    const nearer = neighbours(here).filter((at) => distance(at) < distance(here));
    nearer.sort((a, b) => distance(a) - distance(b));
    if (nearer.length === 0) return false;
    const [x, y] = [xOf(nearer[0]), yOf(nearer[0])];
    if (!this.turn.call("move", { unit: unit.id, x, y }).ok) return false;
    unit.x = x;
    unit.y = y;
    unit.moves -= 1;
    return true;
  }

  // ------------------------------------------------------------------------------------- the artists

  /**
   * Every artist paints, after walking to a gallery if none is in reach. Artists rest while the purse of
   * their period holds enough.
   */
  paint() {
    /** @type {Map<number, number>} */
    const galleries = new Map();
    for (const building of this.view.buildings) {
      if (building.type !== "Gallery" || !building.complete) continue;
      for (const at of footprint(building)) galleries.set(at, building.level);
    }
    // Where gold counts in the end, artists never rest.
    const canRest = this.view.rules.net_worth === "objects";
    const rests = (/** @type {Unit} */ { z }) => canRest && this.purses[z] >= SAVINGS;
    const ready = this.ownUnits("Artist").filter(({ actions }) => actions > 0);
    const idle = ready.filter((artist) => !rests(artist) && !this.paintFromHere(artist, galleries));
    if (idle.length === 0) return;
    const field = this.ground.field(galleries.keys());
    for (const artist of idle) {
      while (this.walk(artist, field)) {
        if (this.paintFromHere(artist, galleries)) break;
      }
    }
  }

  /**
   * Paints the best gallery in an artist's reach: one whose level is far from the artist's own. Returns
   * whether there is one.
   * @param {Unit} artist
   * @param {Map<number, number>} galleries
   */
  paintFromHere(artist, galleries) {
    const here = place(artist);
    let best = null;
    let most = 0;
    for (const at of [...neighbours(here), here]) {
      const level = galleries.get(at);
      if (level === undefined) continue;
      const worth = Math.abs(level - artist.level);
      if (best === null || worth >= most) {
        best = at;
        most = worth;
      }
    }
    if (best === null) return false;
    const reply = this.turn.call("paint", { unit: artist.id, x: xOf(best), y: yOf(best) });
    if (reply.ok) {
      for (let z = 0; z < PERIODS; z++) this.purses[z] += reply.value.gold[z];
      artist.actions -= 1;
    }
    return true;
  }

  // ----------------------------------------------------------------------------------- the engineers

  /** Engineers continue unfinished buildings, and otherwise start the building that is wanted. */
  build() {
    const ready = this.ownUnits("Engineer").filter(({ actions }) => actions > 0);
    for (const { id } of ready) {
      // Bounded, because some rules let a build action cost nothing.
      for (let i = 0; i < 40; i++) {
        const engineer = this.view.units.find((unit) => unit.id === id);
        if (engineer === undefined || engineer.actions === 0 || !this.work(engineer)) break;
      }
    }
  }

  /** One order of an engineer; whether it was carried out. @param {Unit} engineer */
  work(engineer) {
    const unfinished = this.nearest(engineer);
    if (unfinished !== null) return this.buildAt(engineer, unfinished, null);
    const kind = this.wantedBuilding(engineer.z);
    const isAtLevel = this.view.rules.building_price === "at_level";
    const price = grown(BUILDING_COST[kind], 1.05, isAtLevel ? engineer.level : 0);
    if (this.purses[engineer.z] < price) return false;
    const site = this.bestSite(engineer);
    return site !== null && this.buildAt(engineer, site, kind);
  }

  /**
   * Farms while food is short, then a few galleries, then farms again.
   * @param {number} z
   * @returns {"Farm" | "Gallery"}
   */
  wantedBuilding(z) {
    const galleries = this.ownBuildings().filter((b) => b.z === z && b.type === "Gallery").length;
    return this.spareFood(z) >= 9 && galleries < GALLERIES ? "Gallery" : "Farm";
  }

  /** The unfinished building of the period to which an engineer is nearest. @param {Unit} engineer */
  nearest(engineer) {
    const unfinished = this.ownBuildings().filter(({ complete, z }) => !complete && z === engineer.z);
    if (unfinished.length === 0) return null;
    const field = this.ground.field([place(engineer)]);
    const way = (/** @type {Building} */ building) => least(footprint(building), field);
    const [best] = unfinished.sort((a, b) => (way(a) < way(b) ? -1 : way(a) > way(b) ? 1 : 0));
    return Number.isFinite(way(best)) ? best : null;
  }

  /**
   * Works on a building, or walks to it; returns whether an order was carried out.
   * @param {Unit} engineer
   * @param {{ x: number, y: number, z: number }} site
   * @param {BuildingKind | null} kind
   */
  buildAt(engineer, site, kind) {
    const spots = area(site);
    if (!spots.includes(place(engineer))) return this.walk(engineer, this.ground.field(spots));
    const order = { unit: engineer.id, x: site.x, y: site.y, type: kind };
    if (!this.turn.call("build", order).ok) return false;
    // A finished building appears in later periods and changes much: look again.
    this.turn.look();
    this.freeGround = null;
    return true;
  }

  /**
   * The nearest free ground, preferring sites from which the building ripples into later periods.
   * @param {Unit} engineer
   */
  bestSite(engineer) {
    const { z } = engineer;
    const field = this.ground.field([place(engineer)]);
    let best = null;
    let cheapest = Number.POSITIVE_INFINITY;
    for (let y = -RADIUS; y < RADIUS; y++) {
      for (let x = -RADIUS; x < RADIUS; x++) {
        if (!this.ground.isSite(x, y, z)) continue;
        let cost = least(area({ x, y, z }), field);
        for (let later = z + 1; later < PERIODS; later++) {
          if (!this.ground.isSite(x, y, later)) cost += 8;
        }
        if (cost < cheapest) {
          cheapest = cost;
          best = { x, y, z };
        }
      }
    }
    return best;
  }

  // ------------------------------------------------------------------------------------ the training

  /**
   * Trains artists first, then engineers, and at harvest time pigs; all of them only where they can be fed.
   */
  train() {
    const left = this.ownTurnsLeft();
    const spare = [0, 1, 2].map((z) => this.spareFood(z));
    const engineers = [0, 0, 0];
    for (const { z } of this.ownUnits("Engineer")) engineers[z] += 1;
    for (const { z, training } of this.ownBuildings()) if (training === "Engineer") engineers[z] += 1;
    const idle = this.ownBuildings().filter(({ complete, training }) => complete && training === null);
    // Artists first, because they pay for everything else.
    const homes = ["Gallery", "School", "Farm"];
    for (const building of homes.flatMap((home) => idle.filter(({ type }) => type === home))) {
      const kind = TRAINS[building.type];
      const { z } = building;
      const isNeeded = kind === "Artist" ? this.purses[z] < PLENTY : engineers[z] < ENGINEERS[z];
      const isWanted = kind === "Pig" ? left <= HARVEST : isNeeded;
      const isInTime = left > TRAIN_TURNS[kind];
      const isFed = spare[z] >= HUNGER[kind];
      const isAffordable = this.purses[z] >= grown(UNIT_COST[kind], 1.05, building.level);
      if (!isWanted || !isInTime || !isFed || !isAffordable) continue;
      const reply = this.turn.call("train", { building: building.id, type: kind });
      if (!reply.ok) continue;
      building.training = kind;
      this.purses[z] -= reply.value.price;
      spare[z] -= HUNGER[kind];
      if (kind === "Engineer") engineers[z] += 1;
    }
  }

  /** Spare food in a period once all units in training have appeared. @param {number} z */
  spareFood(z) {
    let food = 0;
    for (const unit of this.view.units) {
      if (unit.owner === this.view.you && unit.z === z) food -= HUNGER[unit.type];
    }
    for (const building of this.ownBuildings()) {
      if (building.z !== z) continue;
      if (building.type === "Farm" && building.complete) food += grown(FARM_FOOD, 1.15, building.level);
      if (building.training !== null) food -= HUNGER[building.training];
    }
    return food;
  }
}

/** @type {import("agon").Bot<View>} */
const play = (turn) => new Solid(turn).play();

agon.run(play);
