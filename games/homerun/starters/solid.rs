//! A solid bot for Home Run: plays like `builtin:solid`.
//!
//! Every unit has a `Solid` of its own. Together they are a team, because they share what they find in the
//! team's array: bases and stadiums, who holds them, enemies on them, the headquarters.
//!
//! * The headquarters recruits the type that the team lacks most.
//! * Pitchers hold bases and stadiums, or go to one without a holder, or search for one.
//! * Batters hunt enemies; they bat what brings the most.
//! * Catchers stay by the headquarters.

mod homerun_helpers;
mod homerun_types;

use agon_bot::{Bot, Random, Turn, TurnOver};
use homerun_helpers::{DIRECTIONS, Place, distance_squared, neighbour, places};
use homerun_types::{UnitInfo, View, calls};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

const TYPES: [&str; 4] = ["HQ", "PITCHER", "BATTER", "CATCHER"];
/// The round from which points are worth more than reputation.
const INVEST_UNTIL: i64 = 150;
/// Rounds after which a wandering unit chooses another place.
const WANDER_ROUNDS: i64 = 40;
/// How many of the last tiles a walker remembers.
const MEMORY: usize = 24;

// Where things are in the team's array. A 0 means "nothing written yet" everywhere.
const SITE_COUNT: i64 = 0;
/// Own and enemy headquarters: known, x, y.
const HQ: [i64; 2] = [2, 5];
/// Units of each type.
const UNIT_COUNTS: i64 = 10;
/// Sites: x, y, 1 for a base or 2 for a stadium, round of the claim, holder, round of the enemy.
const SITES: i64 = 100;
const SITE_LENGTH: i64 = 6;
const SITES_MAX: usize = 60;
/// Rounds after which a claim or a sighting is ignored.
const STALE_AFTER: i64 = 12;
/// Rounds between two claims of the same unit.
const CLAIM_EVERY: i64 = 5;
/// Rounds between two counts of all units.
const COUNT_EVERY: i64 = 8;

/// A base or a stadium as the team knows it.
struct Site {
    index: i64,
    at: Place,
    is_base: bool,
    /// The unit that holds it or goes there, by a recent claim.
    holder: Option<i64>,
    /// Whether an enemy was seen on it recently.
    has_enemy: bool,
}

/// What a unit sees, by place.
struct Sight {
    view: View,
    here: Place,
    tiles: BTreeMap<Place, char>,
    units: BTreeMap<Place, UnitInfo>,
    balls: BTreeSet<Place>,
}

impl Sight {
    fn new(view: View) -> Sight {
        let units = view.units.iter().chain([&view.me]);
        Sight {
            here: place(&view.me.at),
            tiles: places(&view).into_iter().collect(),
            units: units.map(|unit| (place(&unit.at), unit.clone())).collect(),
            balls: view.balls.iter().map(|at| place(at)).collect(),
            view,
        }
    }

    fn is_land(&self, at: Place) -> bool {
        self.tiles.get(&at).is_some_and(|&tile| ".bs".contains(tile))
    }

    fn is_site(&self, at: Place) -> bool {
        self.tiles.get(&at).is_some_and(|&tile| "bs".contains(tile))
    }

    fn is_accessible(&self, at: Place) -> bool {
        self.is_land(at) && !self.units.contains_key(&at) && !self.balls.contains(&at)
    }

    fn is_ours(&self, unit: &UnitInfo) -> bool {
        unit.team == self.view.me.team
    }
}

#[derive(Default)]
struct Solid {
    random: Option<Random>,
    sites: Vec<Site>,
    /// The last tiles it stood on.
    trail: VecDeque<Place>,
    /// Where it wanders to, and until when.
    wander_goal: Option<(Place, i64)>,
    /// The headquarters' count of its units by type.
    heads: [i64; 4],
}

impl Bot for Solid {
    fn turn(&mut self, turn: &mut Turn) -> Result<(), TurnOver> {
        let sight = Sight::new(turn.view.read());
        let is_hq = sight.view.me.r#type == "HQ";
        self.random.get_or_insert_with(|| Random::new(turn.hello.seed + sight.view.me.id as u64));
        match is_hq {
            true => self.count_heads(turn, &sight)?,
            false => be_counted(turn, &sight)?,
        }
        let hqs = share_hqs(turn, &sight)?;
        self.sites = share_sites(turn, &sight)?;
        match sight.view.me.r#type.as_str() {
            "HQ" => self.manage(turn, &sight),
            "PITCHER" => self.pitch(turn, &sight),
            "BATTER" => self.hunt(turn, &sight),
            _ => self.guard(turn, &sight, hqs),
        }
    }
}

