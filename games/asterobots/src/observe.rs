//! What a player may know (R14): everything but the others' commands.

use crate::constants::{COMMANDS_PER_TURN, MATERIALS, UPGRADE_MATERIAL, UPGRADE_ROBOT};
use crate::state::{Asterobots, Ways};
use crate::types::{Material, Owner, Phase, Point, Squad, Step, TradeType, VeinId, VeinView};
use schemars::JsonSchema;
use serde::de::Error;
use serde::ser::SerializeStruct;
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
// A path is read step by step when it is asked for, because most are never looked at.
#[derive(Clone, Debug, Default, JsonSchema)]
#[schemars(with = "Vec<SquadRecord>")]
pub struct Squads {
    /// As the position stores them, the back of the list first. What a bot may not know (number and origin)
    /// is never shown.
    list: Vec<Squad>,
    ways: Ways,
}

/// A squad; all players see the same.
#[derive(Copy, Clone, Debug)]
pub struct SquadView<'a> {
    squad: &'a Squad,
    ways: &'a Ways,
}

impl<'a> SquadView<'a> {
    /// The player it belongs to.
    #[inline]
    pub fn owner(&self) -> u8 {
        self.squad.owner
    }

    /// Number of robots.
    #[inline]
    pub fn robots(&self) -> i32 {
        self.squad.robots
    }

    /// The vertex it stands on.
    #[inline]
    pub fn at(&self) -> Point {
        self.squad.at
    }

    /// The vein it goes to.
    #[inline]
    pub fn to(&self) -> Point {
        self.squad.goal
    }

    /// Turns of its owner until it arrives, this one included.
    #[inline]
    pub fn turns_left(&self) -> usize {
        self.squad.steps_left.into()
    }

    /// From where it stands to the vein it goes to.
    pub fn path(&self) -> impl Iterator<Item = Point> + use<'a> {
        self.ways.path(self.squad)
    }
}

impl Squads {
    /// The squads in list order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = SquadView<'_>> {
        self.list.iter().rev().map(|squad| SquadView { squad, ways: &self.ways })
    }

    /// Number of squads.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    fn fill(&mut self, game: &Asterobots) {
        self.list.clone_from(&game.squads);
        self.ways.clone_from(&game.ways);
    }

    /// Adds a squad that was read back. `None` if two points of its path are not adjacent.
    fn add(&mut self, record: SquadRecord) -> Option<()> {
        let SquadRecord { owner, robots, path } = record;
        let (&at, &goal) = (path.first()?, path.last()?);
        let steps: Option<Vec<Step>> = path.windows(2).map(|w| w[0].step_to(w[1])).collect();
        let steps = steps?;
        let (steps_left, nowhere) = (u16::try_from(steps.len()).ok()?, VeinId(0));
        let first_step = self.ways.add(&mut self.list, steps.len(), steps.into_iter());
        self.list.push(Squad {
            robots,
            at,
            goal,
            id: 0,
            first_step,
            steps_gone: 0,
            steps_left,
            from: nowhere,
            to: nowhere,
            owner,
        });
        Some(())
    }
}

impl Serialize for SquadView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let path = Path(*self);
        let mut squad = serializer.serialize_struct("SquadView", 3)?;
        squad.serialize_field("owner", &self.owner())?;
        squad.serialize_field("robots", &self.robots())?;
        squad.serialize_field("path", &path)?;
        squad.end()
    }
}

/// The path of a squad, as a list of points.
struct Path<'a>(SquadView<'a>);

impl Serialize for Path<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.path())
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
        let records: Vec<SquadRecord> = Vec::deserialize(deserializer)?;
        for record in records.into_iter().rev() {
            let added = squads.add(record);
            added.ok_or_else(|| D::Error::custom("the points of a squad's path are no path"))?;
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
        self.veins.clone_from(&game.veins);
        self.squads.fill(game);
        self.fill_trades(game);
    }

    fn fill_trades(&mut self, game: &Asterobots) {
        self.trades.clear();
        if game.standing == 0 {
            return;
        }
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
