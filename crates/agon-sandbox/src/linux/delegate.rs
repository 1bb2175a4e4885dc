//! Asks systemd for a control group of our own, so that an ordinary user's bots have exact limits.
//!
//! The user's service manager can put a running process into a new scope and hand the scope's group over to
//! the user (`Delegate=yes`). `busctl`, which is part of systemd, carries the request.

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// Timeout for the service manager to move the engine.
const MOVE_TIMEOUT: Duration = Duration::from_secs(2);

/// The machine as far as the delegation needs it; tests replace it.
pub(crate) struct Manager<'a> {
    /// Whether a service manager of this user answers.
    pub is_running: bool,
    /// Runs `busctl` with these arguments; whether it succeeded.
    pub call: &'a dyn Fn(&[String]) -> bool,
    /// The control groups of this process.
    pub groups: &'a dyn Fn() -> String,
}

/// Moves this process into a new delegated scope; whether it is there now. Asks once.
pub(crate) fn delegate() -> bool {
    static ANSWER: LazyLock<bool> = LazyLock::new(ask_systemd);
    *ANSWER
}

fn ask_systemd() -> bool {
    let runtime = std::env::var_os("XDG_RUNTIME_DIR");
    let is_running =
        runtime.is_some_and(|folder| Path::new(&folder).join("systemd/private").exists());
    let call = |words: &[String]| {
        let mut busctl = Command::new("busctl");
        busctl.args(words).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        busctl.status().is_ok_and(|status| status.success())
    };
    let groups = || std::fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    delegate_with(&Manager { is_running, call: &call, groups: &groups })
}

pub(crate) fn delegate_with(manager: &Manager<'_>) -> bool {
    if !manager.is_running {
        return false;
    }
    let pid = std::process::id().to_string();
    let scope = format!("agon-{pid}.scope");
    if !(manager.call)(&request(&scope, &pid)) {
        return false;
    }
    // The manager answers before it has moved the process.
    let start = Instant::now();
    loop {
        if (manager.groups)().lines().any(|line| line.ends_with(&scope)) {
            return true;
        }
        if start.elapsed() > MOVE_TIMEOUT {
            return false;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The arguments of `busctl`: start a transient scope that contains the process and is delegated.
fn request(scope: &str, pid: &str) -> Vec<String> {
    let words = [
        "--user",
        "call",
        "org.freedesktop.systemd1",
        "/org/freedesktop/systemd1",
        "org.freedesktop.systemd1.Manager",
        "StartTransientUnit",
        "ssa(sv)a(sa(sv))",
        scope,
        "fail",
        "2",
        "PIDs",
        "au",
        "1",
        pid,
        "Delegate",
        "b",
        "true",
        "0",
    ];
    words.map(str::to_owned).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;

    #[test]
    fn a_scope_of_this_process_is_requested_and_awaited() {
        let scope = format!("agon-{}.scope", std::process::id());
        let asked = RefCell::new(Vec::new());
        let call = |words: &[String]| {
            asked.borrow_mut().extend_from_slice(words);
            true
        };
        // The process arrives in the scope a moment after the answer.
        let looks = RefCell::new(0);
        let groups = || {
            *looks.borrow_mut() += 1;
            let inside = if *looks.borrow() > 2 { &scope } else { "session.scope" };
            format!("0::/user.slice/user-1000.slice/user@1000.service/app.slice/{inside}\n")
        };
        let manager = Manager { is_running: true, call: &call, groups: &groups };
        assert!(delegate_with(&manager));
        let asked = asked.borrow().join(" ");
        assert!(asked.starts_with("--user call org.freedesktop.systemd1 "), "{asked}");
        let tail = format!("{scope} fail 2 PIDs au 1 {} Delegate b true 0", std::process::id());
        assert!(asked.ends_with(&tail), "{asked}");
        assert_eq!(*looks.borrow(), 3);
    }

    #[test]
    fn without_a_service_manager_nothing_is_asked() {
        let call = |_: &[String]| panic!("asked without a service manager");
        let manager = Manager { is_running: false, call: &call, groups: &String::new };
        assert!(!delegate_with(&manager));
        let refused = Manager { is_running: true, call: &|_| false, groups: &String::new };
        assert!(!delegate_with(&refused), "the service manager refuses");
    }
}
