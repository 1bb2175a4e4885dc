//! `agon schema`: the bot protocol of a game as a JSON Schema.

use crate::Done;
use crate::args::SchemaArgs;
use crate::files::with_game;
use agon_core::Contest;
use agon_games::Visitor;
use serde_json::Value;
use std::io::Write;

pub fn run(args: SchemaArgs, out: &mut dyn Write) -> anyhow::Result<Done> {
    let schema = with_game(&args.game, Describe)?;
    writeln!(out, "{}", serde_json::to_string_pretty(&schema)?)?;
    Ok(Done::Well)
}

struct Describe;

impl Visitor for Describe {
    type Out = Value;
    fn visit<G: Contest>(self) -> Value {
        agon_protocol::schema::<G>()
    }
}
