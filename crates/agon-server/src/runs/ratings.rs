//! Ratings from counted results: of one run, and of all public leagues of an event together.

use agon_compete::{Rated, Tallied, Tally};
use agon_store::tally::Counted;
use agon_store::{Fault, Millis, Store};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Rated players and the version of the results that they follow from.
pub(crate) struct Leaderboard {
    pub version: i64,
    pub games: i64,
    pub lines: Vec<Rated>,
}

/// The computed ladders of events. Rating hundreds of teams takes a noticeable time, so a ladder whose
/// results change all the time is computed again after a multiple of that time only.
#[derive(Default)]
pub(crate) struct Ladders(Mutex<BTreeMap<i64, Arc<Slot>>>);

/// The last ladder of an event. The lock makes others wait instead of computing the same.
type Slot = tokio::sync::Mutex<Option<Computed>>;

struct Computed {
    board: Arc<Leaderboard>,
    at: Instant,
    took: Duration,
}

/// Computing ladders takes at most this part of a core.
const COMPUTING_SHARE: u32 = 10;

impl Ladders {
    /// The ladder of an event, as it is now or was a moment ago.
    pub async fn of(&self, store: &Store, event: i64) -> Result<Arc<Leaderboard>, Fault> {
        let slot = {
            let mut slots = self.0.lock().expect("no thread panics while holding the lock");
            Arc::clone(slots.entry(event).or_default())
        };
        let mut slot = slot.lock().await;
        if let Some(Computed { board, at, took }) = &*slot
            && (at.elapsed() < *took * COMPUTING_SHARE
                || store.ladder_version(event).await? == board.version)
        {
            return Ok(Arc::clone(board));
        }
        let started = Instant::now();
        let board = Arc::new(rate_ladder(store, event, None).await?);
        let (at, took) = (Instant::now(), started.elapsed());
        *slot = Some(Computed { board: Arc::clone(&board), at, took });
        Ok(board)
    }
}

/// Rates some entrants of a run; the version is the length of its log.
pub(crate) async fn rate_run(
    store: &Store,
    run: i64,
    version: i64,
    players: impl IntoIterator<Item = i64>,
) -> Result<Leaderboard, Fault> {
    let counted = store.run_tally(run).await?;
    rate(counted, players.into_iter().collect(), version).await
}

/// Rates the teams of an event by its public leagues, as they are or as they were at a moment. A team keeps
/// its results when its bot changes.
pub(crate) async fn rate_ladder(
    store: &Store,
    event: i64,
    at: Option<Millis>,
) -> Result<Leaderboard, Fault> {
    // The version first: results that arrive after it make the next reader compute again.
    let version = store.ladder_version(event).await?;
    let (players, counted) = ladder_counts(store, event, at, |team, _| team).await?;
    rate(counted, players, version).await
}

/// The counted results of an event's public leagues between what `player` makes of a team and the number of
/// its version. Players that do not compete are negative.
pub(crate) async fn ladder_counts(
    store: &Store,
    event: i64,
    at: Option<Millis>,
    player: impl Fn(i64, u32) -> i64,
) -> Result<(BTreeSet<i64>, Vec<Counted>), Fault> {
    let entrants = store.ladder_versions(event).await?.into_iter();
    let teams: BTreeMap<(i64, i64), i64> = entrants
        .map(|(run, number, team, version)| ((run, number), player(team, version)))
        .collect();
    let mut counted = match at {
        Some(at) => store.ladder_tally_at(event, at).await?,
        None => store.ladder_tally(event).await?,
    };
    let mut players = BTreeSet::new();
    for count in &mut counted {
        for seat in &mut count.seats {
            // Negative numbers are no teams: games with entrants that do not compete are not counted.
            *seat = teams.get(&(count.run, *seat)).copied().unwrap_or(-1);
            players.extend((*seat >= 0).then_some(*seat));
        }
    }
    // Teams that have not played yet are listed too, unless the past is asked for.
    if at.is_none() {
        players.extend(teams.values().copied());
    }
    Ok((players, counted))
}

async fn rate(
    counted: Vec<Counted>,
    players: BTreeSet<i64>,
    version: i64,
) -> Result<Leaderboard, Fault> {
    let rated = tokio::task::spawn_blocking(move || {
        let mut tally = Tally::default();
        let mut all = 0;
        for Counted { map, seats, ranks, games, .. } in counted {
            all += games;
            tally.add(Tallied { map, seats, ranks }, games);
        }
        let players: Vec<i64> = players.into_iter().collect();
        Leaderboard { version, games: all, lines: tally.rate(&players) }
    });
    rated.await.map_err(|error| Fault::Damaged(error.to_string()))
}