// ---------------------------------------------------------------------------------- the headquarters

impl Solid {
    fn random(&mut self) -> &mut Random {
        self.random.get_or_insert_with(|| Random::new(1))
    }

    /// In the round after a count the headquarters reads how many of each type there are, and clears the
    /// count for the next.
    fn count_heads(&mut self, turn: &Turn, sight: &Sight) -> Result<(), TurnOver> {
        if sight.view.round % COUNT_EVERY == 1 {
            self.heads.copy_from_slice(&read(turn, UNIT_COUNTS, 4)?);
            write(turn, &[0, 1, 2, 3].map(|i| (UNIT_COUNTS + i, 0)))?;
        }
        Ok(())
    }

    /// Recruits the type that the team lacks most, as long as the reputation suffices.
    fn manage(&mut self, turn: &Turn, sight: &Sight) -> Result<(), TurnOver> {
        feed_batters(turn, sight)?;
        loop {
            let [_, pitchers, batters, catchers] = self.heads;
            let kind = if pitchers < 2 {
                1
            } else if catchers < 1 && pitchers >= 4 {
                3
            } else if batters * 2 < pitchers - 1 || pitchers > self.sites.len() as i64 + 1 {
                2
            } else {
                1
            };
            // Saving for the unit that is needed is better than buying another one.
            if !self.recruit(turn, sight, TYPES[kind])? {
                return Ok(());
            }
            self.heads[kind] += 1;
        }
    }

