//! What a spectator sees: the frame a viewer draws, and the field as text for a terminal.

use crate::command::Call;
use crate::constants::MATERIALS;
use crate::map::{Map, draw_field, in_the_plane, letter, paint};
use crate::observe::{ByMaterial, TradeView, View};
use crate::rules;
use crate::state::Asterobots;
use crate::types::{Material, Owner, Phase, Point, productivity};
use agon_core::{Actor, Deed};
use serde::Serialize;
use std::collections::BTreeMap;

/// The field after a turn, with the commands of that turn. Fields that never change cost nothing: films
/// store frames as differences.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Frame {
    /// The geometry; the same in every frame.
    pub stage: Stage,
    /// The phase of the turn shown: selection of veins, or the main phase.
    pub phase: Phase,
    /// The round of the turn shown, from 1; 0 before the first selection.
    pub round: u32,
    /// The player whose turn it was.
    pub player: Option<u8>,
    /// The player whose turn comes now; `None` at the end.
    pub next: Option<u8>,
    /// The veins in canonical order.
    pub veins: Vec<VeinFrame>,
    /// The squads under way, by their number.
    pub squads: BTreeMap<u32, SquadFrame>,
    /// Numbers for the panels, by player id.
    pub players: Vec<PlayerFrame>,
    /// What the aliens charge for a piece.
    #[serde(with = "ByMaterial")]
    pub buy_prices: [i32; MATERIALS],
    /// What the aliens pay for a piece.
    #[serde(with = "ByMaterial")]
    pub sell_prices: [i32; MATERIALS],
    /// The standing offers and demands in the order of their publication.
    pub trades: Vec<TradeView>,
    /// The calls of the turn, in order, with the reason where one did nothing.
    pub events: Vec<CommandFrame>,
    /// The players, best first, in the last frame.
    pub ranking: Option<Vec<u8>>,
    /// How it was decided, in the last frame.
    pub result: Option<String>,
}

/// The honeycomb in the plane: edges have length 1, y grows downwards, the origin is the centre.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Stage {
    /// Small hexagons along a side.
    pub size: u32,
    /// The vertices as players name them, in canonical order.
    pub names: Vec<Point>,
    /// Where they lie, in the same order.
    pub vertices: Vec<(f64, f64)>,
    /// The edges, as pairs of vertex numbers.
    pub edges: Vec<(u16, u16)>,
    /// The small hexagons, as six vertex numbers around each.
    pub tiles: Vec<[u16; 6]>,
}

/// One vein in a frame.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct VeinFrame {
    /// Its vertex in the stage.
    pub vertex: u16,
    /// What it yields.
    pub material: Material,
    /// Its owner; -1 for the aliens.
    pub owner: Owner,
    /// The robots living in it.
    pub robots: i32,
    /// 1 to 3.
    pub material_rank: u8,
    /// 1 to 3.
    pub robot_rank: u8,
    /// Material per turn of its owner.
    pub material_productivity: i32,
    /// Robots per turn of its owner.
    pub robot_productivity: i32,
}

/// One squad in a frame.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SquadFrame {
    /// The player it belongs to.
    pub owner: u8,
    /// Number of robots.
    pub robots: i32,
    /// Its whole way in the plane, from departure to destination.
    pub path: Vec<(f64, f64)>,
    /// Edges it has gone: its place on the path.
    pub step: u16,
}

/// R16 One player's panel.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayerFrame {
    /// Money in J.
    pub money: i32,
    /// Money, and what the aliens would pay for the stock.
    pub estimated_funds: i64,
    /// Number of veins; without any the player is dead.
    pub veins: u16,
    /// Robots in veins and squads.
    pub robots: i64,
    /// Robots built per turn.
    pub robot_productivity: i32,
    /// The stock.
    #[serde(with = "ByMaterial")]
    pub materials: [i32; MATERIALS],
    /// Material gained per turn.
    #[serde(with = "ByMaterial")]
    pub material_productivity: [i32; MATERIALS],
    /// The last round in which it finished a turn while alive.
    pub time_to_live: u32,
}

/// A call of the turn.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CommandFrame {
    /// The player that made it.
    pub player: u32,
    /// The call.
    pub call: Call,
    /// Why it did nothing, as a sentence; `None` if it was carried out.
    pub refused: Option<String>,
}

