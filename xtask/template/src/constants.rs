//! Every number of the rulebook, in its order.

/// R1 The fewest rows and columns of a field.
pub const SIDE_MIN: usize = 3;
/// R1 The most rows and columns of a field.
pub const SIDE_MAX: usize = 24;
/// R2 The most that grows on a tile.
pub const CROPS_MAX: u8 = 9;
/// R3 Seconds that a farmer may think in a turn.
pub const TURN_SECONDS: f64 = 1.0;
/// R5 A tile with at least this much is worth noticing.
pub const RICH_CROPS: u8 = 7;
/// R6 Rounds of a game.
pub const ROUNDS: u32 = 40;
