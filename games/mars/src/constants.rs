//! Every number of the rulebook (section R1), in its order. All other modules use these constants.

/// Rounds; each team has one turn in each.
pub const ROUNDS: u16 = 200;
/// The time bank of a team in seconds: one per round plus ten.
pub const TIME_BANK_S: f64 = 210.0;
/// Metal of each team at the start.
pub const INITIAL_METAL: i32 = 200;
/// Metal each team gains at the start of its turns, from round 2 on.
pub const METAL_PER_TURN: i32 = 10;
/// The smallest yield of a deposit per action.
pub const MINING_MIN: u8 = 5;
/// The largest yield of a deposit per action.
pub const MINING_MAX: u8 = 25;
/// The largest absolute terraform value of a tile.
pub const TERRAFORM_MAX: i8 = 10;
/// The smallest number of rows, and of columns, of a map.
pub const SIDE_MIN: usize = 16;
/// The largest number of rows, and of columns, of a map.
pub const SIDE_MAX: usize = 48;
/// Metal a new robot costs.
pub const SPAWN_COST: i32 = 50;
/// Metal a team must have for a transformation; the amount taken depends on the profile (conflict C1).
pub const TRANSFORM_COST: i32 = 40;
/// Metal the original program takes for a transformation.
pub const TRANSFORM_TAKEN_BY_ORIGINAL: i32 = 50;
/// Battery of a new robot, which is also its capacity.
pub const BATTERY_MAX: u8 = 120;
/// Battery regained at the start of a turn on an own tile.
pub const RECHARGE: u8 = 30;
/// Battery an explorer's action costs.
pub const EXPLORER_ACTION_COST: u8 = 10;
/// Battery a miner's action costs.
pub const MINER_ACTION_COST: u8 = 20;
/// Battery a terraformer's action costs.
pub const TERRAFORMER_ACTION_COST: u8 = 20;
/// Terraform value of the tiles a team starts with (blue; red has the negative).
pub const INITIAL_TERRAFORM: i8 = 5;
/// The largest number of tiles of a map.
pub const CELLS_MAX: usize = SIDE_MAX * SIDE_MAX;
