//! The line to a process in the sandbox.

use crate::host::Host;
use crate::line::{Break, Farewell, HangUp, Line};
use crate::overload::{Span, Waiting};
use crate::reserve::Reserve;
use agon_protocol::{Format, MESSAGE_LIMIT};
use agon_runner::Trouble;
use agon_sandbox::{Excess, How, Jailed, MatchCore, WireFault};
use std::path::Path;
use std::time::{Duration, Instant};

/// How long a bot may take to exit by itself when the match is over.
const EXIT_GRACE: Duration = Duration::from_millis(300);
/// A bot that uses more processor time than this between two of its turns is frozen from then on while others
/// play. The shortest turn limit is one second, so 20 ms are no advantage.
const MAX_IDLE_CPU: Duration = Duration::from_millis(20);
/// The bot's processor time is not checked if the others' turns were shorter than this: reading it costs more
/// than the rest of an exchange.
const MIN_CHECKED_REST: Duration = Duration::from_millis(1);
/// How much of the end of a log is reported.
const LAST_WORDS_BYTES: usize = 2 << 10;
/// What a host of Agon's own sends when it is ready for another match.
const AGAIN_MESSAGE: &[u8] = br#"{"type":"again"}"#;

/// A line to a process.
pub(crate) struct Process {
    jailed: Jailed,
    host: Host,
    /// When its last turn ended.
    rests_since: Option<Instant>,
    /// Processor time when its last turn ended, if it was read.
    rested_at: Option<Duration>,
    /// Whether the others' last turns took long enough to compute in.
    rests_long: bool,
    /// Whether it computed during others' turns, or is metered and was late. It is frozen there from then on.
    is_restless: bool,
    /// How long other programs kept it from running.
    waiting: Waiting,
    /// Where it waits for another match, if it can play one.
    reserve: Option<Reserve>,
    /// The core that the whole match shares.
    core: Option<MatchCore>,
    /// Whether it announced that it can be reused.
    stays: bool,
    /// The folder of Agon's that its files were copied to. Its log names them as its author does, without it.
    dir: Option<String>,
}

impl Process {
    pub fn new(
        jailed: Jailed,
        host: Host,
        reserve: Option<Reserve>,
        core: Option<MatchCore>,
        dir: &Path,
    ) -> Process {
        Process {
            host,
            rests_since: None,
            rested_at: None,
            rests_long: true,
            is_restless: false,
            waiting: Waiting::since(jailed.waits()),
            reserve,
            core,
            stays: false,
            dir: dir.parent().map(|_| format!("{}/", dir.display())),
            jailed,
        }
    }

    /// Whether it announces that it can play another match.
    fn says_again(&mut self) -> bool {
        let deadline = Some(Instant::now() + EXIT_GRACE);
        self.reserve.is_some()
            && self.receive(Format::Json, deadline).is_ok_and(|line| line == AGAIN_MESSAGE)
            && self.jailed.wire.waiting().is_empty()
    }

    fn without_dir(&self, log: String) -> String {
        match &self.dir {
            Some(dir) if log.contains(dir) => log.replace(dir, ""),
            _ => log,
        }
    }

    fn last_words(&mut self) -> String {
        self.jailed.wire.catch_up();
        let text = self.without_dir(self.jailed.wire.log().text());
        let text = text.trim_end();
        let mut start = text.len().saturating_sub(LAST_WORDS_BYTES);
        while !text.is_char_boundary(start) {
            start += 1;
        }
        // Whole lines, if there is more than one.
        let from = if start == 0 { 0 } else { text[start..].find('\n').map_or(0, |at| at + 1) };
        text[start + from..].to_owned()
    }
}

fn broken(fault: WireFault) -> Break {
    match fault {
        WireFault::Late => Break::Late,
        WireFault::Closed => Break::Closed,
        WireFault::TooLong { .. } => Break::TooLong,
        WireFault::Endless => Break::Endless,
        WireFault::Flood => Break::Flood,
        WireFault::Broken(_) => Break::Trouble(Trouble(fault.to_string())),
    }
}

impl Line for Process {
    fn send(&mut self, bytes: &[u8], deadline: Option<Instant>) -> Result<(), Break> {
        self.jailed.wire.send(bytes, deadline).map_err(broken)
    }

    fn receive(&mut self, format: Format, deadline: Option<Instant>) -> Result<&[u8], Break> {
        let Process { jailed, host, is_restless, .. } = self;
        // A metered host that does not answer in time is computing: energy did not end its turn.
        let mut broken = |fault| {
            let broken = broken(fault);
            *is_restless |= host.counts_energy && matches!(broken, Break::Late);
            broken
        };
        let wire = &mut jailed.wire;
        match format {
            Format::Json => wire.line(MESSAGE_LIMIT, deadline).map_err(broken),
            Format::Msgpack => {
                let head = match wire.exactly(4, deadline) {
                    Ok(head) => head,
                    Err(fault) => return Err(broken(fault)),
                };
                let length = u32::from_le_bytes(head.try_into().expect("four bytes"));
                if length as usize > MESSAGE_LIMIT {
                    return Err(Break::TooLong);
                }
                wire.exactly(length as usize, deadline).map_err(broken)
            }
        }
    }

