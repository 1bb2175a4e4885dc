//! The profile that `sandbox-exec` reads.

use crate::job::Job;
use std::path::Path;

/// The folders in which users have their files; a program sees what its job lists of them.
const HOMES: [&str; 2] = ["/Users", "/Volumes"];

/// A profile for one job, whose private folder is `private`.
pub(super) fn profile(job: &Job, private: &Path) -> String {
    let mut text = String::from("(version 1)\n(allow default)\n(deny network*)\n");
    if let Some(port) = job.debug_port() {
        let number = port.number();
        text.push_str(&format!("(allow network-inbound (local ip \"localhost:{number}\"))\n"));
        text.push_str(&format!("(allow network-bind (local ip \"localhost:{number}\"))\n"));
    }
    if !job.limits.forks {
        text.push_str("(deny process-fork)\n");
    }
    text.push_str("(deny file-write*)\n");
    text.push_str("(allow file-write* (literal \"/dev/null\") (literal \"/dev/dtracehelper\"))\n");
    for home in HOMES {
        text.push_str(&format!("(deny file-read-data (subpath {}))\n", quoted(Path::new(home))));
    }
    let writable = job.writable.iter().chain(&job.work).map(|path| path.as_path());
    let writable: Vec<&Path> = writable.chain([private]).collect();
    let readable = job.readable.iter().map(|path| path.as_path());
    for path in readable.chain([job.program.as_path()]).chain(writable.iter().copied()) {
        text.push_str(&format!("(allow file-read* (subpath {}))\n", quoted(path)));
    }
    for path in writable {
        text.push_str(&format!("(allow file-write* (subpath {}))\n", quoted(path)));
    }
    text
}

/// A path as a string of the profile. The real path, because the system compares that one.
fn quoted(path: &Path) -> String {
    let real = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let text = real.to_string_lossy().replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{text}\"")
}
