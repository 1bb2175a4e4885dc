//! Makes films of replay files (Agon's own and those of original programs) and of running matches.

use crate::limits::MAX_UNPACKED_BYTES;
use crate::{Film, Head, Verdict};
use agon_core::{Chance, Contest, Imported, Info, Profile, Scribe, Seat, StateHasher, safe_line};
use agon_games::{GAMES, Visitor};
use agon_replay::{FrameMaker, Header, Playback, Replay, ReplayFault, SeatEntry, foreign_frame};
use agon_runner::{Match, Played, Trouble, play_match_along, play_match_tapped};
use serde_json::Value;
use std::sync::{Arc, mpsc};
use std::thread;
use thiserror::Error;

/// Frames that wait for the thread that packs them before the replaying thread has to wait.
const QUEUED_FRAMES: usize = 64;

/// Why a file cannot be shown. Each reads as a full sentence.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "each variant's error text describes it")]
pub enum FilmFault {
    #[error(transparent)]
    Replay(#[from] ReplayFault),
    #[error(transparent)]
    Original(#[from] agon_core::ImportFault),
    #[error("the replay is of the game `{0}`, which this program does not have")]
    NoSuchGame(String),
    #[error("there is no seat {0}: the match has {1} seats, counted from 0")]
    NoSuchSeat(u8, usize),
    #[error(
        "`{0}` is not a replay: choose an .agonreplay file, or a replay that a game's original \
         program wrote, if Agon reads that format"
    )]
    NotAReplay(String),
}

/// The content address of a replay file: 16 hexadecimal digits, a hash of its bytes.
pub fn content_address(bytes: &[u8]) -> String {
    StateHasher::new().bytes(bytes).finish().to_string()
}

/// The film of a replay file. A background thread makes the frames, so the first can be shown
/// before the last exist.
pub fn film_of(name: &str, bytes: &[u8]) -> Result<Arc<Film>, FilmFault> {
    film_within(name, bytes, Replay::from_bytes(bytes), Box::new(()))
}

/// The film of a file of unknown origin: a replay may unpack to at most `max` bytes, and `busy` is dropped
/// when all frames are made.
pub(crate) fn film_of_upload(
    name: &str,
    bytes: &[u8],
    max: u64,
    busy: Box<dyn Send>,
) -> Result<Arc<Film>, FilmFault> {
    film_within(name, bytes, Replay::from_bytes_within(bytes, max), busy)
}

/// The whole film of a replay whose body unpacks to at most 64 MiB, or of what one seat of it knows; waits
/// until all frames are made.
pub fn whole_film(name: &str, bytes: &[u8], seen_by: Option<Seat>) -> Result<Arc<Film>, FilmFault> {
    let (busy, done) = mpsc::channel::<()>();
    let busy = Box::new(busy);
    let film = match seen_by {
        Some(seat) => film_of_seat(name, bytes, seat, busy)?,
        None => {
            film_within(name, bytes, Replay::from_bytes_within(bytes, MAX_UNPACKED_BYTES), busy)?
        }
    };
    // Nothing is sent: the wait ends when the thread that makes the frames drops the sender.
    let _ = done.recv();
    Ok(film)
}

fn film_within(
    name: &str,
    bytes: &[u8],
    replay: Result<Replay, ReplayFault>,
    busy: Box<dyn Send>,
) -> Result<Arc<Film>, FilmFault> {
    let film = match bytes.starts_with(b"agon-replay ") {
        true => film_of_replay(name, replay?, busy)?,
        false => film_of_original(name, bytes)?,
    };
    film.set_replay(bytes);
    Ok(film)
}

/// The name of the film that shows what one seat of a replay knows.
pub(crate) fn seat_address(address: &str, seat: Seat) -> String {
    format!("{address}-{}", seat.0)
}

/// The film of what one seat of a replay knows. `busy` is dropped when all frames are made.
pub(crate) fn film_of_seat(
    name: &str,
    bytes: &[u8],
    seat: Seat,
    busy: Box<dyn Send>,
) -> Result<Arc<Film>, FilmFault> {
    let replay = Replay::from_bytes_within(bytes, MAX_UNPACKED_BYTES)?;
    if seat.index() >= replay.header.seats.len() {
        return Err(FilmFault::NoSuchSeat(seat.0, replay.header.seats.len()));
    }
    let film = visit_replay(name, replay, Some(seat), busy)?;
    film.set_address(seat_address(&content_address(bytes), seat));
    Ok(film)
}

fn film_of_replay(name: &str, replay: Replay, busy: Box<dyn Send>) -> Result<Arc<Film>, FilmFault> {
    visit_replay(name, replay, None, busy)
}

