//! What an organiser does from the shell, on the data of a server that runs or is stopped.
//!
//! The database is the meeting point: a running server notices new jobs by itself, and a run that was
//! extended from here is read again.

mod archive;
mod console;
mod events;
mod runs;

pub use archive::{ARCHIVE_VERSION, Exported};
pub use console::{AuditQuery, TeamAnswer};
pub use runs::{Engine, LadderLine, RunLine};

use crate::api::{RESET_HOURS, check_name, new_account};
use crate::app::now;
use crate::blobs::Blobs;
use crate::config::Config;
use crate::erasures::Erasures;
use crate::events::{Settings, instant};
use crate::problem::Problem;
use crate::secrets::{password_hash, random_text, token, token_hash};
use crate::serve::{ServeFault, lock, make_folder};
use crate::uploads::Arrived;
use agon_store::accounts::{Account, Erase, NewAccount, NewLink, Role};
use agon_store::console::{Audited, MakeAccounts};
use agon_store::jobs::{JobLine, Requeue, Void};
use agon_store::submissions::{Submission, Submit, SubmitFor};
use agon_store::{Fault, Location, Refusal, Store};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Letters of a generated password.
const PASSWORD_LETTERS: usize = 12;
/// Letters of an invite code.
const INVITE_LETTERS: usize = 12;

/// A person who gets an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// Login name.
    pub login: String,
    /// Display name.
    pub name: String,
    /// E-mail address.
    pub email: Option<String>,
    /// Student number.
    pub student_number: Option<String>,
    /// Role: `competitor`, `staff` or `organiser`.
    pub role: String,
}

/// A bot that staff hand in for a team.
#[derive(Clone, Debug)]
pub struct TeamUpload {
    /// The event's name in addresses.
    pub event: String,
    /// The team's name.
    pub team: String,
    /// File name of the upload.
    pub name: String,
    /// The file.
    pub bytes: Vec<u8>,
    /// When it arrived, with an offset from UTC or in the event's zone; now if missing.
    pub at: Option<String>,
    /// Why staff hand it in; in the audit log.
    pub why: String,
}

/// What a restore did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restored {
    /// Rows that were copied.
    pub rows: u64,
    /// Blobs that were copied.
    pub blobs: u64,
    /// Accounts that were erased again.
    pub again: u64,
    /// The list of erased accounts of the server that the backup was made of, if it is not on this machine.
    pub missing_list: Option<PathBuf>,
    /// The list of this server.
    pub own_list: PathBuf,
}

/// A change from the shell with its entry in the audit log.
fn audited<C>(action: &'static str, object: String, change: C) -> Audited<C> {
    Audited { change, account: None, action, object, now: now() }
}

pub(crate) fn unknown(what: String) -> Fault {
    Refusal::Unknown(what).into()
}

/// The data of a server, opened from the shell.
pub struct Admin {
    pub(crate) store: Store,
    pub(crate) config: Config,
    data: PathBuf,
}

impl Admin {
    /// Opens the data; the folder must exist.
    pub async fn open(config: Config, data: &Path) -> Result<Admin, ServeFault> {
        config.check()?;
        if !data.is_dir() {
            return Err(ServeFault::NoData { path: data.to_owned() });
        }
        let store = Store::open(&config.location(data)).await?;
        Ok(Admin { store, config, data: data.to_owned() })
    }

    /// Opens the data; makes the folder if it does not exist.
    pub async fn open_new(config: Config, data: &Path) -> Result<Admin, ServeFault> {
        config.check()?;
        make_folder(data)?;
        Admin::open(config, data).await
    }

    /// Makes accounts with generated passwords, all of them or none. Returns login names and passwords.
    pub async fn make_accounts(&self, people: Vec<Person>) -> Result<Vec<(String, String)>, Fault> {
        let mut accounts: Vec<NewAccount> = Vec::new();
        let mut made = Vec::new();
        for person in people {
            let role: Role = person.role.parse().map_err(Refusal::Invalid)?;
            let password = random_text(PASSWORD_LETTERS);
            let hashed = Some(password_hash(&password));
            let account = new_account(person.login, person.name, hashed, role);
            let account = account.map_err(|problem| Refusal::Invalid(problem.detail))?;
            made.push((account.login.to_lowercase(), password));
            let (email, student_number) = (person.email, person.student_number);
            accounts.push(NewAccount { email, student_number, ..account });
        }
        self.store.change(MakeAccounts { accounts, account: None }).await?;
        Ok(made)
    }

    async fn account(&self, login: &str) -> Result<Account, Fault> {
        let found = self.store.account_by_login(login).await?;
        Ok(found.ok_or_else(|| Refusal::Unknown(format!("account `{login}`")))?)
    }

    /// A link with which a person sets a new password; it works once, for 24 hours.
    pub async fn reset_link(&self, login: &str) -> Result<String, Fault> {
        let account = self.account(login).await?.id;
        let secret = token();
        let (token_hash, expires_ms) = (token_hash(&secret), now() + RESET_HOURS * 3_600_000);
        let object = format!("account {account}");
        let link = NewLink { token_hash, purpose: "reset", account: Some(account), expires_ms };
        self.store.change(audited("reset password", object, link)).await?;
        Ok(format!("{}/#/reset/{secret}", self.url()))
    }

