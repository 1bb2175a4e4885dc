//! The position: everything that changes during play, with its rules and map.

mod fingerprint;
mod ways;

use crate::constants::{FIRST_PRICE, MATERIALS, PLAYERS_MAX, RANK_MIN};
use crate::map::{Deposit, Map};
use crate::profile::{Rules, Setup};
use crate::types::{Ending, Material, Owner, Phase, Player, Point, Squad, Trade, VeinId, VeinView};
use arrayvec::ArrayVec;
use std::sync::Arc;
pub(crate) use ways::Ways;

/// One position of a game of Asterobots.
#[derive(Debug)]
pub struct Asterobots {
    pub(crate) map: Arc<Map>,
    pub(crate) rules: Rules,
    pub(crate) players: ArrayVec<Player, PLAYERS_MAX>,
    /// In the map's order, as views show them.
    pub(crate) veins: Vec<VeinView>,
    /// Back of the rulebook's list first: a launch puts its squad at the front, so it is pushed.
    pub(crate) squads: Vec<Squad>,
    pub(crate) ways: Ways,
    pub(crate) launches: u32,
    pub(crate) trades: [[Option<Trade>; MATERIALS]; PLAYERS_MAX],
    /// How many of them there are: mostly none has to be looked for.
    pub(crate) standing: u8,
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
    pub(crate) ending: Option<Ending>,
    /// The squads of the player whose turn ends; empty between turns.
    pub(crate) movers: Vec<Squad>,
}

agon_core::clone_in_place! {
    Asterobots {
        shared: map;
        cloned: rules, players, veins, squads, ways, launches, trades, standing, next_serial, buy_prices,
            round, current, selections, pick, listed, ending;
        scratch: movers;
    }
}

/// Capacity for squads at the start.
const SQUADS_FIRST: usize = 512;

impl VeinView {
    /// R4 A vein at the beginning of a match.
    pub(crate) fn new(deposit: &Deposit) -> VeinView {
        let mut vein = VeinView {
            location: deposit.location,
            owner: Owner::ALIENS,
            material: deposit.material,
            robots: deposit.robots,
            material_rank: RANK_MIN,
            robot_rank: RANK_MIN,
            initial_material_productivity: deposit.material_productivity,
            initial_robot_productivity: deposit.robot_productivity,
            material_productivity: 0,
            robot_productivity: 0,
        };
        vein.set_ranks(RANK_MIN, RANK_MIN);
        vein
    }
}

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
        Asterobots {
            rules,
            players: std::iter::repeat_n(player, setup.players()).collect(),
            veins: setup.map().veins().iter().map(VeinView::new).collect(),
            map: setup.shared_map(),
            squads: Vec::with_capacity(SQUADS_FIRST),
            ways: Ways::new(),
            launches: 0,
            trades: [[None; MATERIALS]; PLAYERS_MAX],
            standing: 0,
            next_serial: 0,
            buy_prices: [FIRST_PRICE; MATERIALS],
            round: 1,
            current: 0,
            selections: 0,
            pick: None,
            listed: 0,
            ending: None,
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
    pub fn veins(&self) -> &[VeinView] {
        &self.veins
    }

    /// The veins with their values on the map.
    pub fn deposits(&self) -> impl Iterator<Item = (&Deposit, &VeinView)> {
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

    /// The player that selects or plays now; at the end the one that made the last turn.
    pub fn current_player(&self) -> u8 {
        self.current
    }

    /// How the game ended, once it has.
    pub fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// R10.3 Residents of a player's veins and robots in its squads.
    pub fn robots_of(&self, player: usize) -> i64 {
        let resident =
            self.veins.iter().filter(|v| v.owner.id() == Some(player)).map(|v| i64::from(v.robots));
        let launched = self
            .squads
            .iter()
            .filter(|s| usize::from(s.owner) == player)
            .map(|s| i64::from(s.robots));
        resident.chain(launched).sum()
    }

    /// R10.4 Money, and what the aliens would pay for the materials. Sums stop at the end of
    /// 64 bits, which no real game reaches.
    pub fn total_money(&self, player: usize) -> i64 {
        let Player { money, materials, .. } = self.players[player];
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
    pub(crate) fn vein(&mut self, id: VeinId) -> &mut VeinView {
        &mut self.veins[id.index()]
    }

    /// Gives a vein to a player and updates the players' counts.
    pub(crate) fn hand_over(&mut self, id: VeinId, to: u8) {
        let vein = &mut self.veins[id.index()];
        if let Some(old) = vein.owner.id() {
            self.players[old].veins -= 1;
        }
        vein.owner = Owner::player(to);
        self.players[usize::from(to)].veins += 1;
    }

    /// Number of players that own a vein.
    pub(crate) fn alive(&self) -> usize {
        self.players.iter().filter(|p| p.is_alive()).count()
    }
}
