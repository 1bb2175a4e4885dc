//! `agon manual`: the manual of a game, from the program itself.

use crate::Done;
use crate::args::ManualArgs;
use crate::files::with_game;
use agon_core::Contest;
use agon_games::Visitor;
use anyhow::Context;
use std::io::Write;

pub fn run(args: &ManualArgs, out: &mut dyn Write) -> anyhow::Result<Done> {
    let game = with_game(&args.game, Id)?;
    let manual = agon_bots::manual(game);
    let manual = manual.with_context(|| format!("this program has no manual of {game}"))?;
    out.write_all(manual.as_bytes())?;
    Ok(Done::Well)
}

/// The id of a game.
struct Id;

impl Visitor for Id {
    type Out = &'static str;
    fn visit<G: Contest>(self) -> &'static str {
        G::INFO.id
    }
}
