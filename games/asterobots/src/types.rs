//! The vocabulary: points, materials, owners, and the things that make up a position.

use crate::constants::{MATERIALS, PLAYERS_MAX, RANK_MIN};
use arrayvec::ArrayVec;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::fmt;

/// R3 A vertex of the honeycomb, addressed as a triangle. Any numbers are allowed here; the
/// [`Field`](crate::Field) decides which points exist. In files and messages: `[x, y]`.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(from = "(i32, i32)", into = "(i32, i32)")]
#[schemars(with = "(i32, i32)")]
pub struct Point {
    /// Column.
    pub x: i32,
    /// Row; grows downwards on the screen.
    pub y: i32,
}

impl From<(i32, i32)> for Point {
    fn from((x, y): (i32, i32)) -> Point {
        Point { x, y }
    }
}

impl From<Point> for (i32, i32) {
    fn from(p: Point) -> (i32, i32) {
        (p.x, p.y)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

/// R3 The canonical order: ascending y, then ascending x.
impl Ord for Point {
    fn cmp(&self, other: &Point) -> Ordering {
        (self.y, self.x).cmp(&(other.y, other.x))
    }
}

impl PartialOrd for Point {
    fn partial_cmp(&self, other: &Point) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// One edge of a way, in two bits.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Step {
    /// To x - 1.
    Left = 0,
    /// To x + 1.
    Right = 1,
    /// To the neighbour above or below, whichever the orientation allows.
    Vertical = 2,
}

impl Step {
    /// The step that two bits stand for.
    pub fn from_bits(bits: u8) -> Step {
        match bits & 3 {
            0 => Step::Left,
            1 => Step::Right,
            _ => Step::Vertical,
        }
    }
}

impl Point {
    /// The point (x, y).
    pub const fn new(x: i32, y: i32) -> Point {
        Point { x, y }
    }

    /// R3 Whether the triangle points upwards: x + y is even, for negative numbers too.
    #[inline]
    pub fn is_upward(self) -> bool {
        (self.x ^ self.y) & 1 == 0
    }

    /// The neighbour in a direction. Wraps around at the ends of 32 bits, where no field reaches.
    #[inline]
    pub fn after(self, step: Step) -> Point {
        match step {
            Step::Left => Point::new(self.x.wrapping_sub(1), self.y),
            Step::Right => Point::new(self.x.wrapping_add(1), self.y),
            Step::Vertical if self.is_upward() => Point::new(self.x, self.y.wrapping_add(1)),
            Step::Vertical => Point::new(self.x, self.y.wrapping_sub(1)),
        }
    }

    /// R3 The step to an adjacent point, or nothing when the two are not adjacent.
    pub fn step_to(self, to: Point) -> Option<Step> {
        let dx = i64::from(to.x) - i64::from(self.x);
        let dy = i64::from(to.y) - i64::from(self.y);
        match (dx, dy) {
            (-1, 0) => Some(Step::Left),
            (1, 0) => Some(Step::Right),
            (0, 1) if self.is_upward() => Some(Step::Vertical),
            (0, -1) if !self.is_upward() => Some(Step::Vertical),
            _ => None,
        }
    }

    /// R3 The number of edges between two points; right for any two points of the lattice.
    pub fn distance(self, to: Point) -> i64 {
        let dx = (i64::from(self.x) - i64::from(to.x)).abs();
        let dy = (i64::from(self.y) - i64::from(to.y)).abs();
        if dy == 0 {
            return dx;
        }
        let upper = if self.y < to.y { self } else { to };
        let mut horizontal = dx.max(dy - 1 + i64::from(!upper.is_upward()));
        horizontal += (horizontal - dx) & 1;
        dy + horizontal
    }
}

/// R2 What a vein yields and upgrades cost.
#[derive(
    Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Material {
    /// Gas.
    Gas,
    /// Stone.
    Stone,
    /// Metal.
    Metal,
}

impl Material {
    /// All three, in the order used everywhere.
    pub const ALL: [Material; MATERIALS] = [Material::Gas, Material::Stone, Material::Metal];

    /// The material as an index into per-material arrays.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// The word used in files and messages.
    pub fn word(self) -> &'static str {
        ["gas", "stone", "metal"][self.index()]
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// The number of a vein: its place in the map's canonical list.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct VeinId(pub u16);

impl VeinId {
    /// The number as an index.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// R5 The owner of a vein: a player, or the aliens (-1).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Owner(i8);

impl Owner {
    /// The neutral owner.
    pub const ALIENS: Owner = Owner(-1);

    /// The player with this id.
    pub const fn player(id: u8) -> Owner {
        Owner(id as i8)
    }

    /// The player's id, or nothing for the aliens.
    #[inline]
    pub fn id(self) -> Option<usize> {
        usize::try_from(self.0).ok()
    }

    /// The contest's number: -1 for the aliens.
    pub fn number(self) -> i8 {
        self.0
    }
}

impl fmt::Display for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.id() {
            Some(id) => write!(f, "player {id}"),
            None => f.write_str("the aliens"),
        }
    }
}

/// R5 A productivity at a rank: doubled for each rank above the first.
#[inline]
pub fn productivity(initial: i32, rank: u8) -> i32 {
    initial << (rank - RANK_MIN)
}

/// A vein; all players see the same.
// The position stores its veins like this, so that a view copies them all at once.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct VeinView {
    /// Where it is.
    pub location: Point,
    /// Its owner; -1 for the aliens.
    pub owner: Owner,
    /// What it yields.
    pub material: Material,
    /// The robots living in it.
    pub robots: i32,
    /// 1 to 3.
    pub material_rank: u8,
    /// 1 to 3.
    pub robot_rank: u8,
    /// Material per turn of its owner at rank 1.
    pub initial_material_productivity: i32,
    /// Robots per turn of its owner at rank 1.
    pub initial_robot_productivity: i32,
    /// Material per turn of its owner now.
    pub material_productivity: i32,
    /// Robots per turn of its owner now.
    pub robot_productivity: i32,
}

impl VeinView {
    /// Changes the ranks, and with them the productivities.
    pub(crate) fn set_ranks(&mut self, material: u8, robot: u8) {
        (self.material_rank, self.robot_rank) = (material, robot);
        self.material_productivity = productivity(self.initial_material_productivity, material);
        self.robot_productivity = productivity(self.initial_robot_productivity, robot);
    }
}

/// R5 A player's possessions.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// Money in J.
    pub money: i32,
    /// Gas, stone and metal, without what is bound in offers.
    pub materials: [i32; MATERIALS],
    /// The last round in which it finished a turn while alive.
    pub time_to_live: u32,
    /// Number of its veins (kept up to date with the veins' owners).
    pub veins: u16,
}

