//! `agon games`: lists the games.

use crate::args::GamesArgs;
use crate::files::with_game;
use crate::report::me;
use crate::{Done, usage};
use agon_core::{Contest, GameMap, Info, Profile};
use agon_games::{GAMES, Visitor};
use serde::Serialize;
use std::fmt::Write as _;
use std::io::Write;

pub fn run(args: GamesArgs, out: &mut dyn Write) -> anyhow::Result<Done> {
    if args.json {
        let ids = match &args.game {
            Some(game) => vec![game.as_str()],
            None => GAMES.iter().map(|info| info.id).collect(),
        };
        let games =
            ids.into_iter().map(|id| with_game(id, About)).collect::<anyhow::Result<Vec<_>>>()?;
        writeln!(out, "{}", serde_json::json!({ "games": games }))?;
        return Ok(Done::Well);
    }
    match args.game {
        Some(game) => write!(out, "{}", with_game(&game, About)?.text())?,
        None => {
            for info in GAMES {
                let Info { id, title, about, seats, .. } = info;
                writeln!(out, "{id:12} {title}, {} bots: {about}", range(*seats))?;
            }
            writeln!(out, "\nDetails: {} games {}", me(), GAMES[0].id)?;
        }
    }
    Ok(Done::Well)
}

fn range((low, high): (usize, usize)) -> String {
    if low == high { low.to_string() } else { format!("{low} to {high}") }
}

/// The description of one game.
#[derive(Serialize)]
struct Description {
    id: &'static str,
    title: &'static str,
    about: &'static str,
    version: u32,
    /// The fewest and the most.
    seats: (usize, usize),
    seat_names: &'static [&'static str],
    score: &'static str,
    profiles: Vec<&'static str>,
    bots: Vec<Named>,
    maps: Vec<Named>,
    map_extension: &'static str,
    map_options: Vec<Named>,
}

/// A bot, a map or an option of random maps.
#[derive(Serialize)]
struct Named {
    name: String,
    about: String,
}

/// Describes a game.
struct About;

impl Visitor for About {
    type Out = Description;
    fn visit<G: Contest>(self) -> Description {
        let info = G::INFO;
        let bot = |bot: &agon_core::BuiltIn<G>| Named {
            name: format!("builtin:{}", bot.name),
            about: bot.about.into(),
        };
        let map = |own: &agon_core::OwnMap| {
            let about = G::Map::parse(own.text).map(|map| map.describe());
            Named { name: own.name.into(), about: about.unwrap_or_else(|fault| fault.to_string()) }
        };
        let option = |(key, about): &(&str, &str)| Named {
            name: (*key).to_owned(),
            about: (*about).to_owned(),
        };
        Description {
            id: info.id,
            title: info.title,
            about: info.about,
            version: info.version,
            seats: info.seats,
            seat_names: info.seat_names,
            score: info.score,
            profiles: Profile::ALL.map(Profile::word).to_vec(),
            bots: G::bots().iter().map(bot).collect(),
            maps: G::own_maps().iter().map(map).collect(),
            map_extension: info.map_extension,
            map_options: info.map_wishes.iter().map(option).collect(),
        }
    }
}

impl Description {
    fn text(&self) -> String {
        let mut text = format!("{}: {}\n", self.title, self.about);
        let seats = format!("{} ({})", range(self.seats), self.seat_names.join(", "));
        let facts = [
            ("seats", seats),
            ("score", self.score.to_owned()),
            ("rules version", self.version.to_string()),
            ("profiles", "handbook (default), original".to_owned()),
        ];
        list("Facts", facts.iter().map(|(name, about)| (*name, about.as_str())), &mut text);
        let named = |named: &'static str, rows: &[Named], text: &mut String| {
            list(named, rows.iter().map(|row| (row.name.as_str(), row.about.as_str())), text);
        };
        named("Bots", &self.bots, &mut text);
        named("Maps", &self.maps, &mut text);
        let keys: Vec<String> =
            self.map_options.iter().map(|key| format!("{}=", key.name)).collect();
        let options = keys.iter().zip(&self.map_options);
        list(
            "Options of random maps",
            options.map(|(key, option)| (key.as_str(), option.about.as_str())),
            &mut text,
        );
        text
    }
}

/// Appends a titled list in two columns.
fn list<'a>(
    title: &str,
    rows: impl Iterator<Item = (&'a str, &'a str)> + Clone,
    text: &mut String,
) {
    let widest = rows.clone().map(|(name, _)| name.len()).max().unwrap_or(0);
    let _ = writeln!(text, "\n{title}");
    for (name, about) in rows {
        let _ = writeln!(text, "  {name:widest$}  {about}");
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
