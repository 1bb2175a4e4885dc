//! Fills one event of the demo: settings and texts, teams, submissions, scrimmages, ladder, tournaments.

use super::Stage;
use super::cast::{Cast, announcements, handbook, tournament};
use super::starters::{Starter, Starters, starters};
use crate::bots::built_in_name;
use crate::commands::contest::{Server, word};
use anyhow::{Context, bail};
use jiff::{Timestamp, ToSpan};
use reqwest::Method;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How often the server is asked for something that is waited for.
const LOOK: Duration = Duration::from_millis(150);
/// How long builds and games of the demo may take together.
const PATIENCE: Duration = Duration::from_secs(600);
/// Minutes between two rounds of the ladder once it is filled.
const LADDER_MINUTES: u32 = 3;

/// The competitor who leads a team: every event has its teams led by other people.
pub fn person(event: usize, team: usize) -> usize {
    (2 * event + 2 * team) % super::PEOPLE.len()
}

/// A team of the event.
struct Team {
    id: i64,
    captain: usize,
    name: String,
    bot: String,
}

/// One event.
pub struct EventDemo {
    stage: Arc<Stage>,
    cast: Cast,
    number: usize,
    starters: Starters,
    path: String,
}

impl EventDemo {
    pub fn new(stage: Arc<Stage>, cast: Cast, number: usize) -> anyhow::Result<EventDemo> {
        let (starters, path) = (starters(&cast.game)?, format!("/events/{}", cast.game));
        Ok(EventDemo { stage, cast, number, starters, path })
    }

    /// Fills the event, in the order in which a contest goes.
    pub async fn fill(&self) -> anyhow::Result<()> {
        self.set_up().await?;
        let teams = self.make_teams().await?;
        self.hand_in(&teams).await?;
        self.play_scrimmages(&teams).await?;
        self.play_ladder().await?;
        for format in &self.cast.tournaments {
            self.play_tournament(format).await?;
        }
        self.ask_questions(&teams).await
    }

    fn organiser(&self) -> &Server {
        &self.stage.organiser
    }

    fn captain(&self, team: &Team) -> &Server {
        &self.stage.people[team.captain]
    }

    /// The path of something in the event.
    fn at(&self, rest: &str) -> String {
        format!("{}{rest}", self.path)
    }

    /// The event with its settings, timeline, handbook and announcements.
    async fn set_up(&self) -> anyhow::Result<()> {
        let Cast { title, game, zone, maps, divisions, .. } = &self.cast;
        let settings = json!({
            "time_zone": zone, "maps": maps, "divisions": divisions, "tags": ["newcomer", "prize"],
            "ranked_matches": "public", "submissions": { "max_kib": 512, "per_hour": 20 },
        });
        let event = json!({ "slug": game, "title": title, "game": game, "settings": settings });
        let organiser = self.organiser();
        organiser.call(Method::POST, "/events", &event).await?;
        let day = |days: i64| (Timestamp::now() + (24 * days).hours()).to_string();
        let timeline = json!({ "timeline": {
            "open": day(-3), "frozen": day(4), "finals": day(5), "over": day(6),
        } });
        organiser.change(&self.path, &timeline).await?;
        organiser.call(Method::PUT, &self.at("/phase"), &json!({ "phase": "open" })).await?;
        let notices = ["The first version.", "Staff bots are always there to play."];
        for (notice, version) in notices.into_iter().zip(1..) {
            let body = handbook(&self.cast, self.starters.title, version);
            let page = json!({ "after": version - 1, "body": body, "notice": notice });
            organiser.call(Method::POST, &self.at("/handbook"), &page).await?;
        }
        for (title, body) in announcements(&self.cast) {
            let news = json!({ "title": title, "body": body });
            self.stage.staff.call(Method::POST, &self.at("/announcements"), &news).await?;
        }
        Ok(())
    }

    /// The teams with two members each, in their divisions; one that withdraws.
    async fn make_teams(&self) -> anyhow::Result<Vec<Team>> {
        let mut teams = Vec::new();
        let cast = &self.cast;
        for (number, team) in cast.teams.iter().take(self.stage.size.teams()).enumerate() {
            let captain = person(self.number, number);
            let id = self.make_team(captain, &team.name).await?;
            let division = json!({ "division": cast.divisions[number % 2] });
            let own = self.at("/my-team");
            self.stage.people[captain].call(Method::PATCH, &own, &division).await?;
            if number % 3 == 1 {
                let tags = json!({ "tags": ["newcomer"] });
                self.stage.staff.call(Method::PATCH, &format!("/teams/{id}"), &tags).await?;
            }
            let is_missing = match team.bot.as_str() {
                "python" => self.starters.python.is_err(),
                "js" => self.starters.javascript.is_err(),
                _ => false,
            };
            let bot = if is_missing { "builtin:nothing" } else { &team.bot };
            teams.push(Team { id, captain, name: team.name.clone(), bot: bot.to_owned() });
        }
        let captain = person(self.number, teams.len());
        self.make_team(captain, &cast.latecomer).await?;
        let reason = json!({ "reason": "two exams on the same day" });
        self.stage.people[captain].call(Method::POST, &self.at("/withdraw"), &reason).await?;
        Ok(teams)
    }