    fn has_heard(&self, format: Format) -> bool {
        !matches!(format.split(self.jailed.wire.waiting(), 0), Ok(None))
    }

    fn take_log(&mut self) -> String {
        let log = self.jailed.wire.take_log();
        self.without_dir(log)
    }

    fn counts_energy(&self) -> bool {
        self.host.counts_energy
    }

    fn rest(&mut self) {
        if self.is_restless {
            return self.jailed.freeze();
        }
        // A metered host that has ended its turn waits: freezing it every time would only cost time.
        if self.host.counts_energy {
            return;
        }
        self.jailed.freeze_soon();
        self.rests_since = Some(Instant::now());
        self.rested_at = self.rests_long.then(|| self.jailed.cpu_time());
    }

    fn wake(&mut self) {
        if let Some(core) = &self.core {
            core.pin_this_thread();
        }
        self.jailed.thaw();
        if self.is_restless {
            return;
        }
        // Before the first turn there is no rest to check.
        let Some(since) = self.rests_since else { return };
        self.rests_long = since.elapsed() >= MIN_CHECKED_REST;
        if let Some(before) = self.rested_at.take().filter(|_| self.rests_long) {
            let used = self.jailed.cpu_time().saturating_sub(before);
            if used > MAX_IDLE_CPU {
                self.is_restless = used > self.host.housekeeping;
                self.host.housekeeping = self.host.housekeeping.saturating_sub(used);
            }
        }
    }

    fn begin_turn(&mut self, allowed: Duration) {
        self.waiting.begin_turn(allowed, || self.jailed.waits());
    }

    fn kept_waiting(&mut self, span: Span) -> Duration {
        self.waiting.in_span(span, &self.jailed.waits())
    }

    fn hang_up(&mut self, manner: HangUp) -> Farewell {
        let (memory, cpu) = (self.jailed.memory_peak(), self.jailed.cpu_time());
        if manner == HangUp::ForNow && self.says_again() {
            self.stays = true;
            let (ending, last_words) = ("waits for another match".into(), self.last_words());
            return Farewell { ending, memory, cpu, last_words, ..Farewell::default() };
        }
        let exit = match manner {
            HangUp::AtOnce => self.jailed.try_wait().unwrap_or_else(|| {
                // Pipes close a moment before the process ends; its own exit status says more than a kill.
                let deadline = Instant::now() + EXIT_GRACE;
                self.jailed.wait(deadline).unwrap_or_else(|| self.jailed.kill())
            }),
            HangUp::ForNow | HangUp::Politely => {
                self.jailed.wire.close_input();
                let deadline = Instant::now() + EXIT_GRACE;
                self.jailed.wait(deadline).unwrap_or_else(|| self.jailed.kill())
            }
        };
        Farewell {
            trouble: (exit.how == How::Never).then(|| Trouble(format!("a bot {exit}"))),
            ending: exit.to_string(),
            out_of_memory: exit.excess == Some(Excess::Memory),
            memory,
            cpu,
            left_behind: self.jailed.left_behind().map(str::to_owned),
            last_words: self.last_words(),
        }
    }

    fn put_away(self) {
        let Process { mut jailed, reserve: Some(reserve), stays: true, core, .. } = self else {
            return;
        };
        jailed.wire.forget_log();
        reserve.put(jailed, core.as_ref().map(MatchCore::number));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_sandbox::{Choice, Job, Sandbox};

    #[test]
    fn a_metered_host_that_is_late_is_frozen_outside_its_turns() {
        let sandbox = Sandbox::choose(Choice::Auto).unwrap();
        let mut job = Job::new("/bin/sh");
        job.args = vec!["-c".into(), "while :; do :; done".into()];
        let host = Host { counts_energy: true, ..Host::default() };
        let mut process =
            Process::new(sandbox.spawn(&job).unwrap(), host, None, None, Path::new("/"));
        process.wake();
        let deadline = Some(Instant::now() + Duration::from_millis(50));
        assert_eq!(process.receive(Format::Msgpack, deadline), Err(Break::Late));
        process.rest();
        let before = process.jailed.cpu_time();
        // The next turn of another bot, which takes some time.
        let busy = Instant::now();
        while busy.elapsed() < Duration::from_millis(100) {
            std::hint::spin_loop();
        }
        assert_eq!(process.jailed.cpu_time(), before);
        process.wake();
        let deadline = Some(Instant::now() + Duration::from_millis(50));
        assert_eq!(process.receive(Format::Msgpack, deadline), Err(Break::Late));
        assert!(process.jailed.cpu_time() > before, "it computes in its own turns");
    }
}
