//! The life of a bot: hello, turns, over.

use crate::turn::complain;
use crate::wire::{Closed, Wire};
use crate::{json, Hello, Json, Turn, TurnOver, PROTOCOL};
use std::any::Any;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{self, IsTerminal};
use std::panic::{catch_unwind, set_hook, take_hook, AssertUnwindSafe};
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
    let bots = RefCell::new(BTreeMap::<i64, B>::new());
    live(&mut |turn| bots.borrow_mut().entry(turn.actor).or_default().turn(turn), &mut |actor| {
        drop(bots.borrow_mut().remove(&actor))
    });
}

type Play<'a> = &'a mut dyn FnMut(&mut Turn) -> Result<(), TurnOver>;
type Gone<'a> = &'a mut dyn FnMut(i64);

fn live(play: Play<'_>, gone: Gone<'_>) {
    let by_hand = std::env::var_os("AGON_BOT").is_none();
    if by_hand && io::stdin().is_terminal() {
        tell_how_to_start();
    }
    remember_panics();
    let wire = match Wire::open() {
        Ok(wire) => Rc::new(wire),
        Err(fault) => {
            eprintln!("The bot has no standard input and output: {fault}");
            exit(1);
        }
    };
    // If Agon has closed the pipes, the match goes on without this bot.
    let _ = greet(&wire, by_hand).and_then(|hello| play_match(&wire, &Rc::new(hello), play, gone));
}

fn tell_how_to_start() -> ! {
    eprintln!("This program talks to Agon; start it with: agon play GAME FOLDER builtin:random");
    exit(2);
}

fn greet(wire: &Wire, by_hand: bool) -> Result<Hello, Closed> {
    let message = match wire.read() {
        // Without a first message, Agon did not start this program.
        Err(Closed) if by_hand => tell_how_to_start(),
        message => message?,
    };
    wire.send(&json!({"type": "ready", "protocol": PROTOCOL}))?;
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
    let place = PLACE.with(RefCell::take).map_or(String::new(), |place| format!(" ({place})"));
    Some(format!("it panicked: {}{place}", words(&*panic)))
}

thread_local! {
    /// Where the last panic happened.
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Lets a panic leave its place for the report, besides what it usually does.
fn remember_panics() {
    let usual = take_hook();
    set_hook(Box::new(move |info| {
        let place = info.location().map(|place| format!("{}:{}", place.file(), place.line()));
        PLACE.with(|last| *last.borrow_mut() = place);
        usual(info);
    }));
}

fn words(panic: &dyn Any) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("without a word")
}
