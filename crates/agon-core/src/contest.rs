//! What the product needs around the rules of a game: its name, maps, built-in bots, frames and events. What
//! tests and benchmarks need is in [`TestSupport`](crate::TestSupport).

use crate::{
    Actor, Aim, Bot, End, EngineFolder, Event, Game, GameMap, LegalCall, MapFault, Now,
    OriginalApi, Outcome, OwnMap, Profile, Regulations, Scribe, Seat, count,
};
use serde::Serialize;
use serde_json::Value;
use std::fmt;

/// A game's names, its seats, and the endings of its files.
#[derive(Copy, Clone, Debug)]
pub struct Info {
    /// The word used on command lines and in files.
    pub id: &'static str,
    /// The name people say.
    pub title: &'static str,
    /// One sentence: what is it about?
    pub about: &'static str,
    /// Raised whenever the same setup, seed and calls would give other states than before.
    pub version: u32,
    /// The fewest and the most seats.
    pub seats: (usize, usize),
    /// Names of the seats ("blue", "red"), one for each of the most seats.
    pub seat_names: &'static [&'static str],
    /// What the score counts ("tiles").
    pub score: &'static str,
    /// The ending of a map file, without the dot.
    pub map_extension: &'static str,
    /// The options of the map generator: key and meaning.
    pub map_wishes: &'static [(&'static str, &'static str)],
    /// The ending of the original program's replay files, if Agon can write them.
    pub original_extension: Option<&'static str>,
    /// How often a viewer gets a frame.
    pub frame_per: FramePer,
}

/// How often a viewer gets a new frame.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum FramePer {
    /// After every turn (of all actors that were asked together).
    Turn,
    /// After every round. A film also has the board after each seat's turns, so that a viewer can step
    /// through the round.
    Round,
}

/// A number worth drawing over time, one line per seat.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Gauge {
    /// What it counts ("metal").
    pub name: &'static str,
    /// Where it is in the frame: a JSON pointer in which `{}` stands for the seat's number.
    pub path: &'static str,
}

/// One call of a turn and its answer, as frames show them.
#[derive(Clone, Debug, Serialize)]
pub struct Deed<G: Game> {
    /// The actor that called.
    pub actor: Actor,
    /// The call.
    pub call: G::Call,
    /// The reply.
    pub reply: G::Reply,
}

/// The levels that built-in bots come in, the weakest first. A level has the same name in every game.
pub const LEVELS: [&str; 6] = ["nothing", "random", "novice", "solid", "expert", "champion"];

/// A bot that comes with Agon.
pub struct BuiltIn<G: Game> {
    /// Its name after `builtin:`: for a level, one of [`LEVELS`].
    pub name: &'static str,
    /// Other names that find it, for example what it was called in an earlier version.
    pub aliases: &'static [&'static str],
    /// One sentence: how does it play?
    pub about: &'static str,
    /// A fresh instance for one actor; all its randomness comes from the seed.
    pub make: fn(actor: Actor, seed: u64) -> Box<dyn Bot<G>>,
}

/// What is known about a match besides its states; exporters write it into their files.
#[derive(Clone, Debug)]
pub struct MatchInfo {
    /// The map's name.
    pub map: String,
    /// The bots' names, by seat.
    pub bots: Vec<String>,
}

/// Writes a match in the file format of the game's original program while it is replayed.
pub trait Exporter<G: Game>: Scribe<G> {
    /// The finished file.
    fn finish(self: Box<Self>, game: &G, outcome: &Outcome) -> Vec<u8>;
}

/// A replay of the original program: no orders, but everything to draw it.
#[derive(Clone, Debug)]
pub struct Imported {
    /// Map and bots, as far as the file names them.
    pub info: MatchInfo,
    /// The frames, the position before the first turn first.
    pub frames: Vec<Value>,
    /// The boards after each seat's turns inside of a frame, by frame; empty if the file has none.
    pub steps: Vec<Vec<(Seat, Value)>>,
}

/// Why a file of the original program could not be read: a full sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportFault(pub String);

impl fmt::Display for ImportFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ImportFault {}

/// A game with everything that people need around its rules.
///
/// The registry knows a game by this trait; the command line, the replays and the viewer are written once
/// on top of it.
pub trait Contest: Game {
    /// Names and numbers.
    const INFO: Info;

    /// What a viewer draws over time, the most telling number first: it decides which seat leads.
    const GAUGES: &'static [Gauge] = &[];

    /// The bot interfaces of the original contest.
    const ORIGINAL_APIS: &'static [OriginalApi] = &[];

    /// The folder that the contest handed out with its program, if it did.
    const ENGINE_FOLDER: Option<EngineFolder> = None;

    /// What the original contest's handbook forbids in a bot's program.
    const REGULATIONS: Regulations = Regulations::NONE;

    /// Whether a seat is kept from seeing parts of the position. If it is set, the game implements
    /// [`seat_frame`](Contest::seat_frame), [`seat_draw`](Contest::seat_draw) and
    /// [`notices`](Contest::notices).
    const HAS_FOG: bool = false;

    /// Ten guided turns for a person who has read nothing, as JSON; `None` if the game has none.
    const TUTORIAL: Option<&'static str> = None;

    /// The game's maps.
    type Map: GameMap;

    /// What a spectator sees of one position.
    type Frame: Serialize;

