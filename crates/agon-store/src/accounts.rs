//! Accounts, sessions, access tokens and one-time links.
//!
//! Tokens are stored as hashes: a copy of the database does not let its reader in.

use crate::events::check_title;
use crate::{Change, Fault, Millis, Refusal, Row, Store, Tx, values};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// What a person may do on the server, from most to least.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Runs the server and its events.
    Organiser,
    /// Helps the organisers.
    Staff,
    /// Plays.
    Competitor,
}

impl Role {
    /// All roles.
    pub const ALL: [Role; 3] = [Role::Organiser, Role::Staff, Role::Competitor];

    /// The name in the database and the API.
    pub fn name(self) -> &'static str {
        match self {
            Role::Organiser => "organiser",
            Role::Staff => "staff",
            Role::Competitor => "competitor",
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Role {
    type Err = String;
    fn from_str(word: &str) -> Result<Role, String> {
        let found = Role::ALL.into_iter().find(|role| role.name() == word);
        found.ok_or_else(|| {
            format!("unknown role `{word}`; choose one of organiser, staff, competitor")
        })
    }
}

/// An account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// Its number.
    pub id: i64,
    /// Login name, in lower case.
    pub login: String,
    /// Display name.
    pub name: String,
    /// E-mail address, if the person gave one.
    pub email: Option<String>,
    /// Student number, if the organiser or the person gave one.
    pub student_number: Option<String>,
    /// Hash of the password; `None` until the person has set one.
    pub password: Option<String>,
    /// What the person may do.
    pub role: Role,
    /// Whether the person may log in.
    pub active: bool,
    /// Failed log-ins since the last successful one.
    pub failures: u32,
    /// Log-ins are refused until then.
    pub locked_until_ms: Millis,
}

const ACCOUNT_COLUMNS: &str = "a.id, a.login, a.name, a.email, a.student_number, a.password, \
    a.role, a.state, a.failures, a.locked_until_ms";

fn account(row: &Row) -> Result<Account, Fault> {
    Ok(Account {
        id: row.get("id")?,
        login: row.get("login")?,
        name: row.get("name")?,
        email: row.get("email")?,
        student_number: row.get("student_number")?,
        password: row.get("password")?,
        role: row.get::<String>("role")?.parse().map_err(Fault::Damaged)?,
        active: row.get::<String>("state")? == "active",
        failures: row.get("failures")?,
        locked_until_ms: row.get("locked_until_ms")?,
    })
}

impl Store {
    /// An account by login name.
    pub async fn account_by_login(&self, login: &str) -> Result<Option<Account>, Fault> {
        let sql = format!("SELECT {ACCOUNT_COLUMNS} FROM account a WHERE a.login = ?");
        self.row(&sql, &values![login.to_lowercase()]).await?.as_ref().map(account).transpose()
    }

    /// An account by number.
    pub async fn account(&self, id: i64) -> Result<Option<Account>, Fault> {
        let sql = format!("SELECT {ACCOUNT_COLUMNS} FROM account a WHERE a.id = ?");
        self.row(&sql, &values![id]).await?.as_ref().map(account).transpose()
    }

    /// The member of a team who joined first and can log in.
    pub async fn first_member(&self, team: i64) -> Result<Option<Account>, Fault> {
        let sql = format!(
            "SELECT {ACCOUNT_COLUMNS} FROM member m JOIN account a ON a.id = m.account \
             WHERE m.team = ? AND a.state = 'active' ORDER BY m.joined_ms, a.id LIMIT 1"
        );
        self.row(&sql, &values![team]).await?.as_ref().map(account).transpose()
    }

    /// Accounts in the order of their numbers, after a given one.
    pub async fn accounts(&self, after: i64, limit: u32) -> Result<Vec<Account>, Fault> {
        let sql =
            format!("SELECT {ACCOUNT_COLUMNS} FROM account a WHERE a.id > ? ORDER BY a.id LIMIT ?");
        self.rows(&sql, &values![after, limit]).await?.iter().map(account).collect()
    }

