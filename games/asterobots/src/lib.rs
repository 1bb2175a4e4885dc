//! Asterobots: six companies fight, trade and dig for the veins of an asteroid.
//!
//! Veins lie on the vertices of a honeycomb. Each yields gas, stone or metal and builds robots. First
//! the players select two veins each, in snake order. Then they play in turn: a list of at most
//! 100 commands (trade with aliens and players, launch squads of robots, upgrade veins), after
//! which their veins produce and their squads move one edge, fight enemies and conquer veins. The
//! player that lives longest wins; among survivors of the last round the number of veins decides.
//!
//! The whole game is described for players in `games/asterobots/manual.md`. Paragraphs like R7.3 in
//! this crate are sections of that rulebook; C1 to C7 are the places where the manual and the
//! original program differ, each a switch of [`Rules`].

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

pub use command::{Call, Good, Invalid, Reply};
pub use map::{Deposit, Field, Map, ShortestPath, in_the_plane};
pub use observe::{Cost, PlayerView, Setting, SquadView, Squads, TradeView, View};
pub use profile::{MarketCounts, MarketFormula, Rules, Setup, TradeLife};
pub use rules::buy_price;
pub use state::Asterobots;
/// The type that the registry lists.
pub use state::Asterobots as TheGame;
pub use types::{
    Decision, Ending, Material, Owner, Phase, Player, Point, Squad, Step, Trade, TradeType, VeinId,
    VeinView, productivity,
};
pub use view::{CommandFrame, Frame, PlayerFrame, SquadFrame, Stage, VeinFrame};

use agon_core::{
    Actor, Aim, Allowance, BuiltIn, Chance, Contest, Deed, End, Event, FramePer, Game, Gauge, Info,
    LegalCall, MapFault, Now, OwnMap, Profile, Seat, StateHash, own_maps,
};
use constants::{PLAYERS_MAX, PLAYERS_MIN, SELECTION_SECONDS, TURN_SECONDS};
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
        match &self.ending {
            None => Now::one(Actor(self.current.into())),
            Some(ending) => Now::Over(rules::outcome(self, ending)),
        }
    }

    fn view(&self, actor: Actor, out: &mut View) {
        let last = self.players.len() as u32 - 1;
        out.fill(self, actor.0.min(last) as u8);
    }

    fn call(&mut self, actor: Actor, call: &Call) -> Reply {
        rules::call(self, actor.0, call)
    }

    /// R11 The calls of a turn count however it ended.
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

    /// R11 Ten seconds for a selection, one for a turn; unused time is lost.
    fn allowance(&self, _actor: Actor) -> Allowance {
        let seconds = match self.phase() {
            Phase::Select => SELECTION_SECONDS,
            Phase::Main => TURN_SECONDS,
        };
        Allowance { seconds: Some(seconds), energy: None }
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
        map_wishes: map::WISHES,
        original_extension: None,
        frame_per: FramePer::Turn,
    };

    const ORIGINAL_APIS: &'static [agon_core::OriginalApi] = original::APIS;
    const REGULATIONS: agon_core::Regulations = original::REGULATIONS;

    const GAUGES: &'static [Gauge] = &[
        Gauge { name: "veins", path: "/players/{}/veins" },
        Gauge { name: "robots", path: "/players/{}/robots" },
        Gauge { name: "estimated funds", path: "/players/{}/estimated_funds" },
        Gauge { name: "money", path: "/players/{}/money" },
    ];

    const TUTORIAL: Option<&'static str> = Some(include_str!("../tutorial.json"));

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
    /// [`Reply::refusal`] says why it had no effect.
    fn accepted(reply: &Reply) -> bool {
        !matches!(reply, Reply::Refused(_))
    }

    fn refusal(reply: &Reply) -> Option<String> {
        reply.refusal().map(|why| why.to_string())
    }

    fn allows(&self, actor: Actor, call: &Call) -> bool {
        rules::check_call(self, actor.0, call).is_ok()
    }

    fn legal_calls(&self, actor: Actor, out: &mut Vec<LegalCall<Call>>) {
        legal::legal_calls(self, actor, out);
    }

    fn contacts(&self, seat: Seat) -> usize {
        legal::contacts(self, seat.0)
    }

    fn aim(&self, _actor: Actor, call: &Call) -> Aim {
        legal::aim(call)
    }

    fn frame(&self, ended: &[Actor], deeds: &[Deed<Asterobots>]) -> Frame {
        Frame::of(self, ended, deeds)
    }

    fn events(
        &self,
        before: &Asterobots,
        _ended: &[Actor],
        deeds: &[Deed<Asterobots>],
    ) -> Vec<Event> {
        events::events(self, before, deeds)
    }

    fn draw(&self, colour: bool) -> String {
        view::draw(self, colour)
    }
}

impl Asterobots {
    /// R7 Whether a command of the current player would be carried out now, or why not.
    pub fn check_command(&self, command: &Call) -> Result<(), Invalid> {
        rules::check_call(self, self.current.into(), command)?;
        rules::check_command(self, command)
    }
}

/// Compiles the example of the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