fn visit_replay(
    name: &str,
    replay: Replay,
    seen_by: Option<Seat>,
    busy: Box<dyn Send>,
) -> Result<Arc<Film>, FilmFault> {
    let game = replay.header.game.clone();
    agon_games::visit(&game, FilmReplay { name, replay, seen_by, busy })
        .ok_or_else(|| FilmFault::NoSuchGame(safe_line(&game).into_owned()))?
}

/// The head and the last position of a replay, without the frames before it.
pub(crate) fn still_of(name: &str, bytes: &[u8]) -> Result<(Head, Value), FilmFault> {
    let replay = Replay::from_bytes_within(bytes, MAX_UNPACKED_BYTES)?;
    agon_games::visit(&replay.header.game, Still { name, replay: &replay })
        .ok_or_else(|| FilmFault::NoSuchGame(safe_line(&replay.header.game).into_owned()))?
}

struct Still<'a> {
    name: &'a str,
    replay: &'a Replay,
}

impl Visitor for Still<'_> {
    type Out = Result<(Head, Value), FilmFault>;
    fn visit<G: Contest>(self) -> Self::Out {
        let mut playback = Playback::<G>::open(self.replay)?;
        playback.run(&mut ())?;
        let board = serde_json::to_value(playback.game.frame(&[], &[]));
        let board = board.expect("frames are plain data with text keys");
        Ok((replay_head::<G>(self.name, self.replay), board))
    }
}

fn film_of_original(name: &str, bytes: &[u8]) -> Result<Arc<Film>, FilmFault> {
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    let named: Vec<&Info> =
        GAMES.iter().copied().filter(|info| info.original_extension == Some(extension)).collect();
    let mut fault = FilmFault::NotAReplay(safe_line(name).into_owned());
    // The game that the extension names goes first, and its reason is the one that is reported.
    for info in named.iter().copied().chain(GAMES.iter().copied()) {
        match agon_games::visit(info.id, FilmOriginal { name, bytes }) {
            Some(Ok(film)) => return Ok(film),
            Some(Err(why)) if named.first().is_some_and(|first| first.id == info.id) => {
                fault = why.into();
            }
            _ => {}
        }
    }
    Err(fault)
}

/// The head of a replay's film.
pub fn replay_head<G: Contest>(source: &str, replay: &Replay) -> Head {
    header_head::<G>(source, &replay.header)
}

/// The same, of a replay of which only the header is known.
pub(crate) fn header_head<G: Contest>(source: &str, header: &Header) -> Head {
    head::<G>(source, &header.map, Some(header.seed), header.rules.word(), &header.seats)
}

fn head<G: Contest>(
    source: &str,
    map: &str,
    seed: Option<u64>,
    rules: &str,
    seats: &[SeatEntry],
) -> Head {
    Head {
        game: G::INFO.id.into(),
        title: G::INFO.title.into(),
        score: G::INFO.score.into(),
        seats: seats.iter().map(|entry| (entry.seat.clone(), entry.bot.clone())).collect(),
        map: map.into(),
        seed,
        rules: rules.into(),
        source: source.into(),
        gauges: G::GAUGES.to_vec(),
        fog: G::HAS_FOG,
        seen_by: None,
        take: None,
    }
}

/// The frame with the text drawing of its position. The drawing is a list of lines, so that a line
/// that stays the same costs nothing in the difference to the next frame.
pub(crate) fn with_text<G: Contest>(game: &G, seen_by: Option<Seat>, mut frame: Value) -> Value {
    let text = seen_by.map_or_else(|| game.draw(false), |seat| game.seat_draw(seat, false));
    frame["text"] = text.lines().collect();
    frame
}

struct FilmReplay<'a> {
    name: &'a str,
    replay: Replay,
    seen_by: Option<Seat>,
    /// Dropped when the frames are made.
    busy: Box<dyn Send>,
}

impl Visitor for FilmReplay<'_> {
    type Out = Result<Arc<Film>, FilmFault>;
    fn visit<G: Contest>(self) -> Self::Out {
        let head = replay_head::<G>(self.name, &self.replay);
        let film = Film::new(Head { seen_by: self.seen_by.map(|seat| seat.0), ..head });
        // A replay whose start cannot be set up is refused here; later faults are part of the film.
        Playback::<G>::open(&self.replay)?;
        let (shared, replay, busy) = (Arc::clone(&film), self.replay, self.busy);
        let seen_by = self.seen_by;
        thread::spawn(move || {
            let _busy = busy;
            let result = film_replay::<G>(&replay, seen_by, &shared);
            let verdict = Verdict::from(&replay.header.result);
            match result {
                Ok(()) => shared.close(Some(verdict), None),
                Err(fault) => shared.close(None, Some(fault.to_string())),
            }
        });
        Ok(film)
    }
}

