//! What a player may know (R14): everything but the others' commands.

use crate::constants::{COMMANDS_PER_TURN, MATERIALS, UPGRADE_MATERIAL, UPGRADE_ROBOT};
use crate::state::{Asterobots, SPARE_POINTS};
use crate::types::{Material, Owner, Phase, Point, TradeType, productivity};
use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The position as one player sees it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct View {
    /// The player that sees this view.
    pub me: u8,
    /// Selection of veins, or the main phase.
    pub phase: Phase,
    /// The round, from 1; 1 during the selection.
    pub round: u32,
    /// The player that selects or plays now.
    pub current_player: u8,
    /// Commands that still count in this turn.
    pub commands_left: u8,
    /// R2 The settings, which do not change during a match.
    pub setting: Setting,
    /// The players by id, dead ones included.
    pub players: Vec<PlayerView>,
    /// The veins by y, then x.
    pub veins: Vec<VeinView>,
    /// The standing offers and demands in the order of their publication.
    pub trades: Vec<TradeView>,
    /// What the aliens charge for a piece.
    #[serde(with = "ByMaterial")]
    pub buy_prices: [i32; MATERIALS],
    /// What the aliens pay for a piece.
    #[serde(with = "ByMaterial")]
    pub sell_prices: [i32; MATERIALS],
    /// The squads in the order that decides stacked battles. They come last: there can be hundreds, and a
    /// bot that does not need them can stop reading here.
    pub squads: Squads,
}

/// R2 The settings of a match.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Setting {
    /// The last round.
    pub max_round: u32,
    /// Money of each player at the start.
    pub initial_money: i32,
    /// Stock of each player at the start.
    #[serde(with = "ByMaterial")]
    pub initial_materials: [i32; MATERIALS],
    /// Small hexagons along a side of the field.
    pub map_size: u32,
    /// The aliens charge this many times what they pay.
    pub alien_trade_margin: i32,
    /// What raises a material rank from 1 to 2, and from 2 to 3.
    pub upgrade_material: [Cost; 2],
    /// What raises a robot rank from 1 to 2, and from 2 to 3.
    pub upgrade_robot: [Cost; 2],
}

/// Pieces of each material.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Cost(#[serde(with = "ByMaterial")] pub [i32; MATERIALS]);

/// A player; all players see the same.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlayerView {
    /// Money in J.
    pub money: i32,
    /// Stock, without what is bound in offers.
    #[serde(with = "ByMaterial")]
    pub materials: [i32; MATERIALS],
    /// The last round in which it finished a turn while alive.
    pub time_to_live: u32,
    /// Whether it owns a vein.
    pub alive: bool,
}

/// A vein; all players see the same.
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

/// A standing offer or demand.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TradeView {
    /// The player that published it.
    pub player: u8,
    /// Offer or demand.
    #[serde(rename = "type")]
    pub kind: TradeType,
    /// The material.
    pub material: Material,
    /// Pieces left.
    pub amount: i32,
    /// J per piece.
    pub price: i32,
}

/// All squads with their remaining paths, in two flat buffers. Shown as a list of
/// `{"owner", "robots", "path"}`.
#[derive(Clone, Debug, Default, JsonSchema)]
#[schemars(with = "Vec<SquadRecord>")]
pub struct Squads {
    heads: Vec<Head>,
    points: Vec<Point>,
}

#[derive(Copy, Clone, Debug)]
struct Head {
    owner: u8,
    robots: i32,
    /// Where its points end in the buffer; they begin where the squad before it ends.
    end: u32,
}

/// A squad; all players see the same.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SquadView<'a> {
    /// The player it belongs to.
    pub owner: u8,
    /// Number of robots.
    pub robots: i32,
    /// From where it stands to the vein it goes to.
    pub path: &'a [Point],
}

impl SquadView<'_> {
    /// The vertex it stands on.
    pub fn at(&self) -> Point {
        self.path[0]
    }

    /// The vein it goes to.
    pub fn to(&self) -> Point {
        self.path[self.path.len() - 1]
    }

    /// Turns of its owner until it arrives, this one included.
    pub fn turns_left(&self) -> usize {
        self.path.len() - 1
    }
}

impl Squads {
    /// The squads in list order.
    pub fn iter(&self) -> impl Iterator<Item = SquadView<'_>> {
        let mut start = 0;
        self.heads.iter().map(move |head| {
            let end = head.end as usize;
            let path = &self.points[start..end];
            start = end;
            SquadView { owner: head.owner, robots: head.robots, path }
        })
    }

    /// Owner, robots, destination and turns left of each squad in list order: all but the way between.
    pub(crate) fn ends(&self) -> impl Iterator<Item = (u8, i32, Point, u32)> {
        let mut start = 0;
        self.heads.iter().map(move |&Head { owner, robots, end }| {
            let turns = end - start - 1;
            start = end;
            (owner, robots, self.points[end as usize - 1], turns)
        })
    }

    /// Number of squads.
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    fn fill(&mut self, game: &Asterobots) {
        let mut end = 0;
        self.heads.clear();
        self.heads.extend(game.squads().map(|squad| {
            end += u32::from(squad.steps_left) + 1;
            Head { owner: squad.owner, robots: squad.robots, end }
        }));
        // All points are overwritten, so only new ones are cleared.
        self.points.resize(end as usize + SPARE_POINTS, Point::default());
        let mut start = 0;
        for squad in game.squads() {
            game.write_path(squad, &mut self.points[start..]);
            start += usize::from(squad.steps_left) + 1;
        }
        self.points.truncate(start);
    }
}

