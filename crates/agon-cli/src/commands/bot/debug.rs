//! `agon bot debug`: a match in which one bot runs under the debugger of its language.

use crate::args::DebugArgs;
use crate::bots::{one_player, refused};
use crate::commands::play::{ENGINE, print_incidents};
use crate::files::{self, find_maps, with_game};
use crate::report::count;
use crate::safe_out::SafeWriter;
use crate::turns::{SharedOut, TurnFilter, print_turns, seat_named};
use crate::{Done, newer, usage};
use agon_bots::{Beside, DebugGuide, Debugging, Options, debugged_player};
use agon_core::{Chance, Contest, Seat, safe_line};
use agon_games::Visitor;
use agon_replay::TurnLogger;
use agon_runner::{Match, Player};
use agon_sandbox::{Sandbox, Terminal};
use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

pub fn run(args: &DebugArgs, out: &mut dyn Write) -> anyhow::Result<Done> {
    with_game(&args.game, Debug { args, out })?
}

struct Debug<'a> {
    args: &'a DebugArgs,
    out: &'a mut dyn Write,
}

impl Visitor for Debug<'_> {
    type Out = anyhow::Result<Done>;

    fn visit<G: Contest>(self) -> anyhow::Result<Done> {
        let Debug { args, out } = self;
        let seats = G::INFO.seats.0;
        let seat = args.seat.as_ref().map(|name| seat_named::<G>(name, seats)).transpose()?;
        let seat = seat.unwrap_or(Seat(0));
        if args.bot.starts_with("builtin:") {
            return Err(usage("a built-in bot has no debugger: name a bot of your own"));
        }
        let map = find_maps::<G>(args.map.as_deref())?.map(args.seed).map_err(usage)?;
        let setup = G::new_setup(map.map, args.rules, seats).map_err(|fault| {
            let rules = args.rules;
            usage(format!("map {} cannot be played by the {rules} rules: {fault}", map.name))
        })?;
        let options = options(args);
        let opponent = one_player::<G>(&opponent_word::<G>(args), &options)?;
        let (terminals, opened) = channel();
        let debugging = Debugging { port: args.port, terminals };
        let debugged = debugged_player::<G>(&args.bot, &options, debugging).map_err(refused)?;
        let (player, guide) = (debugged.player, debugged.guide);
        if args.port.is_some() && guide.port.is_none() {
            let debugger = guide.debugger;
            return Err(usage(format!("{debugger} runs in this terminal: leave out --port")));
        }
        let mut players: Vec<&Player<G>> = vec![&opponent; seats];
        players[seat.index()] = &player;
        let spec = Match {
            setup,
            map: map.name,
            rules: args.rules,
            seed: args.seed,
            players,
            tournament: false,
            engine: ENGINE,
            date: None,
        };
        write_symbols(args, &guide)?;
        introduce(&spec, seat, &guide, out)?;
        let screen = thread::spawn(|| connect_terminal(opened));
        let mut game = G::new(&spec.setup, Chance::seeded(spec.seed));
        let ending = {
            let shared = SharedOut::new(out);
            let filter = TurnFilter::of(seat);
            let mut print = print_turns(Some(&filter), &shared);
            let mut logger = TurnLogger::new(game.round(), &mut print);
            let ending = agon_runner::play(&spec, &mut game, &mut logger, &mut |_| {});
            shared.finish()?;
            ending?
        };
        let name = format!("{} ({})", G::INFO.seat_names[seat.index()], player.name);
        drop(spec);
        drop(player);
        // What the debugger said last comes before the result.
        let _ = screen.join();
        let rounds = count(game.round().into(), "round");
        writeln!(out, "\n{rounds}: {}.", ending.outcome.reason.sentence)?;
        let report = &ending.reports[seat.index()];
        print_incidents(&name, report, true, out)?;
        let could_start = report.incidents.first().is_none_or(|incident| incident.round > 0);
        Ok(if could_start { Done::Well } else { Done::Badly })
    }
}

fn options(args: &DebugArgs) -> Options {
    let mut options = Options::new(Sandbox::choose(args.sandbox));
    options.patience.clock = false;
    options.memory = args.memory << 20;
    options.beside = Beside::Shared(|sentence| eprintln!("{}", safe_line(sentence)));
    options.tell = Some(|sentence| eprintln!("{}", safe_line(sentence)));
    options.too_old_for = Some(newer::remember_bot);
    options
}

/// The opponent: the given one, or the best built-in bot.
fn opponent_word<G: Contest>(args: &DebugArgs) -> String {
    let best = || format!("builtin:{}", G::bots().last().map_or("nothing", |bot| bot.name));
    args.opponent.clone().unwrap_or_else(best)
}

/// Copies the program with its symbols to where an editor finds it.
fn write_symbols(args: &DebugArgs, guide: &DebugGuide) -> anyhow::Result<()> {
    match (&args.symbols, &guide.symbols) {
        (Some(path), Some(program)) => files::write(path, &files::read(program)?),
        (Some(_), None) => Err(usage("--symbols is for programs in machine code, such as C++")),
        (None, _) => Ok(()),
    }
}

/// Says who plays and how to reach the debugger.
fn introduce<G: Contest>(
    spec: &Match<'_, G>,
    seat: Seat,
    guide: &DebugGuide,
    out: &mut dyn Write,
) -> io::Result<()> {
    let info = G::INFO;
    let (bot, name) = (&spec.players[seat.index()].name, info.seat_names[seat.index()]);
    writeln!(out, "{} on {}, seed {}, {} rules", info.title, spec.map, spec.seed, spec.rules)?;
    writeln!(out, "{bot} plays {name}; the clock is off.")?;
    match guide.port {
        Some(port) => writeln!(out, "{} waits on 127.0.0.1:{port}.", guide.debugger)?,
        None => writeln!(out, "{} runs in this terminal.", guide.debugger)?,
    }
    writeln!(out, "{}", safe_line(&guide.advice))?;
    writeln!(out, "{}\n", guide.sandbox)?;
    out.flush()
}

/// Connects this program's input and output with the terminal of the debugger until the bot ends.
fn connect_terminal(opened: Receiver<Terminal>) {
    let Ok(Terminal { input, mut output }) = opened.recv() else { return };
    // This thread ends with the program: it may wait for a person.
    thread::spawn(move || forward_input(input));
    let Ok(screen) = own_screen() else { return };
    let is_terminal = screen.is_terminal();
    let mut screen = SafeWriter::new(screen, is_terminal);
    let mut bytes = [0; 4096];
    while let Ok(length @ 1..) = output.read(&mut bytes) {
        if screen.write_all(&bytes[..length]).is_err() {
            return;
        }
    }
}

/// Hands what a person types to the debugger; the end of the input is handed on, too.
fn forward_input(mut debugger: File) {
    let _ = io::copy(&mut io::stdin(), &mut debugger);
}

/// The standard output, which is locked by the thread of the match, as a file of its own.
fn own_screen() -> io::Result<File> {
    #[cfg(unix)]
    let screen = std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned()?;
    #[cfg(windows)]
    let screen = std::os::windows::io::AsHandle::as_handle(&io::stdout()).try_clone_to_owned()?;
    Ok(screen.into())
}