    /// Whether an organiser who can log in exists.
    pub async fn has_organiser(&self) -> Result<bool, Fault> {
        let sql = "SELECT id FROM account WHERE role = 'organiser' AND state = 'active' LIMIT 1";
        Ok(self.row(sql, &[]).await?.is_some())
    }

    /// The account that a session token belongs to, and the session's number.
    pub async fn session(
        &self,
        token_hash: &[u8],
        now: Millis,
    ) -> Result<Option<(i64, Account)>, Fault> {
        let sql = format!(
            "SELECT s.id AS session, {ACCOUNT_COLUMNS} FROM session s JOIN account a ON a.id = s.account \
             WHERE s.token_hash = ? AND s.expires_ms > ? AND a.state = 'active'"
        );
        let row = self.row(&sql, &values![token_hash, now]).await?;
        row.map(|row| Ok((row.get("session")?, account(&row)?))).transpose()
    }

    /// The account that an access token belongs to, and the token's scopes.
    pub async fn access_token(
        &self,
        token_hash: &[u8],
        now: Millis,
    ) -> Result<Option<(Account, String)>, Fault> {
        let sql = format!(
            "SELECT t.scopes, {ACCOUNT_COLUMNS} FROM access_token t JOIN account a ON a.id = t.account \
             WHERE t.token_hash = ? AND (t.expires_ms IS NULL OR t.expires_ms > ?) AND a.state = 'active'"
        );
        let row = self.row(&sql, &values![token_hash, now]).await?;
        row.map(|row| Ok((account(&row)?, row.get("scopes")?))).transpose()
    }
}

/// Makes an account; refused if the login name is taken.
#[derive(Clone, Debug)]
pub struct NewAccount {
    /// Login name.
    pub login: String,
    /// Display name.
    pub name: String,
    /// E-mail address.
    pub email: Option<String>,
    /// Student number.
    pub student_number: Option<String>,
    /// Hash of the password.
    pub password: Option<String>,
    /// Role.
    pub role: Role,
    /// When the person agreed to the privacy notice.
    pub consent_ms: Option<Millis>,
    /// The time.
    pub now: Millis,
}

impl Change for NewAccount {
    type Output = i64;
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<i64, Fault> {
        let login = self.login.to_lowercase();
        check_login(&login)?;
        check_title("a display name", &self.name)?;
        let row = tx
            .row(
                "INSERT INTO account (login, name, email, student_number, password, role, state, consent_ms, \
                 created_ms) VALUES (?, ?, ?, ?, ?, ?, 'active', ?, ?) \
                 ON CONFLICT (login) DO NOTHING RETURNING id",
                &values![
                    &login,
                    &self.name,
                    self.email.clone(),
                    self.student_number.clone(),
                    self.password.clone(),
                    self.role.name(),
                    self.consent_ms,
                    self.now
                ],
            )
            .await?;
        match row {
            Some(row) => row.get("id"),
            None => Err(Refusal::Conflict(format!("the login name `{login}` is taken")).into()),
        }
    }
}

/// Makes an account with an invite code, which works once.
#[derive(Clone, Debug)]
pub struct UseInvite {
    /// Hash of the code.
    pub token_hash: Vec<u8>,
    /// The account.
    pub account: NewAccount,
}

impl Change for UseInvite {
    type Output = i64;
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<i64, Fault> {
        use_link(tx, &self.token_hash, "invite", self.account.now).await?;
        self.account.apply(tx).await
    }
}

/// Login names appear in addresses and printed lists.
fn check_login(login: &str) -> Result<(), Refusal> {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_.".contains(c);
    if (1..=40).contains(&login.len()) && login.chars().all(plain) {
        return Ok(());
    }
    Err(Refusal::Invalid(
        "a login name has 1 to 40 letters a to z, digits, dots, hyphens and underscores".into(),
    ))
}

/// Uses the link for the first organiser: makes the account and voids the link.
#[derive(Clone, Debug)]
pub struct FirstOrganiser {
    /// Hash of the link's token.
    pub token_hash: Vec<u8>,
    /// The account; its role is ignored.
    pub account: NewAccount,
}

impl Change for FirstOrganiser {
    type Output = i64;
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<i64, Fault> {
        use_link(tx, &self.token_hash, "first_organiser", self.account.now).await?;
        let others = "SELECT id FROM account WHERE role = 'organiser' AND state = 'active' LIMIT 1";
        if tx.row(others, &[]).await?.is_some() {
            return Err(Refusal::Conflict("this server already has an organiser".into()).into());
        }
        NewAccount { role: Role::Organiser, ..self.account.clone() }.apply(tx).await
    }
}

/// Deletes a valid link and returns its account; refused if it is unknown, used or too old.
async fn use_link(
    tx: &mut Tx<'_>,
    hash: &[u8],
    purpose: &str,
    now: Millis,
) -> Result<Option<i64>, Fault> {
    let sql = "DELETE FROM one_time_link WHERE token_hash = ? AND purpose = ? AND expires_ms > ? \
               RETURNING account";
    match tx.row(sql, &values![hash, purpose, now]).await? {
        Some(row) => row.get("account"),
        None => Err(Refusal::Invalid(
            "this link or code was used before or is too old; ask for a new one".into(),
        )
        .into()),
    }
}

/// Makes a one-time link. Earlier links of the same purpose and account stop working.
#[derive(Clone, Debug)]
pub struct NewLink {
    /// Hash of the link's token.
    pub token_hash: Vec<u8>,
    /// `first_organiser`, `reset` or `invite`.
    pub purpose: &'static str,
    /// The account it is for.
    pub account: Option<i64>,
    /// The link works until then.
    pub expires_ms: Millis,
}

impl Change for NewLink {
    type Output = ();
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<(), Fault> {
        match (self.purpose, self.account) {
            ("invite", _) => 0,
            (purpose, Some(account)) => {
                let sql = "DELETE FROM one_time_link WHERE purpose = ? AND account = ?";
                tx.execute(sql, &values![purpose, account]).await?
            }
            (purpose, None) => {
                let sql = "DELETE FROM one_time_link WHERE purpose = ? AND account IS NULL";
                tx.execute(sql, &values![purpose]).await?
            }
        };
        tx.execute(
            "INSERT INTO one_time_link (token_hash, purpose, account, expires_ms) VALUES (?, ?, ?, ?)",
            &values![self.token_hash.clone(), self.purpose, self.account, self.expires_ms],
        )
        .await?;
        Ok(())
    }
}

/// Sets a new password with a reset link and ends all sessions and access tokens of the account.
#[derive(Clone, Debug)]
pub struct ResetPassword {
    /// Hash of the link's token.
    pub token_hash: Vec<u8>,
    /// Hash of the new password.
    pub password: String,
    /// The time.
    pub now: Millis,
}

impl Change for ResetPassword {
    type Output = i64;
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<i64, Fault> {
        let account = use_link(tx, &self.token_hash, "reset", self.now).await?;
        let account =
            account.ok_or_else(|| Fault::Damaged("a reset link without an account".into()))?;
        set_password(tx, account, &self.password).await?;
        tx.execute("DELETE FROM session WHERE account = ?", &values![account]).await?;
        end_tokens(tx, account).await?;
        Ok(account)
    }
}

/// Changes the password of an account and ends its other sessions and all its access tokens.
#[derive(Clone, Debug)]
pub struct ChangePassword {
    /// The account.
    pub account: i64,
    /// Hash of the new password.
    pub password: String,
    /// The session that stays.
    pub keep_session: Option<i64>,
}

impl Change for ChangePassword {
    type Output = ();
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<(), Fault> {
        set_password(tx, self.account, &self.password).await?;
        let sql = "DELETE FROM session WHERE account = ? AND id <> ?";
        tx.execute(sql, &values![self.account, self.keep_session.unwrap_or(0)]).await?;
        end_tokens(tx, self.account).await
    }
}

/// Revokes all access tokens of an account: a person who knew the old password may have made one.
async fn end_tokens(tx: &mut Tx<'_>, account: i64) -> Result<(), Fault> {
    tx.execute("DELETE FROM access_token WHERE account = ?", &values![account]).await?;
    Ok(())
}

async fn set_password(tx: &mut Tx<'_>, account: i64, password: &str) -> Result<(), Fault> {
    let sql = "UPDATE account SET password = ?, failures = 0, locked_until_ms = 0 \
               WHERE id = ? AND state <> 'erased'";
    if tx.execute(sql, &values![password, account]).await? == 0 {
        return Err(Refusal::Unknown(format!("account {account}")).into());
    }
    Ok(())
}

/// A log-in succeeded: makes a session.
#[derive(Clone, Debug)]
pub struct LogIn {
    /// The account.
    pub account: i64,
    /// Hash of the session's token.
    pub token_hash: Vec<u8>,
    /// What the browser calls itself.
    pub agent: String,
    /// The client's address.
    pub address: String,
    /// The time.
    pub now: Millis,
    /// The session ends then.
    pub expires_ms: Millis,
}

impl Change for LogIn {
    type Output = i64;
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<i64, Fault> {
        tx.execute(
            "UPDATE account SET failures = 0, locked_until_ms = 0 WHERE id = ?",
            &values![self.account],
        )
        .await?;
        log_address(tx, Some(self.account), &self.address, "log in", self.now).await?;
        tx.insert(
            "INSERT INTO session (account, token_hash, agent, created_ms, seen_ms, expires_ms) \
             VALUES (?, ?, ?, ?, ?, ?) RETURNING id",
            &values![
                self.account,
                self.token_hash.clone(),
                &self.agent,
                self.now,
                self.now,
                self.expires_ms
            ],
        )
        .await
    }
}

/// A log-in failed: counts it, and locks the account for a while after too many in a row.
#[derive(Clone, Debug)]
pub struct LogInFailed {
    /// The account.
    pub account: i64,
    /// The client's address.
    pub address: String,
    /// The time.
    pub now: Millis,
}

/// Failed log-ins in a row before an account is locked.
pub const MAX_LOGIN_FAILURES: i64 = 5;
/// The first lock lasts this long; each further failure doubles it.
const FIRST_LOCK_MS: i64 = 15_000;
/// The longest lock.
const MAX_LOCK_MS: i64 = 15 * 60_000;

/// How long an account is locked after failed log-ins in a row; none if they are too few.
pub fn lock_ms(failures: i64) -> Option<Millis> {
    let over = failures - MAX_LOGIN_FAILURES;
    (over >= 0).then(|| (FIRST_LOCK_MS << over.min(10)).min(MAX_LOCK_MS))
}

impl Change for LogInFailed {
    type Output = ();
    const DURABLE: bool = false;
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<(), Fault> {
        log_address(tx, Some(self.account), &self.address, "failed log in", self.now).await?;
        let sql = "UPDATE account SET failures = failures + 1 WHERE id = ? RETURNING failures";
        let Some(row) = tx.row(sql, &values![self.account]).await? else { return Ok(()) };
        if let Some(lock) = lock_ms(row.get("failures")?) {
            let sql = "UPDATE account SET locked_until_ms = ? WHERE id = ?";
            tx.execute(sql, &values![self.now + lock, self.account]).await?;
        }
        Ok(())
    }
}

async fn log_address(
    tx: &mut Tx<'_>,
    account: Option<i64>,
    address: &str,
    what: &str,
    now: Millis,
) -> Result<(), Fault> {
    let sql = "INSERT INTO address_log (at_ms, account, address, what) VALUES (?, ?, ?, ?)";
    tx.execute(sql, &values![now, account, address, what]).await?;
    Ok(())
}

/// Ends a session.
#[derive(Clone, Debug)]
pub struct EndSession {
    /// The account, which must own the session.
    pub account: i64,
    /// The session.
    pub session: i64,
}

impl Change for EndSession {
    type Output = ();
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<(), Fault> {
        let sql = "DELETE FROM session WHERE id = ? AND account = ?";
        if tx.execute(sql, &values![self.session, self.account]).await? == 0 {
            return Err(Refusal::Unknown(format!("session {}", self.session)).into());
        }
        Ok(())
    }
}

/// Makes an access token.
#[derive(Clone, Debug)]
pub struct NewAccessToken {
    /// The account.
    pub account: i64,
    /// What the person calls it.
    pub name: String,
    /// Hash of the token.
    pub token_hash: Vec<u8>,
    /// What it may be used for, separated by blanks.
    pub scopes: String,
    /// The time.
    pub now: Millis,
    /// The token works until then.
    pub expires_ms: Option<Millis>,
}

impl Change for NewAccessToken {
    type Output = i64;
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<i64, Fault> {
        tx.insert(
            "INSERT INTO access_token (account, name, token_hash, scopes, created_ms, expires_ms) \
             VALUES (?, ?, ?, ?, ?, ?) RETURNING id",
            &values![
                self.account,
                &self.name,
                self.token_hash.clone(),
                &self.scopes,
                self.now,
                self.expires_ms
            ],
        )
        .await
    }
}

/// An access token, without its secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenLine {
    /// Its number.
    pub id: i64,
    /// What the person calls it.
    pub name: String,
    /// What it may be used for, separated by blanks.
    pub scopes: String,
    /// When it was made.
    pub created_ms: Millis,
    /// The token works until then.
    pub expires_ms: Option<Millis>,
}

