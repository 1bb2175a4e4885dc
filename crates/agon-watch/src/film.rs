//! A match as the viewer loads it: compressed chunks of frames, and the numbers of the charts.
//!
//! A film may still be growing: one thread adds frames while any number of readers load them. A
//! reader holds the lock only for a copy, so a slow browser does not delay the match.

use crate::filming::content_address;
use crate::live::SeatFilms;
use agon_core::{Gauge, Outcome};
use agon_replay::delta;
use flate2::{Compression, write::GzEncoder};
use serde::Serialize;
use serde_json::{Value, json};
use std::io::Write;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use tokio::sync::watch;

/// Frames per chunk. The first frame of a chunk is whole, the others are differences.
pub const CHUNK: usize = 50;

/// What is known about a match before its first frame.
#[derive(Clone, Debug, Serialize)]
pub struct Head {
    /// The game's id.
    pub game: String,
    /// The game's name.
    pub title: String,
    /// What its score counts, for example "tiles".
    pub score: String,
    /// Names of the seats, and the bots on them.
    pub seats: Vec<(String, String)>,
    /// The map's name.
    pub map: String,
    /// The seed, if it is known.
    pub seed: Option<u64>,
    /// The rule profile.
    pub rules: String,
    /// Where the film comes from: a file's name, or "live".
    pub source: String,
    /// The numbers of the charts.
    pub gauges: Vec<Gauge>,
    /// Whether a seat sees only a part of the board, so that the match can be shown as one seat sees it.
    pub fog: bool,
    /// The seat whose knowledge the film shows; none if it shows everything.
    pub seen_by: Option<u8>,
    /// Tells films of the same game apart while it is played: it may begin again. None for a replay.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub take: Option<String>,
}

/// How a match ended.
#[derive(Clone, Debug, Serialize)]
pub struct Verdict {
    /// The winner's seat; none for a draw.
    pub winner: Option<u8>,
    /// Ranks and scores by seat, if they are known.
    pub standings: Vec<(u8, f64)>,
    /// The reason for the result.
    pub sentence: String,
}

impl From<&Outcome> for Verdict {
    fn from(outcome: &Outcome) -> Verdict {
        Verdict {
            winner: outcome.winner().map(|seat| seat.0),
            standings: outcome.standings.iter().map(|s| (s.rank, s.score)).collect(),
            sentence: outcome.reason.sentence.clone(),
        }
    }
}

/// A film, shared between the thread that makes it and the requests that read it.
pub struct Film {
    head: Head,
    /// The content address of the replay; a match that is being played has none yet.
    address: OnceLock<String>,
    /// The replay, from which the films of what each seat sees are made.
    replay: OnceLock<Arc<[u8]>>,
    /// What each seat knows of a match that is being played in this process.
    seats: OnceLock<Arc<SeatFilms>>,
    content: Mutex<Content>,
    grown: watch::Sender<usize>,
}

#[derive(Default)]
struct Content {
    /// Complete chunks, gzipped.
    packed: Vec<Arc<[u8]>>,
    /// The entries of the chunk that is not complete yet.
    open: Vec<String>,
    /// The newest frame, to which the next one is compared.
    last: Value,
    frames: usize,
    rounds: Vec<Option<u64>>,
    turns: Vec<Vec<u64>>,
    /// By line (gauges, then seconds and energy), by seat, by frame.
    lines: Vec<Vec<Vec<f64>>>,
    verdict: Option<Verdict>,
    fault: Option<String>,
    done: bool,
}

impl Film {
    /// An empty film.
    pub fn new(head: Head) -> Arc<Film> {
        let lines = vec![vec![vec![]; head.seats.len()]; head.gauges.len() + 2];
        let content = Mutex::new(Content { lines, ..Content::default() });
        let (address, replay, seats) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        Arc::new(Film { head, address, replay, seats, content, grown: watch::Sender::new(0) })
    }

    /// The content address of the replay, under which the film is found again after a restart.
    pub fn address(&self) -> Option<&str> {
        self.address.get().map(String::as_str)
    }

    /// Sets the content address, once.
    pub(crate) fn set_address(&self, address: String) {
        // The first address stays: the replay of a film does not change.
        let _ = self.address.set(address);
    }

    /// The replay of the film; `None` while the match is being played.
    pub(crate) fn replay(&self) -> Option<Arc<[u8]>> {
        self.replay.get().cloned()
    }

    /// Keeps the replay, and sets its content address; once.
    pub(crate) fn set_replay(&self, bytes: &[u8]) {
        self.set_address(content_address(bytes));
        let _ = self.replay.set(bytes.into());
    }

    /// What each seat knows while the match is played; `None` if it is not played in this process.
    pub(crate) fn seat_films(&self) -> Option<&Arc<SeatFilms>> {
        self.seats.get()
    }

    /// The match is about to be played in this process.
    pub(crate) fn start_seat_films(&self) -> Arc<SeatFilms> {
        Arc::clone(self.seats.get_or_init(Arc::default))
    }

    /// What is known about the match.
    pub fn head(&self) -> &Head {
        &self.head
    }

    fn content(&self) -> MutexGuard<'_, Content> {
        self.content.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a frame.
    pub fn push(&self, frame: Value) {
        let mut content = self.content();
        let content = &mut *content;
        let text = match content.open.len() {
            0 => frame.to_string(),
            _ => delta::diff(&content.last, &frame).unwrap_or_else(|| json!({})).to_string(),
        };
        content.open.push(text);
        if content.open.len() == CHUNK {
            content.packed.push(pack(&join(&content.open)));
            content.open.clear();
        }
        content.read_numbers(&frame, &self.head);
        content.frames += 1;
        content.last = frame;
        self.grown.send_replace(content.frames);
    }

