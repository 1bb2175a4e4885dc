//! The level `random`: plays at random; and random calls for fuzzing.

use crate::command::Call;
use crate::map::ShortestPath;
use crate::observe::View;
use crate::state::Asterobots;
use crate::types::{Material, Owner, Phase, Point, Step};
use agon_core::{Bot, Rng, Stopped, Turn};

/// Selects any free vein; gives up to three commands per turn, most of them valid.
pub struct Random {
    rng: Rng,
}

impl Random {
    /// A bot that draws its commands from the seed.
    pub fn new(seed: u64) -> Random {
        Random { rng: Rng::new(seed) }
    }
}

impl Bot<Asterobots> for Random {
    fn turn(&mut self, view: &View, turn: &mut Turn<'_, Asterobots>) -> Result<(), Stopped> {
        if view.phase == Phase::Select {
            let free: Vec<Point> = view
                .veins
                .iter()
                .filter(|v| v.owner == Owner::ALIENS)
                .map(|v| v.location)
                .collect();
            if !free.is_empty() {
                turn.call(&Call::Select(*self.rng.pick(&free)))?;
            }
            return Ok(());
        }
        for _ in 0..self.rng.below(4) {
            if let Some(call) = whim(view, &mut self.rng) {
                turn.call(&call)?;
            }
        }
        Ok(())
    }
}

/// A command that fits the view a turn began with.
fn whim(view: &View, rng: &mut Rng) -> Option<Call> {
    let mine = view.my_veins().count() as u32;
    if mine == 0 {
        return None;
    }
    let own = |rng: &mut Rng| view.my_veins().nth(rng.below(mine) as usize);
    let material = *rng.pick(&Material::ALL);
    let me = view.my_player();
    let stock = me.materials[material.index()];
    let some_of = |rng: &mut Rng, n: i32| (n > 0).then(|| rng.range(1, n));
    match rng.below(8) {
        0..4 => {
            let from = own(rng)?;
            let to = rng.pick(&view.veins);
            let robots = some_of(rng, from.robots)?;
            (from.location != to.location).then_some(Call::Launch {
                robots,
                from: from.location,
                to: to.location,
            })
        }
        4 => some_of(rng, stock).map(|amount| Call::SellToAlien { material, amount }),
        5 => {
            let most = me.money / view.buy_prices[material.index()].max(1);
            some_of(rng, most).map(|amount| Call::BuyFromAlien { material, amount })
        }
        6 => Some(Call::UpgradeRobot { location: own(rng)?.location }),
        _ => Some(Call::UpgradeMaterial { location: own(rng)?.location }),
    }
}

/// A call of any kind: often valid, sometimes absurd.
pub(crate) fn wild_call(game: &Asterobots, rng: &mut Rng) -> Call {
    let material = *rng.pick(&Material::ALL);
    let player = rng.range(-1, game.players().len() as i32);
    if game.phase() == Phase::Select && rng.chance(3, 4) {
        return Call::Select(wild_point(game, rng));
    }
    match rng.below(24) {
        0 => Call::Select(wild_point(game, rng)),
        1 => Call::BuyFromAlien { material, amount: wild_number(rng) },
        2 => Call::SellToAlien { material, amount: wild_number(rng) },
        3..6 => Call::BuyFromOffer { player, material, amount: wild_number(rng) },
        6..9 => Call::SellToDemand { player, material, amount: wild_number(rng) },
        9 | 10 => Call::Offer { material, amount: wild_number(rng), price: wild_number(rng) },
        11 | 12 => Call::Demand { material, amount: wild_number(rng), price: wild_number(rng) },
        13..18 => Call::Launch {
            robots: wild_number(rng),
            from: wild_vein(game, rng),
            to: wild_vein(game, rng),
        },
        18..20 => Call::LaunchWithPath { robots: wild_number(rng), path: wild_path(game, rng) },
        20 => Call::UpgradeMaterial { location: wild_vein(game, rng) },
        21 => Call::UpgradeRobot { location: wild_vein(game, rng) },
        22 => Call::Distance { from: wild_point(game, rng), to: wild_point(game, rng) },
        _ => Call::Path { from: wild_point(game, rng), to: wild_point(game, rng) },
    }
}

fn wild_number(rng: &mut Rng) -> i32 {
    match rng.below(12) {
        0 => i32::MAX,
        1 => i32::MIN,
        2 => rng.next_u64() as i32,
        3 => rng.range(-20, 0),
        4 => rng.range(1, 100_000),
        _ => rng.range(1, 40),
    }
}

/// An own vein in half of the cases, so that commands succeed.
fn wild_vein(game: &Asterobots, rng: &mut Rng) -> Point {
    let me = Owner::player(game.current_player());
    let mine: Vec<Point> =
        game.deposits().filter(|(_, v)| v.owner == me).map(|(d, _)| d.location).collect();
    if !mine.is_empty() && rng.chance(1, 2) { *rng.pick(&mine) } else { wild_point(game, rng) }
}

fn wild_point(game: &Asterobots, rng: &mut Rng) -> Point {
    match rng.below(20) {
        0 => Point::new(rng.next_u64() as i32, rng.next_u64() as i32),
        1 => Point::new(i32::MAX, i32::MAX),
        2 | 3 => {
            let size = game.map().field().size() as i32;
            Point::new(rng.range(-2 * size, 2 * size), rng.range(-size, size))
        }
        _ => rng.pick(game.map().veins()).location,
    }
}

/// The default path with a detour, sometimes out of the field and sometimes broken.
fn wild_path(game: &Asterobots, rng: &mut Rng) -> Vec<Point> {
    let (from, to) = (wild_vein(game, rng), wild_vein(game, rng));
    let field = game.map().field();
    if !field.contains(from) || !field.contains(to) || rng.chance(1, 8) {
        return [from, to][..rng.below(3) as usize].to_vec();
    }
    let mut path: Vec<Point> = ShortestPath::new(from, to).points().collect();
    for _ in 0..rng.below(6) {
        let at = rng.below(path.len() as u32) as usize;
        let p = path[at];
        let q = p.after(*rng.pick(&[Step::Left, Step::Right, Step::Vertical]));
        path.splice(at..=at, [p, q, p]);
    }
    if rng.chance(1, 8) {
        path.remove(rng.below(path.len() as u32) as usize);
    }
    path
}