impl Store {
    /// The access tokens of an account that still work, oldest first.
    pub async fn access_tokens(&self, account: i64, now: Millis) -> Result<Vec<TokenLine>, Fault> {
        let sql = "SELECT id, name, scopes, created_ms, expires_ms FROM access_token \
                   WHERE account = ? AND (expires_ms IS NULL OR expires_ms > ?) ORDER BY id";
        let line = |row: &Row| {
            Ok(TokenLine {
                id: row.get("id")?,
                name: row.get("name")?,
                scopes: row.get("scopes")?,
                created_ms: row.get("created_ms")?,
                expires_ms: row.get("expires_ms")?,
            })
        };
        self.rows(sql, &values![account, now]).await?.iter().map(line).collect()
    }
}

/// Revokes an access token.
#[derive(Clone, Debug)]
pub struct EndAccessToken {
    /// The account, which must own the token.
    pub account: i64,
    /// The token.
    pub token: i64,
}

impl Change for EndAccessToken {
    type Output = ();
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<(), Fault> {
        let sql = "DELETE FROM access_token WHERE id = ? AND account = ?";
        if tx.execute(sql, &values![self.token, self.account]).await? == 0 {
            return Err(Refusal::Unknown(format!("access token {}", self.token)).into());
        }
        Ok(())
    }
}

