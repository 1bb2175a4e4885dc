//! Ctrl-C: the first one stops after the games in progress, the second one stops at once.

use agon_runner::Stop;

/// Set by Ctrl-C.
pub static STOP: Stop = Stop::new();

/// Installs the Ctrl-C handler.
pub fn listen() {
    // Without a handler Ctrl-C ends the program at once, which is acceptable.
    let _ = ctrlc::set_handler(|| {
        if STOP.is_asked() {
            std::process::exit(130);
        }
        STOP.ask();
    });
}
