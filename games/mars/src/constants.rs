//! Every number of the rulebook (section 1), in its order. Nothing else in the crate is a bare rule number.

/// Rounds; each team has one turn in each.
pub const ROUNDS: u16 = 200;
/// The time bank of a team in seconds: one per round and ten more.
pub const TIME_BANK_S: f64 = 210.0;
/// Metal of each team at the start.
pub const INITIAL_METAL: i32 = 200;
/// Metal each team gains at the start of its turns, from round 2 on.
pub const METAL_PER_TURN: i32 = 10;
/// The least a deposit yields per action.
pub const MINING_MIN: u8 = 5;
/// The most a deposit yields per action.
pub const MINING_MAX: u8 = 25;
/// How far a tile can be terraformed, to either side.
pub const TERRAFORM_MAX: i8 = 10;
/// The fewest rows and columns of a map.
pub const SIDE_MIN: usize = 16;
/// The most rows and columns of a map.
pub const SIDE_MAX: usize = 48;
/// Metal a new robot costs.
pub const SPAWN_COST: i32 = 50;
/// Metal a transformation needs (what is taken is a matter of the profile, conflict C1).
pub const TRANSFORM_COST: i32 = 40;
/// Metal the original program takes for a transformation.
pub const TRANSFORM_TAKEN_BY_ORIGINAL: i32 = 50;
/// Battery of a new robot, and the most it can hold.
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
/// The most tiles of any map.
pub const CELLS_MAX: usize = SIDE_MAX * SIDE_MAX;
