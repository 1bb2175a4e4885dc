//! Mars Makeover: two teams explore, mine and terraform Mars; the team with more tiles after 200 rounds wins.
//!
//! Blue and red take turns. In its turn a team makes any number of calls, each answered at once:
//! build robots on own tiles, move them (or ram others), let them explore, mine or terraform,
//! transform them, ask for paths. A tile stays hidden until it is explored and then stays visible.
//! Thinking time is taken from a time bank; a team whose bank is empty loses.
//!
//! The player's manual, `games/mars/manual.md`, is the rulebook. References like R7.3 are its sections; C1 to
//! C15 are its conflicts between the handbook and the original program. Conflicts that the two profiles
//! decide differently are switches of [`Rules`].

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

pub use command::{Call, Invalid, Reply, RobotInfo};
pub use map::{Map, Tile, TileKind};
pub use observe::{HIDDEN, View};
pub use profile::{ActionResult, Rules, SecondMove, Setup, TimeTie, Transform};
/// The type that the registry lists.
pub use state::Mars as TheGame;
pub use state::{Mars, Robot, TeamState};
pub use trace::open_trace_with;
pub use types::{Cell, Direction, RobotId, RobotType, Team};
pub use view::{Event, Frame, RobotFrame, TeamFrame};

use agon_core::{
    Actor, Aim, Allowance, BuiltIn, Chance, Contest, Deed, End, Exporter, FramePer, Game, Gauge,
    ImportFault, Imported, Info, LegalCall, MapFault, MatchInfo, Now, OwnMap, Profile, Seat,
    StateHash, own_maps,
};

impl Mars {
    /// R7.5 Answers a team's question, in its turn or outside it. For an order, answers whether it would be
    /// carried out.
    pub fn ask(&self, team: Team, question: &Call) -> Reply {
        rules::inquire(self, team, question)
    }

    /// Carries out, in a position made by [`View::position`], an order of the team on turn that the game
    /// itself has answered with `reply`. Returns false if the reply does not determine the new position; the
    /// caller then needs a new view. Exploring always returns false, because it reveals hidden tiles.
    pub fn follow(&mut self, order: &Call, reply: &Reply) -> bool {
        match reply {
            Reply::Explored { .. } => return false,
            // Both teams share one counter of names, and the number of enemy robots is unknown here.
            Reply::Spawned(robot) | Reply::Transformed(robot) => self.next_robot = robot.name.0,
            _ => {}
        }
        rules::answer(self, self.team, order) == *reply
    }
}

impl Game for Mars {
    type Setup = Setup;
    type View = View;
    type Call = Call;
    type Reply = Reply;

    fn new(setup: &Setup, _chance: Chance) -> Mars {
        let mut game = Mars::start(setup.shared_map(), *setup.rules());
        rules::begin_turn(&mut game);
        game
    }

    fn now(&self) -> Now {
        match self.ending {
            None => Now::one(self.team.actor()),
            Some(_) => Now::Over(rules::outcome(self)),
        }
    }

    fn view(&self, actor: Actor, out: &mut View) {
        match Team::of(actor) {
            Some(team) => out.fill(self, team),
            None => *out = View::default(), // not an actor of this game
        }
    }

    fn call(&mut self, actor: Actor, call: &Call) -> Reply {
        match Team::of(actor) {
            Some(team) if team == self.team && self.ending.is_none() => {
                rules::answer(self, team, call)
            }
            _ => Reply::Refused(Invalid::NotYourTurn),
        }
    }

    fn end(&mut self, actor: Actor, end: End) {
        if Team::of(actor) != Some(self.team) || self.ending.is_some() {
            return;
        }
        rules::end_turn(self, end);
        if self.ending.is_none() {
            rules::begin_turn(self);
        }
    }

    fn round(&self) -> u32 {
        self.round.into()
    }

    fn hash(&self) -> StateHash {
        self.fingerprint()
    }

    fn is_order(call: &Call) -> bool {
        matches!(
            call,
            Call::Spawn { .. } | Call::Move { .. } | Call::Act { .. } | Call::Transform { .. }
        )
    }

    fn allowance(&self, actor: Actor) -> Allowance {
        let seconds = Team::of(actor).map(|team| self.team(team).bank_s);
        Allowance { seconds, energy: None }
    }
}