    /// Closes the film: the match has ended, or making the film failed.
    pub fn close(&self, verdict: Option<Verdict>, fault: Option<String>) {
        let mut content = self.content();
        (content.verdict, content.fault, content.done) = (verdict, fault, true);
        self.grown.send_replace(content.frames);
    }

    /// The number of frames so far, and whether the film is complete.
    pub fn length(&self) -> (usize, bool) {
        let content = self.content();
        (content.frames, content.done)
    }

    /// Why the film could not be completed, if it failed.
    pub fn fault(&self) -> Option<String> {
        self.content().fault.clone()
    }

    /// Waits until there are more than `from` frames or the film is closed.
    pub async fn wait_for_more(&self, from: usize) {
        let mut watcher = self.grown.subscribe();
        loop {
            let (frames, done) = self.length();
            if frames > from || done || watcher.changed().await.is_err() {
                return;
            }
        }
    }

    /// A chunk as gzipped JSON; `None` if it does not exist yet.
    pub fn chunk(&self, number: usize) -> Option<Arc<[u8]>> {
        let content = self.content();
        if let Some(packed) = content.packed.get(number) {
            return Some(Arc::clone(packed));
        }
        if number > content.packed.len() || content.open.is_empty() {
            return None;
        }
        let text = join(&content.open);
        drop(content);
        Some(pack(&text))
    }

    /// Number of chunks, including the incomplete one.
    pub fn chunks(&self) -> usize {
        let content = self.content();
        content.packed.len() + usize::from(!content.open.is_empty())
    }

    /// Everything except the frames. Lists with one entry per frame begin at frame `from`.
    pub fn summary(&self, from: usize) -> Value {
        let content = self.content();
        let from = from.min(content.frames);
        let lines: Vec<Vec<&[f64]>> = content
            .lines
            .iter()
            .map(|line| line.iter().map(|values| &values[from..]).collect())
            .collect();
        json!({
            "head": self.head,
            "address": self.address(),
            "chunk": CHUNK,
            "frames": content.frames,
            "from": from,
            "rounds": content.rounds[from..],
            "turns": content.turns[from..],
            "lines": lines,
            "verdict": content.verdict,
            "fault": content.fault,
            "done": content.done,
        })
    }
}

impl Content {
    fn read_numbers(&mut self, frame: &Value, head: &Head) {
        self.rounds.push(frame["round"].as_u64());
        let seats = frame["seats"].as_array().into_iter().flatten();
        self.turns.push(seats.filter_map(Value::as_u64).collect());
        for seat in 0..head.seats.len() {
            // What a seat does not know is a gap in its charts.
            let unknown = if head.seen_by.is_some() { f64::NAN } else { 0.0 };
            let number = |value: Option<&Value>| value.and_then(Value::as_f64).unwrap_or(unknown);
            for (line, gauge) in self.lines.iter_mut().zip(&head.gauges) {
                let path = gauge.path.replace("{}", &seat.to_string());
                line[seat].push(number(frame["board"].pointer(&path)));
            }
            let spent = &frame["spent"][seat];
            let extra = head.gauges.len();
            self.lines[extra][seat].push(number(spent.get("seconds")));
            self.lines[extra + 1][seat].push(number(spent.get("energy")));
        }
    }
}

fn join(texts: &[String]) -> String {
    format!("[{}]", texts.join(","))
}

fn pack(text: &str) -> Arc<[u8]> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    packer.write_all(text.as_bytes()).expect("writing to memory cannot fail");
    packer.finish().expect("writing to memory cannot fail").into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::read::GzDecoder;
    use std::io::Read;

    fn film(frames: usize) -> Arc<Film> {
        let film = Film::new(Head {
            game: "none".into(),
            title: "None".into(),
            score: "points".into(),
            seats: vec![("a".into(), "x".into()), ("b".into(), "y".into())],
            map: "m".into(),
            seed: None,
            rules: "handbook".into(),
            source: "test".into(),
            gauges: vec![Gauge { name: "n", path: "/n/{}" }],
            fog: false,
            seen_by: None,
            take: None,
        });
        for i in 0..frames {
            film.push(
                json!({"round": i, "seats": [i % 2], "spent": [], "board": {"n": [i, 2 * i]}}),
            );
        }
        film
    }

    fn unpack(bytes: &[u8]) -> Vec<Value> {
        let mut text = String::new();
        GzDecoder::new(bytes).read_to_string(&mut text).unwrap();
        serde_json::from_str(&text).unwrap()
    }

    #[test]
    fn every_frame_can_be_decoded_from_its_chunk() {
        let film = film(CHUNK * 2 + 7);
        assert_eq!(film.chunks(), 3);
        assert!(film.chunk(3).is_none());
        for number in 0..3 {
            let chunk = unpack(&film.chunk(number).unwrap());
            let mut frame = chunk[0].clone();
            for (i, patch) in chunk.iter().enumerate() {
                if i > 0 {
                    delta::apply(&mut frame, patch);
                }
                assert_eq!(frame["board"]["n"][1], 2 * (number * CHUNK + i));
            }
        }
    }

    #[test]
    fn a_summary_begins_at_any_frame() {
        let film = film(30);
        let summary = film.summary(28);
        assert_eq!(summary["lines"][0], json!([[28.0, 29.0], [56.0, 58.0]]));
        assert_eq!(summary["rounds"], json!([28, 29]));
        assert_eq!(film.summary(99)["rounds"], json!([]));
    }
}
