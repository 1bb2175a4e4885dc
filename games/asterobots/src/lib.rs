//! Asterobots: six companies fight, trade and dig for the veins of an asteroid.
//!
//! Veins lie on the vertices of a honeycomb. Each yields gas, stone or metal and builds robots. First
//! the players select two veins each, in snake order. Then they play in turn: a list of at most
//! 100 commands (trade with aliens and players, launch squads of robots, upgrade veins), after
//! which their veins produce and their squads move one edge, fight whom they meet and conquer
//! veins. Who lives longest wins; among survivors of the last round the number of veins decides.
//!
//! The whole game is described for players in `games/asterobots/manual.md`. Paragraphs like R7.3 in
//! this crate are sections of that rulebook; C1 to C7 are the places where the manual and the
//! original program differ, each a switch of [`Rules`].

pub mod bots;
mod command;
pub mod constants;
mod map;
mod observe;
mod original;
mod profile;
mod rules;
mod state;
mod trace;
mod types;
mod view;

pub use command::{Call, Good, Invalid, Reply};
pub use map::{Deposit, Field, Map, ShortestPath, in_the_plane};
pub use observe::{Cost, PlayerView, Setting, SquadView, Squads, TradeView, VeinView, View};
pub use profile::{MarketCounts, MarketFormula, Rules, Setup, TradeLife};
pub use rules::buy_price;
pub use state::Asterobots;
/// The type that the registry lists.
pub use state::Asterobots as TheGame;
pub use types::{
    EndReason, Finish, Material, Owner, Phase, Player, Point, Squad, Step, Trade, TradeType, Vein,
    VeinId, productivity,
};
pub use view::{Event, Frame, PlayerFrame, SquadFrame, Stage, VeinFrame};

use agon_core::trace::{Recording, TraceFault};
use agon_core::{
    Actor, Allowance, BuiltIn, Chance, Contest, Deed, End, FramePer, Game, GameMap, Gauge, Info,
    MapFault, Now, OwnMap, Profile, Rng, StateHash, TestSupport, Wishes, own_maps,
};
use constants::{
    MAP_SIZE, MAP_SIZE_MAX, PLAYERS_MAX, PLAYERS_MIN, SELECTION_SECONDS, TURN_SECONDS, VEIN_COUNT,
    VERTEX_COUNT,
};
use serde_json::Value;
use std::sync::Arc;

impl Game for Asterobots {
    type Setup = Setup;
    type View = View;
    type Call = Call;
    type Reply = Reply;

    /// R4 There is no chance after the map is made: every seed plays the same game.
    fn new(setup: &Setup, _chance: Chance) -> Asterobots {
        Asterobots::start(setup)
    }

    fn now(&self) -> Now {
        match &self.finish {
            None => Now::one(Actor(self.current.into())),
            Some(finish) => Now::Over(rules::outcome(self, finish)),
        }
    }

    fn view(&self, actor: Actor, out: &mut View) {
        let last = self.players.len() as u32 - 1;
        out.fill(self, actor.0.min(last) as u8);
    }

    fn call(&mut self, actor: Actor, call: &Call) -> Reply {
        rules::call(self, actor.0, call)
    }

    /// R11 However the turn ended, what was said in it counts.
    fn end(&mut self, actor: Actor, _end: End) {
        if actor.0 == u32::from(self.current) {
            rules::end_turn(self);
        }
    }

    fn round(&self) -> u32 {
        self.round
    }

    fn hash(&self) -> StateHash {
        self.fingerprint()
    }

    fn is_order(call: &Call) -> bool {
        !matches!(call, Call::Distance { .. } | Call::Path { .. })
    }

    /// R11 Ten seconds for a selection, one for a turn, and nothing saved up.
    fn allowance(&self, _actor: Actor) -> Allowance {
        let seconds = match self.phase() {
            Phase::Select => SELECTION_SECONDS,
            Phase::Main => TURN_SECONDS,
        };
        Allowance { seconds: Some(seconds), energy: None }
    }
}

impl GameMap for Map {
    fn parse(text: &str) -> Result<Map, MapFault> {
        Map::parse(text)
    }

    fn to_text(&self) -> String {
        self.write()
    }

    fn generate(wishes: &Wishes, seed: u64) -> Result<Map, MapFault> {
        let size = wishes.number("size", 2..=MAP_SIZE_MAX, MAP_SIZE)?;
        let most = 6 * size * size;
        // As dense as the contest's field, but enough for six players where they fit.
        let usual = (most * VEIN_COUNT as u32 / VERTEX_COUNT).max((most / 6).min(12));
        let veins = wishes.number("veins", 4..=most, usual)?;
        map::generate("", size, veins as usize, seed)
    }

