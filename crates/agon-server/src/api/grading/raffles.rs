//! Raffles: a team that beats a bot of the organisers in a scrimmage gets a ticket.

use super::super::events::find as find_event;
use super::super::extract::{At, Body};
use crate::app::{App, now};
use crate::authorise::Action;
use crate::events::{Settings, instant};
use crate::identity::Caller;
use crate::problem::{Problem, problem, unknown};
use crate::raffle::{Ticket, draw as draw_tickets, sha256};
use crate::secrets::token;
use agon_store::grading::{DrawRaffle, NewRaffle, Raffle, Win};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use utoipa::ToSchema;

/// A raffle.
#[derive(Debug, Serialize, ToSchema)]
pub struct RaffleInfo {
    /// Its number.
    pub id: i64,
    /// Its title.
    pub title: String,
    /// The team of the bot to beat.
    pub team: i64,
    /// The bot's name.
    pub bot: String,
    /// Tickets that one team can get, one for each win.
    pub most_tickets: u32,
    /// Number of prizes.
    pub prizes: u32,
    /// Only scrimmages that were made from this time on count, in milliseconds since 1970.
    pub opens_ms: i64,
    /// Only scrimmages that were made before this time count.
    pub closes_ms: i64,
    /// SHA-256 of the seed, published before the draw.
    pub commitment: String,
    /// The tickets of my team.
    pub my_tickets: Vec<u32>,
    /// All tickets: for staff, and for all people after the draw.
    pub tickets: Option<Vec<Ticket>>,
    /// The seed, after the draw.
    pub seed: Option<String>,
    /// When the winners were drawn.
    pub drawn_ms: Option<i64>,
    /// The winning tickets in the order of the prizes, after the draw.
    pub winners: Option<Vec<Ticket>>,
}

/// The tickets and winners of a draw.
#[derive(Serialize, Deserialize)]
struct Outcome {
    tickets: Vec<Ticket>,
    winners: Vec<Ticket>,
}

/// One ticket for each win of a team, up to the limit, numbered in the order of the matches.
fn tickets(wins: Vec<Win>, most: u32) -> Vec<Ticket> {
    let mut counts: BTreeMap<i64, u32> = BTreeMap::new();
    let mut all = Vec::new();
    for Win { match_id, team, name } in wins {
        let count = counts.entry(team).or_default();
        if *count < most {
            *count += 1;
            all.push(Ticket { number: all.len() as u32 + 1, team, name, match_id });
        }
    }
    all
}

async fn described(app: &App, caller: &Caller, raffle: Raffle) -> Result<RaffleInfo, Problem> {
    let team = app.store.team_of(raffle.event, caller.id()).await?.map_or(0, |team| team.id);
    let drawn: Option<Outcome> =
        raffle.outcome.as_deref().and_then(|text| serde_json::from_str(text).ok());
    let (all, winners) = match drawn {
        Some(Outcome { tickets, winners }) => (tickets, Some(winners)),
        None => (tickets(app.store.raffle_wins(&raffle).await?, raffle.most_tickets), None),
    };
    let mine = all.iter().filter(|ticket| ticket.team == team).map(|ticket| ticket.number);
    let my_tickets = mine.collect();
    let is_shown = winners.is_some() || caller.may(Action::ReadLog, false, None).is_ok();
    Ok(RaffleInfo {
        id: raffle.id,
        title: raffle.title,
        team: raffle.team,
        bot: raffle.bot,
        most_tickets: raffle.most_tickets,
        prizes: raffle.prizes,
        opens_ms: raffle.opens_ms,
        closes_ms: raffle.closes_ms,
        commitment: raffle.commitment,
        my_tickets,
        tickets: is_shown.then_some(all),
        seed: winners.is_some().then_some(raffle.seed),
        drawn_ms: raffle.drawn_ms,
        winners,
    })
}

/// The raffles of an event, with the tickets of my team.
#[utoipa::path(get, path = "/api/v1/events/{event}/raffles", tag = "raffle",
    params(("event" = String, Path)),
    responses((status = 200, body = Vec<RaffleInfo>), (status = "default", body = Problem)))]
pub async fn list(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(event): At<String>,
) -> Result<Json<Vec<RaffleInfo>>, Problem> {
    caller.may(Action::ReadPublic, false, None)?;
    let event = find_event(&app, &event).await?;
    let mut all = Vec::new();
    for raffle in app.store.raffles(event.id).await? {
        all.push(described(&app, &caller, raffle).await?);
    }
    Ok(Json(all))
}

