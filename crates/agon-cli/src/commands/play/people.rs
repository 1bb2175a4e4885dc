//! People who play: `human` among the bots, in the browser or in the terminal, and `--tutorial`.

use super::{MatchPlan, one};
use crate::args::PlayArgs;
use crate::bots::one_player;
use crate::commands::watch;
use crate::interrupt::{self, STOP};
use crate::patience::listed;
use crate::{Done, usage};
use agon_core::{Chance, Contest, LEVELS, Seat, Tutorial};
use agon_runner::{Match, Played, Player, Trouble, Waiting};
use agon_watch::desk::{self, Desk, DeskScribe, TypedEnd};
use agon_watch::{LiveFilm, Server, live_head};
use anyhow::Context;
use indicatif::ProgressBar;
use std::io::{IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Instant;

/// Stands for a person in the list of bots.
const HUMAN: &str = "human";

/// The tutorial of a game.
fn tutorial_of<G: Contest>() -> anyhow::Result<Tutorial> {
    let json = G::TUTORIAL.ok_or_else(|| usage(format!("{} has no tutorial", G::INFO.title)))?;
    Tutorial::parse(json).map_err(usage)
}

/// Replaces `--tutorial` by the match that it is played in, and fills the seats that are not named if a
/// person plays.
pub fn apply<G: Contest>(args: &mut PlayArgs) -> anyhow::Result<()> {
    if args.people.tutorial {
        let tutorial = tutorial_of::<G>()?;
        args.map = Some(tutorial.map);
        args.seed = tutorial.seed;
        args.bots = std::iter::once(HUMAN.to_owned()).chain(tutorial.opponents).collect();
    }
    let is_human = args.bots.iter().any(|name| name == HUMAN);
    let flags = &args.people;
    let flag = [("--terminal", flags.terminal), ("--clock", flags.clock), ("--lan", flags.lan)];
    if let Some((flag, _)) = flag.into_iter().find(|&(_, is_set)| is_set && !is_human) {
        return Err(usage(format!("{flag} is for people who play: name `{HUMAN}` for a seat")));
    }
    if !is_human {
        return Ok(());
    }
    let refused = [
        ("--games", args.games.is_some()),
        ("--json", args.json),
        ("--text", args.text),
        ("--log", args.log.is_some()),
        ("--listen", args.listen.is_some()),
        ("--shuffle", args.shuffle),
        ("--watch", args.watch),
    ];
    if let Some((flag, _)) = refused.into_iter().find(|&(_, is_set)| is_set) {
        return Err(usage(format!(
            "{flag} cannot be combined with a person who plays: leave it out"
        )));
    }
    let fewest = G::INFO.seats.0;
    // A level in the middle; a person can name another.
    let solid = G::bots().iter().find(|bot| bot.name == LEVELS[3]);
    if let Some(opponent) = solid.or(G::bots().last()) {
        while args.bots.len() < fewest {
            args.bots.push(format!("builtin:{}", opponent.name));
        }
    }
    Ok(())
}

/// The players and the desks of the people among them.
type Seated<G> = (Vec<Player<G>>, Vec<Arc<Desk>>);

/// The named players if people are among them.
pub fn players<G: Contest>(
    args: &PlayArgs,
    names: &[String],
    waiting: &Waiting,
) -> anyhow::Result<Option<Seated<G>>> {
    if names.iter().all(|name| name != HUMAN) {
        return Ok(None);
    }
    let others: Vec<String> = names.iter().filter(|name| *name != HUMAN).cloned().collect();
    let options = args.bot.options_beside(&others);
    let (mut players, mut desks) = (Vec::new(), Vec::new());
    for (seat, name) in names.iter().enumerate() {
        if name == HUMAN {
            let desk = Desk::new::<G>(Seat(seat as u8));
            players.push(desk::player(Arc::clone(&desk), args.people.clock));
            desks.push(desk);
        } else {
            // People take their time; only bots are told to be late.
            players.extend(listed(vec![one_player(name, &options)?], waiting));
        }
    }
    Ok(Some((players, desks)))
}

/// Plays a match with people.
pub fn run<G: Contest>(
    plan: &MatchPlan<G>,
    spec: &Match<'_, G>,
    out: &mut dyn Write,
) -> anyhow::Result<Done> {
    let bots: Vec<String> = spec.players.iter().map(|player| player.name.clone()).collect();
    for desk in &plan.desks {
        // The seed would tell what is hidden.
        let seed = (!G::HAS_FOG).then_some(spec.seed);
        desk.describe(live_head::<G>(&spec.map, seed, spec.rules, &bots));
    }
    let film = LiveFilm::new::<G>(&spec.map, spec.seed, spec.rules, &bots);
    if plan.args.people.terminal {
        return run_in_terminal(plan, spec, &film, out);
    }
    let server = watch::serve(&plan.args.serving)?;
    let path = one::replay_path(plan, spec);
    if path.is_some() {
        interrupt::listen();
    }
    invite::<G>(plan, &server, path.is_some(), out)?;
    let start = Instant::now();
    let teller = one::tell_patience(plan, spec, ProgressBar::hidden());
    let (played, stopped) = play_unless_stopped(plan, || play(plan, spec, &film, path.is_some()));
    drop(teller);
    let played = played?;
    let written = one::write_replay(path.as_deref(), &played)?;
    if let Some(round) = stopped {
        one::report(spec, &played, start.elapsed(), written, None, out)?;
        writeln!(out, "{}", stopped_sentence(round))?;
        return Ok(Done::Interrupted);
    }
    let address = server.show(film.film());
    let film = address.split_once('#').map_or("", |(_, film)| film);
    plan.desks.iter().for_each(|desk| desk.show_film(format!("#{film}")));
    one::report(spec, &played, start.elapsed(), written, None, out)?;
    writeln!(out, "        The page stays open; press Ctrl-C to stop.")?;
    out.flush()?;
    match path {
        // The handler of Ctrl-C is in use already.
        Some(_) => {
            interrupt::wait_unless(|| false);
            Ok(Done::Well)
        }
        None => watch::wait_for_interrupt(),
    }
}

/// Plays, and at Ctrl-C takes the people out of the match, so that it ends and its replay is kept. Returns
/// the round in which they left.
fn play_unless_stopped<G: Contest, T>(
    plan: &MatchPlan<G>,
    play: impl FnOnce() -> T,
) -> (T, Option<u32>) {
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        let waiting = scope.spawn(|| {
            let stopped = interrupt::wait_unless(|| is_over.load(Ordering::Relaxed));
            stopped.then(|| {
                eprintln!(
                    "The match goes on without you to its end, to be kept as a replay. Ctrl-C again \
                     loses it."
                );
                plan.desks.iter().for_each(|desk| desk.close());
                plan.desks.iter().map(|desk| desk.left_in()).max().unwrap_or(0)
            })
        });
        let played = play();
        is_over.store(true, Ordering::Relaxed);
        (played, waiting.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}

/// What became of a match that its people left.
fn stopped_sentence(round: u32) -> String {
    format!("You left the match in round {round}; what you played until then is in the replay.")
}

/// Plays a match with people who type their orders.
fn run_in_terminal<G: Contest>(
    plan: &MatchPlan<G>,
    spec: &Match<'_, G>,
    film: &LiveFilm,
    out: &mut dyn Write,
) -> anyhow::Result<Done> {
    let start = Instant::now();
    let path = one::replay_path(plan, spec);
    // A program that pipes orders in ends the match at Ctrl-C, as it ends any other command.
    if path.is_some() && std::io::stdin().is_terminal() {
        interrupt::listen();
    }
    let (played, typed) = thread::scope(|scope| {
        let playing = scope.spawn(|| play(plan, spec, film, path.is_some()));
        let typed = desk::play_typed(&plan.desks, &STOP, out);
        if matches!(typed, Ok(TypedEnd::Interrupted)) && path.is_none() {
            // Nothing of the match is to be kept.
            std::process::exit(130);
        }
        if !matches!(typed, Ok(TypedEnd::Over)) {
            plan.desks.iter().for_each(|desk| desk.close());
        }
        (playing.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)), typed)
    });
    let typed = typed.context("cannot use the terminal")?;
    let played = played?;
    let written = one::write_replay(path.as_deref(), &played)?;
    one::report(spec, &played, start.elapsed(), written, None, out)?;
    if typed == TypedEnd::Interrupted {
        let round = plan.desks.iter().map(|desk| desk.left_in()).max().unwrap_or(0);
        writeln!(out, "{}", stopped_sentence(round))?;
        return Ok(Done::Interrupted);
    }
    Ok(Done::Well)
}

