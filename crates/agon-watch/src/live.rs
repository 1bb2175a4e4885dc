//! Makes a film of a game while it is played on another thread or machine: from the record of the game, which
//! arrives in parts.

use crate::filming::{header_head, with_text};
use crate::{Film, FilmFault, Head, Verdict};
use agon_core::{Contest, Now, Seat};
use agon_games::Visitor;
use agon_replay::{FrameMaker, Header, NotesOf, Playback, Tap, has_setup};
use std::collections::BTreeMap;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;

/// Whose film it is.
#[derive(Clone, Debug)]
pub struct Audience {
    /// Whether the notes of each seat's bot are shown.
    pub notes: Vec<bool>,
    /// The seat whose knowledge is shown; `None` for everything.
    pub seen_by: Option<Seat>,
}

/// A film that grows with the record of its game. It exists once the first position is known.
#[derive(Clone, Default)]
pub struct RecordFilm {
    film: Arc<OnceLock<Arc<Film>>>,
}

impl RecordFilm {
    /// Starts a thread that makes the frames. `parts` are the bytes of the record: a line with the header of
    /// the replay, and its body. `take` tells this film from others of the same game.
    pub fn start(parts: Receiver<Vec<u8>>, audience: Audience, take: Option<String>) -> RecordFilm {
        let made = RecordFilm::default();
        let shown = made.clone();
        thread::spawn(move || {
            let Some((header, body)) = beginning(&parts) else { return };
            let game = header.game.clone();
            let film = FilmRecord { header, body, parts, audience, take, shown: &shown };
            if let Some(Err(fault)) = agon_games::visit(&game, film)
                && let Some(film) = shown.film()
            {
                film.close(None, Some(fault.to_string()));
            }
        });
        made
    }

    /// The film, once its first frame is made.
    pub fn film(&self) -> Option<&Arc<Film>> {
        self.film.get()
    }
}

/// The record of a match that is played in this process, for films of what one seat knows. Such a film is
/// made when it is asked for, from what was recorded until then, and grows with the match.
#[derive(Default)]
pub(crate) struct SeatFilms(Mutex<Inside>);

#[derive(Default)]
struct Inside {
    record: Vec<u8>,
    listeners: Vec<Sender<Vec<u8>>>,
    films: BTreeMap<Seat, RecordFilm>,
}

impl SeatFilms {
    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The tap of the match's recorder.
    pub fn tap(self: &Arc<Self>, header: &Header) -> Tap {
        let head = serde_json::to_string(header).expect("headers are plain data") + "\n";
        let start = head.len();
        self.inside().record = head.into_bytes();
        let films = Arc::clone(self);
        Box::new(move |body| {
            let Inside { record, listeners, .. } = &mut *films.inside();
            let more = body.get(record.len() - start..).unwrap_or_default().to_vec();
            record.extend_from_slice(&more);
            // A film that has ended hears nothing more.
            listeners.retain(|listener| listener.send(more.clone()).is_ok());
        })
    }

    /// What a seat knows.
    pub fn of(&self, seat: Seat) -> RecordFilm {
        let Inside { record, listeners, films } = &mut *self.inside();
        let start = || {
            let (sender, parts) = mpsc::channel();
            // The film's thread has the receiver.
            let _ = sender.send(record.clone());
            listeners.push(sender);
            let notes = vec![true; seat.index() + 1];
            RecordFilm::start(parts, Audience { notes, seen_by: Some(seat) }, None)
        };
        films.entry(seat).or_insert_with(start).clone()
    }
}

/// Waits for the header and the setup; `None` if the record ends before or cannot be read.
fn beginning(parts: &Receiver<Vec<u8>>) -> Option<(Header, Vec<u8>)> {
    let mut bytes = Vec::new();
    loop {
        bytes.extend(parts.recv().ok()?);
        let Some(end) = bytes.iter().position(|&byte| byte == b'\n') else { continue };
        if has_setup(&bytes[end + 1..]) {
            let header = serde_json::from_slice(&bytes[..end]).ok()?;
            return Some((header, bytes.split_off(end + 1)));
        }
    }
}

struct FilmRecord<'a> {
    header: Header,
    body: Vec<u8>,
    parts: Receiver<Vec<u8>>,
    audience: Audience,
    take: Option<String>,
    shown: &'a RecordFilm,
}

impl Visitor for FilmRecord<'_> {
    type Out = Result<(), FilmFault>;
    fn visit<G: Contest>(self) -> Self::Out {
        let Audience { notes, seen_by } = self.audience;
        let seats = self.header.seats.len();
        if let Some(seat) = seen_by.filter(|seat| seat.index() >= seats) {
            return Err(FilmFault::NoSuchSeat(seat.0, seats));
        }
        let head = header_head::<G>("live", &self.header);
        let film = Film::new(Head { take: self.take, seen_by: seen_by.map(|seat| seat.0), ..head });
        let mut playback = Playback::<G>::open_unfinished(self.header, self.body)?;
        let keeps = |seat: Seat| notes.get(seat.index()).copied().unwrap_or(false);
        let mut show = |game: &G, frame| film.push(with_text(game, seen_by, frame));
        let mut maker = FrameMaker::seen_by(seen_by, &playback.game, &mut show).with_steps();
        // All readers get the same film: it is set once.
        let _ = self.shown.film.set(Arc::clone(&film));
        let mut scribe = NotesOf { inner: &mut maker, keeps: &keeps };
        let mut part = Vec::new();
        loop {
            playback.add(&part, &mut scribe)?;
            if let Now::Over(outcome) = playback.game.now() {
                film.close(Some(Verdict::from(&outcome)), None);
                return Ok(());
            }
            match self.parts.recv() {
                Ok(next) => part = next,
                // The game ends elsewhere: its replay is the film to show.
                Err(_) => return Ok(()),
            }
        }
    }
}
