//! The player that a word names, whatever it is.

use crate::options::{BotFault, Options};
use crate::process::Process;
use crate::session::Session;
use crate::start::{Prepared, prepare};
use crate::word::find;
use agon_core::Contest;
use agon_runner::{Player, Program, Trouble, built_in, built_in_names};
use agon_sandbox::Job;

/// The player that a word names: `builtin:greedy`, a file, a folder. Sources are compiled here, so
/// that a match never waits for a compiler.
pub fn player<G: Contest>(word: &str, options: &Options) -> Result<Player<G>, BotFault> {
    if word.starts_with("builtin:") {
        return Ok(built_in::<G>(word)?);
    }
    let found = find(word, G::INFO.id, &built_in_names::<G>())?;
    let Prepared { job, hash, counts_energy } = prepare(&found, options)?;
    let mut player = seated(&found.name, job, counts_energy, options)?;
    player.hash = Some(format!("sha256:{hash}"));
    Ok(player)
}

/// A player whose program is started as `job` says.
pub fn player_of_job<G: Contest>(
    name: &str,
    job: Job,
    options: &Options,
) -> Result<Player<G>, BotFault> {
    seated(name, job, false, options)
}

fn seated<G: Contest>(
    name: &str,
    job: Job,
    counts_energy: bool,
    options: &Options,
) -> Result<Player<G>, BotFault> {
    let sandbox = options.sandbox.clone()?;
    let patience = options.patience;
    let sit = move |seating: &agon_runner::Seating<'_>| {
        let jailed = sandbox.spawn(&job).map_err(|fault| Trouble(fault.to_string()))?;
        let line = Process::new(jailed, counts_energy);
        let session =
            Session::<G, Process>::open(line, seating, patience, Some(sandbox.describe()))?;
        Ok(Box::new(session) as Box<dyn Program<G>>)
    };
    Ok(Player { name: name.to_owned(), hash: None, sit: Box::new(sit) })
}
