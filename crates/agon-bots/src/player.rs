//! The player that a word names.

use crate::api::GameApis;
use crate::debug::{DebuggedPlayer, Debugging};
use crate::host::Host;
use crate::options::{BotFault, Options};
use crate::placement::Placement;
use crate::process::Process;
use crate::reserve::Reserve;
use crate::session::{Session, Stillborn};
use crate::start::{Prepared, prepare, prepare_debugged};
use crate::word::find;
use agon_core::Contest;
use agon_runner::{Player, Program, Seating, Trouble, built_in, built_in_names};
use agon_sandbox::{Job, MatchCore, Sandbox, SpawnFault, Terminal};
use std::path::PathBuf;
use std::sync::mpsc::Sender;

/// The player that a word names: `builtin:greedy`, a file, a folder. Sources are compiled here, before the
/// match.
pub fn player<G: Contest>(word: &str, options: &Options) -> Result<Player<G>, BotFault> {
    if word.starts_with("builtin:") {
        return Ok(built_in::<G>(word)?);
    }
    let found = find(word, GameApis::of::<G>(), &built_in_names::<G>())?;
    let prepared = prepare(&found, options)?;
    let hash = format!("sha256:{}", prepared.hash);
    let mut player = seated(&found.name, prepared, options, None)?;
    player.hash = Some(hash);
    Ok(player)
}

/// The player that a word names, under the debugger of its language. It plays one match, with the clock off.
pub fn debugged_player<G: Contest>(
    word: &str,
    options: &Options,
    debugging: Debugging,
) -> Result<DebuggedPlayer<G>, BotFault> {
    let found = find(word, GameApis::of::<G>(), &built_in_names::<G>())?;
    let mut options = options.clone();
    options.patience = options.patience.for_debugger();
    let (prepared, attached) = prepare_debugged(&found, &options, debugging.port)?;
    let guide = attached.guide(&found, options.sandbox.as_ref().map_err(Clone::clone)?);
    let player = seated(&found.name, prepared, &options, Some(debugging.terminals))?;
    Ok(DebuggedPlayer { player, guide })
}

/// A player whose program is started as `job` says.
pub fn player_of_job<G: Contest>(
    name: &str,
    job: Job,
    options: &Options,
) -> Result<Player<G>, BotFault> {
    seated(name, Prepared { job, hash: String::new(), host: Host::default() }, options, None)
}

fn seated<G: Contest>(
    name: &str,
    prepared: Prepared,
    options: &Options,
    terminals: Option<Sender<Terminal>>,
) -> Result<Player<G>, BotFault> {
    let Prepared { job, host, .. } = prepared;
    let sandbox = options.sandbox.clone()?;
    let patience = options.patience;
    let too_old_for = options.too_old_for;
    let bot = name.to_owned();
    let reserve = host.plays_again.then(Reserve::default);
    let home = reserve.clone();
    let kits = job.readable.iter().filter(|path| options.cache.holds(path));
    let dirs: Vec<PathBuf> = std::iter::once(&job.dir).chain(kits).cloned().collect();
    let greet = move |jailed, core, seating: &Seating<'_>, sandbox: &Sandbox| {
        let placement = Placement::new(core, host.computes_by_turns);
        let line = Process::new(jailed, host, home.clone(), placement, &dirs);
        let session =
            Session::<G, Process>::open(line, seating, patience, Some(sandbox.describe()))?;
        if let (Some(too_old_for), Some(version)) = (too_old_for, session.newer_protocol()) {
            too_old_for(&bot, version);
        }
        Ok::<_, Trouble>(session)
    };
    let cache = options.cache.clone();
    let sit = move |seating: &Seating<'_>| {
        // The bot's files stay in the cache as long as the player that holds this handle.
        let _ = &cache;
        let core = MatchCore::of_this_match();
        // A pooled process may have died; start another.
        let number = core.as_ref().map(MatchCore::number);
        let old = reserve.as_ref().and_then(|reserve| reserve.take(number));
        let old = old.and_then(|jailed| greet(jailed, core.clone(), seating, &sandbox).ok());
        let session = match old.filter(|session| !session.is_dead()) {
            Some(session) => session,
            None => {
                // A host that computes by turns is started on the core of its match; other bots may start
                // with threads.
                let started_on = core.clone().filter(|_| host.computes_by_turns);
                let job = Job { core: started_on.or_else(|| job.core.clone()), ..job.clone() };
                match sandbox.spawn(&job) {
                    Ok(mut jailed) => {
                        let terminal = jailed.terminal.take();
                        if let (Some(terminals), Some(terminal)) = (&terminals, terminal) {
                            // Without a receiver, the debugger reads the end of its input.
                            let _ = terminals.send(terminal);
                        }
                        greet(jailed, core, seating, &sandbox)?
                    }
                    Err(fault @ SpawnFault::NotExecutable { .. }) => {
                        let bot = Stillborn::new(&fault, Some(sandbox.describe()));
                        return Ok(Box::new(bot) as Box<dyn Program<G>>);
                    }
                    Err(fault) => return Err(Trouble(fault.to_string())),
                }
            }
        };
        Ok(Box::new(session) as Box<dyn Program<G>>)
    };
    Ok(Player { name: name.to_owned(), hash: None, sit: Box::new(sit) })
}
