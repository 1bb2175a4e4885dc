//! Time Travel, the game of a contest of November 2009.
//!
//! Two players play in three periods at once: the far past, the past and the present, each a board of
//! 21 by 21 tiles. Engineers construct buildings; a building finished in an earlier period appears, one level
//! higher, in the later ones, and disappears there when it is destroyed in the earlier one. Artists
//! earn gold in galleries, farms feed the units, barracks train soldiers, and portals let units
//! travel for a fee. A player without buildings loses; after 500 turns the greater net worth wins.
//!
//! A turn is any number of orders ([`Call`]), each carried out at once. The rules are in `rules`,
//! paragraph by paragraph (`R6` is section 6 of the rulebook); the player's manual is
//! `games/timetravel/manual.md`.

pub mod bots;
mod command;
pub mod constants;
mod events;
mod export;
mod legal;
pub mod map;
mod observe;
mod original;
mod profile;
mod rules;
mod state;
mod support;
mod trace;
mod types;
mod view;

pub use command::{Call, Invalid, Reply};
pub use constants::{BuildingKind, UnitKind};
pub use export::{GameLog, status};
pub use map::{Map, TerrainRecord};
pub use observe::{BuildingRecord, PortalRecord, Position, UnitRecord, View};
pub use profile::{
    BuildCost, EndConflict, Feeding, NetWorth, OverlapCheck, PaintIncome, Price, Ripple, Rounding,
    Rules, Setup, StackAttack,
};
/// The type that the registry lists.
pub use state::TimeTravel as TheGame;
pub use state::{Building, TimeTravel, Unit};
pub use types::{Cell, Id, Player, footprint, in_adjacent_area};
pub use view::{BuildingFrame, Event, Frame, Ground, PlayerFrame, PortalFrame, UnitFrame};

use agon_core::{
    Actor, Aim, Allowance, BuiltIn, Chance, Contest, Deed, End, Exporter, FramePer, Game, Gauge,
    Info, LegalCall, MapFault, MatchInfo, Now, OwnMap, Profile, Seat, StateHash, own_maps,
};

impl Game for TimeTravel {
    type Setup = Setup;
    type View = View;
    type Call = Call;
    type Reply = Reply;

    /// R4 The position on turn 0. A match has no randomness after the map is generated.
    fn new(setup: &Setup, _chance: Chance) -> TimeTravel {
        let mut game = TimeTravel::empty(setup.shared_map(), *setup.rules());
        for player in Player::BOTH {
            place_start(&mut game, player);
        }
        game.next_id = setup.map().next_id().max(game.next_id);
        rules::refresh_units(&mut game, Player::First);
        game
    }

    fn now(&self) -> Now {
        match self.ending {
            None => Now::one(self.current.actor()),
            Some(ending) => Now::Over(rules::outcome(self, ending)),
        }
    }

    fn view(&self, actor: Actor, out: &mut View) {
        let player = Player::of(actor).unwrap_or(self.current);
        out.fill(self, player);
    }

    fn call(&mut self, actor: Actor, call: &Call) -> Reply {
        match Player::of(actor) {
            None => Reply::Refused(Invalid::NotYourTurn),
            Some(player) => {
                let reply = rules::carry_out(self, player, call);
                // R11; painting changes only gold and is very frequent.
                let changed = !matches!(reply, Reply::Refused(_) | Reply::Painted { .. });
                debug_assert!(!changed || self.is_still_sound(), "{call:?}: {reply:?}");
                reply
            }
        }
    }

    fn end(&mut self, actor: Actor, end: End) {
        if self.current().is_some_and(|player| player.actor() == actor) {
            rules::end_turn(self, end.why);
            debug_assert!(self.is_still_sound(), "after turn {}", self.turn);
        }
    }

    fn round(&self) -> u32 {
        self.turn
    }

    fn hash(&self) -> StateHash {
        self.fingerprint()
    }

    /// R13, C13 The time limit applies to each turn separately.
    fn allowance(&self, _actor: Actor) -> Allowance {
        Allowance { seconds: Some(self.rules.turn_seconds), energy: None }
    }
}

