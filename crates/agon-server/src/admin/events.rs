//! Events from the shell.

use super::runs::{keys, refused};
use super::{Admin, Engine};
use crate::api::{EventRequest, new_event};
use crate::app::now;
use agon_store::events::{Phase, SetPhase};
use agon_store::{Fault, Refusal};
use serde_json::{Value, json};

impl Admin {
    /// Makes an event of the text of a file: title, game, settings and timeline.
    pub async fn make_event(&self, slug: &str, text: &str, engine: &Engine) -> Result<(), Fault> {
        let invalid = |error: serde_json::Error| Refusal::Invalid(error.to_string());
        let mut keys = keys(text)?;
        let timeline = keys.remove("timeline").unwrap_or_else(|| json!({}));
        let timeline = serde_json::from_value(timeline)
            .map_err(|error| Refusal::Invalid(format!("the timeline: {error}")))?;
        keys.insert("slug".into(), json!(slug));
        let request: EventRequest = serde_json::from_value(Value::Object(keys)).map_err(invalid)?;
        let change = new_event(&engine.games, request, timeline, None).map_err(refused)?;
        self.store.change(change).await.map(|_| ())
    }

    /// Moves an event to a phase.
    pub async fn set_phase(&self, event: &str, phase: &str) -> Result<(), Fault> {
        let phase: Phase = phase.parse().map_err(Refusal::Invalid)?;
        let event = self.event(event).await?.id;
        self.store.change(SetPhase { event, phase, account: None, now: now() }).await
    }
}