    fn recruit(&mut self, turn: &Turn, sight: &Sight, kind: &str) -> Result<bool, TurnOver> {
        let mut directions = DIRECTIONS;
        for i in 1..directions.len() {
            directions.swap(i, self.random().below(i + 1));
        }
        // New units begin on the side of the nearest site without a holder.
        let free = self.sites.iter().filter(|site| site.holder.is_none()).map(|site| site.at);
        if let Some(goal) = free.min_by_key(|&at| distance_squared(sight.here, at)) {
            directions.sort_by_key(|d| distance_squared(neighbour(sight.here, d), goal));
        }
        for direction in directions {
            if turn.make(calls::can_recruit(kind, direction))?.value().boolean() {
                turn.make(calls::recruit(kind, direction))?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    // ------------------------------------------------------------------------------------ the others

    /// Holds a base or a stadium, or goes to one without a holder, or searches for one.
    fn pitch(&mut self, turn: &Turn, sight: &Sight) -> Result<(), TurnOver> {
        let (here, me) = (sight.here, sight.view.me.id);
        if let Some(site) = self.sites.iter().find(|site| site.at == here) {
            return claim(turn, sight, site);
        }
        let is_open = |site: &&Site| {
            let is_taken = sight.units.contains_key(&site.at);
            site.holder.map_or(true, |id| id == me) && !is_taken && !site.has_enemy
        };
        // Bases give points; stadiums pay for more units, which is better early in the game.
        let wants_base = sight.view.round >= INVEST_UNTIL;
        let nearest = self.sites.iter().filter(is_open).min_by_key(|site| {
            distance_squared(here, site.at) * if site.is_base == wants_base { 1 } else { 3 }
        });
        match nearest {
            Some(site) => {
                let at = site.at;
                claim(turn, sight, site)?;
                self.walk(turn, sight, at).map(drop)
            }
            None => self.wander(turn, sight),
        }
    }

    /// Bats if that gains something, goes to a target, and bats again.
    fn hunt(&mut self, turn: &mut Turn, sight: &Sight) -> Result<(), TurnOver> {
        let has_batted = bat_best(turn, sight)?;
        let is_prey = |unit: &&UnitInfo| !sight.is_ours(unit) && unit.r#type != "HQ";
        let prey = sight.view.units.iter().find(is_prey);
        let trouble = self.sites.iter().filter(|site| site.has_enemy).map(|site| site.at);
        let trouble = trouble.min_by_key(|&at| distance_squared(sight.here, at));
        let goal = match prey {
            Some(prey) => Some(best_spot(sight, place(&prey.at))),
            None => trouble.filter(|&at| at != sight.here),
        };
        let Some(goal) = goal else { return self.wander(turn, sight) };
        if self.walk(turn, sight, goal)? && !has_batted {
            let fresh = Sight::new(turn.look()?.read());
            bat_best(turn, &fresh)?;
        }
        Ok(())
    }

    /// Stands next to the headquarters, towards the enemy's if that is known.
    fn guard(&mut self, turn: &Turn, sight: &Sight, hqs: [Option<Place>; 2]) -> Result<(), TurnOver> {
        let [Some(home), enemy] = hqs else { return Ok(()) };
        let post = enemy.map_or(home, |enemy| neighbour(home, direction_to(home, enemy)));
        if distance_squared(sight.here, post) > 2 {
            self.walk(turn, sight, post)?;
        }
        Ok(())
    }

    /// Goes to a random far place, and to another one when that is reached or took too long.
    fn wander(&mut self, turn: &Turn, sight: &Sight) -> Result<(), TurnOver> {
        if sight.view.me.move_cd >= 1.0 {
            return Ok(());
        }
        let (here, round) = (sight.here, sight.view.round);
        let is_good = |&(goal, until): &(Place, i64)| {
            let is_off = sight.tiles.contains_key(&goal) && !sight.is_land(goal);
            round < until && distance_squared(here, goal) > 8 && !is_off
        };
        let goal = match self.wander_goal.filter(is_good) {
            Some((goal, _)) => goal,
            None => {
                let mut far = || self.random().below(51) as i64 - 25;
                let goal = (here.0 + far(), here.1 + far());
                self.wander_goal = Some((goal, round + WANDER_ROUNDS));
                goal
            }
        };
        if !self.walk(turn, sight, goal)? {
            self.wander_goal = None;
        }
        Ok(())
    }

    // --------------------------------------------------------------------------------------- walking

    fn walk(&mut self, turn: &Turn, sight: &Sight, goal: Place) -> Result<bool, TurnOver> {
        if sight.view.me.move_cd >= 1.0 {
            return Ok(false);
        }
        let Some(direction) = self.step_towards(sight, goal) else { return Ok(false) };
        // Asking first is cheaper: a refused order costs a penalty.
        if !turn.make(calls::can_move(direction))?.value().boolean() {
            return Ok(false);
        }
        turn.make(calls::r#move(direction))?;
        Ok(true)
    }

    /// The direction of the next step: towards the tile in sight that brings the unit nearest to its goal,
    /// counting the way there around obstacles. Tiles visited recently count as farther away, so that a
    /// unit leaves a dead end.
    fn step_towards(&mut self, sight: &Sight, goal: Place) -> Option<&'static str> {
        let here = sight.here;
        if here == goal {
            return None;
        }
        if self.trail.back() != Some(&here) {
            self.trail.push_back(here);
            if self.trail.len() > MEMORY {
                self.trail.pop_front();
            }
        }
        let cost = |at: Place, steps: i64| {
            let (dx, dy) = ((at.0 - goal.0).abs(), (at.1 - goal.1).abs());
            let straight = 10 * dx.max(dy) + 4 * dx.min(dy);
            let visits = self.trail.iter().filter(|&&old| old == at).count() as i64;
            steps * 10 + straight * 11 / 10 + visits * 25
        };
        let ways = ways_around(sight);
        let mut best = (cost(here, 0), None);
        for (at, _) in places(&sight.view) {
            let Some(&(steps, Some(first))) = ways.get(&at) else { continue };
            if cost(at, steps) < best.0 {
                best = (cost(at, steps), Some(first));
            }
        }
        best.1
    }
}

/// For each tile in sight that can be reached how many steps away it is, and how the way begins.
fn ways_around(sight: &Sight) -> BTreeMap<Place, (i64, Option<&'static str>)> {
    let mut ways = BTreeMap::from([(sight.here, (0, None))]);
    let mut queue = VecDeque::from([sight.here]);
    while let Some(at) = queue.pop_front() {
        let (steps, first) = ways[&at];
        for direction in DIRECTIONS {
            let to = neighbour(at, direction);
            if sight.is_accessible(to) && !ways.contains_key(&to) {
                ways.insert(to, (steps + 1, first.or(Some(direction))));
                queue.push_back(to);
            }
        }
    }
    ways
}

// ---------------------------------------------------------------------------------- the team's array

fn read(turn: &Turn, start: i64, count: i64) -> Result<Vec<i64>, TurnOver> {
    let replies = turn.calls((start..start + count).map(calls::read).collect())?;
    Ok(replies.iter().map(|reply| reply.value().integer()).collect())
}

/// Writes numbers: pairs of an index and a number.
fn write(turn: &Turn, numbers: &[(i64, i64)]) -> Result<(), TurnOver> {
    let calls = numbers.iter().map(|&(index, number)| calls::write(index, number));
    turn.calls(calls.collect()).map(drop)
}

/// In every eighth round each unit counts itself.
fn be_counted(turn: &Turn, sight: &Sight) -> Result<(), TurnOver> {
    let kind = TYPES.iter().position(|kind| *kind == sight.view.me.r#type).unwrap_or(0);
    if sight.view.round % COUNT_EVERY == 0 {
        let index = UNIT_COUNTS + kind as i64;
        let count = read(turn, index, 1)?[0];
        write(turn, &[(index, count + 1)])?;
    }
    Ok(())
}

/// Stores the places of headquarters in sight, and returns those of the own and of the enemy's.
fn share_hqs(turn: &Turn, sight: &Sight) -> Result<[Option<Place>; 2], TurnOver> {
    let numbers = read(turn, HQ[0], 6)?;
    let mut known = [0, 3].map(|i| (numbers[i] == 1).then(|| (numbers[i + 1], numbers[i + 2])));
    let seen = [&sight.view.me].into_iter().chain(&sight.view.units);
    for hq in seen.filter(|unit| unit.r#type == "HQ") {
        let i = usize::from(!sight.is_ours(hq));
        let (x, y) = place(&hq.at);
        if known[i] != Some((x, y)) {
            known[i] = Some((x, y));
            write(turn, &[(HQ[i], 1), (HQ[i] + 1, x), (HQ[i] + 2, y)])?;
        }
    }
    Ok(known)
}

/// Reads what the team knows about bases and stadiums, and adds what this unit sees.
fn share_sites(turn: &Turn, sight: &Sight) -> Result<Vec<Site>, TurnOver> {
    let now = sight.view.round + 1;
    let count = read(turn, SITE_COUNT, 1)?[0];
    let numbers = read(turn, SITES, count * SITE_LENGTH)?;
    let site = |(index, row): (usize, &[i64])| Site {
        index: index as i64,
        at: (row[0], row[1]),
        is_base: row[2] == 1,
        holder: (row[4] != 0 && now - row[3] <= STALE_AFTER).then_some(row[4]),
        has_enemy: row[5] != 0 && now - row[5] <= STALE_AFTER,
    };
    let mut sites: Vec<Site> =
        numbers.chunks_exact(SITE_LENGTH as usize).enumerate().map(site).collect();
    for (at, tile) in places(&sight.view) {
        if !"bs".contains(tile) {
            continue;
        }
        let i = match sites.iter().position(|site| site.at == at) {
            Some(i) => i,
            None if sites.len() >= SITES_MAX => continue,
            None => {
                let (index, is_base) = (sites.len() as i64, tile == 'b');
                let start = SITES + index * SITE_LENGTH;
                let kind = if is_base { 1 } else { 2 };
                let place = [(start, at.0), (start + 1, at.1), (start + 2, kind)];
                write(turn, &place)?;
                write(turn, &[(SITE_COUNT, index + 1)])?;
                sites.push(Site { index, at, is_base, holder: None, has_enemy: false });
                sites.len() - 1
            }
        };
        let has_enemy = sight.units.get(&at).is_some_and(|unit| !sight.is_ours(unit));
        if sites[i].has_enemy != has_enemy {
            sites[i].has_enemy = has_enemy;
            let seen = if has_enemy { now } else { 0 };
            write(turn, &[(SITES + sites[i].index * SITE_LENGTH + 5, seen)])?;
        }
    }
    Ok(sites)
}

/// Claims a site that this unit holds or goes to; the claim is renewed regularly.
fn claim(turn: &Turn, sight: &Sight, site: &Site) -> Result<(), TurnOver> {
    let (me, round) = (sight.view.me.id, sight.view.round);
    if site.holder == Some(me) && round % CLAIM_EVERY != 0 {
        return Ok(());
    }
    let start = SITES + site.index * SITE_LENGTH;
    write(turn, &[(start + 3, round + 1), (start + 4, me)])
}

// ------------------------------------------------------------------------------------------- batting

/// Carries out the bat that gains most, if any gains at all.
fn bat_best(turn: &Turn, sight: &Sight) -> Result<bool, TurnOver> {
    if sight.view.me.act_cd >= 1.0 {
        return Ok(false);
    }
    let bats = DIRECTIONS.into_iter().map(|direction| {
        let at = neighbour(sight.here, direction);
        let (strength, gain) = match sight.balls.contains(&at) {
            true => best_bat(|strength| gain_of_ball(sight, at, direction, strength)),
            false => best_bat_of_unit(sight, at, direction),
        };
        (gain, direction, strength)
    });
    // Of equal bats the first.
    let best = bats.filter(|&(gain, ..)| gain > 0).min_by_key(|&(gain, ..)| Reverse(gain));
    let Some((_, direction, strength)) = best else { return Ok(false) };
    turn.make(calls::bat(direction, strength))?;
    Ok(true)
}

/// The strength that gains most, the greatest of equals, and what it gains.
fn best_bat(gain: impl Fn(i64) -> i64) -> (i64, i64) {
    (1..=3).map(|strength| (strength, gain(strength))).max_by_key(|&(_, gain)| gain).unwrap_or((1, 0))
}

/// The same for the unit on a tile.
fn best_bat_of_unit(sight: &Sight, at: Place, direction: &str) -> (i64, i64) {
    match sight.units.get(&at).filter(|unit| unit.r#type != "HQ") {
        Some(unit) => best_bat(|strength| gain_of_unit(sight, unit, direction, strength)),
        None => (1, 0),
    }
}

fn gain_of_unit(sight: &Sight, unit: &UnitInfo, direction: &str, strength: i64) -> i64 {
    let own = worth(sight, unit);
    let start = place(&unit.at);
    let mut at = start;
    for _ in 0..strength {
        let to = neighbour(at, direction);
        if !sight.tiles.contains_key(&to) {
            break; // out of sight: the flight is judged up to here
        }
        if !sight.is_land(to) || sight.balls.contains(&to) {
            return own;
        }
        match sight.units.get(&to) {
            None => at = to,
            Some(other) => match other.r#type.as_str() {
                "HQ" => return own,
                "CATCHER" => break,
                _ => return own + worth(sight, other),
            },
        }
    }
    // No unit dies, but an enemy that stood on a base or a stadium earns nothing for a while.
    match sight.is_ours(unit) || sight.is_site(at) || at == start {
        true => -1,
        false => 1 + 10 * i64::from(sight.is_site(start)),
    }
}

fn gain_of_ball(sight: &Sight, from: Place, direction: &str, strength: i64) -> i64 {
    let mut gain = 0;
    let mut at = from;
    for _ in 0..strength {
        at = neighbour(at, direction);
        if !sight.is_land(at) || sight.balls.contains(&at) {
            return gain;
        }
        let Some(unit) = sight.units.get(&at) else { continue };
        match unit.r#type.as_str() {
            "HQ" => return gain + if sight.is_ours(unit) { -1000 } else { 1000 },
            "CATCHER" => return gain,
            _ => gain += worth(sight, unit),
        }
    }
    gain
}

/// The value of killing a unit; losing an own one costs twice its price.
fn worth(sight: &Sight, unit: &UnitInfo) -> i64 {
    let cost = match unit.r#type.as_str() {
        "PITCHER" => 50,
        "BATTER" => 75,
        "CATCHER" => 35,
        _ => 0,
    };
    if sight.is_ours(unit) { -2 * cost } else { cost }
}

/// The free tile next to a unit from which a bat does the most.
fn best_spot(sight: &Sight, prey: Place) -> Place {
    let spots = DIRECTIONS.iter().enumerate().map(|(i, d)| (neighbour(prey, d), DIRECTIONS[(i + 4) % 8]));
    let free = spots.filter(|&(at, _)| at == sight.here || sight.is_accessible(at));
    let best = free.max_by_key(|&(at, opposite)| {
        (best_bat_of_unit(sight, prey, opposite).1, -distance_squared(sight.here, at))
    });
    best.map_or(prey, |(at, _)| at)
}

/// Builds a ball where a batter next to the headquarters can bat it at a unit; the batter's turn is still to
/// come.
fn feed_batters(turn: &Turn, sight: &Sight) -> Result<(), TurnOver> {
    let is_feedable = |unit: &&UnitInfo| {
        sight.is_ours(unit) && unit.r#type == "BATTER" && unit.act_cd < 2.0
    };
    for batter in sight.view.units.iter().filter(is_feedable) {
        for direction in DIRECTIONS {
            let at = neighbour(place(&batter.at), direction);
            let is_near = distance_squared(sight.here, at) <= 2;
            let gain = best_bat(|strength| gain_of_ball(sight, at, direction, strength)).1;
            if is_near && sight.is_accessible(at) && gain > 0 {
                let build = direction_to(sight.here, at);
                if turn.make(calls::can_construct_ball(build))?.value().boolean() {
                    turn.make(calls::construct_ball(build))?;
                }
                return Ok(());
            }
        }
    }
    Ok(())
}

fn place(at: &[i64]) -> Place {
    (at[0], at[1])
}

/// The direction by the signs of the differences.
fn direction_to(a: Place, b: Place) -> &'static str {
    let signs = ((b.0 - a.0).signum(), (b.1 - a.1).signum());
    DIRECTIONS.into_iter().find(|name| neighbour((0, 0), name) == signs).unwrap_or("ZERO")
}

fn main() {
    agon_bot::run_each::<Solid>()
}
