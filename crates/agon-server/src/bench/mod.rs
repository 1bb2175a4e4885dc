//! `agon bench serve`: fills a server and measures it on the loopback. Figures are ratios to a bare handler
//! that returns the same bytes from memory, measured in turn in the same run.

mod fill;
mod load;

use crate::app::now;
use crate::config::Config;
use crate::play::Workshop;
use crate::secrets::{token, token_hash};
use crate::serve::{ServeFault, Serving, make_folder};
use crate::site::Site;
use agon_store::accounts::{LogIn, NewAccount, Role};
use agon_store::jobs::Dispatch;
use agon_store::matches::{AskScrimmage, AskedSide, CommitGame, ScrimmageGame, ScrimmageTerms};
use agon_store::work::Work;
use agon_store::{Fault, Store};
use axum::Router;
use axum::body::Bytes;
use axum::http::header;
use axum::routing::get;
use fill::{EVENT, Made, Season};
use load::{Question, Rate};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::time::{Duration, Instant};
use tokio::net::TcpListener;

/// Connections that ask at the same time.
const CONNECTIONS: usize = 8;
/// Games of a scrimmage whose results are committed.
const GAMES: u32 = 10;

/// How much is filled and measured.
#[derive(Copy, Clone, Debug)]
pub struct Amounts {
    /// Matches in the database.
    pub matches: u64,
    /// Teams, at least 2.
    pub teams: u64,
    /// Seconds of one measurement of a page.
    pub seconds: f64,
    /// Measurements of each page; the median counts.
    pub repeats: usize,
    /// Results that are committed.
    pub commits: u32,
    /// Event streams that are open at the same time.
    pub streams: usize,
}

/// A page of the server, compared with a bare handler that returns the same bytes.
#[derive(Clone, Debug, Serialize)]
pub struct PageFigures {
    /// Length of the answer.
    pub bytes: usize,
    /// Requests per second.
    pub per_second: f64,
    /// Requests per second of the bare handler.
    pub bare_per_second: f64,
    /// The share of the bare handler's requests per second.
    pub share: f64,
    /// The 99th percentile, in milliseconds.
    pub p99_ms: f64,
    /// The 99th percentile of the bare handler.
    pub bare_p99_ms: f64,
    /// How many times the bare handler's.
    pub p99_ratio: f64,
}

/// What was measured.
#[derive(Clone, Debug, Serialize)]
pub struct Figures {
    /// Matches in the database.
    pub matches: u64,
    /// Teams.
    pub teams: u64,
    /// `sqlite` or `postgres`.
    pub database: &'static str,
    /// Seconds until the database was filled.
    pub fill_s: f64,
    /// Seconds from the start to the first answer of a server on that database.
    pub start_s: f64,
    /// A page of the match list, as staff see it.
    pub match_list: PageFigures,
    /// The leaderboard, as visitors see it.
    pub leaderboard: PageFigures,
    /// Seconds for the first leaderboard, which is computed from the counted results.
    pub rating_s: f64,
    /// CPU time of this process per committed result, in microseconds.
    pub commit_cpu_us: f64,
    /// Committed results per second.
    pub commits_per_second: f64,
    /// Open event streams.
    pub streams: usize,
    /// Growth of this process's memory by these streams, with their clients, in MB.
    pub streams_mb: f64,
}

/// Fills and measures a server in a new data folder.
pub async fn measure(
    data: &Path,
    database: &str,
    workshop: Box<dyn Workshop>,
    amounts: Amounts,
) -> Result<Figures, ServeFault> {
    let listen = SocketAddr::from(([127, 0, 0, 1], 0));
    let database = database.to_owned();
    let config = Config { listen, database, workers: Some(1), ..Config::default() };
    config.check()?;
    let game = workshop.games().first().map(|game| game.id.clone()).unwrap_or_default();
    make_folder(data)?;
    let store = Store::open(&config.location(data)).await?;
    let (account, cookie) = organiser(&store).await?;
    let Amounts { matches, teams, .. } = amounts;
    let started = Instant::now();
    let season = Season { matches, teams };
    let made = season.fill(&store, &game, account).await?;
    let fill_s = started.elapsed().as_secs_f64();
    let (commit_cpu_us, commits_per_second) = commits(&store, made, amounts.commits).await?;
    let database = match store.dialect() {
        agon_store::Dialect::Sqlite => "sqlite",
        agon_store::Dialect::Postgres => "postgres",
    };
    store.close().await;

    let fault = ServeFault::Bench;
    let started = Instant::now();
    let serving = Serving::start(config, data, workshop, Site::default()).await?;
    let address = serving.address();
    let question = |path: &str, cookie: Option<&String>| Question {
        address,
        path: path.to_owned(),
        cookie: cookie.cloned(),
    };
    question("/api/v1/server", None).ask().await.map_err(fault)?;
    let start_s = started.elapsed().as_secs_f64();
    let board = question(&format!("/api/v1/events/{EVENT}/leaderboard"), None);
    let started = Instant::now();
    board.ask().await.map_err(fault)?;
    let rating_s = started.elapsed().as_secs_f64();
    let list = question(&format!("/api/v1/events/{EVENT}/matches"), Some(&cookie));
    let match_list = page(&list, amounts).await.map_err(fault)?;
    let leaderboard = page(&board, amounts).await.map_err(fault)?;
    let before = memory_mb();
    let mut streams = Vec::new();
    for _ in 0..amounts.streams {
        streams.push(question("/api/v1/feed", None).follow().await.map_err(fault)?);
    }
    let streams_mb = (memory_mb() - before).max(0.0);
    drop(streams);
    serving.stop().await;
    Ok(Figures {
        matches,
        teams,
        database,
        fill_s,
        start_s,
        match_list,
        leaderboard,
        rating_s,
        commit_cpu_us,
        commits_per_second,
        streams: amounts.streams,
        streams_mb,
    })
}