impl Frame {
    /// The field as it is, with the calls of the turn that led to it.
    pub fn of(game: &Asterobots, ended: &[Actor], deeds: &[Deed<Asterobots>]) -> Frame {
        let map = game.map();
        let mut view = View::default();
        view.fill(game, game.current_player());
        let stage = Stage::of(map);
        let vertex = |p: Point| stage.names.binary_search(&p).map_or(0, |i| i as u16);
        let veins = view.veins.iter().map(|v| VeinFrame {
            vertex: vertex(v.location),
            material: v.material,
            owner: v.owner,
            robots: v.robots,
            material_rank: v.material_rank,
            robot_rank: v.robot_rank,
            material_productivity: v.material_productivity,
            robot_productivity: v.robot_productivity,
        });
        let squads = game.squads().map(|squad| {
            let frame = SquadFrame {
                owner: squad.owner,
                robots: squad.robots,
                path: game.whole_path(squad).map(place).collect(),
                step: squad.steps_gone,
            };
            (squad.id, frame)
        });
        let (phase, round) = shown(game, ended);
        let ending = game.ending();
        Frame {
            phase,
            round,
            player: ended.last().map(|actor| actor.0 as u8),
            next: ending.is_none().then(|| game.current_player()),
            veins: veins.collect(),
            squads: squads.collect(),
            players: (0..game.players().len()).map(|id| PlayerFrame::of(game, id)).collect(),
            buy_prices: view.buy_prices,
            sell_prices: view.sell_prices,
            trades: view.trades,
            events: deeds.iter().map(CommandFrame::of).collect(),
            ranking: ending.map(|f| f.ranking.to_vec()),
            result: ending.map(|f| rules::outcome(game, f).reason.sentence),
            stage,
        }
    }
}

/// Phase and round of the turn that has just ended; the position itself may be in the next already.
fn shown(game: &Asterobots, ended: &[Actor]) -> (Phase, u32) {
    let Some(player) = ended.last().and_then(|actor| game.players().get(actor.0 as usize)) else {
        return (game.phase(), 0);
    };
    // R8 A player that ends a turn is alive, so its time to live is the round of that turn.
    match player.time_to_live {
        0 => (Phase::Select, 1),
        round => (Phase::Main, round),
    }
}

impl Stage {
    /// The geometry of a map's field.
    pub fn of(map: &Map) -> Stage {
        let field = map.field();
        let names: Vec<Point> = field.vertices().collect();
        let number = |p: Point| names.binary_search(&p).map_or(0, |i| i as u16);
        Stage {
            size: field.size(),
            vertices: names.iter().map(|p| place(*p)).collect(),
            edges: field.edges().map(|(a, b)| (number(a), number(b))).collect(),
            tiles: field.tiles().map(|corners| corners.map(number)).collect(),
            names,
        }
    }
}

impl PlayerFrame {
    fn of(game: &Asterobots, id: usize) -> PlayerFrame {
        let player = &game.players()[id];
        let mut robot_productivity = 0;
        let mut material_productivity = [0; MATERIALS];
        for (deposit, vein) in game.deposits().filter(|(_, v)| v.owner.id() == Some(id)) {
            robot_productivity += productivity(deposit.robot_productivity, vein.robot_rank);
            material_productivity[deposit.material.index()] +=
                productivity(deposit.material_productivity, vein.material_rank);
        }
        PlayerFrame {
            money: player.money,
            estimated_funds: game.total_money(id),
            veins: player.veins,
            robots: game.robots_of(id),
            robot_productivity,
            materials: player.materials,
            material_productivity,
            time_to_live: player.time_to_live,
        }
    }
}

impl CommandFrame {
    fn of(deed: &Deed<Asterobots>) -> CommandFrame {
        CommandFrame {
            player: deed.actor.0,
            call: deed.call.clone(),
            refused: deed.reply.refusal().map(|why| why.to_string()),
        }
    }
}

/// A vertex in the plane, to three decimals.
fn place(p: Point) -> (f64, f64) {
    let round = |v: f64| (v * 1000.0).round() / 1000.0;
    let (x, y) = in_the_plane(p);
    (round(x), round(y))
}

/// The field, the players and the market. A vein shows its owner's number and its material, a squad
/// `>` and its owner's number.
pub(crate) fn draw(game: &Asterobots, colour: bool) -> String {
    let map = game.map();
    let mut out = match (game.phase(), game.ending()) {
        (_, Some(ending)) => format!("{}\n", rules::outcome(game, ending).reason.sentence),
        (Phase::Select, None) => format!("player {} selects a vein\n", game.current_player()),
        (Phase::Main, None) => {
            format!("round {}, player {} to play\n", game.round, game.current_player())
        }
    };
    out += &draw_field(map, colour, |p| {
        if let Some(id) = map.vein_at(p) {
            let owner = game.veins()[id.index()].owner;
            let mark = owner.id().map_or(' ', |id| (b'0' + id as u8) as char);
            return Some((format!("{mark}{}", letter(map.veins()[id.index()].material)), owner));
        }
        let squad = game.squads().find(|s| s.at == p)?;
        Some((format!(">{}", squad.owner), Owner::player(squad.owner)))
    });
    for (id, player) in game.players().iter().enumerate() {
        let [gas, stone, metal] = player.materials;
        let line = format!(
            "player {id}: {:>3} veins {:>6} robots {:>7} J {gas:>6} gas {stone:>6} stone {metal:>6} \
             metal, lived until round {}",
            player.veins,
            game.robots_of(id),
            player.money,
            player.time_to_live
        );
        paint(&mut out, &line, Owner::player(id as u8), colour);
        out.push('\n');
    }
    let prices = Material::ALL.into_iter().zip(game.buy_prices()).zip(game.sell_prices());
    let prices: Vec<String> = prices
        .map(|((material, buy), sell)| format!("{material}: buy {buy} J, sell {sell} J"))
        .collect();
    out + &prices.join("; ") + "\n"
}