/// Deletes what is stored about a person. Results stay under "deleted user". The last organiser stays.
#[derive(Clone, Debug)]
pub struct Erase {
    /// The account.
    pub account: i64,
    /// The time.
    pub now: Millis,
}

impl Change for Erase {
    type Output = ();
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<(), Fault> {
        let sql =
            "SELECT id FROM account WHERE role = 'organiser' AND state = 'active' ORDER BY id";
        let organisers = tx.rows(sql, &[]).await?;
        if let [last] = &organisers[..]
            && last.get::<i64>("id")? == self.account
        {
            let sentence =
                "this is the account of the last organiser; make another organiser first";
            return Err(Refusal::Conflict(sentence.into()).into());
        }
        self.erase(tx).await
    }
}

impl Erase {
    async fn erase(&self, tx: &mut Tx<'_>) -> Result<(), Fault> {
        let sql = "UPDATE account SET login = ?, name = 'deleted user', email = NULL, student_number = NULL, \
                   password = NULL, state = 'erased' WHERE id = ?";
        let login = format!("deleted-{}", self.account);
        if tx.execute(sql, &values![login, self.account]).await? == 0 {
            return Err(Refusal::Unknown(format!("account {}", self.account)).into());
        }
        for table in ["session", "access_token", "one_time_link", "address_log", "answered"] {
            tx.execute(&format!("DELETE FROM {table} WHERE account = ?"), &values![self.account])
                .await?;
        }
        let sql =
            "INSERT INTO erasure (account, at_ms) VALUES (?, ?) ON CONFLICT (account) DO NOTHING";
        tx.execute(sql, &values![self.account, self.now]).await?;
        crate::teams::withdraw_empty(tx, self.account, self.now).await
    }
}