/// Replays the match on this thread and packs the frames on another.
fn film_replay<G: Contest>(
    replay: &Replay,
    seen_by: Option<Seat>,
    film: &Film,
) -> Result<(), ReplayFault> {
    let mut playback = Playback::<G>::open(replay)?;
    thread::scope(|scope| {
        let (sender, frames) = mpsc::sync_channel(QUEUED_FRAMES);
        scope.spawn(move || frames.into_iter().for_each(|frame| film.push(frame)));
        let mut show = |game: &G, frame| {
            // The packing thread receives until the sender is dropped.
            let _ = sender.send(with_text(game, seen_by, frame));
        };
        let mut maker = FrameMaker::seen_by(seen_by, &playback.game, &mut show).with_steps();
        playback.run(&mut maker).map(|_| ())
    })
}

struct FilmOriginal<'a> {
    name: &'a str,
    bytes: &'a [u8],
}

impl Visitor for FilmOriginal<'_> {
    type Out = Result<Arc<Film>, agon_core::ImportFault>;
    fn visit<G: Contest>(self) -> Self::Out {
        let Imported { info, frames, steps } = G::import_original(self.bytes)?;
        let seats = seat_entries::<G>(&info.bots);
        let rules = Profile::Original.word();
        // An original recording has no orders, so what a seat knows cannot be computed.
        let head = head::<G>(self.name, &info.map, None, rules, &seats);
        let film = Film::new(Head { fog: false, ..head });
        let result = frames.last().and_then(|frame| frame["result"].as_str()).map(str::to_owned);
        let winner = frames.last().and_then(|frame| {
            let word = frame["winner"].as_str()?;
            let at = seats.iter().position(|entry| entry.seat.eq_ignore_ascii_case(word))?;
            u8::try_from(at).ok()
        });
        for (i, frame) in frames.into_iter().enumerate() {
            film.push(foreign_frame(frame, steps.get(i).map_or(&[], Vec::as_slice)));
        }
        let verdict = result.map(|sentence| Verdict { winner, standings: Vec::new(), sentence });
        film.close(verdict, None);
        Ok(film)
    }
}

/// The bots by seat, as a replay's header lists them.
fn seat_entries<G: Contest>(bots: &[String]) -> Vec<SeatEntry> {
    let seats = G::INFO.seat_names.iter().zip(bots);
    seats
        .map(|(seat, bot)| SeatEntry { seat: (*seat).into(), bot: bot.clone(), hash: None })
        .collect()
}

/// The head of the film of a match that is about to begin; `bots` by seat.
pub fn live_head<G: Contest>(
    map: &str,
    seed: Option<u64>,
    rules: Profile,
    bots: &[String],
) -> Head {
    head::<G>("live", map, seed, rules.word(), &seat_entries::<G>(bots))
}

/// A match that is filmed while it is played.
pub struct LiveFilm {
    film: Arc<Film>,
}

impl LiveFilm {
    /// An empty film of a match that is about to begin; `bots` by seat.
    pub fn new<G: Contest>(map: &str, seed: u64, rules: Profile, bots: &[String]) -> LiveFilm {
        LiveFilm { film: Film::new(live_head::<G>(map, Some(seed), rules, bots)) }
    }

    /// A second handle to the same film, for the thread that plays the match.
    pub fn share(&self) -> LiveFilm {
        LiveFilm { film: Arc::clone(&self.film) }
    }

    /// The film, to be shown.
    pub fn film(&self) -> Arc<Film> {
        Arc::clone(&self.film)
    }

    /// Plays a match and films it. `record` and `watch` are those of [`agon_runner::play_match`].
    pub fn play<G: Contest>(
        &self,
        spec: &Match<'_, G>,
        record: bool,
        watch: &mut dyn FnMut(&G),
    ) -> Result<Played<G>, Trouble> {
        self.play_along(spec, record, &mut (), watch)
    }

    /// Plays a match and films it, with one more `scribe`.
    pub fn play_along<G: Contest>(
        &self,
        spec: &Match<'_, G>,
        record: bool,
        scribe: &mut dyn Scribe<G>,
        watch: &mut dyn FnMut(&G),
    ) -> Result<Played<G>, Trouble> {
        let start = G::new(&spec.setup, Chance::seeded(spec.seed));
        let mut show = |game: &G, frame| self.film.push(with_text(game, None, frame));
        let mut maker = FrameMaker::new(&start, &mut show).with_steps();
        let mut both: (&mut dyn Scribe<G>, &mut dyn Scribe<G>) = (&mut maker, scribe);
        let played = match G::HAS_FOG && record {
            true => {
                let seats = self.film.start_seat_films();
                play_match_tapped(spec, 0, &|header| seats.tap(header), &mut both, watch)
            }
            false => play_match_along(spec, record, &mut both, watch),
        };
        if let Ok(Played { replay: Some(replay), .. }) = &played {
            self.film.set_replay(&replay.to_bytes());
        }
        match &played {
            Ok(played) => self.film.close(Some(Verdict::from(&played.outcome)), None),
            Err(trouble) => self.film.close(None, Some(trouble.to_string())),
        }
        played
    }
}
