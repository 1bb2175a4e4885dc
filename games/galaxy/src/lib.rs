//! Galaxy Commander: two agents roam a galaxy of systems joined by one-way wormholes whose costs
//! change with every action. They capture systems with energy or with time, refuel in their own systems,
//! fortify them, and send each other ionic torpedoes; the agent that owns more systems after 300
//! actions wins. Each agent sees only what its scan reaches, and gives three commands at a time.
//!
//! The whole game is described for players in `games/galaxy/manual.md`. Paragraphs like R7 in this
//! crate are sections of that rulebook; its conflicts 1 to 9, where handbook and original differ,
//! are switches of [`Rules`]. [`GalaxyCommander`] is the position; `rules` plays one action.

pub mod bots;
mod command;
pub mod constants;
mod events;
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

pub use command::{Call, Commands, Hop, Hops, Invalid, Notation, Order, Reply};
pub use map::{Galaxy, Name, Point, SystemId, SystemSpec, ZeroCosts, random_galaxy};
pub use observe::{SeenSystem, SeenWormhole, View};
pub use profile::{
    DryTorpedo, FailedTurn, Rules, ScanSearch, Setup, SimultaneousCapture, StrandedTorpedo,
};
/// The type that the registry lists.
pub use state::GalaxyCommander as TheGame;
pub use state::{Agent, GalaxyCommander, Moment, Planes, PlanesView, Report, Trail};
pub use types::{Colour, Side};
pub use view::{AgentFrame, DeedFrame, Frame, PlanesFrame, ShotFrame, StepFrame, SystemFrame};

use agon_core::{
    Actor, Aim, Allowance, BuiltIn, Chance, Contest, Deed, End, Event, FramePer, Game, Gauge, Info,
    LegalCall, MapFault, MatchInfo, Now, OwnMap, Profile, Seat, StateHash, own_maps,
};
use constants::TURN_SECONDS;

impl Game for GalaxyCommander {
    type Setup = Setup;
    type View = View;
    type Call = Call;
    type Reply = Reply;

    fn new(setup: &Setup, chance: Chance) -> GalaxyCommander {
        let mut game = GalaxyCommander::start(setup.shared_map(), *setup.rules(), chance);
        game.begin_turn();
        game
    }

    fn now(&self) -> Now {
        match self.is_over() {
            true => Now::Over(self.outcome()),
            false => self.turn.now(),
        }
    }

    fn view(&self, actor: Actor, out: &mut View) {
        match Side::of(actor) {
            Some(side) => out.fill(self, side),
            None => *out = View::default(),
        }
    }

    fn call(&mut self, actor: Actor, call: &Call) -> Reply {
        match self.check_call(actor) {
            Err(why) => Reply::Refused(why),
            Ok(side) => {
                let commands = &mut self.commands[side.index()];
                let queued = commands.push(call, &self.galaxy);
                let action = commands.len() as u8;
                match queued {
                    Ok(()) => Reply::Queued(action),
                    Err(why) => Reply::Void { action, why },
                }
            }
        }
    }

    fn end(&mut self, actor: Actor, end: End) {
        if let Ok(side) = self.check_turn(actor) {
            self.end_turn(side, end);
        }
    }

    fn round(&self) -> u32 {
        (self.action / constants::ACTIONS_PER_TURN as u32 + 1).min(self.turns())
    }

    fn hash(&self) -> StateHash {
        self.fingerprint()
    }

    fn allowance(&self, _actor: Actor) -> Allowance {
        Allowance { seconds: Some(TURN_SECONDS), energy: None }
    }

    fn reseed(&mut self, seed: u64) {
        self.chance.reseed(seed);
    }
}

impl Contest for GalaxyCommander {
    const INFO: Info = Info {
        id: "galaxy",
        title: "Galaxy Commander",
        about: "own more star systems than the other agent when 300 actions are over",
        version: 1,
        seats: (2, 2),
        seat_names: &["blue", "red"],
        score: "systems",
        map_extension: "txt",
        map_wishes: map::WISHES,
        original_extension: None,
        frame_per: FramePer::Turn,
    };

    const ORIGINAL_APIS: &'static [agon_core::OriginalApi] = original::APIS;
    const REGULATIONS: agon_core::Regulations = original::REGULATIONS;

    const GAUGES: &'static [Gauge] = &[
        Gauge { name: "systems", path: "/agents/{}/systems" },
        Gauge { name: "energy", path: "/agents/{}/energy" },
        Gauge { name: "generators", path: "/agents/{}/generators" },
    ];

    const HAS_FOG: bool = true;
    const TUTORIAL: Option<&'static str> = Some(include_str!("../tutorial.json"));

    type Map = Galaxy;

    type Frame = Frame;

    fn own_maps() -> &'static [OwnMap] {
        own_maps!(
            "txt": "default", "crossroads", "twins", "carousel", "archipelago", "gauntlet",
            "clover", "frontier"
        )
    }

    fn setup(map: Galaxy, profile: Profile, _seats: usize) -> Result<Setup, MapFault> {
        Setup::new(map, Rules::of(profile))
    }

    fn map_of(setup: &Setup) -> &Galaxy {
        setup.map()
    }

    fn bots() -> &'static [BuiltIn<GalaxyCommander>] {
        bots::ALL
    }

    fn most_score(&self) -> Option<f64> {
        Some(self.galaxy().len() as f64)
    }

    fn last_round(&self) -> u32 {
        self.turns()
    }

    fn accepted(reply: &Reply) -> bool {
        !matches!(reply, Reply::Refused(_))
    }

    fn refusal(reply: &Reply) -> Option<String> {
        match reply {
            Reply::Queued(_) => None,
            Reply::Void { why, .. } | Reply::Refused(why) => Some(why.to_string()),
        }
    }

    fn allows(&self, actor: Actor, _call: &Call) -> bool {
        self.check_call(actor).is_ok()
    }

    fn legal_calls(&self, actor: Actor, out: &mut Vec<LegalCall<Call>>) {
        legal::legal_calls(self, actor, out);
    }

    fn frame(&self, _ended: &[Actor], _deeds: &[Deed<GalaxyCommander>]) -> Frame {
        Frame::of(self)
    }

    fn seat_frame(&self, seat: Seat, _: &[Actor], _: &[Deed<GalaxyCommander>]) -> Frame {
        match Side::of(Actor(seat.0.into())) {
            Some(side) => Frame::of_side(self, side),
            None => Frame::of(self),
        }
    }

    fn seat_draw(&self, seat: Seat, colour: bool) -> String {
        match Side::of(Actor(seat.0.into())) {
            Some(side) => view::draw_of_side(self, side, colour),
            None => view::draw(self, colour),
        }
    }

    fn notices(&self, seat: Seat, event: &Event) -> bool {
        Side::of(Actor(seat.0.into())).is_some_and(|side| view::notices(self, side, event))
    }

    fn contacts(&self, seat: Seat) -> usize {
        Side::of(Actor(seat.0.into())).map_or(0, |side| view::contacts(self, side))
    }

    fn aim(&self, _actor: Actor, call: &Call) -> Aim {
        legal::aim(call)
    }

    fn events(
        &self,
        before: &GalaxyCommander,
        _ended: &[Actor],
        _deeds: &[Deed<GalaxyCommander>],
    ) -> Vec<Event> {
        events::events(self, before)
    }

    fn draw(&self, colour: bool) -> String {
        view::draw(self, colour)
    }

    fn tell(&self, actor: Actor, end: End, info: &MatchInfo) -> String {
        view::tell(self, actor, end, info)
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