/// An account that was erased. It says nothing about the person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Erasure {
    /// The account.
    pub account: i64,
    /// When the account was made. After a restore, its number may belong to another one.
    pub created_ms: Millis,
    /// When it was erased.
    pub at_ms: Millis,
}

impl Store {
    /// All erased accounts, by number.
    pub async fn erasures(&self) -> Result<Vec<Erasure>, Fault> {
        let sql = "SELECT e.account, e.at_ms, a.created_ms FROM erasure e \
                   JOIN account a ON a.id = e.account ORDER BY e.account";
        let erasure = |row: &Row| {
            let (account, created_ms) = (row.get("account")?, row.get("created_ms")?);
            Ok(Erasure { account, created_ms, at_ms: row.get("at_ms")? })
        };
        self.rows(sql, &[]).await?.iter().map(erasure).collect()
    }
}

/// Repeats an erasure in a restored database, which may have the person's data. False: there is nothing to
/// erase.
#[derive(Clone, Debug)]
pub struct EraseAgain(pub Erasure);

impl Change for EraseAgain {
    type Output = bool;
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<bool, Fault> {
        let Erasure { account, created_ms, at_ms } = self.0;
        let sql = "SELECT id FROM account WHERE id = ? AND created_ms = ? AND state <> 'erased'";
        if tx.row(sql, &values![account, created_ms]).await?.is_none() {
            return Ok(false);
        }
        Erase { account, now: at_ms }.erase(tx).await?;
        Ok(true)
    }
}

