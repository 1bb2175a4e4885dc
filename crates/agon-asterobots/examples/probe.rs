//! probe
use agon_asterobots::*;
use agon_core::*;
fn main() {
    let hero = std::env::args().nth(1).unwrap();
    let other = std::env::args().nth(2).unwrap();
    let games: u64 = std::env::args().nth(3).unwrap().parse().unwrap();
    let verbose = std::env::args().nth(4).is_some();
    let mut ranks = [0; 6];
    for seed in 0..games {
        let at = (seed % 6) as usize;
        let mut names = [other.as_str(); 6];
        names[at] = &hero;
        let map = Asterobots::generate_map(&Wishes::default(), seed + 1000).unwrap();
        let setup = Asterobots::setup(map, Profile::ALL[(seed % 2) as usize], 6).unwrap();
        let mut game = Asterobots::new(&setup, Chance::seeded(seed));
        let mut bots: Vec<_> = (0..6)
            .map(|i| {
                (Asterobots::bots()
                    .iter()
                    .find(|b| b.name == names[i])
                    .unwrap()
                    .make)(Actor(i as u32), seed * 7 + i as u64)
            })
            .collect();
        let mut view = View::default();
        let mut last = 0;
        let mut line = String::new();
        let out = loop {
            match game.now() {
                Now::Over(o) => break o,
                Now::Turn(a) => {
                    let actor = a[0];
                    if game.round() != last && game.round() % 20 == 0 {
                        last = game.round();
                        let v: Vec<_> = (0..6)
                            .map(|i| {
                                let rr: u32 = game
                                    .veins()
                                    .iter()
                                    .filter(|v| v.owner.id() == Some(i))
                                    .map(|v| 1u32 << (v.robot_rank - 1))
                                    .sum();
                                let p = &game.players()[i];
                                let fly: i32 = game
                                    .squads()
                                    .filter(|s| s.owner as usize == i)
                                    .map(|s| s.robots)
                                    .sum();
                                format!(
                                    "{}x{:.1} R{}({fly}) {:?} {}J |",
                                    game.players()[i].veins,
                                    rr as f64 / p.veins.max(1) as f64,
                                    game.robots_of(i),
                                    p.materials,
                                    p.money
                                )
                            })
                            .collect();
                        line += &format!("   r{last}: hero {}  all {}\n", v[at], v.join(" "));
                    }
                    game.view(actor, &mut view);
                    let mut n = ();
                    let mut t = Turn::open(&mut game, actor, &mut n);
                    bots[actor.0 as usize].turn(&view, &mut t).unwrap();
                    t.close(Why::Done, 0.0);
                }
            }
        };
        ranks[out.standings[at].rank as usize - 1] += 1;
        if verbose {
            println!(
                "game {seed} seat {at} rank {}\n{line}",
                out.standings[at].rank
            );
        }
    }
    println!("ranks {ranks:?}");
}