impl Contest for Mars {
    const INFO: Info = Info {
        id: "mars",
        title: "Mars Makeover",
        about: "explore, mine and terraform more of Mars than the other team",
        version: 1,
        seats: (2, 2),
        seat_names: &["blue", "red"],
        score: "tiles",
        map_extension: "awap23m",
        map_wishes: map::WISHES,
        original_extension: Some("awap23r"),
        frame_per: FramePer::Turn,
    };

    const ORIGINAL_APIS: &'static [agon_core::OriginalApi] = original::APIS;
    const REGULATIONS: agon_core::Regulations = original::REGULATIONS;

    const ENGINE_FOLDER: Option<agon_core::EngineFolder> = Some(original::ENGINE_FOLDER);

    const GAUGES: &'static [Gauge] = &[
        Gauge { name: "tiles", path: "/teams/{}/tiles" },
        Gauge { name: "metal", path: "/teams/{}/metal" },
        Gauge { name: "robots", path: "/teams/{}/robots" },
        Gauge { name: "seconds left", path: "/teams/{}/time_left" },
    ];

    const HAS_FOG: bool = true;
    const TUTORIAL: Option<&'static str> = Some(include_str!("../tutorial.json"));

    type Map = Map;

    type Frame = Frame;

    fn own_maps() -> &'static [OwnMap] {
        own_maps!(
            "awap23m": "crossing", "atoll", "canyon", "twin-craters", "hourglass", "labyrinth",
            "dunes", "olympus"
        )
    }

    fn setup(map: Map, profile: Profile, _seats: usize) -> Result<Setup, MapFault> {
        if profile == Profile::Handbook {
            map.check_fair()?;
        }
        Setup::new(map, Rules::of(profile))
    }

    fn map_of(setup: &Setup) -> &Map {
        setup.map()
    }

    fn bots() -> &'static [BuiltIn<Mars>] {
        bots::ALL
    }

    fn last_round(&self) -> u32 {
        self.rules.rounds.into()
    }

    fn accepted(reply: &Reply) -> bool {
        !matches!(reply, Reply::Refused(_) | Reply::AlreadyMoved)
    }

    fn refusal(reply: &Reply) -> Option<String> {
        match reply {
            Reply::Refused(why) => Some(why.to_string()),
            Reply::AlreadyMoved => Some("the robot has moved already this turn".into()),
            _ => None,
        }
    }

    fn allows(&self, actor: Actor, call: &Call) -> bool {
        match Team::of(actor) {
            Some(team) if team == self.team && self.ending.is_none() => {
                !Mars::is_order(call) || rules::inquire(self, team, call) == Reply::Can(true)
            }
            _ => false,
        }
    }

    fn legal_calls(&self, actor: Actor, out: &mut Vec<LegalCall<Call>>) {
        if let Some(team) = Team::of(actor) {
            legal::legal_calls(self, team, out);
        }
    }

    fn frame(&self, ended: &[Actor], deeds: &[Deed<Mars>]) -> Frame {
        Frame::of(self, ended, deeds)
    }

    fn seat_frame(&self, seat: Seat, ended: &[Actor], deeds: &[Deed<Mars>]) -> Frame {
        match Team::of(Actor(seat.0.into())) {
            Some(team) => Frame::of_team(self, team, ended, deeds),
            None => Frame::of(self, ended, deeds),
        }
    }

    fn seat_draw(&self, seat: Seat, colour: bool) -> String {
        match Team::of(Actor(seat.0.into())) {
            Some(team) => view::draw_of_team(self, team, colour),
            None => view::draw(self, colour),
        }
    }

    fn notices(&self, seat: Seat, event: &agon_core::Event) -> bool {
        Team::of(Actor(seat.0.into())).is_some_and(|team| view::notices(self, team, event))
    }

    fn contacts(&self, seat: Seat) -> usize {
        Team::of(Actor(seat.0.into())).map_or(0, |team| view::contacts(self, team))
    }

    fn aim(&self, actor: Actor, call: &Call) -> Aim {
        Team::of(actor).map_or(Aim::NONE, |team| legal::aim(self, team, call))
    }

    fn reveals(_call: &Call, reply: &Reply) -> bool {
        legal::reveals(reply)
    }

    fn events(
        &self,
        before: &Mars,
        _ended: &[Actor],
        deeds: &[Deed<Mars>],
    ) -> Vec<agon_core::Event> {
        events::events(self, before, deeds)
    }

    fn draw(&self, colour: bool) -> String {
        view::draw(self, colour)
    }

    fn exporter(&self, info: &MatchInfo) -> Option<Box<dyn Exporter<Mars>>> {
        Some(Box::new(export::Writer::new(self, info)))
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
