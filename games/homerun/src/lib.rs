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
mod events;
mod export;
mod legal;
mod map;
mod observe;
mod original;
mod profile;
mod rules;
mod state;
mod support;
mod trace;
mod types;
mod view;

pub use command::{Argument, Call, Invalid, Obstacle, Reply};
pub use map::{Hqs, Listed, Map, Plan};
pub use observe::View;
pub use profile::{BasePays, Diagonal, Rules, Setup};
/// The type that the registry lists.
pub use state::HomeRun as TheGame;
pub use state::{Decision, HomeRun};
pub use trace::open_trace_with;
pub use types::{Direction, Location, MapObject, Team, Terrain, UnitInfo, UnitType};
pub use view::{Frame, FrameEvent, Note, TeamFrame, UnitFrame};

use agon_core::{
    Actor, Aim, Allowance, BuiltIn, Chance, Contest, Deed, End, Event, Exporter, FramePer, Game,
    Gauge, ImportFault, Imported, Info, LegalCall, MapFault, MatchInfo, Now, OwnMap, Profile, Seat,
    StateHash, own_maps,
};
use state::Phase;

impl Game for HomeRun {
    type Setup = Setup;
    type View = View;
    type Call = Call;
    type Reply = Reply;

    fn new(setup: &Setup, chance: Chance) -> HomeRun {
        let mut game = HomeRun::start(setup.shared_map(), *setup.rules(), chance);
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

    #[inline]
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

    #[inline]
    fn price(call: &Call) -> u64 {
        call.price()
    }

    #[inline]
    fn penalty(reply: &Reply) -> u64 {
        match reply {
            Reply::Refused(invalid) => invalid.penalty(),
            _ => 0,
        }
    }

    #[inline]
    fn is_gone(&self, actor: Actor) -> bool {
        // Asked before every call, nearly always by a living unit in its turn.
        self.running_unit(actor).is_none() && self.has_no_turn(actor)
    }

    fn reseed(&mut self, seed: u64) {
        self.dice.reseed(seed);
    }
}

impl HomeRun {
    /// Whether a unit that does not have its turn will have none any more.
    fn has_no_turn(&self, actor: Actor) -> bool {
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
    const REGULATIONS: agon_core::Regulations = original::REGULATIONS;

    const GAUGES: &'static [Gauge] = &[
        Gauge { name: "points", path: "/teams/{}/points" },
        Gauge { name: "reputation", path: "/teams/{}/reputation" },
        Gauge { name: "value", path: "/teams/{}/value" },
        Gauge { name: "units", path: "/teams/{}/units" },
    ];

    const HAS_FOG: bool = true;
    const TUTORIAL: Option<&'static str> = Some(include_str!("../tutorial.json"));

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

    fn legal_calls(&self, actor: Actor, out: &mut Vec<LegalCall<Call>>) {
        legal::legal_calls(self, actor, out);
    }

    fn frame(&self, ended: &[Actor], deeds: &[Deed<HomeRun>]) -> Frame {
        Frame::of(self, ended, deeds)
    }

    fn seat_frame(&self, seat: Seat, ended: &[Actor], deeds: &[Deed<HomeRun>]) -> Frame {
        match Team::BOTH.get(seat.index()) {
            Some(&team) => Frame::of_team(self, team, ended, deeds),
            None => Frame::of(self, ended, deeds),
        }
    }

    fn seat_draw(&self, seat: Seat, colour: bool) -> String {
        match Team::BOTH.get(seat.index()) {
            Some(&team) => view::draw_of_team(self, team, colour),
            None => view::draw(self, colour),
        }
    }

    fn notices(&self, seat: Seat, event: &Event) -> bool {
        Team::BOTH.get(seat.index()).is_some_and(|&team| view::notices(self, team, event))
    }

    fn contacts(&self, seat: Seat) -> usize {
        Team::BOTH.get(seat.index()).map_or(0, |&team| view::contacts(self, team))
    }

    fn actor_name(&self, actor: Actor) -> Option<String> {
        Some(match self.slot_of(actor) {
            Some(slot) => format!("unit {}", self.units[slot].id),
            None => format!("a dead unit, created as number {}", view::creation_number(actor)),
        })
    }

    fn aim(&self, actor: Actor, call: &Call) -> Aim {
        legal::aim(self, actor, call)
    }

    fn reveals(call: &Call, _reply: &Reply) -> bool {
        legal::reveals(call)
    }

    fn events(&self, before: &HomeRun, ended: &[Actor], deeds: &[Deed<HomeRun>]) -> Vec<Event> {
        events::events(self, before, ended, deeds)
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

/// Compiles the example of the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// Compiles the first bot of the manual as a test.
#[cfg(doctest)]
#[doc = include_str!("../manual.md")]
struct Manual;