    /// The maps that come with Agon, made by [`own_maps!`](crate::own_maps); the first is the default.
    fn own_maps() -> &'static [OwnMap];

    /// Puts map, rules and seats together; refuses what the profile does not allow. The number of seats is
    /// within [`Info::seats`]. Callers use [`Contest::new_setup`].
    fn setup(map: Self::Map, profile: Profile, seats: usize) -> Result<Self::Setup, MapFault>;

    /// Checks the number of seats, then puts map, rules and seats together.
    fn new_setup(map: Self::Map, profile: Profile, seats: usize) -> Result<Self::Setup, MapFault> {
        let Info { title, seats: (fewest, most), .. } = Self::INFO;
        if (fewest..=most).contains(&seats) {
            return Self::setup(map, profile, seats);
        }
        let bots = count(most as u64, "bot");
        let wanted = if fewest == most { bots } else { format!("{fewest} to {bots}") };
        Err(MapFault::new(format!("{title} is for {wanted}, not {seats}")))
    }

    /// The map that a setup plays on.
    fn map_of(setup: &Self::Setup) -> &Self::Map;

    /// The bots that come with Agon, `nothing` first.
    fn bots() -> &'static [BuiltIn<Self>];

    /// The highest score that one seat could have on this map (all systems, all tiles), where the rules bound
    /// it. Grading measures "all of them" and "more than half" by it.
    fn most_score(&self) -> Option<f64> {
        None
    }

    /// The last round that the rules allow, for progress bars.
    fn last_round(&self) -> u32;

    /// Whether a reply says that the call was carried out.
    fn accepted(reply: &Self::Reply) -> bool;

    /// Why a call was not carried out, as a sentence; `None` if it was.
    fn refusal(reply: &Self::Reply) -> Option<String>;

    /// Whether the rules would carry out this call now. Always agrees with what [`Game::call`] does.
    fn allows(&self, actor: Actor, call: &Self::Call) -> bool;

    /// Appends every order that `actor` may give now to `out`: each sample of an entry is accepted without a
    /// [`refusal`](Contest::refusal), and each order accepted without one is covered by an entry. The list
    /// follows from the actor's view; it reveals nothing more.
    fn legal_calls(&self, actor: Actor, out: &mut Vec<LegalCall<Self::Call>>);

    /// What a spectator sees now. `ended` are the actors whose turns ended since the previous frame (none
    /// before the first turn), and `deeds` are the orders they gave.
    fn frame(&self, ended: &[Actor], deeds: &[Deed<Self>]) -> Self::Frame;

    /// What the player of one seat sees now: the frame without everything that the views of the seat's actors
    /// do not show. `ended` and `deeds` are those of [`frame`](Contest::frame), of all seats.
    fn seat_frame(&self, _seat: Seat, ended: &[Actor], deeds: &[Deed<Self>]) -> Self::Frame {
        self.frame(ended, deeds)
    }

    /// The position as the player of one seat sees it, as text for a terminal.
    fn seat_draw(&self, _seat: Seat, colour: bool) -> String {
        self.draw(colour)
    }

    /// Whether the player of a seat notices an event that led to this position.
    fn notices(&self, _seat: Seat, _event: &Event) -> bool {
        true
    }

    /// How many units of opponents are in contact with a seat: in its sight, or close to its units and places
    /// where everything is in sight. A player who passes turns may ask to be woken when the number grows.
    fn contacts(&self, _seat: Seat) -> usize {
        0
    }

    /// What players call an actor beside its seat, as in `unit 7`; `None` where the seat says it all.
    fn actor_name(&self, actor: Actor) -> Option<String> {
        (actor.0 != u32::from(self.seat(actor).0)).then(|| format!("actor {}", actor.0))
    }

    /// Where on the board an order of this actor belongs.
    fn aim(&self, _actor: Actor, _call: &Self::Call) -> Aim {
        Aim::NONE
    }

    /// Whether an order told its player something that no view showed before: a hidden tile, a random
    /// number. Such an order, and every order before it, cannot be taken back.
    fn reveals(_call: &Self::Call, _reply: &Self::Reply) -> bool {
        false
    }

    /// What is worth noticing between the frame of `before` and this one. Refusals and changes of the lead
    /// are found for every game by the caller.
    fn events(&self, before: &Self, ended: &[Actor], deeds: &[Deed<Self>]) -> Vec<Event>;

    /// The position as text for a terminal, with ANSI colours if `colour` is set.
    fn draw(&self, colour: bool) -> String;

    /// The effects of one `end` in plain text, as the contest's own text mode printed them. `self` is the
    /// position before that end. The default draws the position after it, as often as a viewer gets a frame.
    fn tell(&self, actor: Actor, end: End, _info: &MatchInfo) -> String {
        let mut after = self.clone();
        after.end(actor, end);
        let is_over = matches!(after.now(), Now::Over(_));
        match Self::INFO.frame_per {
            FramePer::Round if after.round() == self.round() && !is_over => String::new(),
            _ => after.draw(false),
        }
    }

    /// A writer of the original program's replay format, where the rulebook documents one.
    fn exporter(&self, _info: &MatchInfo) -> Option<Box<dyn Exporter<Self>>> {
        None
    }

    /// Reads a replay of the original program as frames.
    fn import_original(_bytes: &[u8]) -> Result<Imported, ImportFault> {
        Err(ImportFault(format!(
            "{} has no reader for replays of the original program",
            Self::INFO.title
        )))
    }
}
