//! Lines of JSON to and from Agon, kept apart from what the bot itself prints and reads.

use crate::{standard, Json};
use std::cell::RefCell;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};

/// Agon has closed the pipes: the match goes on without this bot.
pub struct Closed;

/// The real standard input and output.
pub struct Wire {
    input: RefCell<BufReader<File>>,
    output: RefCell<File>,
    outbox: RefCell<String>,
}

impl Wire {
    /// Takes standard input and output away: from now on `println!` writes to the log (stderr), and
    /// there is nothing to read.
    pub fn open() -> io::Result<Wire> {
        let (input, output) = standard::take()?;
        Ok(Wire {
            input: RefCell::new(BufReader::new(input)),
            output: RefCell::new(output),
            outbox: RefCell::default(),
        })
    }

    /// The next message.
    pub fn read(&self) -> Result<Json, Closed> {
        let mut line = String::new();
        match self.input.borrow_mut().read_line(&mut line) {
            Ok(length) if length > 0 => line.parse().map_err(|fault| {
                eprintln!("Agon has said something strange: {fault}");
                Closed
            }),
            _ => Err(Closed),
        }
    }

    /// Sends a message together with the next one, so that Agon is not woken for it.
    pub fn later(&self, message: &Json) -> Result<(), Closed> {
        let length = {
            let mut outbox = self.outbox.borrow_mut();
            outbox.push_str(&format!("{message}\n"));
            outbox.len()
        };
        if length > 1 << 15 {
            self.flush()?;
        }
        Ok(())
    }

    /// Sends a message at once.
    pub fn send(&self, message: &Json) -> Result<(), Closed> {
        self.later(message)?;
        self.flush()
    }

    fn flush(&self) -> Result<(), Closed> {
        let lines = self.outbox.take();
        self.output.borrow_mut().write_all(lines.as_bytes()).map_err(|_| Closed)
    }
}