/// How long addresses are kept.
pub const ADDRESS_LOG_DAYS: i64 = 14;

/// How long failures and the counts of workers are kept.
pub const FAILURE_DAYS: i64 = 30;

/// Deletes expired sessions, tokens and links, addresses older than [`ADDRESS_LOG_DAYS`], and failures older
/// than [`FAILURE_DAYS`].
#[derive(Clone, Debug)]
pub struct Sweep {
    /// The time.
    pub now: Millis,
}

impl Change for Sweep {
    type Output = u64;
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<u64, Fault> {
        let mut gone = 0;
        for table in ["session", "access_token", "one_time_link"] {
            let sql = format!("DELETE FROM {table} WHERE expires_ms <= ?");
            gone += tx.execute(&sql, &values![self.now]).await?;
        }
        let oldest = self.now - ADDRESS_LOG_DAYS * 86_400_000;
        gone += tx.execute("DELETE FROM address_log WHERE at_ms < ?", &values![oldest]).await?;
        let oldest = self.now - FAILURE_DAYS * 86_400_000;
        for (table, column) in
            [("failure", "at_ms"), ("work_count", "hour_ms"), ("worker", "seen_ms")]
        {
            let sql = format!("DELETE FROM {table} WHERE {column} < ?");
            gone += tx.execute(&sql, &values![oldest]).await?;
        }
        Ok(gone)
    }
}
