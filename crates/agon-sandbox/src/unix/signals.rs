//! What signals mean.

use rustix::process::Signal;

/// What a signal tells the author of a program.
pub(crate) fn signal_meaning(signal: i32) -> Option<&'static str> {
    let meanings = [
        (Signal::ILL, "illegal instruction"),
        (Signal::ABORT, "abort"),
        (Signal::BUS, "bus error"),
        (Signal::FPE, "division by zero"),
        (Signal::SEGV, "segmentation fault"),
        (Signal::PIPE, "it wrote to a closed pipe"),
        (Signal::XCPU, "processor time limit"),
        (Signal::XFSZ, "file size limit"),
        (Signal::SYS, "a system call that the sandbox forbids"),
    ];
    meanings.iter().find(|(number, _)| number.as_raw() == signal).map(|(_, meaning)| *meaning)
}
