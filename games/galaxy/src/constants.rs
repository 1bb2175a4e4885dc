//! Every number of the rulebook, in the rulebook's order. Nothing is computed here.

/// R1 An agent commands this many actions at a time.
pub const ACTIONS_PER_TURN: usize = 3;

/// R1 A standard game has this many actions.
pub const ACTIONS: u32 = 300;

/// The most actions of a game. Keeps every travel cost far below 2^31.
pub const ACTIONS_LIMIT: u32 = 30_000;

/// R3 The energy each agent starts with.
pub const START_ENERGY: i32 = 20;

/// R3.2 The default number of systems of a random galaxy (the original's window offers 20; R11
/// measures grading runs on it).
pub const DEFAULT_SYSTEMS: u32 = 20;

/// R3.2 The largest random galaxy.
pub const MAX_GENERATED_SYSTEMS: u32 = 500;

/// R3.2 The generator stops adding wormholes to a system with more of them than one in this many of all
/// systems.
pub const CROWDED_ONE_IN: usize = 4;

/// R3.2 Wormhole costs of a random galaxy are below this.
pub const GENERATED_COST_BELOW: u32 = 10;

/// R3.2 Generator counts and maxima of a random galaxy are below this.
pub const GENERATED_GENERATORS_BELOW: u32 = 20;

/// R3.3 The capture cost is the generator count, up to this much more or less.
pub const CAPTURE_COST_SPREAD: i32 = 5;

/// R3.3 The lowest capture cost.
pub const MIN_CAPTURE_COST: i32 = 1;

/// The most systems in a map file. Open in the rules; far above all known files.
pub const MAX_SYSTEMS: usize = 1000;

/// The longest name of a system, in bytes. Open in the rules; long enough for every known file.
pub const MAX_NAME: usize = 32;

/// The highest travel cost in a map file: the fluctuations of the longest game cannot raise it
/// beyond 32 bits.
pub const MAX_FILE_COST: i32 = 1_000_000_000;

/// R5 An agent that spends nothing on its scan sees this many wormholes far.
pub const BASE_SCAN_RANGE: i64 = 1;

/// R6.3 What each agent collects before each action.
pub const RADIATION: i32 = 1;

/// R6.4 A wormhole's cost changes by at most this much in each action, up or down.
pub const MAX_FLUCTUATION: i32 = 1;

/// R6.4 A wormhole costs at least this much after the fluctuation.
pub const MIN_TRAVEL_COST: i32 = 1;

/// R7 A fortification raises the capture cost by one in this much of the energy spent.
pub const FORTIFY_PER_COST: i32 = 2;

/// R8 A captured system keeps one in this many of its generators, rounded down.
pub const CAPTURED_GENERATORS_ONE_IN: i32 = 2;

/// R9 A torpedo pays one in this much of what a ship pays. Torpedo energy is counted in such parts.
pub const TORPEDO_PARTS: i64 = 4;

/// R9 The damage per unit of energy a torpedo has left.
pub const TORPEDO_DAMAGE: i64 = 3;

/// R9 The most hops of a path; later names are dropped. Open in the rules; even over wormholes of cost 1 a
/// torpedo needs 1,024 energy to get so far.
pub const MAX_PATH: usize = 4096;

/// R10 Wall-clock seconds for one command turn.
pub const TURN_SECONDS: f64 = 5.0;
