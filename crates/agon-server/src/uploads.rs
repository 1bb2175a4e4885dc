//! A bot that has arrived, from a page, from the shell or from the organisers, as a submission of its event.

use crate::config::Config;
use crate::events::Settings;
use agon_store::Millis;
use agon_store::events::Event;
use agon_store::submissions::Submit;

/// A bot whose bytes are stored.
#[derive(Debug)]
pub(crate) struct Arrived {
    /// The team.
    pub team: i64,
    /// Who handed it in; `None` from the shell.
    pub account: Option<i64>,
    /// File name.
    pub name: String,
    /// The team's own name for it.
    pub label: Option<String>,
    /// Address of the bytes.
    pub source: String,
    /// Number of bytes.
    pub size: i64,
    /// When the last byte arrived.
    pub received_ms: Millis,
    /// The time.
    pub now: Millis,
}

impl Arrived {
    /// The submission, by the settings of the event but without an hourly limit.
    pub fn submit(self, event: &Event, settings: &Settings, config: &Config) -> Submit {
        let Arrived { team, account, name, label, source, size, received_ms, now } = self;
        Submit {
            team,
            account,
            name,
            label,
            source,
            size,
            game: event.game.clone(),
            rules: settings.rules.clone(),
            policy: settings.submissions.policy(),
            clock: settings.submissions.clock_word(),
            map: settings.maps.first().cloned().unwrap_or_default(),
            hourly_limit: None,
            wall_limit_ms: config.build_seconds as i64 * 1000,
            received_ms,
            now,
        }
    }
}
