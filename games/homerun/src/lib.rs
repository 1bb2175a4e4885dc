//! Home Run: two teams recruit baseball players, earn points on bases and bat balls, and each other,
//! across a field with water; 2000 points win.
//!
//! Every unit is a program of its own with 15,000 energy a turn; one that uses more is stopped in
//! mid-turn and goes on in the next round. A headquarters recruits pitchers (they earn on bases and
//! stadiums and carry balls), batters (they bat) and catchers (they stop what flies). A unit sees
//! only what is near, and shares with its team one array of a million numbers.
//!
//! The whole game is described for players in `games/homerun/manual.md`. Paragraphs like R6.1 in this
//! crate are sections of that rulebook; where handbook and original differ is a switch of [`Rules`].

pub mod bots;
mod command;
pub mod constants;
mod drawn;
mod export;
mod map;
mod observe;
mod original;
mod profile;
mod rules;
mod sight;
mod state;
mod trace;
mod types;
mod view;

pub use command::{Argument, Call, Invalid, Obstacle, Reply};
pub use map::{Hqs, Listed, Map, Plan, Symmetry};
pub use observe::View;
pub use profile::{BasePays, Diagonal, Rules, Setup};
/// The type that the registry lists.
pub use state::HomeRun as TheGame;
pub use state::{HomeRun, WonBy};
pub use trace::open_trace_with;
pub use types::{Direction, Location, MapObject, Team, Terrain, UnitInfo, UnitType};
pub use view::{Frame, FrameEvent, Note, TeamFrame, UnitFrame};

use agon_core::trace::{Recording, TraceFault};
use agon_core::{
    Actor, Allowance, BuiltIn, Chance, Contest, Deed, End, Exporter, FramePer, Game, GameMap,
    Gauge, ImportFault, Imported, Info, MapFault, MatchInfo, Now, OwnMap, Profile, Rng, Seat,
    StateHash, TestSupport, Wishes, own_maps,
};
use serde_json::Value;
use state::Phase;

impl Game for HomeRun {
    type Setup = Setup;
    type View = View;
    type Call = Call;
    type Reply = Reply;

    fn new(setup: &Setup, chance: Chance) -> HomeRun {
        let mut game = HomeRun::at_start(setup.shared_map(), *setup.rules(), chance);
        game.advance();
        game
    }

    fn now(&self) -> Now {
        match self.phase {
            Phase::Over(ending) => Now::Over(self.outcome(ending)),
            _ => Now::one(self.units[self.running_slot()].actor()),
        }
    }

    fn seat(&self, actor: Actor) -> Seat {
        Seat((actor.0 & 1) as u8)
    }

    fn view(&self, actor: Actor, out: &mut View) {
        out.fill(self, actor);
    }

    fn call(&mut self, actor: Actor, call: &Call) -> Reply {
        self.answer(actor, call)
    }

    fn end(&mut self, actor: Actor, end: End) {
        let is_over = matches!(self.phase, Phase::Over(_));
        if !is_over && self.units[self.running_slot()].actor() == actor {
            self.end_turn(end);
            self.advance();
        }
    }

    fn round(&self) -> u32 {
        self.round.max(0) as u32
    }

    fn hash(&self) -> StateHash {
        self.fingerprint()
    }

    fn is_order(call: &Call) -> bool {
        call.is_order()
    }

    fn allowance(&self, actor: Actor) -> Allowance {
        Allowance {
            seconds: Some(constants::TURN_SECONDS),
            energy: self.slot_of(actor).map(|slot| self.energy_allowed(slot)),
        }
    }

    fn price(call: &Call) -> u64 {
        call.price()
    }

    fn penalty(reply: &Reply) -> u64 {
        match reply {
            Reply::Refused(invalid) => invalid.penalty(),
            _ => 0,
        }
    }

    fn is_gone(&self, actor: Actor) -> bool {
        let Some(slot) = self.slot_of(actor) else {
            return true;
        };
        let unit = &self.units[slot];
        match self.phase {
            Phase::Over(_) => true,
            Phase::Ghost { has_called } if slot == self.running_slot() => has_called,
            _ => !(unit.is_alive || self.rules.ghost_calls && unit.is_paused),
        }
    }

    fn reseed(&mut self, seed: u64) {
        self.dice.reseed(seed);
    }
}

impl GameMap for Map {
    fn parse(text: &str) -> Result<Map, MapFault> {
        map::parse(text)
    }

    fn to_text(&self) -> String {
        map::write(self)
    }

