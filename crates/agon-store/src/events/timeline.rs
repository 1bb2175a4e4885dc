//! The timeline of an event: phases begin at their times by themselves, unless the organisers decide
//! otherwise.
//!
//! An event has the phase that was set last, and the time when. Times of the timeline after that still act.
//! So a decision of the organisers holds until the next time of the timeline.

use super::{Event, Phase};
use crate::{Change, Fault, Millis, Refusal, Row, Store, Tx, values};

/// When a phase begins.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct PhaseTime {
    /// The phase.
    pub phase: Phase,
    /// When it begins.
    pub at_ms: Millis,
}

impl Event {
    /// The phase at a time that is not before the last decision.
    pub fn phase_at(&self, moment: Millis) -> Phase {
        self.last_step(moment).map_or(self.phase, |step| step.phase)
    }

    /// Since when the event has had the phase of a time.
    pub fn phase_since(&self, moment: Millis) -> Millis {
        self.last_step(moment).map_or(self.phase_since_ms, |step| step.at_ms)
    }

    fn last_step(&self, moment: Millis) -> Option<PhaseTime> {
        let acts = |step: &&PhaseTime| step.at_ms > self.phase_since_ms && step.at_ms <= moment;
        self.timeline.iter().filter(acts).max_by_key(|step| step.at_ms).copied()
    }

    /// When a phase begins by the timeline, if it is still to come.
    pub fn time_of(&self, phase: Phase, now: Millis) -> Option<Millis> {
        let found = self.timeline.iter().find(|step| step.phase == phase)?;
        (found.at_ms > now && found.at_ms > self.phase_since_ms).then_some(found.at_ms)
    }

    /// The deadline of submissions: the freeze to come, or the one that has happened.
    pub fn deadline(&self, now: Millis) -> Option<Millis> {
        match self.phase_at(now) {
            Phase::Registration | Phase::Open => self.time_of(Phase::Frozen, now),
            Phase::Frozen => Some(self.phase_since(now)),
            Phase::Finals | Phase::Over => {
                let frozen = self.timeline.iter().find(|step| step.phase == Phase::Frozen);
                Some(frozen.map_or_else(|| self.phase_since(now), |step| step.at_ms.min(now)))
            }
        }
    }
}

fn phase_time(row: &Row) -> Result<PhaseTime, Fault> {
    let phase = row.get::<String>("phase")?.parse().map_err(Fault::Damaged)?;
    Ok(PhaseTime { phase, at_ms: row.get("at_ms")? })
}

impl Store {
    /// When phases of an event begin, in their order.
    pub(crate) async fn timeline(&self, event: i64) -> Result<Vec<PhaseTime>, Fault> {
        let sql = "SELECT phase, at_ms FROM phase_time WHERE event = ? ORDER BY at_ms";
        self.rows(sql, &values![event]).await?.iter().map(phase_time).collect()
    }

    /// Whether a phase should have begun by now.
    pub async fn is_phase_due(&self, now: Millis) -> Result<bool, Fault> {
        Ok(self.row(&format!("{DUE} LIMIT 1"), &values![now]).await?.is_some())
    }

    /// The recorded downtimes of an event, oldest first.
    pub async fn downtimes(&self, event: i64) -> Result<Vec<Downtime>, Fault> {
        let sql = "SELECT from_ms, until_ms, reason FROM downtime WHERE event = ? ORDER BY id";
        let downtime = |row: &Row| {
            Ok(Downtime {
                from_ms: row.get("from_ms")?,
                until_ms: row.get("until_ms")?,
                reason: row.get("reason")?,
            })
        };
        self.rows(sql, &values![event]).await?.iter().map(downtime).collect()
    }
}

const DUE: &str = "SELECT p.event, p.phase, p.at_ms FROM phase_time p JOIN event e ON e.id = p.event \
                   WHERE p.at_ms <= ? AND p.at_ms > e.phase_since_ms ORDER BY p.at_ms, p.event";

