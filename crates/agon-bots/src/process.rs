//! The line to a process in the sandbox.

use crate::host::Host;
use crate::idle_watch::IdleWatch;
use crate::line::{Break, Farewell, HangUp, Line};
use crate::overload::{Span, Waiting};
use crate::placement::Placement;
use crate::reserve::Reserve;
use agon_protocol::{Format, MESSAGE_LIMIT};
use agon_runner::Trouble;
use agon_sandbox::{Excess, How, Jailed, WireFault};
use std::path::{MAIN_SEPARATOR, PathBuf};
use std::time::{Duration, Instant};

/// How long a bot may take to exit by itself when the match is over.
const EXIT_GRACE: Duration = Duration::from_millis(300);
/// How much of the end of a log is reported.
const LAST_WORDS_BYTES: usize = 2 << 10;
/// How the line of the log begins that names the place where a turn was stopped; it ends with `)`.
const STOPPED: &str = "its turn was stopped (";
/// How often the log is searched for that line.
const PLACE_POLL: Duration = Duration::from_millis(5);
/// What a host of Agon's own sends when it is ready for another match.
const AGAIN_MESSAGE: &[u8] = br#"{"type":"again"}"#;

/// A line to a process.
pub(crate) struct Process {
    jailed: Jailed,
    host: Host,
    /// Whether it computes during others' turns.
    idle: IdleWatch,
    /// How long other programs kept it from running.
    waiting: Waiting,
    /// Where it waits for another match, if it can play one.
    reserve: Option<Reserve>,
    /// Where it runs.
    placement: Placement,
    /// Whether it announced that it can be reused.
    stays: bool,
    /// The folders of Agon's that its files and its kit were copied to. Its log names them as its author
    /// does, without these folders.
    dirs: Vec<String>,
}