    async fn make_team(&self, captain: usize, name: &str) -> anyhow::Result<i64> {
        let people = &self.stage.people;
        let (body, path) = (json!({ "name": name }), self.at("/teams"));
        let team = people[captain].call(Method::POST, &path, &body).await?;
        let code = json!({ "code": team["join_code"] });
        people[captain + 1].call(Method::POST, &self.at("/join"), &code).await?;
        team["team"]["id"].as_i64().context("the server has made a team without a number")
    }

    /// Hands in the bots of all teams and waits for the verdicts.
    async fn hand_in(&self, teams: &[Team]) -> anyhow::Result<()> {
        let mut waiting = Vec::new();
        for team in teams {
            let Team { name, bot, .. } = team;
            match (bot.as_str(), &self.starters.python, &self.starters.javascript) {
                ("python", Ok(starter), _) => {
                    waiting.extend(self.hand_in_python(team, starter).await?);
                }
                ("js", _, Ok(starter)) => {
                    waiting.extend(self.hand_in_javascript(team, starter).await?);
                }
                (word, ..) => {
                    let why = "the team asked to begin with a built-in bot";
                    let bot = word.trim_start_matches("builtin:");
                    let bot = built_in_name(&self.cast.game, bot);
                    let admin = &self.stage.admin;
                    admin.submit_built_in(&self.cast.game, name, bot, why).await?;
                }
            }
        }
        for (captain, id) in waiting {
            let path = format!("/submissions/{id}");
            let is_settled = |found: &Value| ["valid", "rejected"].contains(&word(&found["state"]));
            self.wait_for(&self.stage.people[captain], &path, is_settled).await?;
        }
        Ok(())
    }

    async fn hand_in_python(
        &self,
        team: &Team,
        starter: &Starter,
    ) -> anyhow::Result<Vec<(usize, i64)>> {
        let newest = starter.archive(&format!("{}, version 3", team.name))?;
        let mut sent = vec![self.upload(team, "starter.tar", "the starter", newest).await?];
        if self.stage.size == super::Size::Full {
            let first = starter.archive(&format!("{}, version 1", team.name))?;
            sent.insert(0, self.upload(team, "first.tar", "first steps", starter.broken()?).await?);
            sent.insert(1, self.upload(team, "second.tar", "it runs", first).await?);
        }
        Ok(sent)
    }

    async fn hand_in_javascript(
        &self,
        team: &Team,
        starter: &Starter,
    ) -> anyhow::Result<Vec<(usize, i64)>> {
        let good = starter.archive(&format!("{}, version 1", team.name))?;
        let good = self.upload(team, "starter.tar", "the starter", good).await?;
        let bad = self.upload(team, "plan.tar", "with a plan", starter.broken()?).await?;
        Ok(vec![good, bad])
    }

    async fn upload(
        &self,
        team: &Team,
        name: &str,
        label: &str,
        bytes: Vec<u8>,
    ) -> anyhow::Result<(usize, i64)> {
        let query = [("name", name.to_owned()), ("label", label.to_owned())];
        let path = self.at("/submissions");
        let sent = self.captain(team).upload(&path, &query, bytes).await?;
        let id = sent["id"].as_i64().context("the server has taken an upload without a number")?;
        Ok((team.captain, id))
    }

    /// Scrimmages that are played, that wait for an answer, and that were declined.
    async fn play_scrimmages(&self, teams: &[Team]) -> anyhow::Result<()> {
        let [first, second, third, shy, ..] = teams else { bail!("the demo needs four teams") };
        let path = self.at("/scrimmages");
        let never = json!({ "always_accepts": false });
        let own = self.at("/my-team/scrimmages");
        self.captain(shy).call(Method::PUT, &own, &never).await?;
        let playing = self.organiser().get(&self.at("/teams"), &[]).await?;
        let playing = playing["teams"].as_array().cloned().unwrap_or_default();
        let staff_bot = playing.iter().find(|team| team["staff"] == true);
        let staff_bot = staff_bot.and_then(|team| team["id"].as_i64()).unwrap_or(first.id);
        let asked = [
            (second, staff_bot, 2),
            (first, second.id, 2),
            (second, third.id, 1),
            (first, shy.id, 2),
            (third, shy.id, 1),
        ];
        let mut last = Value::Null;
        let mut played = Vec::new();
        for (team, opponent, games) in asked {
            let wish = json!({ "opponents": [{ "team": opponent }], "games": games });
            last = self.captain(team).call(Method::POST, &path, &wish).await?;
            played.extend(last["scrimmage"]["match"].as_i64().map(|id| (team, id)));
        }
        let answer = format!("/scrimmages/{}/answer", last["scrimmage"]["id"]);
        self.captain(shy).call(Method::POST, &answer, &json!({ "accept": false })).await?;
        for (team, id) in &played {
            let path = format!("/matches/{id}");
            let is_over = |found: &Value| word(&found["state"]) == "finished";
            self.wait_for(self.captain(team), &path, is_over).await?;
        }
        if let Some((team, id)) = played.first() {
            let path = format!("/matches/{id}/rematch");
            self.captain(team).call(Method::POST, &path, &json!({})).await?;
        }
        Ok(())
    }