/// Refuses times that are not in the order of the phases.
pub(super) fn check(timeline: &[PhaseTime]) -> Result<(), Refusal> {
    if timeline.iter().any(|step| step.phase == Phase::Registration) {
        let sentence = "the phase registration begins when the event is made; leave its time out";
        return Err(Refusal::Invalid(sentence.into()));
    }
    for pair in timeline.windows(2) {
        if pair[0].phase >= pair[1].phase || pair[0].at_ms >= pair[1].at_ms {
            let (first, second) = (pair[0].phase.name(), pair[1].phase.name());
            let sentence = format!(
                "the phase {second} must begin after the phase {first}; the order is open, frozen, \
                 finals, over"
            );
            return Err(Refusal::Invalid(sentence));
        }
    }
    Ok(())
}

/// When phases of an event begin, within a change.
pub(super) async fn read(tx: &mut Tx<'_>, event: i64) -> Result<Vec<PhaseTime>, Fault> {
    let sql = "SELECT phase, at_ms FROM phase_time WHERE event = ? ORDER BY at_ms";
    tx.rows(sql, &values![event]).await?.iter().map(phase_time).collect()
}

/// Replaces the timeline of an event.
pub(super) async fn write(
    tx: &mut Tx<'_>,
    event: i64,
    timeline: &[PhaseTime],
) -> Result<(), Fault> {
    tx.execute("DELETE FROM phase_time WHERE event = ?", &values![event]).await?;
    for step in timeline {
        let sql = "INSERT INTO phase_time (event, phase, at_ms) VALUES (?, ?, ?)";
        tx.execute(sql, &values![event, step.phase.name(), step.at_ms]).await?;
    }
    Ok(())
}

/// Begins the phase whose time was set to a time in the past: the event would never reach it otherwise,
/// because only times after the last decision act.
pub(super) async fn begin_past(
    tx: &mut Tx<'_>,
    event: i64,
    set: &[PhaseTime],
    account: Option<i64>,
    now: Millis,
) -> Result<(), Fault> {
    let sql = "SELECT phase, phase_since_ms FROM event WHERE id = ?";
    let Some(row) = tx.row(sql, &values![event]).await? else { return Ok(()) };
    let phase: Phase = row.get::<String>("phase")?.parse().map_err(Fault::Damaged)?;
    let since: Millis = row.get("phase_since_ms")?;
    let past = set.iter().filter(|step| step.at_ms <= now).max_by_key(|step| step.at_ms);
    match past {
        // A time after the last decision acts by itself.
        Some(step) if step.at_ms <= since && step.phase > phase => {
            SetPhase { event, phase: step.phase, account, now }.apply(tx).await
        }
        _ => Ok(()),
    }
}

async fn tell(tx: &mut Tx<'_>, event: i64, phase: Phase, now: Millis) -> Result<(), Fault> {
    let body = serde_json::json!({ "event": event, "phase": phase.name() });
    tx.tell("phase", "public", &body.to_string(), now).await
}

/// Moves an event to a phase by a decision of the organisers.
#[derive(Clone, Debug)]
pub struct SetPhase {
    /// The event.
    pub event: i64,
    /// The new phase.
    pub phase: Phase,
    /// The organiser; none if it is done from the shell.
    pub account: Option<i64>,
    /// The time.
    pub now: Millis,
}

impl Change for SetPhase {
    type Output = ();
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<(), Fault> {
        let sql = "UPDATE event SET phase = ?, phase_since_ms = ? WHERE id = ?";
        let values = values![self.phase.name(), self.now, self.event];
        if tx.execute(sql, &values).await? == 0 {
            return Err(Refusal::Unknown(format!("event {}", self.event)).into());
        }
        let object = format!("event {}", self.event);
        tx.audit(self.account, "set phase", &object, self.phase.name(), self.now).await?;
        tell(tx, self.event, self.phase, self.now).await
    }
}

/// Begins the phases whose time has come. A server that was down catches up in order.
#[derive(Clone, Debug)]
pub struct Tick {
    /// The time.
    pub now: Millis,
}

