//! Prints sums over what the helpers of a game say about the first view; tests/all/helpers.rs explains them.

mod asterobots_helpers;
mod asterobots_types;
mod galaxy_helpers;
mod galaxy_types;
mod homerun_helpers;
mod homerun_types;
mod mars_helpers;
mod mars_types;
mod timetravel_helpers;
mod timetravel_types;

const MODULUS: i64 = 1_000_003;

fn code(at: &[i64]) -> i64 {
    ((at[0] + 50) * 2003 + at[1] + 50) * 3 + at.get(2).unwrap_or(&0)
}

fn pair(at: &(i64, i64)) -> i64 {
    code(&[at.0, at.1])
}

fn name(name: &String) -> i64 {
    name.bytes().fold(7, |sum, byte| (sum * 31 + i64::from(byte)) % MODULUS)
}

fn sums<P>(
    places: &[P],
    code: impl Fn(&P) -> i64,
    neighbours: impl Fn(&P) -> Vec<(P, u64)>,
    distance: impl Fn(&P) -> i64,
    way: impl Fn(&P) -> usize,
) -> String {
    let (mut near, mut far, mut ways) = (0, 0, 0);
    for (i, to) in places.iter().enumerate() {
        for (beside, cost) in neighbours(to) {
            near = (near + code(to) * code(&beside) + cost as i64) % MODULUS;
        }
        far = (far + (i as i64 + 1) * distance(to)) % MODULUS;
        if i % 17 == 0 {
            ways = (ways + (i as i64 + 1) * way(to) as i64) % MODULUS;
        }
    }
    format!("= {} {near} {far} {ways}.", places.len())
}

fn words(turn: &agon_bot::Turn) -> String {
    match turn.hello.game.as_str() {
        "mars" => {
            use mars_helpers::{distance, neighbours, places, way};
            let view = turn.view.read();
            let all = places(&view).into_iter().filter(|(_, tile)| *tile != 'I');
            let all: Vec<_> = all.map(|(at, _)| at).collect();
            let way = |to: &_| way(&view, all[0], *to).map_or(0, |way| way.len());
            sums(&all, pair, |at| neighbours(&view, *at), |to| distance(all[0], *to), way)
        }
        "galaxy" => {
            use galaxy_helpers::{distance, neighbours, places, way};
            let view = turn.view.read();
            let all: Vec<String> = places(&view).into_iter().map(|(name, _)| name.to_owned()).collect();
            let far = |to: &String| distance(&view, &all[0], to).map_or(-1, |cost| cost as i64);
            let way = |to: &String| usize::from(way(&view, &all[0], to).is_some());
            sums(&all, name, |at| neighbours(&view, at), far, way)
        }
        "homerun" => {
            use homerun_helpers::{distance, distance_squared, neighbours, places, way};
            let view = turn.view.read();
            let all: Vec<_> = places(&view).into_iter().map(|(at, _)| at).collect();
            let far = |to: &_| distance(all[0], *to) + 1000 * distance_squared(all[0], *to);
            let way = |to: &_| usize::from(way(&view, all[0], *to).is_some());
            sums(&all, pair, |at| neighbours(&view, *at), far, way)
        }
        "timetravel" => {
            use timetravel_helpers::{distance, neighbours, places, way};
            let view = turn.view.read();
            let all = places(&view);
            let triple = |at: &timetravel_helpers::Place| code(&[at.0, at.1, at.2]);
            let way = |to: &_| way(&view, all[0], *to).map_or(0, |way| way.len());
            sums(&all, triple, |at| neighbours(&view, *at), |to| distance(all[0], *to), way)
        }
        _ => {
            use asterobots_helpers::{distance, neighbours, places, way};
            let view = turn.view.read();
            let all = places(&view);
            let way = |to: &_| way(&view, all[0], *to).map_or(0, |way| way.len());
            sums(&all, pair, |at| neighbours(&view, *at), |to| distance(all[0], *to), way)
        }
    }
}

fn main() {
    agon_bot::run(|turn| {
        if turn.number > 1 {
            return Ok(());
        }
        let line = words(turn);
        turn.log(line)
    })
}
