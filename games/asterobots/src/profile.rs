//! What a match starts from: map, number of players, and the switches between the two profiles.

use crate::constants::{
    ALIEN_TRADE_MARGIN, INITIAL_MATERIAL, INITIAL_MONEY, MATERIALS, MAX_ROUND, MAX_ROUND_MAX,
    PLAYERS_MAX, PLAYERS_MIN,
};
use crate::map::Map;
use agon_core::{MapFault, Profile};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// R9 How the aliens' buy price is calculated (C1).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MarketFormula {
    /// Multiply first, then divide: the manual.
    MultiplyFirst,
    /// Divide in between and lose fractions: the original program.
    DivideBetween,
}

/// R9 The players whose stock determines the prices (C3).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MarketCounts {
    /// That of all players, dead ones too: the manual.
    AllPlayers,
    /// That of players who own a vein: the original program.
    LivingPlayers,
}

/// R8.5 How long an offer or demand stands (C2).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TradeLife {
    /// Until its publisher's next turn has ended: the manual.
    NextTurnEnds,
    /// Until its publisher's next turn begins: the original program.
    NextTurnBegins,
}

/// The switches between what the manual says and what the original program did (R13), and the
/// settings that recorded games vary (R2).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// C1 The formula of the aliens' prices.
    pub market_formula: MarketFormula,
    /// C2 The life of offers and demands.
    pub trade_life: TradeLife,
    /// C3 The players whose stock the market counts.
    pub market_counts: MarketCounts,
    /// C4 A player may upgrade veins that belong to others.
    pub upgrade_foreign_vein: bool,
    /// C5 Amounts of 0 and less may be bought from an offer or sold to a demand.
    pub non_positive_trade_amount: bool,
    /// C6 A player may accept its own offer or demand.
    pub self_trade: bool,
    /// C7 A given path may run outside the field.
    pub path_leaves_field: bool,
    /// R2 The last round.
    pub max_round: u32,
    /// R2 Money of each player at the start.
    pub initial_money: i32,
    /// R2 Gas, stone and metal of each player at the start.
    pub initial_materials: [i32; MATERIALS],
    /// R2 The aliens charge this many times what they pay.
    pub alien_trade_margin: i32,
}

impl Rules {
    /// The rules of the manual, with the contest's settings.
    pub const fn handbook() -> Rules {
        Rules {
            market_formula: MarketFormula::MultiplyFirst,
            trade_life: TradeLife::NextTurnEnds,
            market_counts: MarketCounts::AllPlayers,
            upgrade_foreign_vein: false,
            non_positive_trade_amount: false,
            self_trade: false,
            path_leaves_field: false,
            max_round: MAX_ROUND,
            initial_money: INITIAL_MONEY,
            initial_materials: [INITIAL_MATERIAL; MATERIALS],
            alien_trade_margin: ALIEN_TRADE_MARGIN,
        }
    }

    /// What the contest's program did, with the contest's settings.
    pub const fn original() -> Rules {
        Rules {
            market_formula: MarketFormula::DivideBetween,
            trade_life: TradeLife::NextTurnBegins,
            market_counts: MarketCounts::LivingPlayers,
            upgrade_foreign_vein: true,
            non_positive_trade_amount: true,
            self_trade: true,
            path_leaves_field: true,
            ..Rules::handbook()
        }
    }

    /// The rules of a profile, with the contest's settings.
    pub const fn of(profile: Profile) -> Rules {
        match profile {
            Profile::Handbook => Rules::handbook(),
            Profile::Original => Rules::original(),
        }
    }

    fn check(&self) -> Result<(), MapFault> {
        if !(1..=MAX_ROUND_MAX).contains(&self.max_round) {
            return Err(MapFault(format!(
                "a game of {} rounds is not possible: use 1 to {MAX_ROUND_MAX}",
                self.max_round
            )));
        }
        if self.alien_trade_margin < 1 {
            return Err(MapFault(format!(
                "an alien trade margin of {} is not possible: it must be at least 1",
                self.alien_trade_margin
            )));
        }
        if self.initial_money < 0 || self.initial_materials.iter().any(|m| *m < 0) {
            return Err(MapFault::new("money and materials at the start must not be negative"));
        }
        Ok(())
    }
}

/// What a match starts from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "SetupFile")]
pub struct Setup {
    map: Arc<Map>,
    rules: Rules,
    players: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SetupFile {
    map: Arc<Map>,
    rules: Rules,
    players: u8,
}

impl TryFrom<SetupFile> for Setup {
    type Error = MapFault;
    fn try_from(file: SetupFile) -> Result<Setup, MapFault> {
        Setup::new(file.map, file.rules, usize::from(file.players))
    }
}

impl Setup {
    /// Puts map, rules and players together, or returns why they do not fit.
    pub fn new(map: Arc<Map>, rules: Rules, players: usize) -> Result<Setup, MapFault> {
        rules.check()?;
        if !(PLAYERS_MIN..=PLAYERS_MAX).contains(&players) {
            return Err(MapFault(format!(
                "{players} players cannot play: Asterobots is for {PLAYERS_MIN} to {PLAYERS_MAX}"
            )));
        }
        if map.veins().len() < 2 * players {
            return Err(MapFault(format!(
                "{} veins are too few for {players} players: every player selects two",
                map.veins().len()
            )));
        }
        Ok(Setup { map, rules, players: players as u8 })
    }

    /// The map.
    pub fn map(&self) -> &Map {
        &self.map
    }

    /// The map, shared.
    pub(crate) fn shared_map(&self) -> Arc<Map> {
        Arc::clone(&self.map)
    }

    /// The switches and settings.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Number of players.
    pub fn players(&self) -> usize {
        usize::from(self.players)
    }
}
