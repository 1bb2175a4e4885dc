//! Turns that several bots in processes of their own think about at the same time.
//!
//! Each bot plays its turn on a copy of the position. What it said is then repeated on the real position,
//! actor by actor, so a match and its replay do not depend on which bot was faster. This is exact because
//! the calls of one simultaneous actor change neither the view nor the replies of another; every game's
//! tests prove that.

use crate::program::{Program, Trouble};
use agon_core::{Actor, Contest, End, Game, Note, Scribe, Turn};
use serde_json::Value;
use std::thread;

/// Whether this turn is one of several actors on different seats whose bots all think apart from this thread.
pub(crate) fn can_think_together<G: Contest>(
    actors: &[Actor],
    game: &G,
    programs: &[Box<dyn Program<G>>],
) -> bool {
    if actors.len() < 2 {
        return false;
    }
    // Bots in this process are the most frequent case, so nothing is allocated to recognise it.
    let seat = |actor: &Actor| game.seat(*actor).index();
    let is_first = |i: usize| actors[..i].iter().all(|other| seat(other) != seat(&actors[i]));
    actors.iter().all(|actor| programs[seat(actor)].thinks_apart())
        && (0..actors.len()).all(is_first)
}

/// Asks all actors at the same time, then carries out what they said in the order of `actors`.
pub(crate) fn ask<G: Contest>(
    actors: &[Actor],
    game: &mut G,
    programs: &mut [Box<dyn Program<G>>],
    scribe: &mut dyn Scribe<G>,
    watch: &mut dyn FnMut(&G),
) -> Result<(), Trouble> {
    let before: &G = game;
    let turns: Vec<Result<Transcript<G>, Trouble>> = thread::scope(|scope| {
        let mut threads = Vec::with_capacity(actors.len());
        for (seat, program) in programs.iter_mut().enumerate() {
            let asked = actors.iter().find(|&&actor| before.seat(actor).index() == seat);
            let Some(&actor) = asked else { continue };
            threads.push(scope.spawn(move || think(actor, before.clone(), program.as_mut())));
        }
        let join = |thread: thread::ScopedJoinHandle<'_, _>| {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        threads.into_iter().map(join).collect()
    });
    let mut turns = turns.into_iter().collect::<Result<Vec<_>, _>>()?;
    turns.sort_by_key(|turn| actors.iter().position(|&actor| actor == turn.actor));
    for turn in turns {
        turn.repeat(game, scribe);
        watch(game);
    }
    Ok(())
}

/// Lets one bot play its turn on a copy of the position and writes down what it says.
fn think<G: Contest>(
    actor: Actor,
    mut copy: G,
    program: &mut dyn Program<G>,
) -> Result<Transcript<G>, Trouble> {
    let mut view = G::View::default();
    copy.view(actor, &mut view);
    let mut transcript = Transcript { actor, said: Vec::new(), end: End::DONE };
    let mut turn = Turn::open(&mut copy, actor, &mut transcript);
    let ended = program.turn(&view, &mut turn)?;
    turn.close(ended.why, ended.seconds);
    Ok(transcript)
}

/// Everything that one actor said in its turn.
struct Transcript<G: Game> {
    actor: Actor,
    said: Vec<Said<G::Call>>,
    end: End,
}

enum Said<C> {
    Call(C),
    Note(Note),
    Mistake(Option<Value>, String),
}

impl<G: Game> Scribe<G> for Transcript<G> {
    fn call(&mut self, _: &G, _: Actor, call: &G::Call, _: &G::Reply) {
        self.said.push(Said::Call(call.clone()));
    }

    fn note(&mut self, _: &G, _: Actor, note: &Note) {
        self.said.push(Said::Note(note.clone()));
    }

    fn mistake(&mut self, _: &G, _: Actor, call: Option<&Value>, why: &str) {
        self.said.push(Said::Mistake(call.cloned(), why.to_owned()));
    }

    fn end(&mut self, _: &G, _: Actor, end: &End) {
        self.end = *end;
    }
}

impl<G: Game> Transcript<G> {
    /// Says the same on the real position.
    fn repeat(self, game: &mut G, scribe: &mut dyn Scribe<G>) {
        for said in self.said {
            match said {
                Said::Call(call) => {
                    let reply = game.call(self.actor, &call);
                    scribe.call(game, self.actor, &call, &reply);
                }
                Said::Note(note) => scribe.note(game, self.actor, &note),
                Said::Mistake(call, why) => {
                    scribe.mistake(game, self.actor, call.as_ref(), &why);
                }
            }
        }
        game.end(self.actor, self.end);
        scribe.end(game, self.actor, &self.end);
    }
}
