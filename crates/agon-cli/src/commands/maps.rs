//! `agon maps`: lists, draws, checks and generates maps.

use crate::args::{MapsAction, MapsArgs};
use crate::files::{self, find_maps, with_game};
use crate::report::me;
use crate::{Done, usage};
use agon_core::{Contest, GameMap, Profile, Wishes};
use agon_games::Visitor;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

pub fn run(args: MapsArgs, out: &mut dyn Write) -> anyhow::Result<Done> {
    with_game(&args.game, Maps { action: args.action.unwrap_or(MapsAction::List), out })?
}

struct Maps<'a> {
    action: MapsAction,
    out: &'a mut dyn Write,
}

impl Visitor for Maps<'_> {
    type Out = anyhow::Result<Done>;
    fn visit<G: Contest>(self) -> anyhow::Result<Done> {
        match self.action {
            MapsAction::List => list::<G>(self.out),
            MapsAction::Show { map, seed } => show::<G>(&map, seed, self.out),
            MapsAction::Check { files, rules } => check::<G>(&files, rules, self.out),
            MapsAction::New { wishes, seed, output } => {
                new::<G>(&wishes, seed, output.as_deref(), self.out)
            }
        }
    }
}

fn list<G: Contest>(out: &mut dyn Write) -> anyhow::Result<Done> {
    let widest = G::own_maps().iter().map(|own| own.name.len()).max().unwrap_or(0);
    for own in G::own_maps() {
        let map = G::Map::parse(own.text)?;
        writeln!(out, "{:widest$}  {}", own.name, map.describe())?;
    }
    let (me, id, first) = (me(), G::INFO.id, G::own_maps()[0].name);
    writeln!(out, "\nDraw a map: {me} maps {id} show {first}    Generate one: {me} maps {id} new")?;
    Ok(Done::Well)
}

fn show<G: Contest>(word: &str, seed: u64, out: &mut dyn Write) -> anyhow::Result<Done> {
    let named = find_maps::<G>(Some(word))?.map(seed).map_err(usage)?;
    let colour = std::io::stdout().is_terminal();
    writeln!(out, "{}: {}\n", named.name, named.map.describe())?;
    write!(out, "{}", named.map.draw(colour))?;
    Ok(Done::Well)
}

fn check<G: Contest>(
    paths: &[PathBuf],
    rules: Profile,
    out: &mut dyn Write,
) -> anyhow::Result<Done> {
    let mut done = Done::Well;
    for path in paths {
        let verdict = files::read_map::<G>(path).and_then(|map| {
            let about = map.describe();
            let seats = G::INFO.seats.0;
            G::new_setup(map, rules, seats).map(|_| about).map_err(|fault| {
                anyhow::anyhow!("{}: {fault} (required by the {rules} rules)", path.display())
            })
        });
        match verdict {
            Ok(about) => writeln!(out, "{}: ok; {about}", path.display())?,
            Err(fault) => {
                writeln!(out, "{fault:#}")?;
                done = Done::Badly;
            }
        }
    }
    Ok(done)
}

fn new<G: Contest>(
    words: &[String],
    seed: u64,
    output: Option<&Path>,
    out: &mut dyn Write,
) -> anyhow::Result<Done> {
    let wrong = |fault: agon_core::MapFault| usage(fault.to_string());
    let words = words.iter().map(String::as_str);
    let wishes = Wishes::parse(words, G::INFO.map_wishes).map_err(wrong)?;
    let map = G::Map::generate(&wishes, seed).map_err(wrong)?;
    let text = map.to_text();
    match output {
        None => write!(out, "{text}")?,
        Some(path) => {
            files::write(path, text.as_bytes())?;
            writeln!(out, "{}: {}", path.display(), map.describe())?;
            let id = G::INFO.id;
            writeln!(out, "Play on it: {} play {id} --map {}", me(), path.display())?;
        }
    }
    Ok(Done::Well)
}
