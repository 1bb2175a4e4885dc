//! One connection: answers every message of a client.

use crate::frame::{self, Frame};
use crate::hall::{GAME_NUMBER, Guest, Hall, Said};
use crate::orders::{NoOrder, order};
use crate::outbox::Outbox;
use crate::pace::Pace;
use crate::sexpr::{Sexpr, quoted};
use std::io;
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A client that does not read for this long is disconnected.
const WRITE_TIMEOUT: Duration = Duration::from_secs(5);
/// A client that has not logged in after this time is disconnected.
const LOGIN_TIMEOUT: Duration = Duration::from_secs(10);
/// Messages of a client that has not joined; further ones close the connection.
const MAX_MESSAGES_BEFORE_JOINING: u32 = 200;
/// Chats of one client in a match; further ones are denied.
const MAX_CHATS: u32 = 1_000;
/// The compressions that this server understands: none.
const CODES: &str = "n";

/// The contest's server that a connection reached.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Role {
    /// Redirects clients to the game's server.
    Redirector,
    /// Runs the game.
    Game,
}

/// Serves a connection until it ends.
pub fn serve(stream: TcpStream, number: u64, role: Role, hall: &Hall) {
    let mut client =
        Client { stream, number, role, hall, user: None, guest: None, messages: 0, chats: 0 };
    // The reason for the end does not matter.
    let _ = client.run();
    if let Some(guest) = &client.guest {
        guest.leave();
        guest.finish(WRITE_TIMEOUT);
    }
    let _ = client.stream.shutdown(Shutdown::Both);
}

struct Client<'a> {
    stream: TcpStream,
    /// The number of the connection.
    number: u64,
    role: Role,
    hall: &'a Hall,
    /// The name of its login.
    user: Option<String>,
    /// The guest of this client, once it has joined.
    guest: Option<Arc<Guest>>,
    /// How many messages it has sent before it joined.
    messages: u32,
    /// How many chats it has sent.
    chats: u32,
}