    /// Everything that is stored about a person.
    pub async fn export(&self, login: &str) -> Result<Value, Fault> {
        let account = self.account(login).await?;
        self.store.about(account.id).await
    }

    /// Deletes what is stored about a person. Results stay under "deleted user".
    pub async fn erase(&self, login: &str) -> Result<(), ServeFault> {
        let account = self.account(login).await?.id;
        let object = format!("account {account}");
        let erase = Erase { account, now: now() };
        self.store.change(audited("erase account", object, erase)).await?;
        Erasures::new(&self.config, &self.data).reconcile(&self.store).await.map(|_| ())
    }

    /// Codes that each let one person make an account.
    pub async fn invite(&self, count: u32, days: u32) -> Result<Vec<String>, Fault> {
        let mut codes = Vec::new();
        for _ in 0..count {
            let code = random_text(INVITE_LETTERS);
            let expires_ms = now() + i64::from(days) * 86_400_000;
            let token_hash = token_hash(&code);
            let link = NewLink { token_hash, purpose: "invite", account: None, expires_ms };
            self.store.change(audited("invite", "server".into(), link)).await?;
            codes.push(code);
        }
        Ok(codes)
    }

    /// Hands in a bot for a team, as if its last byte had arrived at another time. The event's phase does not
    /// matter: the time decides which deadlines the version has kept.
    pub async fn submit(&self, upload: TeamUpload) -> Result<Submission, ServeFault> {
        let invalid = |problem: Problem| Fault::from(Refusal::Invalid(problem.detail));
        check_name(&upload.name).map_err(invalid)?;
        let event = self.store.event(&upload.event).await?;
        let event = event.ok_or_else(|| unknown(format!("event `{}`", upload.event)))?;
        let team = self.store.team_named(event.id, &upload.team).await?;
        let team = team.ok_or_else(|| unknown(format!("team `{}` in this event", upload.team)))?;
        let settings = Settings::of(&event);
        let now = now();
        let received_ms = match &upload.at {
            Some(text) => instant(text, &settings.zone()).map_err(invalid)?,
            None => now,
        };
        if received_ms > now {
            let sentence = "--at is in the future; a bot cannot have arrived by then".to_owned();
            return Err(Fault::from(Refusal::Invalid(sentence)).into());
        }
        let most = self.config.upload_mib;
        let size = upload.bytes.len() as i64;
        if size == 0 || size as u64 > most << 20 {
            let sentence =
                format!("{} has {size} bytes; a bot has 1 byte to {most} MiB", upload.name);
            return Err(Fault::from(Refusal::Invalid(sentence)).into());
        }
        let source = self.blobs().await?.put(upload.bytes).await.map_err(ServeFault::Blobs)?;
        let (team, account, name, label) = (team.id, None, upload.name, None);
        let arrived = Arrived { team, account, name, label, source, size, received_ms, now };
        let submit = arrived.submit(&event, &settings, &self.config);
        Ok(self.store.change(SubmitFor { submit, why: upload.why }).await?)
    }

    /// The game of an event.
    pub async fn game_of(&self, event: &str) -> Result<String, Fault> {
        let found = self.store.event(event).await?;
        Ok(found.ok_or_else(|| unknown(format!("event `{event}`")))?.game)
    }

    /// Lets a built-in bot of the event's game play for a team.
    pub async fn submit_built_in(
        &self,
        event: &str,
        team: &str,
        bot: &str,
        why: &str,
    ) -> Result<Submission, Fault> {
        let found = self.store.event(event).await?;
        let event = found.ok_or_else(|| unknown(format!("event `{event}`")))?;
        let found = self.store.team_named(event.id, team).await?;
        let team = found.ok_or_else(|| unknown(format!("team `{team}` in this event")))?;
        let teams = self.store.candidates(event.id).await?;
        let staff = teams.iter().filter(|team| team.staff);
        let known: Vec<&str> =
            staff.filter_map(|team| team.source.strip_prefix("builtin:")).collect();
        if !known.contains(&bot) {
            let sentence = format!(
                "{} has no built-in bot `{bot}`; choose one of {}",
                event.game,
                known.join(", ")
            );
            return Err(Refusal::Invalid(sentence).into());
        }
        let settings = Settings::of(&event);
        let submit = Submit {
            team: team.id,
            account: None,
            name: bot.to_owned(),
            label: None,
            source: format!("builtin:{bot}"),
            size: 0,
            game: event.game.clone(),
            rules: settings.rules.clone(),
            policy: settings.submissions.policy(),
            clock: settings.submissions.clock_word(),
            map: String::new(),
            hourly_limit: None,
            wall_limit_ms: 0,
            received_ms: now(),
            now: now(),
        };
        self.store.change(SubmitFor { submit, why: why.to_owned() }).await
    }

