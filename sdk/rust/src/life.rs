//! The life of a bot: hello, turns, over.

use crate::turn::complain;
use crate::wire::{Closed, Wire};
use crate::{json, Hello, Json, Turn, TurnOver, PROTOCOL};
use std::any::Any;
use std::collections::BTreeMap;
use std::io::{self, IsTerminal};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::process::exit;
use std::rc::Rc;

/// A bot that remembers things between its turns.
pub trait Bot {
    /// Plays one turn.
    fn turn(&mut self, turn: &mut Turn) -> Result<(), TurnOver>;
}

/// Plays a match with a function.
pub fn run(mut play: impl FnMut(&mut Turn) -> Result<(), TurnOver>) {
    live(&mut |turn| play(turn), &mut |_| {});
}

/// Plays a match with a bot of its own for each actor: one for the match, or one for each
/// unit where units act alone.
pub fn run_each<B: Bot + Default>() {
    let bots = std::cell::RefCell::new(BTreeMap::<i64, B>::new());
    live(&mut |turn| bots.borrow_mut().entry(turn.actor).or_default().turn(turn), &mut |actor| {
        drop(bots.borrow_mut().remove(&actor))
    });
}

type Play<'a> = &'a mut dyn FnMut(&mut Turn) -> Result<(), TurnOver>;
type Gone<'a> = &'a mut dyn FnMut(i64);

fn live(play: Play<'_>, gone: Gone<'_>) {
    if io::stdin().is_terminal() {
        eprintln!("This program is a bot: Agon starts it and talks to it. Try");
        eprintln!("\n  agon play GAME FOLDER builtin:random\n");
        exit(2);
    }
    let wire = match Wire::open() {
        Ok(wire) => Rc::new(wire),
        Err(fault) => {
            eprintln!("The bot has no standard input and output: {fault}");
            exit(1);
        }
    };
    // If Agon has closed the pipes, the match goes on without this bot.
    let _ = greet(&wire).and_then(|hello| play_match(&wire, &Rc::new(hello), play, gone));
}

fn greet(wire: &Wire) -> Result<Hello, Closed> {
    let message = wire.read()?;
    if message["protocol"] != PROTOCOL {
        eprintln!("This kit speaks protocol {PROTOCOL}, Agon does not.");
        exit(1);
    }
    wire.send(&json!({"type": "ready"}))?;
    Ok(Hello::new(&message))
}

fn play_match(
    wire: &Rc<Wire>,
    hello: &Rc<Hello>,
    play: Play<'_>,
    gone: Gone<'_>,
) -> Result<(), Closed> {
    let mut next: Option<Json> = None;
    loop {
        let message = match next.take() {
            Some(message) => message,
            None => wire.read()?,
        };
        match message["type"].text() {
            "over" => return Ok(()),
            "turn" => {
                let mut turn = Turn::new(wire.clone(), hello.clone(), &message);
                let error = play_turn(&mut turn, play);
                next = turn.finish(error)?;
            }
            "gone" => gone(message["actor"].integer()),
            "error" => complain(&message),
            _ => {}
        }
    }
}

/// The text of the failure, if there was one.
fn play_turn(turn: &mut Turn, play: Play<'_>) -> Option<String> {
    let panic = catch_unwind(AssertUnwindSafe(|| play(turn))).err()?;
    Some(format!("it panicked: {}", words(&*panic)))
}

fn words(panic: &dyn Any) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("without a word")
}