impl Serialize for Squads {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

/// A squad as it is read back.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "SquadView")]
struct SquadRecord {
    /// The player it belongs to.
    owner: u8,
    /// Number of robots.
    robots: i32,
    /// From where it stands to the vein it goes to.
    #[schemars(length(min = 1))]
    path: Vec<Point>,
}

impl<'de> Deserialize<'de> for Squads {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Squads, D::Error> {
        let mut squads = Squads::default();
        for SquadRecord { owner, robots, path } in Vec::deserialize(deserializer)? {
            if path.is_empty() {
                return Err(D::Error::custom("the path of a squad has no points"));
            }
            squads.points.extend(path);
            let end = squads.points.len() as u32;
            squads.heads.push(Head { owner, robots, end });
        }
        Ok(squads)
    }
}

impl Default for View {
    fn default() -> View {
        View {
            me: 0,
            phase: Phase::Select,
            round: 1,
            current_player: 0,
            commands_left: 0,
            setting: Setting {
                max_round: 0,
                initial_money: 0,
                initial_materials: [0; MATERIALS],
                map_size: 0,
                alien_trade_margin: 0,
                upgrade_material: UPGRADE_MATERIAL.map(Cost),
                upgrade_robot: UPGRADE_ROBOT.map(Cost),
            },
            players: Vec::new(),
            veins: Vec::new(),
            squads: Squads::default(),
            trades: Vec::new(),
            buy_prices: [0; MATERIALS],
            sell_prices: [0; MATERIALS],
        }
    }
}

impl View {
    /// Writes what a player knows into this view.
    pub fn fill(&mut self, game: &Asterobots, me: u8) {
        let rules = game.rules();
        self.me = me;
        self.phase = game.phase();
        self.round = game.round;
        self.current_player = game.current_player();
        self.commands_left = match self.phase {
            Phase::Main if me == game.current => COMMANDS_PER_TURN - game.listed,
            _ => 0,
        };
        self.setting.max_round = rules.max_round;
        self.setting.initial_money = rules.initial_money;
        self.setting.initial_materials = rules.initial_materials;
        self.setting.map_size = game.map().field().size();
        self.setting.alien_trade_margin = rules.alien_trade_margin;
        self.buy_prices = game.buy_prices();
        self.sell_prices = game.sell_prices();
        self.players.clear();
        self.players.extend(game.players().iter().map(|p| PlayerView {
            money: p.money,
            materials: p.materials,
            time_to_live: p.time_to_live,
            alive: p.is_alive(),
        }));
        self.fill_veins(game);
        self.squads.fill(game);
        self.fill_trades(game);
    }

    fn fill_veins(&mut self, game: &Asterobots) {
        self.veins.clear();
        self.veins.extend(game.deposits().map(|(deposit, vein)| VeinView {
            location: deposit.location,
            owner: vein.owner,
            material: deposit.material,
            robots: vein.robots,
            material_rank: vein.material_rank,
            robot_rank: vein.robot_rank,
            initial_material_productivity: deposit.material_productivity,
            initial_robot_productivity: deposit.robot_productivity,
            material_productivity: productivity(deposit.material_productivity, vein.material_rank),
            robot_productivity: productivity(deposit.robot_productivity, vein.robot_rank),
        }));
    }

    fn fill_trades(&mut self, game: &Asterobots) {
        self.trades.clear();
        let mut in_line: arrayvec::ArrayVec<_, 18> = game.trades().collect();
        in_line.sort_unstable_by_key(|(_, _, trade)| trade.serial);
        self.trades.extend(in_line.iter().map(|(player, material, trade)| TradeView {
            player: *player,
            kind: trade.kind,
            material: *material,
            amount: trade.amount,
            price: trade.price,
        }));
    }

    /// The veins of the player that sees this view.
    pub fn my_veins(&self) -> impl Iterator<Item = &VeinView> {
        self.veins.iter().filter(|v| v.owner == Owner::player(self.me))
    }

    /// The possessions of the player that sees this view.
    pub fn my_player(&self) -> &PlayerView {
        &self.players[usize::from(self.me)]
    }
}

/// Numbers per material.
// Fields of three numbers are written and read so with `#[serde(with = "ByMaterial")]`.
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct ByMaterial {
    gas: i32,
    stone: i32,
    metal: i32,
}

impl ByMaterial {
    pub(crate) fn serialize<S: Serializer>(
        &[gas, stone, metal]: &[i32; MATERIALS],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        Serialize::serialize(&ByMaterial { gas, stone, metal }, serializer)
    }

    fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<[i32; MATERIALS], D::Error> {
        let ByMaterial { gas, stone, metal } = Deserialize::deserialize(deserializer)?;
        Ok([gas, stone, metal])
    }
}
