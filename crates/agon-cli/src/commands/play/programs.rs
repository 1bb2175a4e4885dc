//! The report about the bots' processes after a match: time, memory and incidents.

use crate::report::{as_sentence, count, last_words, memory, time};
use crate::turns::TurnFilter;
use agon_core::{Contest, Seat, safe_line};
use agon_runner::Report;
use std::io::{self, Write};
use std::time::Duration;

/// Maximum number of printed incidents per bot.
const MAX_PRINTED_INCIDENTS: usize = 5;

/// Prints time and memory of bots in other processes, and the incidents of all bots; `names` are by seat. The
/// output of bots whose turns `logged` has shown is not repeated.
pub fn print<G: Contest>(
    names: &[&str],
    reports: &[Report],
    logged: Option<&TurnFilter>,
    out: &mut dyn Write,
) -> io::Result<()> {
    for (seat, report) in reports.iter().enumerate() {
        let who = format!("{} ({})", G::INFO.seat_names[seat], names[seat]);
        if let Some(sandbox) = &report.sandbox {
            let seconds = |s: f64| time(Duration::from_secs_f64(s));
            let mean = report.seconds / report.turns.max(1) as f64;
            let memory = report.memory.map_or(String::new(), |m| format!(", {}", memory(m)));
            writeln!(
                out,
                "{who}: {} per turn, longest {}{memory}; sandbox: {sandbox}.",
                seconds(mean),
                seconds(report.longest),
            )?;
        }
        let is_shown = logged.is_some_and(|filter| filter.admits_seat(Seat(seat as u8)));
        print_incidents(&who, report, is_shown, out)?;
    }
    Ok(())
}

/// Prints what a bot did wrong, and its last words unless they have been shown already.
pub fn print_incidents(
    who: &str,
    report: &Report,
    is_shown: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    for incident in report.incidents.iter().take(MAX_PRINTED_INCIDENTS) {
        writeln!(out, "{who}: {}", as_sentence(&incident.to_string()))?;
    }
    let printed = report.incidents.iter().take(MAX_PRINTED_INCIDENTS);
    let rest = report.incident_count() - printed.map(|incident| incident.times).sum::<u64>();
    if rest > 0 {
        writeln!(out, "{who}: and {}.", count(rest, "more incident"))?;
    }
    if report.incidents.is_empty() || (is_shown && !died_early(report)) {
        return Ok(());
    }
    for line in last_words(report.last_words.as_deref().unwrap_or_default()).lines() {
        writeln!(out, "    | {}", safe_line(line))?;
    }
    Ok(())
}

/// Whether the bot failed before its first turn: the log of the turns does not have its output then.
fn died_early(report: &Report) -> bool {
    report.incidents.first().is_some_and(|incident| incident.round == 0)
}
