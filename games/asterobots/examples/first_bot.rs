//! A first bot for Asterobots, against five bots of the level `novice`: `cargo run --example first_bot`.
//!
//! It selects the free veins that build the most robots and sends every vein that has enough of
//! them to the weakest foreign vein within twelve edges.

use agon_asterobots::{Asterobots, Call, Owner, Phase, View};
use agon_core::{Actor, Bot, Chance, Contest, Game, GameMap, Now, Profile, Stopped, Turn, Why};

struct FirstBot;

impl Bot<Asterobots> for FirstBot {
    fn turn(&mut self, view: &View, turn: &mut Turn<'_, Asterobots>) -> Result<(), Stopped> {
        if view.phase == Phase::Select {
            let free = view.veins.iter().filter(|v| v.owner == Owner::ALIENS);
            if let Some(best) = free.max_by_key(|v| v.robot_productivity) {
                turn.call(&Call::Select(best.location))?;
            }
            return Ok(());
        }
        for vein in view.my_veins() {
            let foreign = view.veins.iter().filter(|v| v.owner != vein.owner);
            let near = foreign.filter(|v| vein.location.distance(v.location) <= 12);
            let Some(target) = near.min_by_key(|v| v.robots) else { continue };
            // A rival's vein grows while we are under way.
            let needed = target.robots + 60 * i32::from(target.owner != Owner::ALIENS);
            if vein.robots > needed {
                turn.call(&Call::Launch {
                    robots: vein.robots,
                    from: vein.location,
                    to: target.location,
                })?;
            }
        }
        Ok(())
    }
}

fn main() {
    let map = <Asterobots as Contest>::Map::parse(Asterobots::own_maps()[0].text)
        .expect("our maps are sound");
    let setup = Asterobots::new_setup(map, Profile::Handbook, 6).expect("it has veins for six");
    let mut game = Asterobots::new(&setup, Chance::seeded(1));
    let novice = Asterobots::bots().iter().find(|b| b.name == "novice").expect("it is built in");
    let mut bots: Vec<Box<dyn Bot<Asterobots>>> = vec![Box::new(FirstBot)];
    bots.extend((1..6).map(|seat| (novice.make)(Actor(seat), 1)));
    let mut view = View::default();
    let outcome = loop {
        match game.now() {
            Now::Over(outcome) => break outcome,
            Now::Turn(actors) => {
                game.view(actors[0], &mut view);
                let mut unrecorded = ();
                let mut turn = Turn::open(&mut game, actors[0], &mut unrecorded);
                let done = bots[actors[0].0 as usize].turn(&view, &mut turn);
                turn.close(if done.is_ok() { Why::Done } else { Why::OutOfTime }, 0.0);
            }
        }
    };
    print!("{}", game.draw(false));
    for (seat, standing) in outcome.standings.iter().enumerate() {
        println!("player {seat}: rank {}, {} veins", standing.rank, standing.score);
    }
}
