//! What is to be told about the bots' programs after a match: time, memory, and what went wrong.

use crate::report::{grouped, size, time};
use agon_core::Contest;
use agon_runner::{Match, Report};
use std::io::{self, Write};
use std::time::Duration;

/// How many incidents of one bot are told.
const TOLD: usize = 5;

/// Tells about every program that is not part of this one, and about everyone's mishaps.
pub fn tell<G: Contest>(
    spec: &Match<'_, G>,
    reports: &[Report],
    out: &mut dyn Write,
) -> io::Result<()> {
    for (seat, report) in reports.iter().enumerate() {
        let who = format!("{} ({})", G::INFO.seat_names[seat], spec.players[seat].name);
        if let Some(sandbox) = &report.sandbox {
            let seconds = |s: f64| time(Duration::from_secs_f64(s));
            let mean = report.seconds / report.turns.max(1) as f64;
            let memory = report.memory.map_or(String::new(), |m| format!(", {}", size(m as usize)));
            writeln!(
                out,
                "{who}: {} a turn, {} the longest{memory}; sandbox: {sandbox}.",
                seconds(mean),
                seconds(report.longest),
            )?;
        }
        mishaps(&who, report, out)?;
    }
    Ok(())
}

fn mishaps(who: &str, report: &Report, out: &mut dyn Write) -> io::Result<()> {
    for incident in report.incidents.iter().take(TOLD) {
        writeln!(out, "{who}: {}.", incident.sentence)?;
    }
    let rest = report.incidents.len().saturating_sub(TOLD) as u64 + report.more_incidents;
    if rest > 0 {
        writeln!(out, "{who}: and {} more mishaps.", grouped(rest))?;
    }
    if report.incidents.is_empty() {
        return Ok(());
    }
    for line in report.last_words.iter().flat_map(|words| words.lines()) {
        writeln!(out, "    | {line}")?;
    }
    Ok(())
}
