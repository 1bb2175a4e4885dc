//! What is simulated: the bots as they are sent to workers, the maps, the seed.

use crate::args::SimulateArgs;
use crate::bots::{BotArgs, one_player, refused};
use crate::commands::contest::pack;
use crate::commands::play::{check_seats, default_bots, own_maps};
use crate::usage;
use agon_bots::{BYTES_MAX, GameApis, find};
use agon_core::{Contest, safe_line};
use agon_games::{Registered, Visitor};
use agon_runner::{built_in, built_in_names};
use agon_runs::MapSource;
use agon_server::play::BotRef;
use agon_server::play::bulk::{BulkPlan, bot_of_file, of_built_in};
use std::collections::BTreeMap;
use std::path::Path;

/// A simulation, checked before its first game.
pub struct Prepared {
    pub plan: BulkPlan,
    /// The sources of the bots by their addresses.
    pub sources: BTreeMap<String, Vec<u8>>,
    /// How bots are run on this machine.
    pub bot_args: BotArgs,
}

/// Reads the bots and checks the maps.
pub struct Prepare<'a>(pub &'a SimulateArgs);

impl Visitor for Prepare<'_> {
    type Out = anyhow::Result<Prepared>;
    fn visit<G: Registered>(self) -> Self::Out {
        let args = self.0;
        let words = if args.bots.is_empty() { default_bots::<G>() } else { args.bots.clone() };
        check_seats::<G>(words.len())?;
        let bot_args = BotArgs {
            sandbox: args.sandbox,
            no_clock: false,
            no_seed: false,
            memory: args.memory,
            start_seconds: 30,
            match_seconds: 3600,
        };
        let mut sources = BTreeMap::new();
        let mut bots = Vec::new();
        for word in &words {
            bots.push(bot::<G>(word, &mut sources)?);
            // On workers the bot is built there: this machine may lack its compiler.
            if args.on.is_none() {
                one_player::<G>(word, &bot_args.options(&words))?;
            }
        }
        let plan = BulkPlan {
            game: G::INFO.id.to_owned(),
            rules: args.rules.to_string(),
            maps: maps::<G>(args, words.len())?,
            seed: args.seed,
            clock: args.clock.clone(),
            bots,
        };
        Ok(Prepared { plan, sources, bot_args })
    }
}

/// The bot that a word names, and its source unless it is a built-in one.
fn bot<G: Contest>(word: &str, sources: &mut BTreeMap<String, Vec<u8>>) -> anyhow::Result<BotRef> {
    if word.starts_with("builtin:") {
        built_in::<G>(word).map_err(|fault| usage(fault.to_string()))?;
        return Ok(of_built_in(word));
    }
    let shown = safe_line(word);
    if word == "human" || word == "remote" {
        return Err(usage(format!(
            "`{shown}` cannot play in a simulation: name builtin:NAME, a file or a folder"
        )));
    }
    let found = find(word, GameApis::of::<G>(), &built_in_names::<G>());
    let found = found.map_err(|fault| refused(fault.into()))?;
    let path = Path::new(word);
    if !path.exists() {
        return Err(usage(format!(
            "`{shown}` says more than a path; a simulation takes a file or a folder: put an agon.toml with \
             `language`, `entry` or `class` into the folder, and name the folder"
        )));
    }
    let (file, bytes) = pack(path)?;
    if bytes.len() as u64 > BYTES_MAX {
        let limit = BYTES_MAX >> 20;
        return Err(usage(format!("{shown} has more than {limit} MiB, the limit for a bot")));
    }
    let bot = bot_of_file(&found.name, &file, &bytes);
    sources.insert(bot.source.clone(), bytes);
    Ok(bot)
}

/// The words of the maps, each of which can be played.
fn maps<G: Contest>(args: &SimulateArgs, seats: usize) -> anyhow::Result<Vec<String>> {
    if args.map.is_empty() {
        return Ok(own_maps::<G>(args.rules, seats)?.into_iter().map(str::to_owned).collect());
    }
    for word in &args.map {
        let shown = safe_line(word);
        let source = MapSource::<G>::of_game(word).map_err(usage)?.ok_or_else(|| {
            let names: Vec<&str> = G::own_maps().iter().map(|own| own.name).collect();
            let names = names.join(", ");
            usage(format!(
                "there is no map `{shown}`: a simulation plays {names}, or random[:key=value,...]; map \
                 files do not travel to workers (`agon play --games` plays them)"
            ))
        })?;
        let map = source.map(args.seed).map_err(usage)?.map;
        let rules = args.rules;
        G::new_setup(map, rules, seats).map_err(|fault| {
            usage(format!("map {shown} cannot be played by the {rules} rules: {fault}"))
        })?;
    }
    Ok(args.map.clone())
}
