//! What workers and servers say to each other: a line of JSON, and then the bytes of a blob, if there are
//! any.

use crate::play::Trouble;
use crate::play::bulk::BulkPlan;
use agon_store::jobs::Machine;
use agon_store::work::Done;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// Bytes of a blob in one message. NATS refuses messages of more than 1 MiB unless it is told otherwise.
pub const PART_BYTES: usize = 256 << 10;

/// What a worker asks the servers; one of them answers.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
pub enum Ask {
    /// What the servers expect of workers. Some are refused, such as those that pretend to play.
    Terms {
        #[serde(default)]
        pretends: bool,
    },
    /// The worker is there. This has no answer.
    Hello(Greeting),
    /// The worker has got the message of a job.
    Begin {
        id: i64,
        token: String,
        worker: String,
        delivery: i64,
        #[serde(default)]
        pretends: bool,
        /// Whether an earlier attempt at the job failed on this worker.
        #[serde(default)]
        failed_before: bool,
    },
    /// The worker is drained and gives the message back.
    Back { id: i64, token: String },
    /// Where the worker can read a source of the job from the store itself.
    LinkToRead { id: i64, token: String, address: String },
    /// Where the worker can write the job's replay, which has this address, into the store itself.
    LinkToWrite { id: i64, token: String, address: String },
    /// A part of a source of the job, from a byte on.
    Fetch { id: i64, token: String, address: String, from: usize },
    /// A part of the job's replay, which has `size` bytes.
    Store { id: i64, token: String, upload: String, from: usize, size: usize },
}

/// A worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Greeting {
    /// Its name, which no other worker has.
    pub name: String,
    /// Name and version of its program.
    pub engine: String,
    /// Its machine, and the jobs that it does at the same time; 0 if it takes no more.
    pub machine: Machine,
    /// Millions of reference steps per second on one core.
    pub speed: f64,
    /// Words of the languages whose tools its machine does not have.
    pub lacks: Vec<String>,
    /// For how long it has run. Its clock may be wrong, so it tells no time.
    pub age_ms: i64,
}

/// What the servers expect of workers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Terms {
    /// Name and version of the server's program.
    pub engine: String,
    /// Reference speed that workers must have, if the server asks for one.
    pub reference_speed: Option<f64>,
    /// A worker that is silent for this long loses its jobs.
    pub lease_ms: u64,
    /// Longest time without a step in a game.
    pub standstill_ms: u64,
    /// What a game gets in addition before its first step.
    pub loading_ms: u64,
    /// Whether workers read sources and write replays by links to the store.
    pub links: bool,
}

impl Terms {
    /// What a worker assumes that plays without a server.
    pub fn of_no_server(engine: &str) -> Terms {
        Terms {
            engine: engine.to_owned(),
            reference_speed: None,
            lease_ms: 30_000,
            standstill_ms: 60_000,
            loading_ms: 60_000,
            links: false,
        }
    }
}

/// What a server answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "answer", rename_all = "snake_case")]
pub enum Answer {
    /// What the servers expect of workers.
    Terms(Terms),
    /// The worker may begin; the job is given back.
    Yes,
    /// The attempt is over: drop the message.
    Over,
    /// Another worker has the job: let the message come again later.
    Later,
    /// The last attempt failed on this worker: another one should do the job.
    Elsewhere,
    /// The worker gets no jobs, because it fails more than the others.
    Aside { sentence: String },
    /// Games of a simulation.
    Chunk(Box<BulkChunk>),
    /// There is nothing to play now.
    Nothing,
    /// The blob is read or written at this address. `creates`: the store must be told not to overwrite it.
    Link {
        url: String,
        #[serde(default)]
        creates: bool,
    },
    /// The blob passes through a server.
    NoLink,
    /// A part of a blob of this size follows.
    Part { size: usize },
    /// A part of the record of a game follows.
    Record { take: String },
    /// The next part of the replay goes to this subject.
    Next { to: String },
    /// The replay is stored.
    Stored { address: String },
    /// It is not possible.
    Fault { sentence: String },
}

/// What a server asks one worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
pub enum AskWorker {
    /// Whether it plays the job with this token. The answer is [`Answer::Yes`] or [`Answer::Over`].
    Has { token: String },
    /// What follows the first `from` bytes of the record of the job's game, which is being played. The answer
    /// is [`Answer::Record`] or [`Answer::Over`].
    Record { token: String, take: String, from: usize },
    /// The job with this token was cancelled: stop before the next turn. This has no answer.
    Stop { token: String },
}

/// What a worker asks a program that simulates games.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
pub enum BulkAsk {
    /// The worker has room for a chunk.
    Chunk { worker: String, engine: String },
    /// A part of a source, from a byte on.
    Fetch { address: String, from: usize },
    /// The worker plays the chunk.
    Beat { chunk: u64 },
    /// The first games of the chunk are played; their lines follow.
    Done { chunk: u64, seconds: f64 },
    /// The first game of the chunk cannot be played.
    Fault { chunk: u64, sentence: String },
}

/// Games of a simulation that a worker plays.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BulkChunk {
    /// The subject of the program that handed it out.
    pub to: String,
    /// Its number there.
    pub chunk: u64,
    /// Name and version of that program.
    pub engine: String,
    /// The first game.
    pub from: u64,
    /// The game after the last.
    pub end: u64,
    /// What is played.
    pub plan: BulkPlan,
}

/// What a worker reports of a job.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Report {
    pub id: i64,
    pub token: String,
    pub worker: String,
    pub outcome: Outcome,
}

/// How a job has ended.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Done(Done),
    Trouble { class: String, sentence: String, lacks: Option<String> },
}

impl From<Result<Done, Trouble>> for Outcome {
    fn from(outcome: Result<Done, Trouble>) -> Outcome {
        match outcome {
            Ok(done) => Outcome::Done(done),
            Err(Trouble { class, sentence, lacks }) => {
                Outcome::Trouble { class: class.name().to_owned(), sentence, lacks }
            }
        }
    }
}

/// A message: the head as a line of JSON, and the body.
pub fn encode(head: &impl Serialize, body: &[u8]) -> Vec<u8> {
    let mut bytes = serde_json::to_vec(head).expect("plain data");
    if !body.is_empty() {
        bytes.push(b'\n');
        bytes.extend_from_slice(body);
    }
    bytes
}

/// Head and body of a message.
pub fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<(T, &[u8]), String> {
    // JSON of `serde_json` has no line breaks.
    let end = bytes.iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len());
    let head = serde_json::from_slice(&bytes[..end]).map_err(|error| error.to_string())?;
    Ok((head, bytes.get(end + 1..).unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_may_have_any_bytes() {
        for body in [&b""[..], b"\n", b"\n\n{}", &[0, 255, b'\n', 7]] {
            let bytes = encode(&Answer::Part { size: body.len() }, body);
            let (head, read) = decode::<Answer>(&bytes).unwrap();
            assert_eq!((head, read), (Answer::Part { size: body.len() }, body));
        }
        assert!(decode::<Answer>(b"").is_err());
        assert!(decode::<Answer>(b"{\"answer\":\"maybe\"}").unwrap_err().contains("maybe"));
    }
}
