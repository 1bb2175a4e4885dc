//! `agon login`: exchanges a password for an access token, which is stored.

use super::account::Account;
use super::server::Server;
use super::{block_on, print_json, word};
use crate::args::LoginArgs;
use crate::{Done, usage};
use reqwest::Method;
use serde_json::json;
use std::io::{BufRead, IsTerminal, Write};

pub fn run(args: &LoginArgs, out: &mut dyn Write) -> anyhow::Result<Done> {
    let mut server = Server::at(&args.server)?;
    let password = read_password()?;
    let account = block_on(async {
        server.log_in(&args.login, &password).await?;
        let me = server.get("/me", &[]).await?;
        if let Some(event) = &args.contest.event {
            // An event that does not exist is told now, not by the first command.
            server.get(&Server::event_path(event)?, &[]).await?;
        }
        let mut scopes = vec!["read", "play"];
        scopes.extend(args.manage.then_some("manage"));
        let wish = json!({ "name": "agon login", "scopes": scopes });
        let made = server.call(Method::POST, "/me/tokens", &wish).await?;
        server.call(Method::DELETE, "/sessions/current", &json!({})).await?;
        let (server, event) = (server.address().to_owned(), args.contest.event.clone());
        let token = word(&made["token"]).to_owned();
        let path = Account { server, token, event }.save()?;
        Ok((me, path))
    });
    let (me, path) = account?;
    if args.contest.json {
        print_json(&me, out)?;
        return Ok(Done::Well);
    }
    let (name, path) = (word(&me["name"]), path.display());
    writeln!(out, "Logged in to {} as {name}; the log-in is stored in {path}.", server.address())?;
    Ok(Done::Well)
}

/// The password: the first line of the standard input. A terminal does not show what is typed.
fn read_password() -> anyhow::Result<String> {
    let mut input = std::io::stdin().lock();
    let mut line = String::new();
    if input.is_terminal() {
        eprint!("Password: ");
        hidden::read_line(&mut input, &mut line)?;
        eprintln!();
    } else {
        input.read_line(&mut line)?;
    }
    match line.trim_end_matches(['\r', '\n']) {
        "" => Err(usage("the standard input has no password; type it, or pass a file with it")),
        password => Ok(password.to_owned()),
    }
}

/// Typing that a terminal does not show.
#[cfg(unix)]
mod hidden {
    use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};
    use std::io::{self, BufRead};

    /// Reads a line.
    pub fn read_line(input: &mut impl BufRead, line: &mut String) -> io::Result<()> {
        let _hidden = HiddenTyping::begin();
        input.read_line(line).map(drop)
    }

    /// A terminal that does not show what is typed, until this is dropped.
    struct HiddenTyping(Termios);

    impl HiddenTyping {
        /// `None` if the terminal cannot hide it.
        fn begin() -> Option<HiddenTyping> {
            let before = tcgetattr(io::stdin()).ok()?;
            let mut hidden = before.clone();
            hidden.local_modes.remove(LocalModes::ECHO);
            tcsetattr(io::stdin(), OptionalActions::Flush, &hidden).ok()?;
            Some(HiddenTyping(before))
        }
    }

    impl Drop for HiddenTyping {
        fn drop(&mut self) {
            let _ = tcsetattr(io::stdin(), OptionalActions::Now, &self.0);
        }
    }
}

/// Typing that a terminal does not show.
#[cfg(windows)]
mod hidden {
    use crossterm::event::{Event, KeyCode, KeyEventKind, KeyModifiers, read};
    use crossterm::terminal::{disable_raw_mode, enable_raw_mode};
    use std::io::{self, BufRead};

    /// Reads a line, key by key; the console would show whole lines.
    pub fn read_line(_: &mut impl BufRead, line: &mut String) -> io::Result<()> {
        enable_raw_mode()?;
        let read = read_keys(line);
        disable_raw_mode()?;
        read
    }

    fn read_keys(line: &mut String) -> io::Result<()> {
        loop {
            let Event::Key(key) = read()? else { continue };
            if key.kind == KeyEventKind::Release {
                continue;
            }
            match key.code {
                KeyCode::Enter => return Ok(()),
                KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                    return Err(io::ErrorKind::Interrupted.into());
                }
                KeyCode::Backspace => drop(line.pop()),
                KeyCode::Char(letter) => line.push(letter),
                _ => {}
            }
        }
    }
}