impl Client<'_> {
    fn run(&mut self) -> io::Result<()> {
        self.stream.set_nodelay(true)?;
        self.stream.set_write_timeout(Some(WRITE_TIMEOUT))?;
        self.stream.set_read_timeout(Some(LOGIN_TIMEOUT))?;
        let start = Instant::now();
        let mut pace = Pace::new();
        self.tell(CODES)?;
        // The client answers with its own compressions; none is used.
        if !matches!(frame::receive(&mut self.stream)?, Frame::Text(_)) {
            return Ok(());
        }
        loop {
            let received = frame::receive(&mut self.stream)?;
            pace.wait();
            match &self.guest {
                Some(guest) => guest.wait_for_room(),
                None => self.messages += 1,
            }
            if self.messages > MAX_MESSAGES_BEFORE_JOINING {
                return Ok(());
            }
            match received {
                Frame::Text(text) => match Sexpr::parse(&text) {
                    Some(Sexpr::List(words)) => self.answer(&words)?,
                    Some(atom) => self.tell(&format!("(\"invalid-expression\" {atom})"))?,
                    None => self.tell(&malformed(&text))?,
                },
                Frame::Strange => {
                    self.tell(&malformed("a frame that is compressed, or no text"))?
                }
                Frame::TooLong => return self.tell(&malformed("a frame that is too long")),
            }
            if self.user.is_none() && start.elapsed() > LOGIN_TIMEOUT {
                return Ok(());
            }
        }
    }

    fn tell(&mut self, text: &str) -> io::Result<()> {
        match &self.guest {
            Some(guest) => {
                guest.tell(text);
                Ok(())
            }
            None => frame::send(&mut self.stream, text),
        }
    }

    fn deny(&mut self, name: &str, why: &str) -> io::Result<()> {
        self.tell(&format!("({} {})", quoted(&format!("{name}-denied")), quoted(why)))
    }

    fn miscounted(&mut self, words: &[Sexpr], lengths: &[usize]) -> io::Result<()> {
        let lengths: Vec<String> = lengths.iter().map(ToString::to_string).collect();
        let said = Sexpr::List(words.to_vec());
        self.tell(&format!("(\"argument-count\" {said} ({}))", lengths.join(" ")))
    }

    fn answer(&mut self, words: &[Sexpr]) -> io::Result<()> {
        let Some(name) = words.first().and_then(Sexpr::atom) else {
            let said = Sexpr::List(words.to_vec());
            return self.tell(&format!("(\"malformed-statement\" {said})"));
        };
        let lengths: &[usize] = match name {
            "login" => &[3],
            "create-game" | "request-log" | "game-chat" => &[2],
            "join-game" => &[2, 3],
            "ping" | "whoami" | "logout" | "start-game" | "game-start" | "game-status"
            | "end-turn" | "leave-game" => &[1],
            _ => &[],
        };
        if !lengths.is_empty() && !lengths.contains(&words.len()) {
            return self.miscounted(words, lengths);
        }
        if name != "login" && name != "ping" && self.user.is_none() {
            return self.deny(name, "log in first");
        }
        let text = |at: usize| words.get(at).and_then(Sexpr::atom).unwrap_or_default().to_owned();
        match (name, self.role) {
            ("login", _) => self.log_in(text(1)),
            ("ping", _) => self.tell("(\"ping\")"),
            ("whoami", _) => {
                let user = quoted(self.user.as_deref().unwrap_or_default());
                self.tell(&format!("(\"whoami\" {user})"))
            }
            ("logout", _) => {
                self.user = None;
                Ok(())
            }
            ("start-game", Role::Redirector) => {
                let server = self.server()?;
                self.tell(&format!("(\"game-number\" {GAME_NUMBER} {server})"))
            }
            ("join-game", Role::Redirector) => match is_our_game(&words[1]) {
                Ok(()) => {
                    let server = self.server()?;
                    self.tell(&server)
                }
                Err(why) => self.deny(name, &why),
            },
            (_, Role::Redirector) => self.unknown(words),
            (_, Role::Game) => self.answer_in_game(name, words),
        }
    }

    /// Every client may log in: the user who opened the port trusts all clients that can reach it.
    fn log_in(&mut self, user: String) -> io::Result<()> {
        if self.guest.is_some() {
            return self.deny("login", "you are playing already");
        }
        self.user = Some(user);
        self.stream.set_read_timeout(None)?;
        self.tell("(\"login-accepted\" 1.000000)")
    }

    /// Where the game is: on the next port of this address.
    fn server(&self) -> io::Result<String> {
        let host = self.stream.local_addr()?.ip().to_string();
        Ok(format!("(\"server\" 0 {})", quoted(&host)))
    }

    fn unknown(&mut self, words: &[Sexpr]) -> io::Result<()> {
        let said = Sexpr::List(words.to_vec());
        self.tell(&format!("(\"invalid-expression\" {said})"))
    }

    fn answer_in_game(&mut self, name: &str, words: &[Sexpr]) -> io::Result<()> {
        let hall = self.hall;
        match name {
            // The only game always exists.
            "create-game" => is_our_game(&words[1]).or_else(|why| self.deny(name, &why)),
            "join-game" => self.join(words),
            "request-log" => match (is_our_game(&words[1]), hall.log()) {
                (Err(why), _) => self.deny(name, &why),
                (Ok(()), None) => self.deny(name, "the game is not over"),
                (Ok(()), Some(log)) => {
                    self.tell(&format!("(\"log\" \"{GAME_NUMBER}\" {})", quoted(&log)))
                }
            },
            _ => match self.guest.clone() {
                Some(guest) => self.answer_guest(&guest, name, words),
                None if order(words).is_ok() || is_for_guests(name) => {
                    self.deny(name, "join a game first")
                }
                None => self.answer_no_order(name, words),
            },
        }
    }

    fn join(&mut self, words: &[Sexpr]) -> io::Result<()> {
        let name = "join-game";
        if let Err(why) = is_our_game(&words[1]) {
            return self.deny(name, &why);
        }
        match words.get(2).and_then(Sexpr::atom) {
            _ if self.guest.is_some() => return self.deny(name, "you are playing already"),
            Some("spectator") => return self.deny(name, "there is no place for spectators"),
            Some("player") | None => {}
            Some(_) => return self.deny(name, "one joins as a player"),
        }
        let user = self.user.clone().unwrap_or_default();
        let outbox = Outbox::open(self.stream.try_clone()?)?;
        let (guest, hear) = Guest::new(user, outbox);
        match self.hall.join(self.number, guest.clone(), hear) {
            Ok(()) => {
                self.guest = Some(guest);
                Ok(())
            }
            Err(why) => {
                guest.forget();
                self.deny(name, why)
            }
        }
    }

    fn answer_guest(&mut self, guest: &Guest, name: &str, words: &[Sexpr]) -> io::Result<()> {
        const NOT_NOW: &str = "it is not your turn";
        match name {
            "game-start" => match self.hall.start() {
                Ok(()) => Ok(()),
                Err(why) => self.deny(name, why),
            },
            "game-status" if guest.say(Said::Status) => Ok(()),
            "game-status" => match guest.last_status() {
                status if status.is_empty() => self.deny(name, "the game has not begun"),
                status => {
                    guest.tell_status(&status, "(\"animations\")");
                    Ok(())
                }
            },
            "end-turn" if guest.say(Said::End) => Ok(()),
            "end-turn" => self.deny(name, NOT_NOW),
            "game-chat" if self.chats >= MAX_CHATS => self.deny(name, "you have said enough"),
            "game-chat" => {
                self.chats += 1;
                let said = quoted(words[1].atom().unwrap_or_default());
                self.hall.chat(&format!("(\"says\" {} {said})", quoted(&guest.name)));
                Ok(())
            }
            "leave-game" => Err(io::ErrorKind::ConnectionAborted.into()),
            _ => match order(words) {
                Ok(call) => match guest.say(Said::Order(call, name.to_owned())) {
                    true => Ok(()),
                    false => self.deny(name, NOT_NOW),
                },
                Err(_) => self.answer_no_order(name, words),
            },
        }
    }

    fn answer_no_order(&mut self, name: &str, words: &[Sexpr]) -> io::Result<()> {
        match order(words) {
            Err(NoOrder::Count(lengths)) => self.miscounted(words, lengths),
            Err(NoOrder::Denied(why)) => self.deny(name, &why),
            Ok(_) | Err(NoOrder::Unknown) => self.unknown(words),
        }
    }
}

/// Messages for clients that have joined.
fn is_for_guests(name: &str) -> bool {
    matches!(name, "game-start" | "game-status" | "end-turn" | "game-chat" | "leave-game")
}

fn is_our_game(number: &Sexpr) -> Result<(), String> {
    match number.atom().and_then(|text| text.parse().ok()) {
        Some(GAME_NUMBER) => Ok(()),
        _ => Err(format!("there is no game {number}; the only one is {GAME_NUMBER}")),
    }
}

fn malformed(data: &str) -> String {
    format!("(\"malformed-message\" {})", quoted(data))
}
