//! Every number of the rulebook, in its order (section 1). Numbers on which the two profiles differ
//! are in [`Rules`](crate::Rules).

/// The constant that bots read as `MAX_ROUNDS`; the last round played is a rule (R3.1).
pub const MAX_ROUNDS: u32 = 1500;
/// The first team with this many points wins (R4.3).
pub const POINTS_TO_WIN: f32 = 2000.0;
/// Reputation of each team at the start.
pub const STARTING_REPUTATION: f32 = 100.0;
/// Reputation each team gets at the start of a round, before inflation.
pub const ROUND_INCOME: f32 = 2.0;
/// Points for a pitcher that begins its turn on a base, before inflation.
pub const BASE_POINTS: f32 = 1.0;
/// Reputation for a pitcher that begins its turn on a stadium, before inflation.
pub const STADIUM_REPUTATION: f32 = 1.0;
/// Points for the other team when a ball hits a headquarters, before inflation.
pub const HQ_HIT_POINTS: f32 = 100.0;
/// The factor by which every gain grows each round.
pub const INFLATION_PER_ROUND: f32 = 0.001;
/// Reputation a ball costs.
pub const BALL_COST: f32 = 1.0;
/// Energy of one turn (R8.1).
pub const ENERGY_PER_TURN: u32 = 15_000;
/// Energy an invalid call costs on top of its price (R6).
pub const PENALTY_ENERGY: u64 = 1_000;
/// The maximum of an energy counter (section 1 of the energy rules).
pub const ENERGY_MAX: u64 = 150_000_000;
/// Numbers in a team's shared array.
pub const ARRAY_LENGTH: usize = 1_000_000;
/// The highest unit ID; the lowest is 1.
pub const ID_MAX: u16 = 10_000;
/// Draws for a free ID before the lowest free one is taken (R2.4).
pub const ID_DRAWS_MAX: u32 = 1_000;
/// The farthest a bat sends something.
pub const STRENGTH_MAX: i32 = 3;
/// The shortest side of a fair map.
pub const MAP_SIDE_MIN: usize = 20;
/// The longest side of a map.
pub const MAP_SIDE_MAX: usize = 60;
/// The largest offset between a tile's real place and the one bots see.
pub const OFFSET_MAX: u16 = 1_000;

/// Reputation that recruiting a unit costs. This and the next five tables go by type: headquarters, pitcher,
/// batter, catcher.
pub const UNIT_COSTS: [f32; 4] = [0.0, 50.0, 75.0, 35.0];
/// How far a unit sees, squared.
pub const UNIT_VISIONS: [i32; 4] = [64, 20, 20, 32];
/// How far a unit acts, squared; 0 for a type that cannot act.
pub const UNIT_ACTION_RANGES: [i32; 4] = [2, 2, 2, 0];
/// How far a unit moves, squared; 0 for a type that cannot move.
pub const UNIT_MOVEMENT_RANGES: [i32; 4] = [0, 2, 2, 2];
/// Cooldown of one action. The headquarters never pays it, the catcher never acts.
pub const UNIT_ACTION_COOLDOWNS: [f32; 4] = [1.0, 2.0, 1.0, 1.0];
/// Cooldown of one straight step.
pub const UNIT_MOVEMENT_COOLDOWNS: [f32; 4] = [1.0, 1.5, 1.5, 1.0];

/// Energy price of a call that looks over the whole sight.
pub const SENSE_ALL_PRICE: u64 = 200;
/// Energy price of an order, or of the question whether it would be carried out.
pub const ORDER_PRICE: u64 = 20;
/// Energy price of a question about one tile.
pub const SENSE_TILE_PRICE: u64 = 10;
/// Energy price of reading or writing one number, of a draw, and of death.
pub const NUMBER_PRICE: u64 = 1;

/// The farthest any unit sees, squared: the headquarters' vision.
pub const VISION_MAX: i32 = UNIT_VISIONS[0];
/// Tiles within [`VISION_MAX`], the own one included.
pub const TILES_IN_SIGHT_MAX: usize = 197;
/// Width of the border of outside tiles around the map; it replaces bounds tests.
pub(crate) const BORDER: usize = 8;

/// The most future draws that a unit can ask for.
pub const DRAWS_MAX: u8 = 32;

/// Wall-clock seconds after which a unit's turn is over and the unit dies. Open in the rules; we
/// chose a generous limit, as the rulebook proposes (R8.6), because turns are limited by energy.
pub const TURN_SECONDS: f64 = 2.0;

/// Length of a diagonal step in the handbook (R5).
#[allow(clippy::approx_constant, reason = "the handbook gives this number")]
pub const DIAGONAL_HANDBOOK: f32 = 1.4142;
/// Length of a diagonal step in the original: the square root of 2 in 32 bits (R5).
pub const DIAGONAL_ORIGINAL: f32 = std::f32::consts::SQRT_2;
/// The least cooldown of a move, including a step in no direction (R5).
pub const MOVE_COOLDOWN_MIN: f64 = 1.0;
/// A cooldown must be below this for the unit to move or act (R5).
pub const READY_BELOW: f32 = 1.0;

/// R1 What every gain is multiplied by.
pub fn inflation(round: i32) -> f32 {
    1.0 + INFLATION_PER_ROUND * round as f32
}
