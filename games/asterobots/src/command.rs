//! The calls of a player, the replies, and every reason for a refusal.

use crate::types::{Material, Owner, Point, TradeType};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Something a player says during its turn.
///
/// In the selection phase that is [`Select`](Call::Select), in the main phase the entries of the
/// command list, one call each, in the order of the list. Any numbers may be named. The last two are
/// questions, free in both phases.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are named as in the manual")]
pub enum Call {
    /// R6 Take the vein here. The last selection before the end of the turn counts.
    Select(Point),
    /// R7.1 Buy material from the aliens.
    BuyFromAlien { material: Material, amount: i32 },
    /// R7.2 Sell material to the aliens.
    SellToAlien { material: Material, amount: i32 },
    /// R7.3 Buy material that a player offers.
    BuyFromOffer { player: i32, material: Material, amount: i32 },
    /// R7.4 Sell material that a player demands.
    SellToDemand { player: i32, material: Material, amount: i32 },
    /// R7.5 Publish an offer at a price per piece.
    Offer { material: Material, amount: i32, price: i32 },
    /// R7.6 Publish a demand at a price per piece.
    Demand { material: Material, amount: i32, price: i32 },
    /// R7.7 Send robots from one vein to another on the default shortest path.
    Launch { robots: i32, from: Point, to: Point },
    /// R7.8 Send robots along a path; its ends are the two veins.
    LaunchWithPath { robots: i32, path: Vec<Point> },
    /// R7.9 Raise the material rank of a vein.
    UpgradeMaterial { location: Point },
    /// R7.10 Raise the robot rank of a vein.
    UpgradeRobot { location: Point },
    /// R3 How many edges lie between two vertices?
    Distance { from: Point, to: Point },
    /// R3.1 Which way does a plain launch take between two vertices?
    Path { from: Point, to: Point },
}

/// The answer to a [`Call`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the variants are documented")]
pub enum Reply {
    /// The selection is noted and will be granted at the end of the turn, unless it is replaced.
    Selected,
    /// The selection is noted, but cannot be granted: at the end of the turn the first free vein
    /// will be given instead.
    Unselectable { why: Invalid },
    /// The command was carried out as this entry (counted from 1) of the turn's list.
    Done { entry: u8 },
    /// The command was invalid: it counts as this entry of the list, and nothing happened.
    Ignored { entry: u8, why: Invalid },
    /// The number of edges.
    Distance(u32),
    /// The vertices, both ends included.
    Path(Vec<Point>),
    /// The call was not accepted, for this reason.
    Refused(Invalid),
}

impl Reply {
    /// Why the call had no effect, if it had none.
    pub fn refusal(&self) -> Option<Invalid> {
        match self {
            Reply::Unselectable { why } | Reply::Ignored { why, .. } | Reply::Refused(why) => {
                Some(*why)
            }
            _ => None,
        }
    }
}

/// R12 The number that would have become too large.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Good {
    /// The active player's money.
    Money,
    /// The active player's stock of the material.
    Stock,
    /// The publisher's money.
    PublishersMoney,
    /// The publisher's stock of the material.
    PublishersStock,
    /// The pieces of the trade.
    Trade,
}

impl std::fmt::Display for Good {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Good::Money => "your money",
            Good::Stock => "your stock of the material",
            Good::PublishersMoney => "the publisher's money",
            Good::PublishersStock => "the publisher's stock of the material",
            Good::Trade => "the amount of the trade",
        })
    }
}

/// Why a call had no effect. Each reads as a full sentence.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Error, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the sentences say it")]
pub enum Invalid {
    #[error("the game is over")]
    GameOver,
    #[error("it is not your turn: player {current} is playing")]
    NotYourTurn { current: u8 },
    #[error("veins are being selected: name one with `select`; commands come in the main phase")]
    SelectionPhase,
    #[error("the selection of veins is over: give commands")]
    MainPhase,
    #[error("the list is full: only the first {most} commands of a turn count")]
    ListFull { most: u8 },
    #[error("{at} is not a vertex of the field")]
    OutsideField { at: Point },
    #[error("the vein at {at} cannot be selected: it belongs to {owner} already")]
    Taken { at: Point, owner: Owner },
    #[error("the amount must be positive, not {amount}")]
    AmountNotPositive { amount: i32 },
    #[error("the price must be positive, not {price}")]
    PriceNotPositive { price: i32 },
    #[error("the aliens pay nothing for {material} at the moment")]
    Worthless { material: Material },
    #[error("{needs} J are needed, but you have {has} J")]
    NotEnoughMoney { has: i32, needs: i64 },
    #[error("{needs} {material} are needed, but you have {has}")]
    NotEnoughMaterials { material: Material, has: i32, needs: i64 },
    #[error("player {player}, the publisher, would need {needs} J, but has {has} J")]
    PublisherNotEnoughMoney { player: u8, has: i32, needs: i64 },
    #[error("player {player}, the publisher, would need {needs} {material}, but has {has}")]
    PublisherNotEnoughMaterials { player: u8, material: Material, has: i32, needs: i64 },
    #[error("there is no {kind} of {material} by player {player}")]
    NoSuchTrade { kind: TradeType, player: i32, material: Material },
    #[error("{amount} pieces are more than the {open} that are left of the trade")]
    AmountExceedsTrade { amount: i32, open: i32 },
    #[error("you have a standing {kind} of {material} already: one trade per material")]
    TradeExists { kind: TradeType, material: Material },
    #[error("this is your own {kind} of {material}: only others can accept it")]
    SelfTrade { kind: TradeType, material: Material },
    #[error("{what} would grow to {value}, beyond the limit of 2147483647")]
    TooLarge { what: Good, value: i64 },
    #[error("a path needs at least 2 points, not {points}")]
    PathTooShort { points: u32 },
    #[error("a path has at most {most} points, not {points}")]
    PathTooLong { points: u32, most: u32 },
    #[error("the squad would not leave {at}: departure and destination are the same vein")]
    SameVein { at: Point },
    #[error("there is no vein at {at}")]
    NotAVein { at: Point },
    #[error(
        "{wants} robots cannot be launched from {at}: {has} live there, and at least 1 must go"
    )]
    NotEnoughRobots { at: Point, has: i32, wants: i32 },
    #[error("the vein at {at} is not yours: it belongs to {owner}")]
    NotOwner { at: Point, owner: Owner },
    #[error("the path is broken: {from} and {to} are not adjacent")]
    PathNotConnected { from: Point, to: Point },
    #[error("the path leaves the field at {at}")]
    PathLeavesField { at: Point },
    #[error("the vein at {at} has the highest rank already: {rank}")]
    RankIsMax { at: Point, rank: u8 },
    #[error("the vein at {at} cannot be upgraded by you: it belongs to {owner}")]
    UpgradeForeignVein { at: Point, owner: Owner },
}
