//! The position: everything that changes during play, and the rules and map it rests on.

mod check;
mod setup;
mod ways;

pub use setup::{MarketCounts, MarketFormula, Rules, Setup, TradeLife};
pub(crate) use ways::Ways;

use crate::constants::{FIRST_PRICE, MATERIALS, PLAYERS_MAX, RANK_MIN};
use crate::map::{Deposit, Map, Material, Point, VeinId};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// R5 Who owns a vein: a player, or the aliens (-1).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Owner(i8);

impl Owner {
    /// Nobody: the neutral owner.
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

    /// The number the contest uses: -1 for the aliens.
    pub fn number(self) -> i8 {
        self.0
    }
}

impl std::fmt::Display for Owner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.id() {
            Some(id) => write!(f, "player {id}"),
            None => f.write_str("the aliens"),
        }
    }
}

/// R5 What changes about a vein; the rest is the map's [`Deposit`].
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Vein {
    /// The robots living in it.
    pub robots: i32,
    /// Who owns it.
    pub owner: Owner,
    /// 1 to 3; each rank doubles the material it yields.
    pub material_rank: u8,
    /// 1 to 3; each rank doubles the robots it builds.
    pub robot_rank: u8,
}

/// R5 What a productivity has become at a rank: doubled for each rank above the first.
#[inline]
pub fn productivity(initial: i32, rank: u8) -> i32 {
    initial << (rank - RANK_MIN)
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
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TradeType {
    /// The publisher gives material for money.
    Offer,
    /// The publisher gives money for material.
    Demand,
}

impl std::fmt::Display for TradeType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
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
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
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
pub enum EndReason {
    /// At most one player owned a vein.
    LastSurvivor,
    /// The last round was over.
    MaxRound,
}

/// R10 How the game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finish {
    /// What ended it.
    pub reason: EndReason,
    /// The players' ids, best first.
    pub ranking: ArrayVec<u8, PLAYERS_MAX>,
}

/// One position of a game of Asterobots.
#[derive(Clone, Debug)]
pub struct Asterobots {
    pub(crate) map: Arc<Map>,
    pub(crate) rules: Rules,
    pub(crate) players: ArrayVec<Player, PLAYERS_MAX>,
    pub(crate) veins: Vec<Vein>,
    /// Back of the rulebook's list first: a launch puts its squad at the front, so it is pushed.
    pub(crate) squads: Vec<Squad>,
    pub(crate) ways: Ways,
    pub(crate) launches: u32,
    pub(crate) trades: [[Option<Trade>; MATERIALS]; PLAYERS_MAX],
    pub(crate) next_serial: u32,
    pub(crate) buy_prices: [i32; MATERIALS],
    pub(crate) round: u32,
    pub(crate) current: u8,
    /// Selections made so far; the main phase begins at twice the number of players.
    pub(crate) selections: u8,
    /// What the current player has selected so far in its selection.
    pub(crate) pick: Option<Point>,
    /// Entries of the current player's command list so far.
    pub(crate) listed: u8,
    pub(crate) finish: Option<Finish>,
    /// The squads of the player whose turn ends; empty between turns.
    pub(crate) movers: Vec<Squad>,
}

/// Squads for which room is made at the start.
const SQUADS_FIRST: usize = 512;

impl Asterobots {
    /// R2, R4: the position before the first selection.
    pub(crate) fn start(setup: &Setup) -> Asterobots {
        let rules = *setup.rules();
        let player = Player {
            money: rules.initial_money,
            materials: rules.initial_materials,
            time_to_live: 0,
            veins: 0,
        };
        let vein = |deposit: &Deposit| Vein {
            robots: deposit.robots,
            owner: Owner::ALIENS,
            material_rank: RANK_MIN,
            robot_rank: RANK_MIN,
        };
        Asterobots {
            rules,
            players: std::iter::repeat_n(player, setup.players()).collect(),
            veins: setup.map().veins().iter().map(vein).collect(),
            map: setup.shared_map(),
            squads: Vec::with_capacity(SQUADS_FIRST),
            ways: Ways::new(),
            launches: 0,
            trades: [[None; MATERIALS]; PLAYERS_MAX],
            next_serial: 0,
            buy_prices: [FIRST_PRICE; MATERIALS],
            round: 1,
            current: 0,
            selections: 0,
            pick: None,
            listed: 0,
            finish: None,
            movers: Vec::with_capacity(SQUADS_FIRST),
        }
    }

