//! Making matches with their seats and jobs.

use super::{Side, tell_all};
use crate::jobs::{Lane, NewJob};
use crate::list::{Kind, List};
use crate::work::{BotRef, GameSpec, Resources, Work};
use crate::{Fault, Millis, Tx, values};
use std::collections::{BTreeMap, BTreeSet};

/// A match to make.
#[derive(Clone, Debug)]
pub(crate) struct NewMatch {
    pub kind: &'static str,
    /// The run that asks for it, which has one game per match.
    pub run: Option<i64>,
    /// The round of the run; 0 without one.
    pub round: u32,
    pub key: String,
    pub sides: Vec<Side>,
    pub games: Vec<NewGame>,
    /// Rule profile.
    pub rules: String,
    /// How strictly the time limits apply.
    pub clock: String,
    pub requested_by: Option<i64>,
    pub lane: Lane,
    pub wall_limit_ms: i64,
    pub now: Millis,
}

/// A game of a new match.
#[derive(Clone, Debug)]
pub(crate) struct NewGame {
    pub map: String,
    pub seed: u64,
    /// Sets the bots' seeds apart; if none, it follows from the match.
    pub lot: Option<u64>,
    /// How far the sides are turned against the seats.
    pub turned: usize,
}

/// One game per map, in which the sides rotate over the seats; the seed changes when all have had every seat.
pub(crate) fn rotating_games(maps: &[String], seed: u64, sides: usize) -> Vec<NewGame> {
    let game = |(number, map): (usize, &String)| NewGame {
        map: map.clone(),
        seed: seed.wrapping_add(number as u64 / sides as u64),
        lot: None,
        turned: number % sides,
    };
    maps.iter().enumerate().map(game).collect()
}

/// Makes a match with its jobs; `None` if there is a match with this key.
pub(crate) async fn insert(tx: &mut Tx<'_>, new: &NewMatch) -> Result<Option<i64>, Fault> {
    Ok(insert_all(tx, std::slice::from_ref(new)).await?.pop().flatten())
}

/// Makes matches with their jobs, in their order; `None` for each whose key a match has already.
pub(crate) async fn insert_all(
    tx: &mut Tx<'_>,
    matches: &[NewMatch],
) -> Result<Vec<Option<i64>>, Fault> {
    let Some(first) = matches.first() else { return Ok(Vec::new()) };
    let now = first.now;
    let players = Players::read(tx, matches).await?;
    let ids = insert_matches(tx, matches, &players).await?;
    let found: Vec<Option<i64>> = matches.iter().map(|new| ids.get(&new.key).copied()).collect();
    let made = || matches.iter().zip(&found).filter_map(|(new, id)| Some((new, (*id)?)));
    let seats = made().flat_map(|(new, id)| {
        let seat = move |(seat, side): (usize, &Side)| {
            serde_json::json!([id, seat, side.team, side.submission])
        };
        new.sides.iter().enumerate().map(seat)
    });
    let columns = &[
        ("of_match", Kind::Int),
        ("nr", Kind::Int),
        ("by_team", Kind::Int),
        ("version", Kind::Int),
    ];
    let seats = List::new(columns, seats);
    let sql = format!(
        "INSERT INTO seat (match, seat, team, submission) SELECT of_match, nr, by_team, version FROM {}",
        tx.table(&seats)
    );
    tx.execute(&sql, &values![&seats]).await?;
    let mut jobs = Vec::new();
    for (new, id) in made() {
        jobs.extend(players.jobs(new, id)?);
    }
    tx.enqueue_all(&jobs, now).await?;
    let told: Vec<(i64, &str)> = made().map(|(_, id)| (id, "queued")).collect();
    tell_all(tx, &told, now).await?;
    Ok(found)
}

/// Inserts the rows of matches; returns the numbers of those that are new, by their keys.
async fn insert_matches(
    tx: &mut Tx<'_>,
    matches: &[NewMatch],
    players: &Players,
) -> Result<BTreeMap<String, i64>, Fault> {
    let mut rows = Vec::new();
    for new in matches {
        let NewMatch { kind, run, round, key, games, requested_by, now, .. } = new;
        let event = players.event(new)?.id;
        let games = games.len();
        rows.push(serde_json::json!([event, kind, run, round, key, games, requested_by, now]));
    }
    let columns = &[
        ("at_event", Kind::Int),
        ("of_kind", Kind::Text),
        ("of_run", Kind::Int),
        ("of_round", Kind::Int),
        ("of_key", Kind::Text),
        ("n_games", Kind::Int),
        ("asked_by", Kind::Int),
        ("made_ms", Kind::Int),
    ];
    let list = List::new(columns, rows);
    let sql = format!(
        "INSERT INTO match (event, kind, run, round, key, state, games, requested_by, created_ms) \
         SELECT at_event, of_kind, of_run, of_round, of_key, 'queued', n_games, asked_by, made_ms \
         FROM {} WHERE true ORDER BY place ON CONFLICT (key) DO NOTHING RETURNING id, key",
        tx.table(&list)
    );
    let rows = tx.rows(&sql, &values![&list]).await?;
    rows.iter().map(|row| Ok((row.get("key")?, row.get("id")?))).collect()
}