    /// Plays some rounds of the ladder at once; then it goes on by the clock.
    async fn play_ladder(&self) -> anyhow::Result<()> {
        let path = self.at("/ladder");
        let plan = json!({ "seats": self.cast.seats });
        let quick = json!({ "mode": "continuous", "plan": plan });
        self.organiser().call(Method::PUT, &path, &quick).await?;
        let games = self.stage.size.ladder_games();
        let board = self.at("/leaderboard");
        let is_filled = |board: &Value| board["games"].as_i64().is_some_and(|n| n >= games);
        self.wait_for(self.organiser(), &board, is_filled).await?;
        let slow = json!({ "mode": "every", "minutes": LADDER_MINUTES, "plan": plan });
        self.organiser().call(Method::PUT, &path, &slow).await?;
        Ok(())
    }

    /// The first tournament of several is shown while it is played. Of the last one the first round is
    /// released, the second one is played, and the third one waits.
    async fn play_tournament(&self, format: &String) -> anyhow::Result<()> {
        let is_partial = self.cast.tournaments.last() == Some(format);
        let (title, plan) = tournament(format);
        let mut body = json!({
            "title": title, "kind": "tournament", "plan": plan, "public": true,
            "hold": is_partial, "show": is_partial,
        });
        if ["single", "double", "mcmahon"].contains(&format.as_str()) {
            body["seed_from"] = json!("ladder");
        }
        let run = self.organiser().call(Method::POST, &self.at("/runs"), &body).await?;
        let run = format!("/runs/{}", run["id"]);
        if !is_partial {
            return Ok(());
        }
        self.play_round(&run, 1).await?;
        let release = format!("{run}/rounds/1/release");
        self.organiser().call(Method::POST, &release, &Value::Null).await?;
        self.play_round(&run, 2).await
    }

    /// Starts a round of a tournament and waits for its end.
    async fn play_round(&self, run: &str, number: usize) -> anyhow::Result<()> {
        let rounds = format!("{run}/rounds");
        let start = format!("{rounds}/{number}/start");
        self.organiser().call(Method::POST, &start, &Value::Null).await?;
        let is_over =
            |found: &Value| ["closed", "released"].contains(&word(&found[number - 1]["state"]));
        self.wait_for(self.organiser(), &rounds, is_over).await?;
        Ok(())
    }

    /// Questions with and without answers, and appeals.
    async fn ask_questions(&self, teams: &[Team]) -> anyhow::Result<()> {
        let [first, second, third, fourth, ..] = teams else { bail!("the demo needs four teams") };
        let Cast { question, answer, .. } = &self.cast;
        let asked = self.ask(first, question, None).await?;
        let public = json!({ "state": "answered", "answer": answer, "public": true });
        self.answer(asked, &public).await?;
        self.ask(
            second,
            "Our captain is ill on the day of the finals. May another member start?",
            None,
        )
        .await?;
        for (team, decided) in [(third, true), (fourth, false)] {
            let query = [("kind", "ladder".to_owned()), ("state", "finished".to_owned())];
            let played = self.captain(team).get(&self.at("/matches"), &query).await?;
            let Some(played) = played["matches"][0]["id"].as_i64() else { continue };
            let text =
                "Our bot seems to have stopped in the middle of this game. Please look at it.";
            let asked = self.ask(team, text, Some(played)).await?;
            if decided {
                let answer = "The replay shows that your bot was asked in every turn and answered.";
                self.answer(asked, &json!({ "state": "rejected", "answer": answer })).await?;
            }
        }
        Ok(())
    }

    async fn ask(&self, team: &Team, text: &str, about: Option<i64>) -> anyhow::Result<Value> {
        let body = json!({ "text": text, "match": about });
        let asked = self.captain(team).call(Method::POST, &self.at("/questions"), &body).await?;
        Ok(asked["id"].clone())
    }

    async fn answer(&self, question: Value, body: &Value) -> anyhow::Result<()> {
        let path = format!("/questions/{question}/answer");
        self.stage.staff.call(Method::POST, &path, body).await?;
        Ok(())
    }

    /// Asks until the answer is as wanted.
    async fn wait_for(
        &self,
        person: &Server,
        path: &str,
        wanted: impl Fn(&Value) -> bool,
    ) -> anyhow::Result<Value> {
        let start = Instant::now();
        loop {
            let found = person.get(path, &[]).await?;
            if wanted(&found) {
                return Ok(found);
            }
            if start.elapsed() > PATIENCE {
                bail!("{path} is not finished after {} s", PATIENCE.as_secs());
            }
            tokio::time::sleep(LOOK).await;
        }
    }
}