impl Player {
    /// R5 Alive: owns at least one vein.
    #[inline]
    pub fn is_alive(&self) -> bool {
        self.veins > 0
    }
}

/// R5 Robots on their way. Where they go is written in the state's ways.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Squad {
    /// Number of robots; more than 0.
    pub robots: i32,
    /// The vertex it stands on.
    pub at: Point,
    /// The vertex of the vein it goes to.
    pub goal: Point,
    /// Its number: squads are counted as they are launched.
    pub id: u32,
    /// Where its way begins in the state's ways.
    pub(crate) first_step: u32,
    /// Edges behind it.
    pub steps_gone: u16,
    /// Edges to its destination.
    pub steps_left: u16,
    /// The vein it comes from.
    pub from: VeinId,
    /// The vein it goes to.
    pub to: VeinId,
    /// The player it belongs to.
    pub owner: u8,
}

/// R5 Whether a trade sells or buys, as its publisher sees it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TradeType {
    /// The publisher gives material for money.
    Offer,
    /// The publisher gives money for material.
    Demand,
}

impl fmt::Display for TradeType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TradeType::Offer => "offer",
            TradeType::Demand => "demand",
        })
    }
}

/// R5 A standing offer or demand; its publisher and material are its place in the state.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Trade {
    /// Offer or demand.
    pub kind: TradeType,
    /// Pieces still open; more than 0.
    pub amount: i32,
    /// Price per piece; more than 0.
    pub price: i32,
    /// R8.5 Published in the turn its publisher is playing, or played last.
    pub is_fresh: bool,
    /// Later ones are listed behind earlier ones; a partly used trade counts as new.
    pub serial: u32,
}

/// R6, R7: which of the two phases is played.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Players select veins in snake order.
    Select,
    /// Players give commands.
    Main,
}

/// R10 Why the game ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// At most one player owned a vein.
    LastSurvivor,
    /// The last round was over.
    MaxRound,
}

/// R10 How the game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// What ended it.
    pub decision: Decision,
    /// The players' ids, best first.
    pub ranking: ArrayVec<u8, PLAYERS_MAX>,
}