    fn generate(wishes: &Wishes, seed: u64) -> Result<Map, MapFault> {
        map::generate(wishes, seed)
    }

    fn draw(&self, colour: bool) -> String {
        view::draw_map(self, colour)
    }

    fn describe(&self) -> String {
        let Plan { width, height, offset: [ox, oy], symmetry, hq: Hqs { a, b }, .. } = self.plan();
        format!(
            "{width} columns x {height} rows; symmetry {symmetry}; {} bases, {} stadiums, {} water; \
             headquarters: A ({}, {}), B ({}, {}); offset {ox}, {oy}",
            self.count(Terrain::Base),
            self.count(Terrain::Stadium),
            self.count(Terrain::Water),
            a[0],
            a[1],
            b[0],
            b[1],
        )
    }
}

impl Contest for HomeRun {
    const INFO: Info = Info {
        id: "homerun",
        title: "Home Run",
        about: "recruit players, hold bases and bat balls at the other headquarters",
        version: 1,
        seats: (2, 2),
        seat_names: &["A", "B"],
        score: "points",
        map_extension: "txt",
        map_wishes: map::WISHES,
        original_extension: Some("txt"),
        frame_per: FramePer::Round,
    };

    const ORIGINAL_APIS: &'static [agon_core::OriginalApi] = original::APIS;

    const GAUGES: &'static [Gauge] = &[
        Gauge { name: "points", path: "/teams/{}/points" },
        Gauge { name: "reputation", path: "/teams/{}/reputation" },
        Gauge { name: "value", path: "/teams/{}/value" },
        Gauge { name: "units", path: "/teams/{}/units" },
    ];

    type Map = Map;

    type Frame = Frame;

    fn own_maps() -> &'static [OwnMap] {
        own_maps!(
            "txt": "OwnOrchard", "OwnFaceOff", "OwnFarPoles", "OwnFords", "OwnLanes",
            "OwnRingRoad", "OwnDiamond", "OwnHarbour", "OwnTwins"
        )
    }

    fn setup(map: Map, profile: Profile, _seats: usize) -> Result<Setup, MapFault> {
        Setup::new(map, Rules::of(profile))
    }

    fn map_of(setup: &Setup) -> &Map {
        setup.map()
    }

    fn bots() -> &'static [BuiltIn<HomeRun>] {
        bots::ALL
    }

    fn last_round(&self) -> u32 {
        self.rules.last_round
    }

    fn accepted(reply: &Reply) -> bool {
        !matches!(reply, Reply::Refused(_))
    }

    fn refusal(reply: &Reply) -> Option<String> {
        match reply {
            Reply::Refused(why) => Some(why.to_string()),
            _ => None,
        }
    }

    fn allows(&self, actor: Actor, call: &Call) -> bool {
        self.would_answer(actor, call).is_ok()
    }

    fn frame(&self, ended: &[Actor], deeds: &[Deed<HomeRun>]) -> Frame {
        Frame::of(self, ended, deeds)
    }

    fn draw(&self, colour: bool) -> String {
        view::draw(self, colour)
    }

    fn exporter(&self, info: &MatchInfo) -> Option<Box<dyn Exporter<HomeRun>>> {
        Some(Box::new(export::Log::new(self, info)))
    }

    fn import_original(bytes: &[u8]) -> Result<Imported, ImportFault> {
        export::read(bytes)
    }
}

impl TestSupport for HomeRun {
    fn wild_call(&self, actor: Actor, rng: &mut Rng) -> Call {
        bots::wild_call(self, actor, rng)
    }

    fn invariants(&self) -> Result<(), String> {
        self.check_everything()
    }

    fn footprint(&self) -> usize {
        self.bytes()
    }

    fn bench_maps() -> Vec<(&'static str, Map)> {
        ["20x20", "40x40", "60x60"]
            .map(|size| {
                let words = [format!("size={size}")];
                let wishes = Wishes::parse(words.iter().map(String::as_str), map::WISHES)
                    .expect("the generator knows sizes");
                let map = map::generate(&wishes, 1).expect("these sizes are within the limits");
                (size, map)
            })
            .into()
    }

    fn trace_profiles(header: &Value) -> Result<Vec<Profile>, TraceFault> {
        trace::profiles(header)
    }

    fn open_trace(header: &Value, profile: Profile) -> Result<Box<dyn Recording>, TraceFault> {
        trace::open(header, profile)
    }
}

/// The example of the README is compiled and run like a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// The first bot of the manual is compiled like a test.
#[cfg(doctest)]
#[doc = include_str!("../manual.md")]
struct Manual;