    /// Whether the database has no accounts and no events.
    pub async fn is_new(&self) -> Result<bool, Fault> {
        let has_events = !self.store.events().await?.is_empty();
        Ok(!has_events && self.store.accounts(0, 1).await?.is_empty())
    }

    /// The jobs that failed too often, oldest first.
    pub async fn dead_jobs(&self) -> Result<Vec<JobLine>, Fault> {
        self.store.dead_jobs().await
    }

    /// Queues a dead job again.
    pub async fn requeue(&self, job: i64) -> Result<(), Fault> {
        self.store.change(Requeue { id: job, account: None, now: now() }).await
    }

    /// Gives up a job.
    pub async fn void(&self, job: i64, why: &str) -> Result<(), Fault> {
        self.runs().void(Void { id: job, why: why.to_owned(), account: None, now: now() }).await
    }

    /// Writes a data folder with everything as it is at one moment, while the server may go on. Returns the
    /// numbers of rows and of blobs. The copy has a SQLite database, whatever this server uses.
    pub async fn backup(&self, folder: &Path) -> Result<(u64, u64), ServeFault> {
        let fault = |error| ServeFault::Data { path: folder.to_owned(), error };
        let database = folder.join("agon.db");
        if database.exists() {
            let sentence = "it has a backup already; name a new folder";
            return Err(fault(std::io::Error::other(sentence)));
        }
        crate::private::folders().create(folder).map_err(fault)?;
        Erasures::new(&self.config, &self.data).note_in(folder).map_err(fault)?;
        let target = Store::open(&Location::Sqlite(database)).await?;
        let rows = self.store.copy_into(&target).await?;
        target.close().await;
        // A blob is stored before it is named, so that all that the copy names are there now.
        let target = Blobs::in_folder(folder.join("blobs")).map_err(fault)?;
        let blobs = self.blobs().await?.copy_into(&target).await.map_err(ServeFault::Blobs)?;
        Ok((rows, blobs))
    }

    /// Copies a backup into this server, which must be stopped and empty, and erases again who was erased
    /// after the backup was made, by the lists of this server and of the one that the backup was made of.
    pub async fn restore(&self, backup: &Path) -> Result<Restored, ServeFault> {
        let fault = |error| ServeFault::Data { path: backup.to_owned(), error };
        let database = backup.join("agon.db");
        if !database.is_file() {
            return Err(fault(std::io::Error::other(
                "it has no agon.db; name a folder of a backup",
            )));
        }
        let _lock = lock(&self.data)?;
        let source = Store::open(&Location::Sqlite(database)).await?;
        let rows = source.copy_into(&self.store).await?;
        source.close().await;
        let here = Blobs::in_folder(backup.join("blobs")).map_err(fault)?;
        let blobs = here.copy_into(&self.blobs().await?).await.map_err(ServeFault::Blobs)?;
        let mut again = 0;
        let (own, old) = (Erasures::new(&self.config, &self.data), Erasures::of_backup(backup));
        let (found, missing) = match old {
            Some(old) if old.path().exists() => (Some(old), None),
            old => (None, old),
        };
        if let Some(old) = found {
            again += old.apply(&self.store).await?;
        }
        again += own.reconcile(&self.store).await?;
        let missing_list = missing.map(|list| list.path().to_owned());
        let own_list = own.path().to_owned();
        Ok(Restored { rows, blobs, again, missing_list, own_list })
    }

    async fn blobs(&self) -> Result<Blobs, ServeFault> {
        Blobs::open(&self.config, &self.data).await.map_err(ServeFault::Blobs)
    }

    /// Copies the database of a stopped server into another, empty one, and its blobs into another store.
    /// Returns the numbers of rows and of blobs that were copied. What stays where it is does not count.
    pub async fn migrate(
        &self,
        database: Option<&str>,
        blobs: Option<&str>,
    ) -> Result<(u64, u64), ServeFault> {
        let _lock = lock(&self.data)?;
        let mut target = self.config.clone();
        target.database = database.unwrap_or(&target.database).to_owned();
        target.blobs = blobs.unwrap_or(&target.blobs).to_owned();
        target.check()?;
        let location = target.location(&self.data);
        let same = |what: &str| {
            let sentence = format!("the server uses this {what} already; name another one");
            ServeFault::from(Fault::from(Refusal::Invalid(sentence)))
        };
        if database.is_some() && location == self.config.location(&self.data) {
            return Err(same("database"));
        }
        if blobs.is_some() && target.blobs == self.config.blobs {
            return Err(same("store of blobs"));
        }
        let mut copied = (0, 0);
        // The blobs first: rows that name them come after them, as on a running server.
        if blobs.is_some() {
            let there = Blobs::open(&target, &self.data).await.map_err(ServeFault::Blobs)?;
            copied.1 = self.blobs().await?.copy_into(&there).await.map_err(ServeFault::Blobs)?;
        }
        if database.is_some() {
            let there = Store::open(&location).await?;
            copied.0 = self.store.copy_into(&there).await?;
            there.close().await;
        }
        Ok(copied)
    }

    fn url(&self) -> String {
        let url = self.config.public_url.clone();
        url.unwrap_or_else(|| format!("http://{}", self.config.listen))
    }
}
