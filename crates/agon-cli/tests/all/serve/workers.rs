//! Worker processes, and servers that reach them through NATS.

use super::client::{Person, ServerProcess};
use crate::{Scratch, new_command};
use agon_testservers::Nats;
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A running worker; it is killed when dropped.
pub struct WorkerProcess {
    child: Child,
    /// Its name among the workers.
    pub name: String,
}

impl WorkerProcess {
    /// Starts a worker with one slot and waits until it is ready.
    pub fn start(here: &Scratch, url: &str, more: &[&str]) -> WorkerProcess {
        WorkerProcess::start_by(WorkerProcess::command(here, url, more))
    }

    /// The command that starts a worker with one slot and a data folder of its own.
    pub fn command(here: &Scratch, url: &str, more: &[&str]) -> Command {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let data = format!("worker-{}", COUNT.fetch_add(1, Ordering::Relaxed));
        let words = ["worker", "--nats", url, "--data", &data, "--slots", "1"];
        here.command(&[&words[..], more].concat())
    }

    /// Starts a worker by a command of one's own.
    pub fn start_by(mut command: Command) -> WorkerProcess {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let ready = lines.next().unwrap().unwrap();
        let name = ready.strip_prefix("Worker ").and_then(|rest| rest.split(' ').next());
        let name = name.unwrap_or_else(|| panic!("{ready}")).to_owned();
        std::thread::spawn(move || lines.for_each(drop));
        WorkerProcess { child, name }
    }

    /// Kills the worker as a power cut would.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Asks the worker to stop and returns its exit code.
    pub fn stop(mut self) -> Option<i32> {
        self.signal("-TERM");
        self.child.wait().unwrap().code()
    }

    /// Sends a signal, such as `-STOP`.
    pub fn signal(&self, signal: &str) {
        let id = self.child.id().to_string();
        assert!(new_command("kill").args([signal, &id]).status().unwrap().success());
    }
}

impl Drop for WorkerProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A NATS, and a server that leaves all games to other processes.
pub struct Lab {
    pub here: Scratch,
    pub nats: Nats,
    pub server: ServerProcess,
    config: String,
}

impl Lab {
    /// Starts both; `more` are further lines of the configuration. Workers lose their jobs after a second.
    pub fn start(name: &str, more: &str) -> Lab {
        let nats = Nats::start();
        let url = nats.url();
        Lab::start_at(name, more, nats, &url)
    }

    /// The same with a server that reaches NATS at another address. `more` may have another `lease_seconds`.
    pub fn start_at(name: &str, more: &str, nats: Nats, url: &str) -> Lab {
        let here = Scratch::new(name);
        let lease = if more.contains("lease_seconds") { "" } else { "lease_seconds = 1\n" };
        let text = format!("nats = {url:?}\nworkers = 0\n{lease}{more}");
        let config = here.write("agon.toml", text).to_str().unwrap().to_owned();
        let server = ServerProcess::start(&here, &["--config", &config]);
        Lab { here, nats, server, config }
    }

    /// A further worker with one slot.
    pub fn worker(&self, more: &[&str]) -> WorkerProcess {
        WorkerProcess::start(&self.here, &self.nats.url(), more)
    }

    /// Starts the server again after it was killed or stopped.
    pub fn serve_again(&mut self) {
        self.server = ServerProcess::start_again(&self.here, &["--config", &self.config]);
    }
}

/// The jobs that workers have begun.
pub fn under_way(organiser: &Person, port: u16) -> Vec<Value> {
    let queue = organiser.get(port, "/api/v1/console/queue").expect(200).json();
    let running = queue["running"].as_array().unwrap().iter();
    running.filter(|job| !job["started_ms"].is_null()).cloned().collect()
}

/// Waits until a worker has begun a job; returns it.
pub fn wait_for_begin(organiser: &Person, port: u16) -> Value {
    let has_begun = |queue: &Value| {
        queue["running"].as_array().unwrap().iter().any(|job| !job["started_ms"].is_null())
    };
    organiser.wait_for(port, "/api/v1/console/queue", has_begun);
    under_way(organiser, port).remove(0)
}