impl Process {
    pub fn new(
        jailed: Jailed,
        host: Host,
        reserve: Option<Reserve>,
        placement: Placement,
        dirs: &[PathBuf],
    ) -> Process {
        Process {
            host,
            idle: IdleWatch::new(&host),
            waiting: Waiting::since(jailed.waits()),
            reserve,
            placement,
            stays: false,
            dirs: dirs
                .iter()
                .filter(|dir| dir.parent().is_some())
                .map(|dir| format!("{}{MAIN_SEPARATOR}", dir.display()))
                .collect(),
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

    fn without_dirs(&self, mut log: String) -> String {
        // Most turns write nothing, and preparing a search takes longer than this question.
        if log.is_empty() {
            return log;
        }
        for dir in &self.dirs {
            if log.contains(dir) {
                log = log.replace(dir, "");
            }
        }
        log
    }

    fn last_words(&mut self) -> String {
        self.jailed.wire.catch_up();
        let text = self.without_dirs(self.jailed.wire.log().text());
        last_lines(text.trim_end()).to_owned()
    }
}

/// The end of a log, in whole lines.
pub(crate) fn last_lines(text: &str) -> &str {
    let mut start = text.len().saturating_sub(LAST_WORDS_BYTES);
    while !text.is_char_boundary(start) {
        start += 1;
    }
    // Whole lines, if there is more than one.
    let from = if start == 0 { 0 } else { text[start..].find('\n').map_or(0, |at| at + 1) };
    &text[start + from..]
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
        let Process { jailed, idle, placement, .. } = self;
        let mut broken = |fault: WireFault| {
            if fault == WireFault::Late {
                idle.was_late();
            }
            broken(fault)
        };
        if let Some(patience) = placement.patience().filter(|_| jailed.wire.waiting().is_empty()) {
            let soon = Instant::now() + patience;
            let soon = deadline.map_or(soon, |deadline| deadline.min(soon));
            if !jailed.wire.hears_by(soon).map_err(&mut broken)? {
                placement.release(jailed);
            }
        }
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

    fn unread(&self) -> &[u8] {
        self.jailed.wire.waiting()
    }

    fn run_call(&self) -> &'static str {
        self.host.run_call
    }

    fn take_log(&mut self) -> String {
        let log = self.jailed.wire.take_log();
        self.without_dirs(log)
    }

    fn counts_energy(&self) -> bool {
        self.host.counts_energy
    }

    fn rest(&mut self) {
        if self.host.is_debugged {
            return;
        }
        if self.idle.is_restless() {
            return self.jailed.freeze();
        }
        // Stopping a metered host every time would only cost time.
        if !self.host.counts_energy {
            self.jailed.freeze_soon();
        }
        let now = Instant::now();
        self.idle.rest(now, || self.jailed.cpu_time());
        self.placement.rest(now, &self.jailed);
    }

    fn wake(&mut self) {
        if self.host.is_debugged {
            return;
        }
        let now = Instant::now();
        self.placement.wake(now, &self.jailed);
        self.jailed.thaw();
        self.idle.wake(now, || self.jailed.cpu_time());
    }

    fn begin_turn(&mut self, allowed: Duration) {
        self.waiting.begin_turn(allowed, || self.jailed.waits());
    }

    fn kept_waiting(&mut self, span: Span) -> Duration {
        self.waiting.in_span(span, &self.jailed.waits())
    }

    fn busy_share(&mut self) -> Option<f64> {
        self.waiting.busy_share(&self.jailed.waits())
    }

    fn stopped_at(&mut self, deadline: Instant) -> Option<String> {
        while self.host.names_place {
            let log = String::from_utf8_lossy(self.jailed.wire.peek_log());
            let place = log
                .lines()
                .find_map(|line| line.strip_prefix(STOPPED)?.strip_suffix(')').map(str::to_owned));
            if place.is_some() {
                return place;
            }
            if Instant::now() >= deadline {
                // A bot without the kit, or one that is still in an earlier turn.
                self.host.names_place = false;
            }
            std::thread::sleep(PLACE_POLL);
        }
        None
    }

    fn hang_up(&mut self, manner: HangUp) -> Farewell {
        let (memory, cpu) = (self.jailed.memory_peak(), self.jailed.cpu_time());
        if manner == HangUp::ForNow && self.says_again() {
            self.stays = true;
            let (ending, last_words) = ("waits for another match".into(), self.last_words());
            return Farewell { ending, memory, cpu, last_words, ..Farewell::default() };
        }
        if manner != HangUp::AtOnce {
            self.jailed.wire.close_input();
        }
        // Pipes close a moment before the process ends; its own exit status says more than a kill.
        let ended = self.jailed.wait(Instant::now() + EXIT_GRACE);
        let exit = ended.unwrap_or_else(|| self.jailed.kill());
        let ending = match exit.excess {
            None if ended.is_none() => "closed its standard input or output".to_owned(),
            _ => exit.to_string(),
        };
        Farewell {
            trouble: (exit.how == How::Never).then(|| Trouble(format!("a bot {exit}"))),
            ending,
            exit_code: match exit.how {
                How::Code(code) => Some(code),
                _ => None,
            },
            out_of_memory: exit.excess == Some(Excess::Memory),
            memory: self.jailed.memory_peak().or(memory),
            memory_limit: self.host.memory_limit,
            cpu,
            left_behind: self.jailed.left_behind().map(str::to_owned),
            last_words: self.last_words(),
        }
    }

    fn put_away(self) {
        let Process { mut jailed, reserve: Some(reserve), stays: true, placement, .. } = self
        else {
            return;
        };
        jailed.wire.forget_log();
        reserve.put(jailed, placement.home());
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use agon_sandbox::{Choice, Job, Sandbox};

    fn metered(script: &str) -> Process {
        let sandbox = Sandbox::choose(Choice::Auto).unwrap();
        let mut job = Job::new("/bin/sh");
        job.args = vec!["-c".into(), script.into()];
        let host = Host { counts_energy: true, ..Host::default() };
        let placement = Placement::new(None, true);
        Process::new(sandbox.spawn(&job).unwrap(), host, None, placement, &[])
    }

    /// A turn of another bot, in which this thread computes for this long.
    fn other_turn(length: Duration) {
        let busy = Instant::now();
        while busy.elapsed() < length {
            std::hint::spin_loop();
        }
    }

    #[test]
    fn a_metered_host_that_is_late_is_frozen_outside_its_turns() {
        let mut process = metered("while :; do :; done");
        process.wake();
        let deadline = Some(Instant::now() + Duration::from_millis(50));
        assert_eq!(process.receive(Format::Msgpack, deadline), Err(Break::Late));
        process.rest();
        let before = process.jailed.cpu_time();
        other_turn(Duration::from_millis(100));
        assert_eq!(process.jailed.cpu_time(), before);
        process.wake();
        let deadline = Some(Instant::now() + Duration::from_millis(50));
        assert_eq!(process.receive(Format::Msgpack, deadline), Err(Break::Late));
        assert!(process.jailed.cpu_time() > before, "it computes in its own turns");
    }

    #[test]
    fn a_metered_host_that_answers_and_goes_on_computing_is_frozen_outside_its_turns() {
        let mut process = metered("echo first; while :; do :; done & echo second; wait");
        let deadline = Instant::now() + Duration::from_secs(60);
        for answer in [b"first".as_slice(), b"second"] {
            process.wake();
            assert_eq!(process.receive(Format::Json, Some(deadline)), Ok(answer));
            process.rest();
        }
        while !process.idle.is_restless() {
            assert!(Instant::now() < deadline, "it is never noticed");
            other_turn(Duration::from_millis(300));
            process.wake();
            process.rest();
        }
        let before = process.jailed.cpu_time();
        other_turn(Duration::from_millis(100));
        assert_eq!(process.jailed.cpu_time(), before);
    }
}
