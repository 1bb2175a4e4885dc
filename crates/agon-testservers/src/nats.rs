//! NATS with JetStream, on a free loopback port. The program is in a Python package that `cargo xtask test`
//! installs.

use crate::Host;
use std::ffi::OsString;
use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, OnceLock, mpsc};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// How long NATS may take to start.
const PATIENCE: Duration = Duration::from_secs(30);

/// A running NATS. It is killed when this is dropped, and with the test program.
pub struct Nats {
    folder: TempDir,
    /// The words before its command line, if it runs on another host.
    prefix: Vec<OsString>,
    /// The address at which it takes connections.
    listens_at: &'static str,
    port: u16,
    /// Further lines of its configuration.
    more: String,
    child: Mutex<Option<Child>>,
}

impl Nats {
    /// The server that all tests of this program share, if they use prefixes of their own.
    pub fn shared() -> &'static Nats {
        static SHARED: OnceLock<Nats> = OnceLock::new();
        SHARED.get_or_init(Nats::start)
    }

    /// Starts a server without data.
    pub fn start() -> Nats {
        Nats::start_with(|_| String::new())
    }

    /// Starts a server with further lines of configuration, made from its folder.
    pub fn start_with(more: impl FnOnce(&Path) -> String) -> Nats {
        let folder = new_folder();
        let free = TcpListener::bind(("127.0.0.1", 0)).and_then(|listener| listener.local_addr());
        let port = free.expect("there is a free port").port();
        let more = more(folder.path());
        let (prefix, listens_at, child) = (Vec::new(), "127.0.0.1", Mutex::new(None));
        let nats = Nats { folder, prefix, listens_at, port, more, child };
        nats.start_again();
        nats
    }

    /// Starts a server without data on another host; it answers at all addresses of that host. It notices
    /// after three seconds that a client is gone.
    pub fn start_on(host: &Host) -> Nats {
        let more = "ping_interval: \"1s\"\nping_max: 2\n".to_owned();
        let (folder, prefix) = (new_folder(), host.prefix());
        let (listens_at, port, child) = ("0.0.0.0", 4222, Mutex::new(None));
        let nats = Nats { folder, prefix, listens_at, port, more, child };
        nats.start_again();
        nats
    }

    /// Where it answers on its own host.
    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Its port.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Kills it as a power cut would.
    pub fn kill(&self) {
        let child = self.child.lock().expect("no thread panics while holding the lock").take();
        if let Some(mut child) = child {
            child.kill().expect("it is a child of this process");
            child.wait().expect("it is a child of this process");
        }
    }

    /// Forgets all streams; for a killed server.
    pub fn lose_data(&self) {
        fs::remove_dir_all(self.folder.path().join("data")).expect("a killed server has data");
    }

    /// Starts a killed server again, at the same address, with its data.
    pub fn start_again(&self) {
        let folder = self.folder.path();
        let config = folder.join("nats.conf");
        let text = format!(
            "listen: \"{}:{}\"\njetstream {{ store_dir: {:?} }}\n{}",
            self.listens_at,
            self.port,
            folder.join("data"),
            self.more
        );
        fs::write(&config, text).expect("the temporary folder can be written");
        let log = fs::File::create(folder.join("log")).expect("the folder can be written");
        let mut command = Command::new("setpriv");
        command.arg("--pdeathsig=KILL").args(&self.prefix).arg(program()).arg("-c").arg(&config);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
        let (sender, receiver) = mpsc::channel();
        // The kernel ends the server when the thread that started it ends, which is when this program ends.
        thread::spawn(move || {
            let _ = sender.send(command.spawn());
            loop {
                thread::park();
            }
        });
        let child = receiver.recv().expect("the thread sends").expect("setpriv can be started");
        *self.child.lock().expect("no thread panics while holding the lock") = Some(child);
        let start = Instant::now();
        while !fs::read_to_string(folder.join("log"))
            .is_ok_and(|log| log.contains("Server is ready"))
        {
            let log = fs::read_to_string(folder.join("log")).unwrap_or_default();
            assert!(start.elapsed() < PATIENCE, "NATS does not start: {log}");
            thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        self.kill();
    }
}

fn new_folder() -> TempDir {
    let folder = tempfile::Builder::new().prefix("agon-nats-").tempdir();
    folder.expect("the temporary folder can be written")
}

/// The program, beside the Python of the tests.
fn program() -> PathBuf {
    let python = std::env::var_os("AGON_PYTHON").map(PathBuf::from);
    let beside = python.and_then(|python| Some(python.parent()?.join("nats-server")));
    beside.filter(|program| program.exists()).unwrap_or_else(|| {
        let tools = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/tools/python/bin");
        let program = tools.join("nats-server");
        assert!(program.exists(), "there is no NATS server; `cargo xtask test` installs it");
        program
    })
}