/// The key of the job of a game that belongs to no run.
pub(crate) fn job_key(id: i64, number: u64) -> String {
    format!("match/{id}/game/{number}")
}

/// What is known of the teams and versions that play new matches.
struct Players {
    /// The event of each first team.
    events: BTreeMap<i64, EventOf>,
    /// The versions by team and submission, each with seat 0.
    bots: BTreeMap<(i64, i64), BotRef>,
    /// What these versions need on a worker, of those that need something.
    needs: BTreeMap<(i64, i64), String>,
}

/// What matches need to know of the event of a team.
struct EventOf {
    id: i64,
    game: String,
    resources: Resources,
}

impl Players {
    async fn read(tx: &mut Tx<'_>, matches: &[NewMatch]) -> Result<Players, Fault> {
        let teams: BTreeSet<i64> = matches.iter().map(|new| new.sides[0].team).collect();
        let list = List::ids(teams);
        let sql = format!(
            "SELECT t.id, t.event, e.game, e.settings FROM {} \
             JOIN team t ON t.id = one JOIN event e ON e.id = t.event",
            tx.table(&list)
        );
        let mut events = BTreeMap::new();
        for row in tx.rows(&sql, &values![&list]).await? {
            let settings: String = row.get("settings")?;
            let resources = serde_json::from_str(&settings).unwrap_or_default();
            let event = EventOf { id: row.get("event")?, game: row.get("game")?, resources };
            events.insert(row.get("id")?, event);
        }
        let sides: BTreeSet<(i64, i64)> = matches
            .iter()
            .flat_map(|new| new.sides.iter().map(|side| (side.team, side.submission)))
            .collect();
        let rows = sides.iter().map(|(team, submission)| serde_json::json!([team, submission]));
        let list = List::new(&[("by_team", Kind::Int), ("version", Kind::Int)], rows);
        let sql = format!(
            "SELECT t.id AS team, s.id AS submission, t.name, s.name AS file, s.source, s.needs \
             FROM {} \
             JOIN submission s ON s.id = version JOIN team t ON t.id = s.team AND t.id = by_team",
            tx.table(&list)
        );
        let (mut bots, mut needs) = (BTreeMap::new(), BTreeMap::new());
        for row in tx.rows(&sql, &values![&list]).await? {
            let bot = BotRef {
                side: 0,
                name: row.get("name")?,
                file: row.get("file")?,
                source: row.get("source")?,
            };
            let side = (row.get("team")?, row.get("submission")?);
            bots.insert(side, bot);
            let need: String = row.get("needs")?;
            if !need.is_empty() {
                needs.insert(side, need);
            }
        }
        Ok(Players { events, bots, needs })
    }

    /// The event of a match.
    fn event(&self, new: &NewMatch) -> Result<&EventOf, Fault> {
        let team = new.sides[0].team;
        self.events.get(&team).ok_or_else(|| Fault::Damaged(format!("there is no team {team}")))
    }

    fn bot(&self, side: &Side, number: u32) -> Result<BotRef, Fault> {
        let bot = self.bots.get(&(side.team, side.submission)).ok_or_else(|| {
            Fault::Damaged(format!("submission {} is not of its team", side.submission))
        })?;
        Ok(BotRef { side: number, ..bot.clone() })
    }

    /// What a worker must have for all versions of a match together.
    fn needs(&self, new: &NewMatch, bots: &[BotRef], resources: Resources) -> String {
        let programs = bots.iter().filter(|bot| bot.is_program()).count();
        let amounts = resources.needs(programs);
        let of_side = |side: &Side| self.needs.get(&(side.team, side.submission));
        let languages = new.sides.iter().filter_map(of_side);
        let needs: BTreeSet<&str> = languages.chain(&amounts).map(String::as_str).collect();
        needs.into_iter().collect::<Vec<_>>().join(" ")
    }

    /// The jobs of a match, one per game.
    fn jobs(&self, new: &NewMatch, id: i64) -> Result<Vec<NewJob>, Fault> {
        let EventOf { game: event_game, resources, .. } = self.event(new)?;
        let bots: Vec<BotRef> = new
            .sides
            .iter()
            .zip(0..)
            .map(|(side, n)| self.bot(side, n))
            .collect::<Result<_, _>>()?;
        let needs = self.needs(new, &bots, *resources);
        let job = |(game, number): (&NewGame, u64)| {
            let mut seats = bots.clone();
            seats.rotate_left(game.turned);
            let work = Work::Game(GameSpec {
                game: event_game.clone(),
                rules: new.rules.clone(),
                map: game.map.clone(),
                seed: game.seed,
                lot: game.lot.unwrap_or((id as u64) << 8 | (number - 1)),
                tournament: new.lane == Lane::Tournament,
                clock: new.clock.clone(),
                resources: *resources,
                seats,
            });
            NewJob {
                key: match new.run {
                    Some(_) => new.key.clone(),
                    None => job_key(id, number),
                },
                lane: new.lane,
                kind: "game".into(),
                payload: serde_json::to_string(&work).expect("plain data"),
                needs: needs.clone(),
                team: new.requested_by,
                run: new.run,
                wall_limit_ms: new.wall_limit_ms,
            }
        };
        Ok(new.games.iter().zip(1_u64..).map(job).collect())
    }
}
