//! `agon serve --demo`: a server with one running event per game, to look at.
//!
//! The demo does nothing that people could not do: accounts and built-in bots are entered as with `agon
//! admin`, everything else goes through the server's own interface, and the games are played by its workers.

mod cast;
mod event;
mod starters;

use super::contest::Server;
use crate::usage;
use agon_server::{Admin, Config, Person};
use anyhow::Context;
use cast::{Cast, PEOPLE, STAFF, TEAMS, casts};
use clap::ValueEnum;
use event::EventDemo;
use starters::{Found, starters};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

/// How much is played.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub enum Size {
    /// Eight teams in each event, several versions, a few rounds of the ladder.
    Full,
    /// Four teams in each event and few games, for a slow machine.
    Small,
}

impl Size {
    fn teams(self) -> usize {
        match self {
            Size::Full => TEAMS,
            Size::Small => TEAMS / 2,
        }
    }

    /// Games of the ladder before it slows down.
    fn ladder_games(self) -> i64 {
        match self {
            Size::Full => 24,
            Size::Small => 4,
        }
    }
}

/// A demo whose accounts exist; its events are made when the server runs.
pub struct Demo {
    admin: Admin,
    size: Size,
    casts: Vec<Cast>,
    /// Login names and passwords of staff and competitors, in the order of the cast.
    accounts: Vec<(String, String)>,
}

/// What is shared by the events.
struct Stage {
    admin: Admin,
    size: Size,
    organiser: Server,
    staff: Server,
    /// The competitors in the order of the cast.
    people: Vec<Server>,
}

/// A new folder for the demo's data.
pub fn new_folder() -> anyhow::Result<PathBuf> {
    let base = std::env::temp_dir();
    for number in 1..10_000 {
        let path = base.join(format!("agon-demo-{}-{number}", std::process::id()));
        match std::fs::create_dir(&path) {
            Ok(()) => return Ok(path),
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(error) => {
                return Err(error).with_context(|| format!("cannot make {}", path.display()));
            }
        }
    }
    Err(usage(format!("{} is full of demos; name a folder with --data", base.display())))
}

impl Demo {
    /// Makes the accounts in an empty folder and an empty database; refuses anything else.
    pub async fn prepare(config: &Config, data: &Path, size: Size) -> anyhow::Result<Demo> {
        let is_empty = std::fs::read_dir(data).map_or(true, |mut inside| inside.next().is_none());
        if !is_empty {
            let data = data.display();
            return Err(usage(format!(
                "{data} is not empty; the demo is set up in a new folder only: name one with --data"
            )));
        }
        let admin = Admin::open_new(config.clone(), data).await.map_err(super::admin::fault)?;
        if !admin.is_new().await? {
            return Err(usage(
                "the database has accounts or events; the demo is set up in an empty one only",
            ));
        }
        let staff = STAFF.iter().copied();
        let people = PEOPLE.iter().map(|(login, name)| (*login, *name, "competitor"));
        let person = |(login, name, role): (&str, &str, &str)| Person {
            login: login.into(),
            name: name.into(),
            email: None,
            student_number: None,
            role: role.into(),
        };
        let accounts = admin.make_accounts(staff.chain(people).map(person).collect()).await?;
        Ok(Demo { admin, size, casts: casts()?, accounts })
    }

    /// Prints accounts to log in with.
    pub fn print_accounts(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        writeln!(out, "Accounts (login, password):")?;
        let (staff, people) = self.accounts.split_at(STAFF.len());
        for ((login, password), (_, _, role)) in staff.iter().zip(STAFF) {
            writeln!(out, "  {login:<8} {password}  {role}")?;
        }
        for (number, cast) in self.casts.iter().enumerate() {
            let (login, password) = &people[event::person(number, 0)];
            let (event, team) = (&cast.game, &cast.teams[0].name);
            writeln!(out, "  {login:<8} {password}  event {event}, team {team}")?;
        }
        Ok(())
    }

    /// Prints which starter bots are left out, and why.
    pub fn print_missing(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let Some(first) = self.casts.first() else { return Ok(()) };
        let found = starters(&first.game)?;
        let all: [(&str, Found); 2] = [("Python", found.python), ("JavaScript", found.javascript)];
        for (language, found) in all {
            if let Err(missing) = found {
                writeln!(out, "Built-in bots replace the starters in {language}: {missing}.")?;
            }
        }
        Ok(())
    }

    /// Fills all events of the server at an address. Returns how long it took.
    pub async fn fill(self, address: String) -> anyhow::Result<Duration> {
        let start = Instant::now();
        let Demo { admin, size, casts, accounts } = self;
        let mut people = Vec::new();
        for (login, password) in &accounts {
            let mut person = Server::at(&address)?;
            person.log_in(login, password).await?;
            people.push(person);
        }
        let mut people = people.into_iter();
        let (organiser, staff) = (people.next(), people.next());
        let (Some(organiser), Some(staff)) = (organiser, staff) else {
            anyhow::bail!("the demo has no organisers");
        };
        let people = people.collect();
        let stage = Arc::new(Stage { admin, size, organiser, staff, people });
        let mut events = JoinSet::new();
        for (number, cast) in casts.into_iter().enumerate() {
            let game = cast.game.clone();
            let event = EventDemo::new(Arc::clone(&stage), cast, number)?;
            events.spawn(async move {
                let filled = event.fill().await;
                filled.with_context(|| format!("cannot fill the event {game}"))
            });
        }
        while let Some(filled) = events.join_next().await {
            filled.context("an event of the demo was given up")??;
        }
        Ok(start.elapsed())
    }
}
