//! Clients of a contest that connect and play: `--listen`, and `remote` for the seats they play.

use crate::args::PlayArgs;
use crate::bots::one_player;
use crate::usage;
use agon_core::{Chance, Contest, MatchInfo};
use agon_runner::{Match, Played, Player, Trouble, play_match_along};
use agon_timetravel_wire::{GAME_NUMBER, ListenFault, Server};
use std::net::SocketAddr;
use std::time::Duration;

/// The word for a client that connects.
const REMOTE: &str = "remote";

/// Listens, if that was asked for.
pub fn listen(args: &PlayArgs, names: &[String]) -> anyhow::Result<Option<Server>> {
    let clients = names.iter().filter(|name| *name == REMOTE).count();
    let address = match (&args.listen, clients) {
        (None, 0) => return Ok(None),
        (None, _) => {
            return Err(usage(format!(
                "`{REMOTE}` is a client that connects: say where, as in --listen 127.0.0.1:19000"
            )));
        }
        (Some(_), 0) => {
            let sentence = "--listen waits for clients: name `remote` for the seat of each, as in";
            return Err(usage(format!("{sentence} `{REMOTE} builtin:builder`")));
        }
        (Some(address), _) => address,
    };
    let address: SocketAddr = address.parse().map_err(|_| {
        usage(format!("`{address}` is no address: say --listen 127.0.0.1:19000, for instance"))
    })?;
    if !address.ip().is_loopback() && !args.expose {
        return Err(usage(format!(
            "{address} can be reached from other machines, and whoever connects plays without a \
             password: say --expose if you mean it, or listen on 127.0.0.1"
        )));
    }
    let seat = |name: &String| (name != REMOTE).then(|| name.clone());
    let server = Server::listen(address, names.iter().map(seat).collect());
    server.map(Some).map_err(|fault| match fault {
        ListenFault::NoSecondPort => usage(fault.to_string()),
        taken @ ListenFault::Taken { .. } => anyhow::Error::new(taken),
    })
}

/// The players that words name, some of them clients, who are now expected.
pub fn players<G: Contest>(
    server: &Server,
    args: &PlayArgs,
    names: &[String],
) -> anyhow::Result<Vec<Player<G>>> {
    let others: Vec<String> = names.iter().filter(|name| *name != REMOTE).cloned().collect();
    let options = args.bot.options(&others);
    let start = Duration::from_secs(args.bot.start_seconds);
    let player = |name: &String| {
        if name != REMOTE {
            return one_player(name, &options);
        }
        server.player(start, !args.bot.no_clock).ok_or_else(|| {
            usage(format!("only Time Travel had clients that connect, not {}", G::INFO.title))
        })
    };
    let players = names.iter().map(player).collect::<anyhow::Result<_>>()?;
    let (address, ip) = (server.address(), server.address().ip());
    let clients = names.len() - others.len();
    let who = if clients == 1 { "a client".to_owned() } else { format!("{clients} clients") };
    eprintln!("Waiting for {who} at {address} and the next port: ./client {ip}");
    if clients > 1 {
        eprintln!("The second is started with the number of the game: ./client {ip} {GAME_NUMBER}");
    }
    Ok(players)
}

/// Plays a match with clients, who are told what happens.
pub fn play<G: Contest>(
    server: &Server,
    spec: &Match<'_, G>,
    record: bool,
    watch: &mut dyn FnMut(&G),
) -> Result<Played<G>, Trouble> {
    let bots = spec.players.iter().map(|player| player.name.clone()).collect();
    let info = MatchInfo { map: spec.map.clone(), bots };
    let start = G::new(&spec.setup, Chance::seeded(spec.seed));
    let mut scribe = server.scribe(&start, &info).unwrap_or_else(|| Box::new(()));
    play_match_along(spec, record, &mut *scribe, watch)
}
