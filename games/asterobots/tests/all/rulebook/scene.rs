//! Small matches for testing the rules: eight veins, two to four players, calls as short words.

use agon_asterobots::{
    Asterobots, Call, Deposit, Invalid, Map, Material, Phase, Point, Reply, Rules, Setup,
};
use agon_core::{Actor, Chance, End, Game, TestSupport};
use std::sync::Arc;

pub const GAS: Material = Material::Gas;
pub const STONE: Material = Material::Stone;
pub const METAL: Material = Material::Metal;

/// The veins of the test field: six in a row (A to F, three edges apart), one above (T) and one
/// below (U). Each yields 5 pieces and builds 5 robots a turn at rank 1.
///
/// ```text
/// T             (0,-3)
/// A  B  C  D  E  F   x = -6, -3, 0, 3, 6, 9 on row 0
/// U             (0,4)
/// ```
pub const A: Point = Point::new(-6, 0);
pub const B: Point = Point::new(-3, 0);
pub const C: Point = Point::new(0, 0);
pub const D: Point = Point::new(3, 0);
pub const E: Point = Point::new(6, 0);
pub const F: Point = Point::new(9, 0);
pub const T: Point = Point::new(0, -3);
pub const U: Point = Point::new(0, 4);
pub const VEINS: [(Point, Material); 8] =
    [(T, GAS), (A, GAS), (B, STONE), (C, METAL), (D, GAS), (E, STONE), (F, METAL), (U, STONE)];

pub struct Table {
    pub game: Asterobots,
}

/// Players with 1,000 J and 1,000 of everything, before the selection; every vein has 50 robots.
pub fn table(players: usize, rules: Rules) -> Table {
    table_with(players, rules, &[])
}

pub fn table_with(players: usize, rules: Rules, robots: &[(Point, i32)]) -> Table {
    let deposit = |(location, material): (Point, Material)| Deposit {
        location,
        material,
        robots: robots.iter().find(|(p, _)| *p == location).map_or(50, |(_, n)| *n),
        material_productivity: 5,
        robot_productivity: 5,
    };
    let map = Map::new("test", 5, VEINS.map(deposit).to_vec()).unwrap();
    let setup = Setup::new(Arc::new(map), rules, players).unwrap();
    Table { game: Asterobots::new(&setup, Chance::seeded(0)) }
}

pub fn rich(rules: Rules) -> Rules {
    Rules { initial_money: 1000, initial_materials: [1000; 3], ..rules }
}

/// Both profiles, with 1,000 J and 1,000 of everything for each player.
pub fn both() -> [Rules; 2] {
    [rich(Rules::handbook()), rich(Rules::original())]
}

impl Table {
    /// Plays the selection: player 0's veins, player 1's and so on.
    pub fn select(mut self, picks: &[[Point; 2]]) -> Table {
        let order = (0..picks.len()).chain((0..picks.len()).rev());
        let mut taken = vec![0; picks.len()];
        for player in order {
            let pick = picks[player][taken[player]];
            taken[player] += 1;
            assert_eq!(self.say(Call::Select(pick)), Reply::Selected);
            self.end();
        }
        assert_eq!(self.game.phase(), Phase::Main);
        self
    }

    pub fn say(&mut self, call: Call) -> Reply {
        let actor = Actor(self.game.current_player().into());
        let checked = self.game.check_command(&call);
        let reply = self.game.call(actor, &call);
        assert_eq!(checked.err(), reply.refusal(), "{call:?}");
        reply
    }

    pub fn yes(&mut self, call: Call) {
        let reply = self.say(call.clone());
        assert!(matches!(reply, Reply::Done { .. }), "{call:?}: {reply:?}");
    }

    /// The reason why a command has no effect.
    pub fn no(&mut self, call: Call) -> Invalid {
        let (players, squads) = (self.game.players().to_vec(), self.game.squads().count());
        let (veins, trades) = (self.game.veins().to_vec(), self.game.trades().count());
        let reply = self.say(call.clone());
        assert_eq!(self.game.players(), players, "{call:?} left a trace");
        assert_eq!(self.game.veins(), veins, "{call:?} left a trace");
        assert_eq!(self.game.squads().count(), squads, "{call:?} left a trace");
        assert_eq!(self.game.trades().count(), trades, "{call:?} left a trace");
        reply.refusal().unwrap_or_else(|| panic!("{call:?} was carried out"))
    }

    pub fn end(&mut self) {
        let actor = Actor(self.game.current_player().into());
        self.game.end(actor, End::DONE);
        self.game.invariants().unwrap();
    }

    pub fn end_turns(&mut self, turns: usize) {
        (0..turns).for_each(|_| self.end());
    }

    pub fn robots(&self, at: Point) -> i32 {
        self.vein(at).1
    }

    pub fn owner(&self, at: Point) -> Option<usize> {
        self.vein(at).0
    }

    /// Owner, robots, material rank, robot rank.
    pub fn vein(&self, at: Point) -> (Option<usize>, i32, u8, u8) {
        let (_, v) = self.game.deposits().find(|(d, _)| d.location == at).unwrap();
        (v.owner.id(), v.robots, v.material_rank, v.robot_rank)
    }

    pub fn money(&self, player: usize) -> i32 {
        self.game.players()[player].money
    }

    pub fn stock(&self, player: usize, material: Material) -> i32 {
        self.game.players()[player].materials[material.index()]
    }

    /// Owner and robots of the squads in list order.
    pub fn squads(&self) -> Vec<(u8, i32)> {
        self.game.squads().map(|s| (s.owner, s.robots)).collect()
    }
}

pub fn launch(robots: i32, from: Point, to: Point) -> Call {
    Call::Launch { robots, from, to }
}

pub fn duel(rules: Rules) -> Table {
    table(2, rules).select(&[[A, T], [F, U]])
}

pub fn buy_alien(material: Material, amount: i32) -> Call {
    Call::BuyFromAlien { material, amount }
}

pub fn sell_alien(material: Material, amount: i32) -> Call {
    Call::SellToAlien { material, amount }
}

pub fn buy_offer(player: i32, material: Material, amount: i32) -> Call {
    Call::BuyFromOffer { player, material, amount }
}

pub fn sell_demand(player: i32, material: Material, amount: i32) -> Call {
    Call::SellToDemand { player, material, amount }
}

pub fn offer(material: Material, amount: i32, price: i32) -> Call {
    Call::Offer { material, amount, price }
}

pub fn demand(material: Material, amount: i32, price: i32) -> Call {
    Call::Demand { material, amount, price }
}

pub fn upgrade_material(location: Point) -> Call {
    Call::UpgradeMaterial { location }
}

pub fn upgrade_robot(location: Point) -> Call {
    Call::UpgradeRobot { location }
}
