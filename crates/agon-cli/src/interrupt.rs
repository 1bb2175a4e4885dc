//! Ctrl-C: the first asks to stop after the games under way, the second stops at once.

use agon_runner::Stop;

/// Asked by Ctrl-C.
pub static STOP: Stop = Stop::new();

/// Listens for Ctrl-C from now on.
pub fn listen() {
    // Failing to listen only means that Ctrl-C ends the program as it always does.
    let _ = ctrlc::set_handler(|| {
        if STOP.is_asked() {
            std::process::exit(130);
        }
        STOP.ask();
    });
}
