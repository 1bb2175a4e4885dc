//! gdb for programs in machine code: gdbserver starts the bot in the sandbox, and gdb attaches to it.

use crate::debug::{Access, Debugger};
use crate::options::BotFault;
use crate::runtime::{Runtime, Toolchain, on_path, outside_system};
use crate::start::Workbench;
use agon_sandbox::Job;
use std::ffi::OsString;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::OnceLock;

pub(super) static GDB: Debugger = Debugger {
    name: "gdb",
    access: Access::Port { usual: 2345, traces: true },
    attach: under_gdbserver,
    advice: "The bot starts when gdb attaches to it: \
             `gdb -ex {directory} -ex 'target remote 127.0.0.1:{port}' {program}`, or an editor.",
    tools: &[&GDBSERVER, &CLIENT],
};

static GDBSERVER: Toolchain = Toolchain {
    name: "gdbserver",
    remedy: "install it (on Debian: gdbserver)",
    search: || search("gdbserver"),
    library_report: None,
    found: OnceLock::new(),
};

/// What attaches to the server, also from inside an editor.
static CLIENT: Toolchain = Toolchain {
    name: "gdb",
    remedy: "install it (on Debian: gdb)",
    search: || search("gdb"),
    library_report: None,
    found: OnceLock::new(),
};

fn search(name: &str) -> Option<Runtime> {
    let program = on_path(name)?;
    let readable = outside_system([program.clone()]);
    Some(Runtime { program, version: name.into(), readable })
}

/// The server ends with the bot. It starts it without a shell, and without a request to the kernel that the
/// sandbox denies.
fn under_gdbserver(bench: &Workbench<'_>, job: &mut Job, port: u16) -> Result<(), BotFault> {
    if !is_machine_code(&job.program) {
        return Err(bench.no_debugger());
    }
    let Runtime { program, readable, .. } = GDBSERVER.find()?;
    let bot = std::mem::replace(&mut job.program, program);
    let options = ["--once", "--no-startup-with-shell", "--no-disable-randomization"];
    let mut args: Vec<OsString> = options.map(OsString::from).into();
    args.push(format!("127.0.0.1:{port}").into());
    args.push(bot.into());
    args.append(&mut job.args);
    job.args = args;
    job.readable.extend(readable);
    Ok(())
}

fn is_machine_code(program: &Path) -> bool {
    let mut start = [0; 4];
    File::open(program).is_ok_and(|mut file| file.read_exact(&mut start).is_ok())
        && start == *b"\x7fELF"
}
