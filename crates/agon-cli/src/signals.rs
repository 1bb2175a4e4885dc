//! Signals that end a program which serves until it is told to stop.

/// The signals that end a server or a worker: Ctrl-C and SIGTERM.
#[cfg(unix)]
pub struct Signals([tokio::signal::unix::Signal; 2]);

#[cfg(unix)]
impl Signals {
    /// Catches them from now on.
    pub fn catch() -> std::io::Result<Signals> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Signals([signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?]))
    }

    /// Waits for the next one.
    pub async fn next(&mut self) {
        let [interrupt, terminate] = &mut self.0;
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    }
}

/// The events that end a server or a worker: Ctrl-C, Ctrl-Break and closing the console.
#[cfg(windows)]
pub struct Signals {
    interrupt: tokio::signal::windows::CtrlC,
    stop: tokio::signal::windows::CtrlBreak,
    close: tokio::signal::windows::CtrlClose,
}

#[cfg(windows)]
impl Signals {
    /// Catches them from now on.
    pub fn catch() -> std::io::Result<Signals> {
        use tokio::signal::windows::{ctrl_break, ctrl_c, ctrl_close};
        Ok(Signals { interrupt: ctrl_c()?, stop: ctrl_break()?, close: ctrl_close()? })
    }

    /// Waits for the next one.
    pub async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.stop.recv() => {}
            _ = self.close.recv() => {}
        }
    }
}
