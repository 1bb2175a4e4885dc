//! What an organiser does from the shell, on the data of a server that runs or is stopped.
//!
//! The database is the meeting point: a running server notices new jobs by itself, and a run that was
//! extended from here is read again.

use crate::api::{RESET_HOURS, new_account};
use crate::app::now;
use crate::blobs::copy_blobs;
use crate::config::Config;
use crate::runs::Runs;
use crate::secrets::{password_hash, random_text, token, token_hash};
use crate::serve::{ServeFault, lock};
use agon_store::accounts::{Account, Erase, NewAccount, NewAccounts, NewLink, Role};
use agon_store::jobs::{JobLine, Requeue, Void};
use agon_store::{Fault, Location, Refusal, Store};
use serde_json::Value;
use std::fs;
use std::os::unix::fs::DirBuilderExt;
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

/// The data of a server, opened from the shell.
pub struct Admin {
    store: Store,
    config: Config,
    data: PathBuf,
}

impl Admin {
    /// Opens the data; the folder must exist.
    pub async fn open(config: Config, data: &Path) -> Result<Admin, ServeFault> {
        config.check()?;
        if !data.is_dir() {
            let error = std::io::Error::from(std::io::ErrorKind::NotFound);
            return Err(ServeFault::Data { path: data.to_owned(), error });
        }
        let store = Store::open(&config.location(data)).await?;
        Ok(Admin { store, config, data: data.to_owned() })
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
        self.store.change(NewAccounts(accounts)).await?;
        Ok(made)
    }

    async fn account(&self, login: &str) -> Result<Account, Fault> {
        let found = self.store.account_by_login(login).await?;
        Ok(found.ok_or_else(|| Refusal::Unknown(format!("account `{login}`")))?)
    }

    /// A link with which a person sets a new password; it works once, for 24 hours.
    pub async fn reset_link(&self, login: &str) -> Result<String, Fault> {
        let account = Some(self.account(login).await?.id);
        let secret = token();
        let (token_hash, expires_ms) = (token_hash(&secret), now() + RESET_HOURS * 3_600_000);
        let change = NewLink { token_hash, purpose: "reset", account, expires_ms };
        self.store.change(change).await?;
        Ok(format!("{}/#/reset/{secret}", self.url()))
    }

    /// Everything that is stored about a person.
    pub async fn export(&self, login: &str) -> Result<Value, Fault> {
        let account = self.account(login).await?;
        self.store.about(account.id).await
    }

    /// Deletes what is stored about a person. Results stay under "deleted user".
    pub async fn erase(&self, login: &str) -> Result<(), Fault> {
        let account = self.account(login).await?.id;
        self.store.change(Erase { account, now: now() }).await
    }

    /// Codes that each let one person make an account.
    pub async fn invite(&self, count: u32, days: u32) -> Result<Vec<String>, Fault> {
        let mut codes = Vec::new();
        for _ in 0..count {
            let code = random_text(INVITE_LETTERS);
            let expires_ms = now() + i64::from(days) * 86_400_000;
            let token_hash = token_hash(&code);
            let change = NewLink { token_hash, purpose: "invite", account: None, expires_ms };
            self.store.change(change).await?;
            codes.push(code);
        }
        Ok(codes)
    }

    /// The jobs that failed too often, oldest first.
    pub async fn dead_jobs(&self) -> Result<Vec<JobLine>, Fault> {
        self.store.dead_jobs().await
    }

    /// Queues a dead job again.
    pub async fn requeue(&self, job: i64) -> Result<(), Fault> {
        self.store.change(Requeue { id: job, now: now() }).await
    }

    /// Gives up a job.
    pub async fn void(&self, job: i64, why: &str) -> Result<(), Fault> {
        let runs = Runs::new(self.store.clone(), self.config.game_seconds as i64 * 1000);
        runs.void(Void { id: job, why: why.to_owned(), account: None, now: now() }).await
    }

    /// Writes a data folder with everything as it is at one moment, while the server may go on. Returns the
    /// numbers of rows and of blobs. The copy has a SQLite database, whatever this server uses.
    pub async fn backup(&self, folder: &Path) -> Result<(u64, u64), ServeFault> {
        let fault = |error| ServeFault::Data { path: folder.to_owned(), error };
        let database = folder.join("agon.db");
        if database.exists() {
            return Err(fault(std::io::Error::from(std::io::ErrorKind::AlreadyExists)));
        }
        fs::DirBuilder::new().recursive(true).mode(0o700).create(folder).map_err(fault)?;
        let target = Store::open(&Location::Sqlite(database)).await?;
        let rows = self.store.copy_into(&target).await?;
        target.close().await;
        // A blob is stored before it is named, so that all that the copy names are there now.
        let blobs = copy_blobs(&self.data.join("blobs"), &folder.join("blobs")).map_err(fault)?;
        Ok((rows, blobs))
    }

    /// Copies the database of a stopped server into another, empty one. Returns the number of rows.
    pub async fn migrate(&self, database: &str) -> Result<u64, ServeFault> {
        let _lock = lock(&self.data)?;
        let target = Config { database: database.to_owned(), ..self.config.clone() };
        target.check()?;
        let location = target.location(&self.data);
        if location == self.config.location(&self.data) {
            let sentence = "the server uses this database already; name another one";
            return Err(Fault::from(Refusal::Invalid(sentence.into())).into());
        }
        let target = Store::open(&location).await?;
        let rows = self.store.copy_into(&target).await?;
        target.close().await;
        Ok(rows)
    }

    fn url(&self) -> String {
        let url = self.config.public_url.clone();
        url.unwrap_or_else(|| format!("http://{}", self.config.listen))
    }
}