/// R4.1 A player's buildings, each rippled through all periods, then an engineer in each school and
/// an artist in each gallery.
fn place_start(game: &mut TimeTravel, player: Player) {
    let buildings = game.map.start_buildings(player);
    for (kind, (x, y)) in buildings {
        if let Some(corner) = Cell::new(x, y, 0) {
            let id = game.add_building(kind, player, 0, corner, true);
            rules::ripple(game, id);
        }
    }
    let corner = |wanted, z| {
        let found = buildings.into_iter().find(|&(kind, _)| kind == wanted);
        found.and_then(|(_, (x, y))| Cell::new(x, y, z))
    };
    for z in 0..constants::PERIODS as u8 {
        let pairs =
            [(UnitKind::Engineer, BuildingKind::School), (UnitKind::Artist, BuildingKind::Gallery)];
        for (unit, home) in pairs {
            if let Some(cell) = corner(home, z) {
                game.add_unit(unit, player, z, cell);
            }
        }
    }
}

impl Contest for TimeTravel {
    const INFO: Info = Info {
        id: "timetravel",
        title: "Time Travel",
        about: "build, paint and fight in three linked periods of time",
        version: 1,
        seats: (2, 2),
        seat_names: &["first", "second"],
        score: "net worth",
        map_extension: "json",
        map_wishes: map::WISHES,
        original_extension: Some("gamelog"),
        frame_per: FramePer::Turn,
    };

    const ORIGINAL_APIS: &'static [agon_core::OriginalApi] = original::APIS;

    const GAUGES: &'static [Gauge] = &[
        Gauge { name: "net worth", path: "/players/{}/net_worth" },
        Gauge { name: "gold, far past", path: "/players/{}/gold/0" },
        Gauge { name: "gold, past", path: "/players/{}/gold/1" },
        Gauge { name: "gold, present", path: "/players/{}/gold/2" },
    ];

    const TUTORIAL: Option<&'static str> = Some(include_str!("../tutorial.json"));

    type Map = Map;

    type Frame = Frame;

    fn own_maps() -> &'static [OwnMap] {
        own_maps!(
            "json": "classic", "open-plain", "crossroads", "canyon", "marshes", "divide",
            "labyrinth", "bastions"
        )
    }

    fn setup(map: Map, profile: Profile, _seats: usize) -> Result<Setup, MapFault> {
        Setup::new(map, Rules::of(profile))
    }

    fn map_of(setup: &Setup) -> &Map {
        setup.map()
    }

    fn bots() -> &'static [BuiltIn<TimeTravel>] {
        bots::ALL
    }

    fn last_round(&self) -> u32 {
        self.rules.turn_limit
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
        Player::of(actor).is_some_and(|player| rules::check(self, player, call).is_ok())
    }

    fn legal_calls(&self, actor: Actor, out: &mut Vec<LegalCall<Call>>) {
        if let Some(player) = Player::of(actor) {
            legal::legal_calls(self, player, out);
        }
    }

    fn contacts(&self, seat: Seat) -> usize {
        let player = Player::of(Actor(seat.0.into()));
        player.map_or(0, |player| legal::contacts(self, player))
    }

    fn aim(&self, _actor: Actor, call: &Call) -> Aim {
        legal::aim(self, call)
    }

    fn frame(&self, ended: &[Actor], deeds: &[Deed<TimeTravel>]) -> Frame {
        Frame::of(self, ended, deeds)
    }

    fn events(
        &self,
        before: &TimeTravel,
        _ended: &[Actor],
        deeds: &[Deed<TimeTravel>],
    ) -> Vec<agon_core::Event> {
        events::events(self, before, deeds)
    }

    fn draw(&self, colour: bool) -> String {
        view::draw(self, colour)
    }

    fn exporter(&self, info: &MatchInfo) -> Option<Box<dyn Exporter<TimeTravel>>> {
        Some(Box::new(GameLog::new(self, info)))
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