/// A raffle to make.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RaffleRequest {
    /// Its title.
    pub title: String,
    /// The number of the team of the bot to beat: a bot of the organisers.
    pub team: i64,
    /// Tickets that one team can get, one for each win.
    #[serde(default = "one")]
    pub most_tickets: u32,
    /// Number of prizes.
    #[serde(default = "one")]
    pub prizes: u32,
    /// Only scrimmages that were made from this time on count; default: now.
    pub opens: Option<String>,
    /// Only scrimmages that were made before this time count.
    pub closes: String,
}

fn one() -> u32 {
    1
}

/// Make a raffle. The server draws a secret seed and publishes its hash at once.
#[utoipa::path(post, path = "/api/v1/events/{event}/raffles", tag = "raffle",
    params(("event" = String, Path)), request_body = RaffleRequest,
    responses((status = 200, body = RaffleInfo), (status = "default", body = Problem)))]
pub async fn make(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(event): At<String>,
    Body(request): Body<RaffleRequest>,
) -> Result<Json<RaffleInfo>, Problem> {
    let account = caller.account(Action::DecideRun)?.id;
    let event = find_event(&app, &event).await?;
    let zone = Settings::of(&event).zone();
    let opens_ms = request.opens.as_deref().map_or(Ok(now()), |text| instant(text, &zone))?;
    let seed = token();
    let change = NewRaffle {
        event: event.id,
        title: request.title,
        team: request.team,
        most_tickets: request.most_tickets,
        prizes: request.prizes,
        opens_ms,
        closes_ms: instant(&request.closes, &zone)?,
        commitment: sha256(&seed),
        seed,
        account,
        now: now(),
    };
    let id = app.store.change(change).await?;
    app.changed();
    read(&app, &caller, id).await
}

async fn read(app: &App, caller: &Caller, id: i64) -> Result<Json<RaffleInfo>, Problem> {
    let found = app.store.raffle(id).await?.ok_or_else(|| unknown(format!("raffle {id}")))?;
    Ok(Json(described(app, caller, found).await?))
}

/// Draw the winners, once, after the raffle has closed and its matches have ended.
#[utoipa::path(post, path = "/api/v1/raffles/{id}/draw", tag = "raffle", params(("id" = i64, Path)),
    responses((status = 200, body = RaffleInfo), (status = "default", body = Problem)))]
pub async fn draw(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(id): At<i64>,
) -> Result<Json<RaffleInfo>, Problem> {
    let account = caller.account(Action::DecideRun)?.id;
    let raffle = app.store.raffle(id).await?.ok_or_else(|| unknown(format!("raffle {id}")))?;
    let conflict = |detail: String| problem(StatusCode::CONFLICT, detail);
    if raffle.closes_ms > now() {
        return Err(conflict(
            "this raffle is still open; draw the winners when it has closed".into(),
        ));
    }
    let open = app.store.open_raffle_matches(&raffle).await?;
    if open > 0 {
        return Err(conflict(format!(
            "matches of this raffle that are still played: {open}; draw when they have ended"
        )));
    }
    let all = tickets(app.store.raffle_wins(&raffle).await?, raffle.most_tickets);
    let winners = draw_tickets(&raffle.seed, &all, raffle.prizes);
    let outcome = Outcome { tickets: all, winners };
    let outcome = serde_json::to_string(&outcome).expect("plain data");
    app.store.change(DrawRaffle { raffle: id, outcome, account, now: now() }).await?;
    app.changed();
    read(&app, &caller, id).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_team_gets_a_ticket_for_each_win_up_to_the_limit() {
        let win = |match_id, team| Win { match_id, team, name: String::new() };
        let wins = || vec![win(1, 7), win(2, 8), win(3, 7), win(4, 7)];
        let numbers = |most| {
            let all = tickets(wins(), most);
            all.iter().map(|ticket| (ticket.number, ticket.match_id)).collect::<Vec<_>>()
        };
        assert_eq!(numbers(1), [(1, 1), (2, 2)]);
        assert_eq!(numbers(2), [(1, 1), (2, 2), (3, 3)]);
        assert_eq!(numbers(9).len(), 4);
    }
}