    fn draw(&self, colour: bool) -> String {
        view::draw_map(self, colour)
    }

    fn describe(&self) -> String {
        let [gas, stone, metal] = self.count_materials();
        let field = self.field();
        let nearest = view::nearest_pair(self);
        format!(
            "field of size {} ({} vertices); {} veins: {gas} gas, {stone} stone, {metal} metal, at \
             least {nearest} edges apart; for up to {} players",
            field.size(),
            6 * field.size() * field.size(),
            self.veins().len(),
            (self.veins().len() / 2).min(PLAYERS_MAX)
        )
    }
}

impl Contest for Asterobots {
    const INFO: Info = Info {
        id: "asterobots",
        title: "Asterobots",
        about: "fight, trade and dig for the veins of an asteroid, six at a table",
        version: 1,
        seats: (PLAYERS_MIN, PLAYERS_MAX),
        seat_names: &["player0", "player1", "player2", "player3", "player4", "player5"],
        score: "veins",
        map_extension: "json",
        map_wishes: WISHES,
        original_extension: None,
        frame_per: FramePer::Turn,
    };

    const ORIGINAL_APIS: &'static [agon_core::OriginalApi] = original::APIS;

    const GAUGES: &'static [Gauge] = &[
        Gauge { name: "veins", path: "/players/{}/veins" },
        Gauge { name: "robots", path: "/players/{}/robots" },
        Gauge { name: "estimated funds", path: "/players/{}/estimated_funds" },
        Gauge { name: "money", path: "/players/{}/money" },
    ];

    type Map = Map;

    type Frame = Frame;

    fn own_maps() -> &'static [OwnMap] {
        own_maps!("json": "vesta", "ceres", "pallas", "juno", "hygiea", "phobos")
    }

    fn setup(map: Map, profile: Profile, seats: usize) -> Result<Setup, MapFault> {
        Setup::new(Arc::new(map), Rules::of(profile), seats)
    }

    fn map_of(setup: &Setup) -> &Map {
        setup.map()
    }

    fn bots() -> &'static [BuiltIn<Asterobots>] {
        bots::ALL
    }

    fn last_round(&self) -> u32 {
        self.rules.max_round
    }
    /// An invalid command is an entry of the list like any other (R7), so it counts as accepted;

    /// [`Reply::refusal`] tells what came of it.
    fn accepted(reply: &Reply) -> bool {
        !matches!(reply, Reply::Refused(_))
    }

    fn refusal(reply: &Reply) -> Option<String> {
        reply.refusal().map(|why| why.to_string())
    }

    fn allows(&self, actor: Actor, call: &Call) -> bool {
        rules::check_call(self, actor.0, call).is_ok()
    }

    fn frame(&self, ended: &[Actor], deeds: &[Deed<Asterobots>]) -> Frame {
        Frame::of(self, ended, deeds)
    }

    fn draw(&self, colour: bool) -> String {
        view::draw(self, colour)
    }
}

impl TestSupport for Asterobots {
    fn wild_call(&self, actor: Actor, rng: &mut Rng) -> Call {
        bots::wild_call(self, actor, rng)
    }

    fn invariants(&self) -> Result<(), String> {
        self.check()
    }

    fn footprint(&self) -> usize {
        self.bytes()
    }

    fn bench_maps() -> Vec<(&'static str, Map)> {
        let contest = map::generate("", MAP_SIZE, VEIN_COUNT, 1).expect("forty veins fit");
        vec![("contest", contest)]
    }

    fn trace_profiles(header: &Value) -> Result<Vec<Profile>, TraceFault> {
        trace::profiles(header)
    }

    fn open_trace(header: &Value, profile: Profile) -> Result<Box<dyn Recording>, TraceFault> {
        trace::open(header, profile)
    }
}

/// What the map generator can be asked for.
const WISHES: &[(&str, &str)] = &[
    ("size", "small hexagons along one side of the field, 2 to 20 (default 10)"),
    (
        "veins",
        "number of veins, at least two for each player (default: as dense as the contest's 40)",
    ),
];

impl Asterobots {
    /// R7 Whether a command of the current player would be carried out as things stand, or why not.
    pub fn check_command(&self, command: &Call) -> Result<(), Invalid> {
        rules::check_call(self, self.current.into(), command)?;
        rules::check_command(self, command)
    }
}

/// The example of the README is compiled and run like a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