impl Change for Tick {
    /// Number of phases that began.
    type Output = usize;
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<usize, Fault> {
        let due = tx.rows(DUE, &values![self.now]).await?;
        for row in &due {
            let step = phase_time(row)?;
            let event: i64 = row.get("event")?;
            let sql = "UPDATE event SET phase = ?, phase_since_ms = ? WHERE id = ?";
            tx.execute(sql, &values![step.phase.name(), step.at_ms, event]).await?;
            let object = format!("event {event}");
            tx.audit(
                None,
                "set phase",
                &object,
                &format!("{} by timeline", step.phase.name()),
                self.now,
            )
            .await?;
            tell(tx, event, step.phase, self.now).await?;
        }
        Ok(due.len())
    }
}

/// A time in which teams could not use the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Downtime {
    /// Its beginning.
    pub from_ms: Millis,
    /// Its end.
    pub until_ms: Millis,
    /// What happened; public.
    pub reason: String,
}

/// Records a downtime and moves all phases that are still to come by its length.
#[derive(Clone, Debug)]
pub struct AddDowntime {
    /// The event.
    pub event: i64,
    /// The downtime.
    pub downtime: Downtime,
    /// The organiser.
    pub account: i64,
    /// The time.
    pub now: Millis,
}

impl Change for AddDowntime {
    type Output = ();
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<(), Fault> {
        let Downtime { from_ms, until_ms, reason } = &self.downtime;
        if until_ms <= from_ms || *until_ms > self.now {
            let sentence = "a downtime ends after its beginning and not in the future";
            return Err(Refusal::Invalid(sentence.into()).into());
        }
        check_reason(reason)?;
        let sql = "SELECT id FROM event WHERE id = ? AND created_ms <= ?";
        if tx.row(sql, &values![self.event, *from_ms]).await?.is_none() {
            let sentence = "the downtime begins before the event was made; give its own times";
            return Err(Refusal::Invalid(sentence.into()).into());
        }
        let sql = "SELECT id FROM downtime WHERE event = ? AND from_ms < ? AND until_ms > ?";
        if tx.row(sql, &values![self.event, *until_ms, *from_ms]).await?.is_some() {
            let sentence =
                "a downtime of this time is recorded already; record only what it does not cover";
            return Err(Refusal::Conflict(sentence.into()).into());
        }
        let sql = "INSERT INTO downtime (event, from_ms, until_ms, reason, account, at_ms) \
                   VALUES (?, ?, ?, ?, ?, ?)";
        let values = values![self.event, *from_ms, *until_ms, reason, self.account, self.now];
        tx.execute(sql, &values).await?;
        let sql = "UPDATE phase_time SET at_ms = at_ms + ? WHERE event = ? AND at_ms > ?";
        if tx.execute(sql, &values![until_ms - from_ms, self.event, self.now]).await? == 0 {
            let sentence = "no phase of this event is still to come, so that nothing can be moved; \
                            set the phase or the timeline instead";
            return Err(Refusal::Conflict(sentence.into()).into());
        }
        let sql = "UPDATE event SET revision = revision + 1 WHERE id = ?";
        tx.execute(sql, &values![self.event]).await?;
        let seconds = (until_ms - from_ms) / 1000;
        let (object, detail) = (format!("event {}", self.event), format!("{seconds} s: {reason}"));
        tx.audit(Some(self.account), "add downtime", &object, &detail, self.now).await?;
        let body =
            serde_json::json!({ "event": self.event, "downtime_s": seconds, "reason": reason });
        tx.tell("event", "public", &body.to_string(), self.now).await
    }
}

/// A reason is a sentence or two that people read.
pub fn check_reason(reason: &str) -> Result<(), Refusal> {
    let plain = reason.chars().all(|c| c == '\n' || !c.is_control());
    if plain && !reason.trim().is_empty() && reason.chars().count() <= 500 {
        return Ok(());
    }
    Err(Refusal::Invalid("a reason has 1 to 500 characters".into()))
}