    /// The map.
    pub fn map(&self) -> &Map {
        &self.map
    }

    /// The switches and settings.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The players by id.
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// The veins in the map's order.
    pub fn veins(&self) -> &[Vein] {
        &self.veins
    }

    /// The veins with what the map says about them.
    pub fn deposits(&self) -> impl Iterator<Item = (&Deposit, &Vein)> {
        self.map.veins().iter().zip(&self.veins)
    }

    /// R5 The squads in the rulebook's list order.
    pub fn squads(&self) -> impl Iterator<Item = &Squad> {
        self.squads.iter().rev()
    }

    /// R5 The points a squad has still to visit, from where it stands to its destination.
    pub fn path(&self, squad: &Squad) -> impl Iterator<Item = Point> {
        self.ways.path(squad)
    }

    /// The whole way of a squad, from the vein it was launched from.
    pub fn whole_path(&self, squad: &Squad) -> impl Iterator<Item = Point> {
        let from = self.map.veins()[squad.from.index()].location;
        self.ways.whole_path(squad, from)
    }

    /// The standing trade of a player for a material.
    pub fn trade(&self, player: usize, material: Material) -> Option<&Trade> {
        self.trades.get(player)?[material.index()].as_ref()
    }

    /// All standing trades by publisher, then material.
    pub fn trades(&self) -> impl Iterator<Item = (u8, Material, &Trade)> {
        self.trades.iter().enumerate().flat_map(|(player, row)| {
            Material::ALL
                .into_iter()
                .zip(row)
                .filter_map(move |(m, t)| Some((player as u8, m, t.as_ref()?)))
        })
    }

    /// R9 What the aliens charge.
    pub fn buy_prices(&self) -> [i32; MATERIALS] {
        self.buy_prices
    }

    /// R9 What the aliens pay.
    pub fn sell_prices(&self) -> [i32; MATERIALS] {
        self.buy_prices.map(|p| p / self.rules.alien_trade_margin)
    }

    /// The phase being played.
    pub fn phase(&self) -> Phase {
        if usize::from(self.selections) < 2 * self.players.len() {
            Phase::Select
        } else {
            Phase::Main
        }
    }

    /// The player who selects or plays now; at the end the one who made the last turn.
    pub fn current_player(&self) -> u8 {
        self.current
    }

    /// How the game ended, once it has.
    pub fn finish(&self) -> Option<&Finish> {
        self.finish.as_ref()
    }

    /// R10.3 Residents of a player's veins and robots in its squads.
    pub fn robots_of(&self, player: usize) -> i64 {
        let resident = self
            .veins
            .iter()
            .filter(|v| v.owner.id() == Some(player))
            .map(|v| i64::from(v.robots));
        let launched = self
            .squads
            .iter()
            .filter(|s| usize::from(s.owner) == player)
            .map(|s| i64::from(s.robots));
        resident.chain(launched).sum()
    }

    /// R10.4 Money, and what the aliens would pay for the materials. Only sums far beyond any real
    /// game reach the end of 64 bits, and stop there.
    pub fn total_money(&self, player: usize) -> i64 {
        let Player {
            money, materials, ..
        } = self.players[player];
        let stock = materials.iter().zip(self.sell_prices());
        let values = stock.map(|(m, p)| i64::from(*m) * i64::from(p));
        values.fold(money.into(), i64::saturating_add)
    }

    /// The player whose commands are being carried out.
    #[inline]
    pub(crate) fn me(&mut self) -> &mut Player {
        &mut self.players[usize::from(self.current)]
    }

    /// The vein with this number.
    #[inline]
    pub(crate) fn vein(&mut self, id: VeinId) -> &mut Vein {
        &mut self.veins[id.index()]
    }

    /// Gives a vein to a player and keeps count.
    pub(crate) fn hand_over(&mut self, id: VeinId, to: u8) {
        let vein = &mut self.veins[id.index()];
        if let Some(old) = vein.owner.id() {
            self.players[old].veins -= 1;
        }
        vein.owner = Owner::player(to);
        self.players[usize::from(to)].veins += 1;
    }

    /// Number of players who own a vein.
    pub(crate) fn alive(&self) -> usize {
        self.players.iter().filter(|p| p.is_alive()).count()
    }
}