/// Plays the match on this thread; the people see their part of it.
fn play<G: Contest>(
    plan: &MatchPlan<G>,
    spec: &Match<'_, G>,
    film: &LiveFilm,
    record: bool,
) -> Result<Played<G>, Trouble> {
    let first = G::new(&spec.setup, Chance::seeded(spec.seed));
    let mut scribe = DeskScribe::new(&first, &plan.desks);
    film.play_along(spec, record, &mut scribe, &mut |_| {})
}

/// Prints the links of the people, and opens the first one.
fn invite<G: Contest>(
    plan: &MatchPlan<G>,
    server: &Server,
    keeps: bool,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let no_random = || "cannot make a secret link: the system has no random numbers";
    let tutorial = if plan.args.people.tutorial {
        Some(serde_json::to_value(tutorial_of::<G>()?)?)
    } else {
        None
    };
    let base = server.url();
    let base = base.trim_end_matches('/');
    let all = server.seat(plan.desks.clone(), tutorial).with_context(no_random)?;
    let url = format!("{base}{all}");
    writeln!(out, "Play:   {url}")?;
    let lan = if plan.args.people.lan {
        Some(server.open_lan().context("cannot listen on the local network")?)
    } else {
        None
    };
    if plan.desks.len() > 1 || lan.is_some() {
        for desk in &plan.desks {
            let link = server.seat(vec![Arc::clone(desk)], None).with_context(no_random)?;
            let host = lan.map_or(base.to_owned(), |address| format!("http://{address}"));
            let name = G::INFO.seat_names[desk.seat().index()];
            writeln!(out, "        {name} alone: {host}{link}")?;
        }
    }
    let then = if keeps { "the replay is kept" } else { "the match is then lost" };
    writeln!(out, "        Keep the links secret. Press Ctrl-C to stop; {then}.")?;
    out.flush()?;
    watch::open(&url, &plan.args.serving);
    Ok(())
}
