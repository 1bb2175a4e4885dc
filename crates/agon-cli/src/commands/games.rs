//! `agon games`: lists the games.

use crate::args::GamesArgs;
use crate::files::with_game;
use crate::report::me;
use crate::{Done, usage};
use agon_core::{Contest, GameMap, Info};
use agon_games::{GAMES, Visitor};
use std::fmt::Write as _;
use std::io::Write;

pub fn run(args: GamesArgs, out: &mut dyn Write) -> anyhow::Result<Done> {
    match args.game {
        Some(game) => write!(out, "{}", with_game(&game, About)?)?,
        None => {
            for info in GAMES {
                let Info { id, title, about, .. } = info;
                writeln!(out, "{id:12} {title}, {} bots: {about}", seats(info))?;
            }
            writeln!(out, "\nDetails: {} games {}", me(), GAMES[0].id)?;
        }
    }
    Ok(Done::Well)
}

fn seats(info: &Info) -> String {
    let (low, high) = info.seats;
    if low == high { low.to_string() } else { format!("{low} to {high}") }
}

/// The description of one game.
struct About;

impl Visitor for About {
    type Out = String;
    fn visit<G: Contest>(self) -> String {
        let info = G::INFO;
        let mut text = format!("{}: {}\n", info.title, info.about);
        let seats = format!("{} ({})", seats(&info), info.seat_names.join(", "));
        let mut list = |title: &str, rows: Vec<(String, String)>| {
            let widest = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
            let _ = writeln!(text, "\n{title}");
            for (name, about) in rows {
                let _ = writeln!(text, "  {name:widest$}  {about}");
            }
        };
        list(
            "Facts",
            vec![
                ("seats".into(), seats),
                ("score".into(), info.score.into()),
                ("rules version".into(), info.version.to_string()),
                ("profiles".into(), "handbook (default), original".into()),
            ],
        );
        let bot = |bot: &agon_core::BuiltIn<G>| (format!("builtin:{}", bot.name), bot.about.into());
        list("Bots", G::bots().iter().map(bot).collect());
        let maps = G::own_maps().iter().map(|own| {
            let about = G::Map::parse(own.text).map(|map| map.describe());
            (own.name.into(), about.unwrap_or_else(|fault| fault.to_string()))
        });
        list("Maps", maps.collect());
        let wishes =
            info.map_wishes.iter().map(|(key, about)| (format!("{key}="), (*about).into()));
        list("Options of random maps", wishes.collect());
        text
    }
}

/// The error for `agon play` without a game: the list of games and an example.
pub fn explain_play() -> anyhow::Error {
    let games: String =
        GAMES.iter().map(|info| format!("  {:12} {}\n", info.id, info.title)).collect();
    let (me, first) = (me(), GAMES[0].id);
    usage(format!(
        "which game? Choose one of:\n\n{games}\nFor example:\n\n  {me} play {first}\n\nplays two built-in \
         bots against each other and prints the path of the replay. See {me} play --help"
    ))
}
