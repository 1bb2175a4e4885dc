//! Ctrl-C: the first one stops after the games in progress, the second one stops at once.

use agon_runner::Stop;
use std::thread;
use std::time::Duration;

/// How often a waiting thread looks whether Ctrl-C was pressed.
const LOOK: Duration = Duration::from_millis(50);

/// Set by Ctrl-C.
pub static STOP: Stop = Stop::new();

/// Waits for Ctrl-C, or until there is nothing left to wait for; returns whether it was Ctrl-C.
pub fn wait_unless(is_over: impl Fn() -> bool) -> bool {
    while !STOP.is_asked() {
        if is_over() {
            return false;
        }
        thread::sleep(LOOK);
    }
    true
}

/// Installs the Ctrl-C handler of commands that play many games. The first Ctrl-C says that those under way
/// may take a while.
pub fn listen_while_playing() {
    handle(|| eprintln!("Stopping after the games under way. Ctrl-C again stops at once."));
}

/// Installs the Ctrl-C handler.
pub fn listen() {
    handle(|| {});
}

fn handle(tell: impl Fn() + Send + 'static) {
    // Without a handler Ctrl-C ends the program at once, which is acceptable.
    let _ = ctrlc::set_handler(move || {
        if STOP.is_asked() {
            std::process::exit(130);
        }
        STOP.ask();
        tell();
    });
}
