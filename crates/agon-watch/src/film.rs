//! A match as a viewer loads it: packed chunks of frames, and the numbers drawn over time.
//!
//! A film may still be growing: one thread adds frames, any number of readers look at what is
//! there. Nobody who reads can hold up the one who writes for longer than a copy takes.

use agon_core::{Gauge, Outcome};
use agon_replay::delta;
use flate2::{Compression, write::GzEncoder};
use serde::Serialize;
use serde_json::{Value, json};
use std::io::Write;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// Frames per chunk: the first of each is whole, the others are differences.
pub const CHUNK: usize = 50;

/// What is known of a match before its first frame.
#[derive(Clone, Debug, Serialize)]
pub struct Head {
    /// The game's id.
    pub game: String,
    /// The game's name.
    pub title: String,
    /// What its score counts.
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
    /// What to draw over time.
    pub gauges: Vec<Gauge>,
}

/// How a match ended.
#[derive(Clone, Debug, Serialize)]
pub struct Verdict {
    /// The only winner's seat.
    pub winner: Option<u8>,
    /// Ranks and scores by seat, if they are known.
    pub standings: Vec<(u8, f64)>,
    /// What decided it.
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

/// A film, shared between whoever makes it and whoever watches it.
pub struct Film {
    head: Head,
    reel: Mutex<Reel>,
    grown: watch::Sender<usize>,
}

#[derive(Default)]
struct Reel {
    packed: Vec<Arc<[u8]>>,
    open: Vec<String>,
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
        let reel = Mutex::new(Reel { lines, ..Reel::default() });
        Arc::new(Film { head, reel, grown: watch::Sender::new(0) })
    }

    /// What is known of the match.
    pub fn head(&self) -> &Head {
        &self.head
    }

    fn reel(&self) -> MutexGuard<'_, Reel> {
        self.reel.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a frame.
    pub fn push(&self, frame: Value) {
        let mut reel = self.reel();
        let reel = &mut *reel;
        let text = match reel.open.len() {
            0 => frame.to_string(),
            _ => delta::diff(&reel.last, &frame).unwrap_or_else(|| json!({})).to_string(),
        };
        reel.open.push(text);
        if reel.open.len() == CHUNK {
            reel.packed.push(pack(&join(&reel.open)));
            reel.open.clear();
        }
        reel.read_numbers(&frame, &self.head);
        reel.frames += 1;
        reel.last = frame;
        self.grown.send_replace(reel.frames);
    }

    /// Closes the film: the match is over, or something went wrong.
    pub fn close(&self, verdict: Option<Verdict>, fault: Option<String>) {
        let mut reel = self.reel();
        (reel.verdict, reel.fault, reel.done) = (verdict, fault, true);
        self.grown.send_replace(reel.frames);
    }

    /// Frames so far, and whether there will be no more.
    pub fn length(&self) -> (usize, bool) {
        let reel = self.reel();
        (reel.frames, reel.done)
    }

    /// What went wrong while the film was made, if anything did.
    pub fn fault(&self) -> Option<String> {
        self.reel().fault.clone()
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

    /// A chunk as packed JSON (gzip); `None` if there is none yet.
    pub fn chunk(&self, number: usize) -> Option<Arc<[u8]>> {
        let reel = self.reel();
        if let Some(packed) = reel.packed.get(number) {
            return Some(Arc::clone(packed));
        }
        if number > reel.packed.len() || reel.open.is_empty() {
            return None;
        }
        let text = join(&reel.open);
        drop(reel);
        Some(pack(&text))
    }

    /// Number of chunks, the unfinished one included.
    pub fn chunks(&self) -> usize {
        let reel = self.reel();
        reel.packed.len() + usize::from(!reel.open.is_empty())
    }

    /// Everything but the frames; of the numbers per frame those from frame `from` on.
    pub fn summary(&self, from: usize) -> Value {
        let reel = self.reel();
        let from = from.min(reel.frames);
        let lines: Vec<Vec<&[f64]>> = reel
            .lines
            .iter()
            .map(|line| line.iter().map(|values| &values[from..]).collect())
            .collect();
        json!({
            "head": self.head,
            "chunk": CHUNK,
            "frames": reel.frames,
            "from": from,
            "rounds": reel.rounds[from..],
            "turns": reel.turns[from..],
            "lines": lines,
            "verdict": reel.verdict,
            "fault": reel.fault,
            "done": reel.done,
        })
    }
}

impl Reel {
    fn read_numbers(&mut self, frame: &Value, head: &Head) {
        self.rounds.push(frame["round"].as_u64());
        let seats = frame["seats"].as_array().into_iter().flatten();
        self.turns.push(seats.filter_map(Value::as_u64).collect());
        for seat in 0..head.seats.len() {
            let number = |value: Option<&Value>| value.and_then(Value::as_f64).unwrap_or(0.0);
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
    packer.write_all(text.as_bytes()).expect("memory takes everything");
    packer.finish().expect("memory takes everything").into()
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
    fn chunks_give_every_frame_back() {
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
    fn numbers_are_told_from_any_frame_on() {
        let film = film(30);
        let summary = film.summary(28);
        assert_eq!(summary["lines"][0], json!([[28.0, 29.0], [56.0, 58.0]]));
        assert_eq!(summary["rounds"], json!([28, 29]));
        assert_eq!(film.summary(99)["rounds"], json!([]));
    }
}
