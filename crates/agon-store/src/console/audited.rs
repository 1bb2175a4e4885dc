//! Changes of staff that leave an entry in the audit log.

use crate::accounts::NewAccount;
use crate::{Change, Fault, Millis, Tx};

/// A change together with its entry in the audit log.
#[derive(Clone, Debug)]
pub struct Audited<C> {
    /// The change.
    pub change: C,
    /// The member of staff; none if it is done from the shell.
    pub account: Option<i64>,
    /// What is done.
    pub action: &'static str,
    /// To what, such as `account 3`.
    pub object: String,
    /// The time.
    pub now: Millis,
}

impl<C: Change> Change for Audited<C> {
    type Output = C::Output;
    const DURABLE: bool = C::DURABLE;
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<C::Output, Fault> {
        let output = self.change.apply(tx).await?;
        tx.audit(self.account, self.action, &self.object, "", self.now).await?;
        Ok(output)
    }
}

/// Staff make accounts, all of them or none.
#[derive(Clone, Debug)]
pub struct MakeAccounts {
    /// The accounts.
    pub accounts: Vec<NewAccount>,
    /// The member of staff; none if it is done from the shell.
    pub account: Option<i64>,
}

impl Change for MakeAccounts {
    /// Their numbers.
    type Output = Vec<i64>;
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<Vec<i64>, Fault> {
        let mut made = Vec::new();
        for new in &self.accounts {
            let id = new.apply(tx).await?;
            // Names stay out of the log: an erased person's must not be left there.
            let object = format!("account {id}");
            tx.audit(self.account, "make account", &object, new.role.name(), new.now).await?;
            made.push(id);
        }
        Ok(made)
    }
}
