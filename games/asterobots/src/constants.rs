//! Every number of the rulebook, in its order. Settings that recorded games vary are fields of
//! [`Rules`](crate::Rules); their contest values are here.

// R1, R2: the table.

/// The fewest players of a match (the contest's final had two).
pub const PLAYERS_MIN: usize = 2;
/// The most players of a match, and the number the contest was made for.
pub const PLAYERS_MAX: usize = 6;
/// Number of kinds of material.
pub const MATERIALS: usize = 3;

// R2: settings of the contest.

/// The round after which the game ends.
pub const MAX_ROUND: u32 = 200;
/// Money of a player at the start, in J.
pub const INITIAL_MONEY: i32 = 0;
/// Stock of each material at the start.
pub const INITIAL_MATERIAL: i32 = 0;
/// Small hexagons along one side of the field.
pub const MAP_SIZE: u32 = 10;
/// Vertices of a field of that size.
pub const VERTEX_COUNT: u32 = 600;
/// Veins on the field.
pub const VEIN_COUNT: usize = 40;
/// The aliens pay this fraction of what they charge.
pub const ALIEN_TRADE_MARGIN: i32 = 4;
/// Entries of a command list that count; all later ones are dropped.
pub const COMMANDS_PER_TURN: u8 = 100;
/// Seconds to select a vein.
pub const SELECTION_SECONDS: f64 = 10.0;
/// Seconds for a turn.
pub const TURN_SECONDS: f64 = 1.0;
/// Fewest and most robots living in a generated vein.
pub const INITIAL_ROBOTS: (i32, i32) = (50, 99);
/// Lowest and highest productivity (of materials, of robots) of a generated vein.
pub const INITIAL_PRODUCTIVITY: (i32, i32) = (5, 9);
/// The lowest rank.
pub const RANK_MIN: u8 = 1;
/// The highest rank.
pub const RANK_MAX: u8 = 3;
/// Gas, stone and metal that raise the material rank from 1 to 2 and from 2 to 3.
pub const UPGRADE_MATERIAL: [[i32; MATERIALS]; 2] = [[200, 100, 0], [100, 300, 0]];
/// Gas, stone and metal that raise the robot rank from 1 to 2 and from 2 to 3.
pub const UPGRADE_ROBOT: [[i32; MATERIALS]; 2] = [[200, 0, 200], [0, 300, 500]];

// R4: map generation.

/// Two veins are at least this many edges apart.
pub const VEIN_DISTANCE: u32 = 3;
/// Points the generator draws for one map before it gives up. Open in the rules; forty veins on
/// the contest's field need about a hundred.
pub const GENERATOR_DRAWS: u32 = 200_000;

// R9: the market.

/// Buy price of each material before any player has anything.
pub const FIRST_PRICE: i32 = 100;
/// Buy price in J of a material that is as common as all three on average.
pub const MARKET_PRICE: u64 = 100;
/// Added to the stock of all materials before prices are calculated.
pub const MARKET_TOTAL: u64 = 300;
/// Added to the stock of one material before its price is calculated.
pub const MARKET_AMOUNT: u64 = 100;
/// The square of the number of materials.
pub const MARKET_DIVISOR: u64 = 9;

// R12: no money, stock, amount or price is larger.

/// The largest amount of money, stock, pieces or price.
pub const AMOUNT_MAX: i32 = i32::MAX;

// Agon's own limits: they bound the memory of a match and are far beyond what the rules need.

/// The largest field; its 2,400 vertices are four times the contest's.
pub const MAP_SIZE_MAX: u32 = 20;
/// The longest game a setup may ask for.
pub const MAX_ROUND_MAX: u32 = 1_000;
/// The most points of a path given with a launch: twice the rounds of the longest match.
pub const PATH_POINTS_MAX: usize = 2_000;
/// Robots a map may put into a vein.
pub const MAP_ROBOTS_MAX: i32 = 1_000_000;
/// Productivity a map may give a vein.
pub const MAP_PRODUCTIVITY_MAX: i32 = 1_000;