/// An organiser with a session: the account and the cookie.
async fn organiser(store: &Store) -> Result<(i64, String), Fault> {
    let person = NewAccount {
        login: "bench".into(),
        name: "Bench".into(),
        email: None,
        student_number: None,
        password: None,
        role: Role::Organiser,
        consent_ms: None,
        now: now(),
    };
    let account = store.change(person).await?;
    let secret = token();
    let log_in = LogIn {
        account,
        token_hash: token_hash(&secret),
        agent: "bench".into(),
        address: "127.0.0.1".into(),
        now: now(),
        expires_ms: now() + 86_400_000,
    };
    store.change(log_in).await?;
    Ok((account, format!("{}={secret}", crate::identity::COOKIE)))
}

/// Measures a page and a bare handler in turn.
async fn page(question: &Question, amounts: Amounts) -> io::Result<PageFigures> {
    let bytes = question.ask().await?;
    let length = bytes.len();
    let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
    let address = listener.local_addr()?;
    let body = Bytes::from(bytes);
    let answer = async move || ([(header::CONTENT_TYPE, "application/json")], body.clone());
    let router = Router::new().route("/", get(answer));
    let bare = tokio::spawn(async move { axum::serve(listener, router).await });
    let plain = Question { address, path: "/".into(), cookie: question.cookie.clone() };
    let time = Duration::from_secs_f64(amounts.seconds);
    let mut pairs: Vec<(Rate, Rate)> = Vec::new();
    for _ in 0..amounts.repeats.max(1) {
        let ours = question.load(CONNECTIONS, time).await?;
        pairs.push((ours, plain.load(CONNECTIONS, time).await?));
    }
    bare.abort();
    pairs.sort_by(|(a, x), (b, y)| {
        (a.per_second / x.per_second).total_cmp(&(b.per_second / y.per_second))
    });
    let (ours, theirs) = pairs[pairs.len() / 2];
    Ok(PageFigures {
        bytes: length,
        per_second: ours.per_second,
        bare_per_second: theirs.per_second,
        share: ours.per_second / theirs.per_second,
        p99_ms: ours.p99_ms,
        bare_p99_ms: theirs.p99_ms,
        p99_ratio: ours.p99_ms / theirs.p99_ms,
    })
}

/// Dispatches games and commits their results; returns CPU microseconds per result, and results per second.
async fn commits(store: &Store, made: Made, results: u32) -> Result<(f64, f64), Fault> {
    for number in 0..results.div_ceil(GAMES) {
        let games = (0..GAMES).map(|game| ScrimmageGame {
            map: String::new(),
            seed: u64::from(number),
            lot: None,
            first: game % 2,
        });
        let terms = ScrimmageTerms {
            rules: "handbook".into(),
            clock: "strict".into(),
            wall_limit_ms: 1000,
            games: games.collect(),
        };
        let side = |team| AskedSide { team, version: None };
        let change = AskScrimmage {
            team: made.first_team,
            sides: vec![side(made.first_team), side(made.first_team + 1)],
            terms,
            key: format!("bench-{number}"),
            hourly_limit: u32::MAX,
            now: now(),
        };
        store.change(change).await?;
    }
    let (cpu, started) = (cpu_us(), Instant::now());
    let (mut used, mut committed) = (BTreeMap::new(), 0_u32);
    loop {
        let prefix = committed.to_string();
        let (most, team_cap) = (64, u32::MAX);
        let (event_caps, crews) = Default::default();
        let change =
            Dispatch { now: now(), most, team_cap, event_caps, crews, token_prefix: prefix, used };
        let dispatches = store.change(change).await?;
        used = dispatches.used;
        if dispatches.jobs.is_empty() {
            break;
        }
        let mut tasks = tokio::task::JoinSet::new();
        for job in dispatches.jobs {
            committed += 1;
            let Ok(Work::Game(spec)) = serde_json::from_str(&job.payload) else {
                return Err(Fault::Damaged(format!("job {}", job.key)));
            };
            let change = CommitGame {
                job: job.id,
                token: job.token,
                worker: "bench".into(),
                key: job.key,
                spec,
                report: fill::report(vec![1, 2]),
                now: now(),
            };
            let store = store.clone();
            tasks.spawn(async move { store.change(change).await });
        }
        while let Some(ended) = tasks.join_next().await {
            ended.map_err(|error| Fault::Damaged(error.to_string()))??;
        }
    }
    let count = f64::from(committed.max(1));
    Ok(((cpu_us() - cpu) / count, count / started.elapsed().as_secs_f64()))
}

#[cfg(unix)]
fn cpu_us() -> f64 {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 * 1e6 + time.tv_nsec as f64 / 1e3
}

/// The time since the first call: this crate cannot ask Windows for the processor time.
#[cfg(not(unix))]
fn cpu_us() -> f64 {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_secs_f64() * 1e6
}

/// Resident memory of this process.
fn memory_mb() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let kib =
        status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.split_whitespace().next());
    kib.and_then(|kib| kib.parse::<f64>().ok()).unwrap_or(0.0) * 1024.0 / 1e6
}
