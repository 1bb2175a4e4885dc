//! Harvest: two farmers walk over a field at the same time and reap what grows on the tiles they enter. The
//! farmer with more crops after the last round wins.
//!
//! The game is described for players in `games/harvest/manual.md`; R1 to R6 in comments are its paragraphs.
//! [`Harvest`] is the position; `rules` plays a round.

mod bots;
mod command;
pub mod constants;
mod events;
mod legal;
mod map;
mod observe;
mod profile;
mod rules;
mod state;
mod support;
mod types;
mod view;

pub use command::{Call, Invalid, Reply};
pub use map::Map;
pub use observe::View;
pub use profile::{Rules, Setup};
pub use state::Harvest;
/// The type that the registry lists.
pub use state::Harvest as TheGame;
pub use types::{Direction, Farmer, Place};
pub use view::Frame;

use agon_core::{
    Actor, Allowance, BuiltIn, Chance, Contest, Deed, End, Event, FramePer, Game, Gauge, Info,
    LegalCall, MapFault, Now, OwnMap, Profile, StateHash, own_maps,
};
use constants::TURN_SECONDS;

impl Game for Harvest {
    type Setup = Setup;
    type View = View;
    type Call = Call;
    type Reply = Reply;

    fn new(setup: &Setup, _chance: Chance) -> Harvest {
        Harvest::start(setup.shared_map(), *setup.rules())
    }

    fn now(&self) -> Now {
        if self.is_over() { Now::Over(rules::outcome(self)) } else { self.turn.now() }
    }

    fn view(&self, actor: Actor, out: &mut View) {
        match Farmer::of(actor) {
            Some(farmer) => out.fill(self, farmer),
            None => *out = View::default(),
        }
    }

    fn call(&mut self, actor: Actor, call: &Call) -> Reply {
        match rules::check(self, actor, call) {
            Ok(farmer) => {
                let Call::Step(direction) = *call;
                self.steps[farmer.index()] = Some(direction);
                Reply::Planned
            }
            Err(why) => Reply::Refused(why),
        }
    }

    fn end(&mut self, actor: Actor, end: End) {
        if self.is_over() {
            return;
        }
        if self.turn.end(actor, end).is_some() {
            rules::play_round(self);
        }
    }

    fn round(&self) -> u32 {
        self.round.min(self.rules.rounds)
    }

    fn hash(&self) -> StateHash {
        self.fingerprint()
    }

    fn allowance(&self, _actor: Actor) -> Allowance {
        Allowance { seconds: Some(TURN_SECONDS), energy: None }
    }
}

impl Contest for Harvest {
    const INFO: Info = Info {
        id: "harvest",
        title: "Harvest",
        about: "walk over a field at the same time and reap more than the other farmer",
        version: 1,
        seats: (2, 2),
        seat_names: &["north", "south"],
        score: "crops",
        map_extension: "txt",
        map_wishes: map::WISHES,
        original_extension: None,
        frame_per: FramePer::Turn,
    };

    const GAUGES: &'static [Gauge] = &[Gauge { name: "crops", path: "/farmers/{}/crops" }];

    type Map = Map;
    type Frame = Frame;

    fn own_maps() -> &'static [OwnMap] {
        own_maps!("txt": "acre", "ring")
    }

    fn setup(map: Map, profile: Profile, _seats: usize) -> Result<Setup, MapFault> {
        Setup::new(map, Rules::of(profile))
    }

    fn map_of(setup: &Setup) -> &Map {
        setup.map()
    }

    fn bots() -> &'static [BuiltIn<Harvest>] {
        bots::ALL
    }

    fn last_round(&self) -> u32 {
        self.rules.rounds
    }

    fn accepted(reply: &Reply) -> bool {
        *reply == Reply::Planned
    }

    fn refusal(reply: &Reply) -> Option<String> {
        match reply {
            Reply::Planned => None,
            Reply::Refused(why) => Some(why.to_string()),
        }
    }

    fn allows(&self, actor: Actor, call: &Call) -> bool {
        rules::check(self, actor, call).is_ok()
    }

    fn legal_calls(&self, actor: Actor, out: &mut Vec<LegalCall<Call>>) {
        legal::list(self, actor, out);
    }

    fn frame(&self, _ended: &[Actor], _deeds: &[Deed<Harvest>]) -> Frame {
        Frame::of(self)
    }

    fn events(&self, before: &Harvest, _ended: &[Actor], _deeds: &[Deed<Harvest>]) -> Vec<Event> {
        events::between(before, self)
    }

    fn draw(&self, colour: bool) -> String {
        view::draw(self, colour)
    }
}
