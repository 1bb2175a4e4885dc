//! Why a read or a change failed.

use std::path::PathBuf;
use thiserror::Error;

/// A read or a change failed. A refusal concerns the request; everything else concerns this machine.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the error messages describe the variants")]
pub enum Fault {
    #[error(transparent)]
    Refused(#[from] Refusal),
    #[error("the database failed: {0}")]
    Database(#[from] sqlx::Error),
    #[error("the database holds something unexpected: {0}")]
    Damaged(String),
    #[error("cannot open the database {}: {error}", path.display())]
    Open { path: PathBuf, error: sqlx::Error },
    #[error(
        "cannot use the database {address}: {why}; start PostgreSQL, or correct `database` in the \
         configuration"
    )]
    Unreachable { address: String, why: String },
    #[error(
        "the database has schema version {there}, this program knows {known}; start the program \
         version that wrote it, or a newer one"
    )]
    Newer { there: i64, known: i64 },
    #[error("the change was not committed: {0}")]
    NotCommitted(String),
    #[error("the store is closed")]
    Closed,
}

/// Why a request cannot be fulfilled; the sentence is for the person who made it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the error messages describe the variants")]
pub enum Refusal {
    #[error("there is no {0}")]
    Unknown(String),
    #[error("{0}")]
    Conflict(String),
    #[error("{0}")]
    Invalid(String),
}

impl Fault {
    /// Whether the database asks to run the same transaction again.
    pub(crate) fn is_transient(&self) -> bool {
        let Fault::Database(sqlx::Error::Database(error)) = self else { return false };
        // PostgreSQL: serialization failure, deadlock.
        matches!(error.code().as_deref(), Some("40001" | "40P01"))
    }

    /// Whether the same change would fail again: the request or its data is the cause, not this machine.
    pub fn is_permanent(&self) -> bool {
        match self {
            Fault::Refused(_) | Fault::Damaged(_) => true,
            Fault::Database(sqlx::Error::Encode(_)) => true,
            Fault::Database(sqlx::Error::Database(error)) => {
                // PostgreSQL: classes "data exception" and "integrity constraint violation".
                let code = error.code();
                let is_data = code.is_some_and(|code| code.len() == 5 && code.starts_with("22"));
                is_data || !matches!(error.kind(), sqlx::error::ErrorKind::Other)
            }
            _ => false,
        }
    }

    /// Whether a unique constraint was violated.
    pub fn is_duplicate(&self) -> bool {
        matches!(self, Fault::Database(sqlx::Error::Database(error)) if error.is_unique_violation())
    }
}
