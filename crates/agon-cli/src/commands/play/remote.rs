//! Clients of a contest that connect over the network: `--listen`, and `remote` for the seats they play.

use crate::args::PlayArgs;
use crate::bots::one_player;
use crate::usage;
use agon_core::{Chance, Contest, MatchInfo, Scribe};
use agon_games::Registered;
use agon_runner::{
    ClientLimits, ListenFault, Match, Played, Player, RemoteSeats, Trouble, play_match_along,
};
use std::net::SocketAddr;
use std::time::Duration;

/// Stands for a client in the list of bots.
const REMOTE: &str = "remote";

/// Listens for clients if `--listen` and `remote` ask for it.
pub fn listen<G: Registered>(
    args: &PlayArgs,
    names: &[String],
) -> anyhow::Result<Option<Box<dyn RemoteSeats<G>>>> {
    let clients = names.iter().filter(|name| *name == REMOTE).count();
    let address = match (&args.listen, clients) {
        (None, 0) => return Ok(None),
        (None, _) => {
            return Err(usage(format!(
                "`{REMOTE}` is a client that connects: add its address, as in --listen 127.0.0.1:19000"
            )));
        }
        (Some(_), 0) => {
            return Err(usage(format!(
                "--listen waits for clients: name `{REMOTE}` for the seat of each instead of a bot"
            )));
        }
        (Some(address), _) => address,
    };
    let address: SocketAddr = address.parse().map_err(|_| {
        usage(format!("`{address}` is not an address and port, such as 127.0.0.1:19000"))
    })?;
    if !address.ip().is_loopback() && !args.expose {
        return Err(usage(format!(
            "other machines can reach {address}, and every client that connects may play without a \
             password: add --expose to allow that, or listen on 127.0.0.1"
        )));
    }
    let seat = |name: &String| (name != REMOTE).then(|| name.clone());
    match G::listen(address, names.iter().map(seat).collect()) {
        None => Err(usage(format!(
            "{} has no clients that connect: leave out --listen and name a bot for every seat",
            G::INFO.title
        ))),
        Some(Err(fault @ ListenFault::BadAddress(_))) => Err(usage(fault.to_string())),
        Some(Err(fault @ ListenFault::Taken { .. })) => Err(anyhow::Error::new(fault)),
        Some(Ok(seats)) => Ok(Some(seats)),
    }
}

/// The named players. Clients among them are expected from now on; prints how to start them.
pub fn players<G: Contest>(
    seats: &dyn RemoteSeats<G>,
    args: &PlayArgs,
    names: &[String],
) -> anyhow::Result<Vec<Player<G>>> {
    let others: Vec<String> = names.iter().filter(|name| *name != REMOTE).cloned().collect();
    let options = args.bot.options(&others);
    let limits = ClientLimits {
        join: Duration::from_secs(args.bot.start_seconds),
        clock: !args.bot.no_clock,
        whole_match: Duration::from_secs(args.bot.match_seconds),
    };
    let player = |name: &String| match name.as_str() {
        REMOTE => Ok(seats.player(limits)),
        _ => one_player(name, &options),
    };
    let players = names.iter().map(player).collect::<anyhow::Result<_>>()?;
    eprintln!("{}", seats.instructions(names.len() - others.len()));
    Ok(players)
}

/// Plays a match with clients, which are informed of every change.
pub fn play<G: Contest>(
    seats: &dyn RemoteSeats<G>,
    spec: &Match<'_, G>,
    record: bool,
    scribe: &mut dyn Scribe<G>,
    watch: &mut dyn FnMut(&G),
) -> Result<Played<G>, Trouble> {
    let bots = spec.players.iter().map(|player| player.name.clone()).collect();
    let info = MatchInfo { map: spec.map.clone(), bots };
    let start = G::new(&spec.setup, Chance::seeded(spec.seed));
    let mut clients = seats.scribe(&start, &info);
    let mut both: (&mut dyn Scribe<G>, &mut dyn Scribe<G>) = (&mut *clients, scribe);
    play_match_along(spec, record, &mut both, watch)
}
