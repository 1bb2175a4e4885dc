//! `agon kit`: writes what a contest handed out to its contestants.

use crate::args::KitArgs;
use crate::files::{self, no_game, with_game};
use crate::report::{count, me, size};
use crate::{Done, usage};
use agon_bots::{GameApis, Options, java_handout};
use agon_core::{Contest, EngineFolder};
use agon_games::{GAMES, Visitor};
use agon_sandbox::{Choice, Sandbox};
use anyhow::Context;
use std::io::Write;
use std::path::Path;

pub fn run(args: &KitArgs, out: &mut dyn Write) -> anyhow::Result<Done> {
    match (args.what.as_str(), &args.game) {
        ("java", game) => write_jar(game.as_deref(), &args.output, out),
        (what, Some(_)) => Err(usage(format!("`agon kit {what}` takes no game after it"))),
        (what, None) => {
            let folders: Vec<&str> = games_with(|game| game.has_folder).collect();
            if !folders.contains(&what) {
                return Err(usage(format!(
                    "there is no kit `{what}`: choose java, or a game whose contest handed out a folder: {}",
                    folders.join(", ")
                )));
            }
            with_game(what, WriteFolder { folder: &args.output, out })?
        }
    }
}

/// What a contest handed out.
struct HandedOut {
    apis: GameApis,
    has_folder: bool,
}

struct Look;

impl Visitor for Look {
    type Out = HandedOut;
    fn visit<G: Contest>(self) -> HandedOut {
        HandedOut { apis: GameApis::of::<G>(), has_folder: G::ENGINE_FOLDER.is_some() }
    }
}

/// The games for which this holds.
fn games_with(holds: impl Fn(&HandedOut) -> bool) -> impl Iterator<Item = &'static str> {
    GAMES
        .iter()
        .map(|info| info.id)
        .filter(move |id| agon_games::visit(id, Look).is_some_and(|handed_out| holds(&handed_out)))
}

/// Writes a jar that compiles Java bots in any editor, with its documentation and a command line.
fn write_jar(game: Option<&str>, path: &Path, out: &mut dyn Write) -> anyhow::Result<Done> {
    let known: Vec<&str> =
        games_with(|game| game.apis.originals.iter().any(|api| api.language == "java")).collect();
    let games = match game {
        None => known,
        Some(game) if known.contains(&game) => vec![game],
        Some(game) if GAMES.iter().all(|info| info.id != game) => return Err(no_game(game)),
        Some(game) => {
            return Err(usage(format!(
                "the contest of {game} had no interface for Java: choose one of {}, or leave the game out \
                 for all of them",
                known.join(", ")
            )));
        }
    };
    let program = std::env::current_exe().context("cannot find this program's own path")?;
    let options = Options::new(Sandbox::choose(Choice::Auto));
    let jar = java_handout(&games, &program, &options)?;
    files::write(path, &jar)?;
    let shown = path.display();
    writeln!(out, "{shown} ({}): the Java classes of {}.", size(jar.len()), games.join(", "))?;
    writeln!(
        out,
        "Use it:  put it on the class path of your project; its folder javadoc/ describes it"
    )?;
    writeln!(out, "Play:    java -jar {shown} help")?;
    Ok(Done::Well)
}

/// Writes the folder that a contest handed out.
struct WriteFolder<'a> {
    folder: &'a Path,
    out: &'a mut dyn Write,
}

impl Visitor for WriteFolder<'_> {
    type Out = anyhow::Result<Done>;
    fn visit<G: Contest>(self) -> anyhow::Result<Done> {
        let WriteFolder { folder, out } = self;
        let EngineFolder { settings, files: texts, maps, .. } =
            G::ENGINE_FOLDER.expect("only games with a folder are visited");
        super::new::refuse_what_is_there(folder)?;
        let program = std::env::current_exe().context("cannot find this program's own path")?;
        let program = program.display().to_string();
        for (name, text) in texts {
            files::write(&folder.join(name), text.replace("@AGON@", &program).as_bytes())?;
        }
        for map in G::own_maps() {
            let name = format!("{}.{}", map.name, G::INFO.map_extension);
            files::write(&folder.join(maps).join(name), map.text.as_bytes())?;
        }
        let (me, title, shown) = (me(), G::INFO.title, folder.display());
        let maps = count(G::own_maps().len() as u64, "map");
        writeln!(out, "{shown}: the folder of {title}, with {maps}.")?;
        writeln!(out, "Read:   {shown}/README.md")?;
        writeln!(out, "Play:   {me} play {} --settings {shown}/{settings}", G::INFO.id)?;
        Ok(Done::Well)
    }
}
