//! PostgreSQL from the system's packages, on a socket in a temporary folder.

use crate::Proxy;
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use std::{fs, thread};

/// A running PostgreSQL.
pub struct Postgres {
    folder: PathBuf,
    programs: PathBuf,
    user: User,
}

/// The user that PostgreSQL runs as; it refuses to run as root.
#[derive(Copy, Clone)]
enum User {
    Own,
    Other { uid: u32, gid: u32 },
}

impl Postgres {
    /// The server that all tests of this program share.
    pub fn shared() -> &'static Postgres {
        static SHARED: OnceLock<Postgres> = OnceLock::new();
        SHARED.get_or_init(|| Postgres::start().unwrap_or_else(|why| panic!("{why}")))
    }

    /// Makes a new cluster and starts a server on it.
    pub fn start() -> Result<Postgres, String> {
        let programs = find_programs()?;
        let user = user()?;
        let folder = tempfile::Builder::new()
            .prefix("agon-pg-")
            .tempdir()
            .map_err(|e| e.to_string())?
            .keep();
        if let User::Other { uid, gid } = user {
            chown(&folder, Some(uid), Some(gid)).map_err(|e| e.to_string())?;
        }
        let postgres = Postgres { folder, programs, user };
        let cluster = postgres.cluster();
        let mut initdb = postgres.command("initdb");
        initdb.args([
            "--no-sync",
            "--auth=trust",
            "--username=agon",
            "--encoding=UTF8",
            "--locale=C",
            "-D",
        ]);
        run(initdb.arg(&cluster))?;
        postgres.run_server()?;
        Ok(postgres)
    }

    /// The address of a new, empty database.
    pub fn new_database(&self) -> String {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("t{}", COUNT.fetch_add(1, Ordering::Relaxed));
        let mut psql = self.command("psql");
        psql.args(["-q", "-U", "agon", "-d", "postgres", "-h"]).arg(&self.folder);
        run(psql.args(["-c", &format!("CREATE DATABASE {name}")]))
            .unwrap_or_else(|why| panic!("{why}"));
        let socket = self.folder.display().to_string().replace('/', "%2F");
        format!("postgres://agon@{socket}/{name}")
    }

    /// The address of a database if it is reached through a proxy before [`Postgres::socket`].
    pub fn through(proxy: &Proxy, address: &str) -> String {
        let name = address.rsplit('/').next().expect("it has a name");
        format!("postgres://agon@127.0.0.1:{}/{name}", proxy.port())
    }

    /// The socket at which it answers.
    pub fn socket(&self) -> PathBuf {
        self.folder.join(".s.PGSQL.5432")
    }

    /// Stops the server as a power cut would and starts it again.
    pub fn crash_and_restart(&self) -> Result<(), String> {
        run(self
            .command("pg_ctl")
            .args(["-m", "immediate", "-w", "stop", "-D"])
            .arg(self.cluster()))?;
        self.run_server()
    }

    fn cluster(&self) -> PathBuf {
        self.folder.join("cluster")
    }

    fn command(&self, program: &str) -> Command {
        as_user(self.programs.join(program), self.user)
    }

    /// Starts the server on a thread of its own, since the kernel ends the server when that thread ends,
    /// which is when this program ends.
    fn run_server(&self) -> Result<(), String> {
        let mut server = Command::new("setpriv");
        server.arg("--pdeathsig=QUIT");
        if let User::Other { uid, gid } = self.user {
            server.args([
                format!("--reuid={uid}"),
                format!("--regid={gid}"),
                "--clear-groups".into(),
            ]);
        }
        server.arg(self.programs.join("postgres")).arg("-D").arg(self.cluster());
        server.arg("-k").arg(&self.folder).args(["-c", "listen_addresses="]);
        // A killed server loses nothing by this: what it has written stays with the operating system.
        server.args(["-c", "fsync=off"]);
        server.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).current_dir("/");
        // A server that cannot be started is noticed below.
        thread::spawn(move || drop(server.status()));
        let mut ready = self.command("pg_isready");
        ready.args(["-q", "-U", "agon", "-h"]).arg(&self.folder).current_dir("/");
        for _ in 0..600 {
            if ready.status().is_ok_and(|status| status.success()) {
                return Ok(());
            }
            thread::sleep(Duration::from_millis(50));
        }
        Err("PostgreSQL was not ready within 30 seconds".into())
    }
}

fn as_user(program: PathBuf, user: User) -> Command {
    let mut command = Command::new(program);
    if let User::Other { uid, gid } = user {
        command.uid(uid).gid(gid);
    }
    command.current_dir("/");
    command
}

/// Runs a command; its output is part of the error.
fn run(command: &mut Command) -> Result<(), String> {
    let output = command.output().map_err(|error| format!("cannot start {command:?}: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!("{command:?} failed: {}", String::from_utf8_lossy(&output.stderr)))
}

/// The newest installed version's folder of programs.
fn find_programs() -> Result<PathBuf, String> {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let newest = versions
        .map(|entry| entry.path().join("bin"))
        .filter(|folder| folder.join("initdb").exists())
        .max_by_key(|folder| version(folder));
    newest
        .ok_or_else(|| "PostgreSQL is not installed; install the Debian package postgresql".into())
}

fn version(folder: &Path) -> u32 {
    let name =
        folder.parent().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
    name.and_then(|name| name.parse().ok()).unwrap_or(0)
}

/// As root, the user `postgres` that the package makes, or else `nobody`.
fn user() -> Result<User, String> {
    if !rustix::process::getuid().is_root() {
        return Ok(User::Own);
    }
    let accounts =
        fs::read_to_string("/etc/passwd").map_err(|e| format!("cannot read /etc/passwd: {e}"))?;
    let find = |wanted: &str| {
        accounts.lines().find_map(|line| {
            let fields: Vec<&str> = line.split(':').collect();
            match fields[..] {
                [name, _, uid, gid, ..] if name == wanted => {
                    Some(User::Other { uid: uid.parse().ok()?, gid: gid.parse().ok()? })
                }
                _ => None,
            }
        })
    };
    find("postgres")
        .or_else(|| find("nobody"))
        .ok_or_else(|| "there is no user `postgres` or `nobody`".into())
}
