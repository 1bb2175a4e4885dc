//! The organiser's console from the shell: what it shows, switches, and decisions about jobs.

use super::{Admin, unknown};
use crate::api::QuestionInfo;
use crate::app::now;
use crate::console::{
    self, AlertInfo, AuditInfo, Correction, FailureReport, FoundInfo, JobDecision, JobEffects,
    QueueDetail, WorkerInfo,
};
use agon_store::console::{AuditFilter, FailureFilter, ReadmitWorker, SetSwitch, Switch};
use agon_store::events::Event;
use agon_store::questions::{AnswerTeam, QuestionState};
use agon_store::{Fault, Refusal};

/// Failures that a report lists.
const LISTED_FAILURES: u32 = 50;
/// Questions that a list has.
const LISTED_QUESTIONS: u32 = 1000;

/// Which entries of the audit log are printed.
#[derive(Clone, Debug, Default)]
pub struct AuditQuery {
    /// Login name of the person who acted.
    pub actor: Option<String>,
    /// The action or its beginning.
    pub action: Option<String>,
    /// The object, such as `team 3`.
    pub object: Option<String>,
    /// Most entries.
    pub limit: u32,
}

/// An answer to a team.
#[derive(Clone, Debug)]
pub struct TeamAnswer {
    /// The question or appeal.
    pub id: i64,
    /// `answered` for a question; `upheld` or `rejected` for an appeal.
    pub state: String,
    /// The answer, or the reason of the decision.
    pub text: String,
    /// Whether all people see question and answer, without the team's name.
    pub public: bool,
}

impl Admin {
    /// An event by its name in addresses.
    pub(super) async fn event(&self, slug: &str) -> Result<Event, Fault> {
        self.store.event(slug).await?.ok_or_else(|| unknown(format!("event `{slug}`")))
    }

    async fn event_id(&self, slug: Option<&str>) -> Result<Option<i64>, Fault> {
        match slug {
            Some(slug) => Ok(Some(self.event(slug).await?.id)),
            None => Ok(None),
        }
    }

    /// The queue, of one event or of all.
    pub async fn queue(&self, event: Option<&str>) -> Result<QueueDetail, Fault> {
        console::queue(&self.store, self.event_id(event).await?, None).await
    }

    /// The workers that were heard of in the last 24 hours.
    pub async fn workers(&self) -> Result<Vec<WorkerInfo>, Fault> {
        console::workers(&self.store).await
    }

    /// Lets a worker work again that was set aside.
    pub async fn readmit_worker(&self, worker: &str) -> Result<(), Fault> {
        let worker = worker.to_owned();
        self.store.change(ReadmitWorker { worker, account: None, now: now() }).await
    }

    /// What staff should look at now.
    pub async fn alerts(&self) -> Result<Vec<AlertInfo>, Fault> {
        Ok(self.store.alerts().await?.into_iter().map(AlertInfo::from).collect())
    }

    /// Failures of the last hours, counted and listed.
    pub async fn failures(&self, event: Option<&str>, hours: u32) -> Result<FailureReport, Fault> {
        let since_ms = now() - i64::from(hours) * 3_600_000;
        let event = self.event_id(event).await?;
        let filter = FailureFilter { since_ms, event, ..FailureFilter::default() };
        console::failures(&self.store, &filter, i64::MAX, LISTED_FAILURES).await
    }

    /// The audit log, newest entry first.
    pub async fn audit(&self, query: AuditQuery) -> Result<Vec<AuditInfo>, Fault> {
        let AuditQuery { actor, action, object, limit } = query;
        let (since_ms, until_ms, before) = (None, None, i64::MAX);
        let filter = AuditFilter { actor, action, object, since_ms, until_ms, before, limit };
        Ok(self.store.audit_log(&filter).await?.into_iter().map(AuditInfo::from).collect())
    }

    /// People, teams, matches, submissions and runs of an event, by name or number.
    pub async fn search(&self, event: &str, text: &str) -> Result<Vec<FoundInfo>, Fault> {
        if text.trim().is_empty() {
            return Err(Refusal::Invalid("the text to search for is empty".into()).into());
        }
        let event = self.event(event).await?;
        Ok(self.store.search(event.id, text).await?.into_iter().map(FoundInfo::from).collect())
    }

    /// Stops something in an event with a sentence for the teams, or lets it go on.
    pub async fn set_switch(
        &self,
        event: &str,
        switch: &str,
        sentence: Option<String>,
    ) -> Result<(), Fault> {
        let event = self.event(event).await?.id;
        let switch: Switch = switch.parse().map_err(Refusal::Invalid)?;
        self.store.change(SetSwitch { event, switch, sentence, account: None, now: now() }).await
    }

    /// The questions and appeals of an event, newest first.
    pub async fn questions(&self, event: &str) -> Result<Vec<QuestionInfo>, Fault> {
        let event = self.event(event).await?.id;
        let found = self.store.questions(event, None, None, i64::MAX, LISTED_QUESTIONS).await?;
        Ok(found.into_iter().map(|question| QuestionInfo::new(question, true)).collect())
    }

    /// Answers a question, or decides an appeal and corrects the disputed match. `who` is named in the ruling
    /// of a run.
    pub async fn answer(
        &self,
        who: &str,
        answer: TeamAnswer,
        correction: Option<&Correction>,
    ) -> Result<(), Fault> {
        let TeamAnswer { id, state, text, public } = answer;
        let state: QuestionState = state.parse().map_err(Refusal::Invalid)?;
        let change = AnswerTeam {
            id,
            state,
            answer: text,
            public,
            wording: None,
            correction: None,
            account: None,
            now: now(),
        };
        console::answer(&self.store, &self.runs(), who, change, correction).await
    }

    /// Decides about jobs that failed too often, or says what would happen.
    pub async fn decide_jobs(&self, decision: &JobDecision) -> Result<JobEffects, Fault> {
        console::decide(&self.store, &self.runs(), None, decision).await
    }
}
