//! Looks at the server's state again and again, and sets the alerts that follow from it.

use super::alerts::alerts;
use crate::app::{App, now};
use crate::events::event_caps;
use agon_store::Fault;
use agon_store::console::{AlertKind, SetAlerts};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::sync::watch as channel;

/// How often the server that dispatches looks.
const LOOK_EVERY: Duration = Duration::from_secs(5);

/// Watches until the server stops.
pub(crate) async fn watch(app: Arc<App>, mut stopped: channel::Receiver<bool>) {
    let mut every = tokio::time::interval(LOOK_EVERY);
    while !*stopped.borrow() {
        tokio::select! {
            _ = every.tick() => {
                if app.leads.load(Ordering::Relaxed)
                    && let Err(fault) = look(&app).await
                {
                    tracing::error!(%fault, "cannot look for alerts");
                }
            }
            _ = stopped.changed() => {}
        }
    }
}

async fn look(app: &App) -> Result<(), Fault> {
    let caps = event_caps(&app.store).await?;
    let snapshot = app.store.snapshot(now(), app.config.team_jobs, &caps).await?;
    let alerts = alerts(&snapshot);
    for kind in AlertKind::ALL {
        let on = alerts.iter().filter(|alert| alert.kind == *kind).count();
        metrics::gauge!("agon_alerts", "kind" => kind.name()).set(on as f64);
    }
    metrics::gauge!("agon_dead_jobs").set(f64::from(snapshot.dead));
    let desired = super::desired(&app.store).await?;
    metrics::gauge!("agon_desired_slots").set(f64::from(desired.slots));
    metrics::gauge!("agon_connected_slots").set(f64::from(desired.connected_slots));
    if app.store.change(SetAlerts { alerts, now: snapshot.now }).await? {
        app.changed();
    }
    Ok(())
}
