//! `agon play`: one match or many.

mod many;
mod one;
mod people;
mod programs;
mod remote;
mod settings;

pub use programs::{print as print_programs, print_incidents};

use crate::args::PlayArgs;
use crate::commands::games::explain_play;
use crate::files::{find_maps, with_game};
use crate::patience::listed;
use crate::report::count;
use crate::{Done, usage};
use agon_core::{Contest, Profile, Rng};
use agon_games::{Registered, Visitor};
use agon_runner::{Match, Player, RemoteSeats, Waiting};
use agon_runs::MapSource;
use agon_watch::desk::Desk;
use std::io::Write;
use std::sync::Arc;

/// Name and version of this program, for replays and journals.
pub const ENGINE: &str = concat!("agon ", env!("CARGO_PKG_VERSION"));

pub fn run(args: PlayArgs, out: &mut dyn Write) -> anyhow::Result<Done> {
    let Some(game) = args.game.clone() else {
        return Err(explain_play());
    };
    with_game(&game, Play { args, out })?
}

struct Play<'a> {
    args: PlayArgs,
    out: &'a mut dyn Write,
}

impl Visitor for Play<'_> {
    type Out = anyhow::Result<Done>;
    fn visit<G: Registered>(self) -> anyhow::Result<Done> {
        let plan = MatchPlan::<G>::new(self.args)?;
        match plan.args.games {
            None => one::run(&plan, self.out),
            Some(_) => many::run(&plan, self.out),
        }
    }
}

/// The players and maps of the matches to play.
struct MatchPlan<G: Contest> {
    args: PlayArgs,
    players: Vec<Player<G>>,
    /// The maps, which take turns.
    maps: Vec<MapSource<G>>,
    /// The bots that a single match waits for.
    waiting: Waiting,
    /// The seats of clients that connect over the network.
    remote: Option<Box<dyn RemoteSeats<G>>>,
    /// The desks of people.
    desks: Vec<Arc<Desk>>,
}

impl<G: Registered> MatchPlan<G> {
    fn new(mut args: PlayArgs) -> anyhow::Result<MatchPlan<G>> {
        settings::apply::<G>(&mut args)?;
        people::apply::<G>(&mut args)?;
        let names = if args.bots.is_empty() { default_bots::<G>() } else { args.bots.clone() };
        check_seats::<G>(names.len())?;
        let maps = match (&args.map, args.games) {
            (None, Some(_)) => {
                let own = own_maps::<G>(args.rules, names.len())?;
                own.into_iter()
                    .map(|name| find_maps(Some(name)))
                    .collect::<anyhow::Result<Vec<_>>>()?
            }
            (map, _) => vec![find_maps(map.as_deref())?],
        };
        let remote = remote::listen::<G>(&args, &names)?;
        let waiting = Waiting::default();
        if let Some((players, desks)) = people::players::<G>(&args, &names, &waiting)? {
            return Ok(MatchPlan { args, players, maps, waiting, remote, desks });
        }
        let players = match &remote {
            Some(seats) => remote::players(&**seats, &args, &names)?,
            None => args.bot.players::<G>(&names)?,
        };
        let players = if args.games.is_none() { listed(players, &waiting) } else { players };
        Ok(MatchPlan { args, players, maps, waiting, remote, desks: Vec::new() })
    }
}

impl<G: Contest> MatchPlan<G> {
    /// The `index`-th match. The seats rotate within a cycle of `n` matches (two bots swap), then the seed
    /// counts up and the next map is played.
    fn match_spec(&self, index: usize) -> anyhow::Result<(Match<'_, G>, Vec<usize>)> {
        let n = self.players.len();
        let cycle = index / n;
        let seed = self.args.seed.wrapping_add(cycle as u64);
        let mut seats: Vec<usize> = (0..n).collect();
        if self.args.shuffle {
            // A separate stream: the same seed plays the same match with and without --shuffle.
            Rng::new(seed ^ 0x5EA7).shuffle(&mut seats);
        }
        seats.rotate_left(index % n);
        let named = self.maps[cycle % self.maps.len()].map(seed).map_err(usage)?;
        let rules = self.args.rules;
        let setup = G::new_setup(named.map, rules, n).map_err(|fault| {
            usage(format!("map {} cannot be played by the {rules} rules: {fault}", named.name))
        })?;
        let spec = Match {
            setup,
            map: named.name,
            rules,
            seed,
            players: seats.iter().map(|&bot| &self.players[bot]).collect(),
            tournament: self.args.tournament,
            engine: ENGINE,
            date: Some(now()),
        };
        Ok((spec, seats))
    }
}

/// The time, as replays state it.
pub fn now() -> String {
    jiff::Timestamp::now().strftime("%Y-%m-%d %H:%M UTC").to_string()
}

/// Refuses a number of bots that the game has no seats for.
pub fn check_seats<G: Contest>(bots: usize) -> anyhow::Result<()> {
    let (low, high) = G::INFO.seats;
    if (low..=high).contains(&bots) {
        return Ok(());
    }
    let high_count = count(high as u64, "seat");
    let seats = if low == high { high_count } else { format!("{low} to {high_count}") };
    let (title, given) = (G::INFO.title, count(bots as u64, "bot"));
    let verb = if bots == 1 { "is" } else { "are" };
    Err(usage(format!("{title} has {seats}; {given} {verb} given")))
}

/// The game's own maps that these rules and this number of seats admit; always with the default map.
pub fn own_maps<G: Contest>(rules: Profile, seats: usize) -> anyhow::Result<Vec<&'static str>> {
    let mut maps = Vec::new();
    for (index, own) in G::own_maps().iter().enumerate() {
        let source = find_maps::<G>(Some(own.name))?;
        let is_playable = G::new_setup(source.map(0).map_err(usage)?.map, rules, seats).is_ok();
        if is_playable || index == 0 {
            maps.push(own.name);
        }
    }
    Ok(maps)
}

/// The bots if none are given: the strongest built-in bot against the second strongest.
pub fn default_bots<G: Contest>() -> Vec<String> {
    let names: Vec<String> =
        G::bots().iter().rev().take(2).map(|bot| format!("builtin:{}", bot.name)).collect();
    (0..G::INFO.seats.1).map(|seat| names[seat.min(names.len() - 1)].clone()).collect()
}
