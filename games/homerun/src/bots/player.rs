//! What all units of the expert and the champion have in common, and what their pitchers and catchers do.
//!
//! A unit updates its chart, tells the team which enemies it sees, and then plays its part: pitchers here,
//! batters in `striker`, the headquarters in `manager`.

use super::chart::{Chart, Site, Spot};
use super::dribble::Drive;
use super::effort::{Effort, Step};
use super::manager::Manager;
use super::melee::{self, Scene, Worth};
use super::relay::{self, Post};
use super::team::Targets;
use super::ways::{FAR, FreeSteps, Ways};
use super::{pay_for_sight, team};
use crate::command::Call;
use crate::observe::View;
use crate::state::HomeRun;
use crate::types::{Direction, Location, MapObject, UnitType};
use agon_core::{Bot, Rng, Stopped, Turn};

/// How a team plays: the switches and weights in which expert and champion differ.
#[derive(Clone, Debug)]
pub(super) struct Style {
    pub worth: Worth,
    /// How much a danger counts against a gain, in percent.
    pub caution: i32,
    /// Walkers mind that the other headquarters may recruit a batter beside them.
    pub minds_recruits: bool,
    /// Pitchers leave tiles on which they could be killed.
    pub evades: bool,
    /// The headquarters plans relays and recruits batters that kill at once.
    pub has_relay: bool,
    pub recruits_to_kill: bool,
    /// Batters leave their own half only in groups of this size.
    pub attack_from: i32,
    /// Batters without a target drive balls.
    pub drives: bool,
    /// The headquarters builds those balls when the team has this many batters.
    pub drive_from: i32,
    /// The first catcher explores: it is the fastest unit, and sees farthest.
    pub scouts: bool,
    /// Batters that the team must have besides those of the relay.
    pub relay_spare: i32,
}

/// Rounds after which a walk into the unknown is given up.
const EXPLORE_ROUNDS: u32 = 60;
/// Rounds for which an intruder keeps pitchers from a site.
const INTRUDER_ROUNDS: i32 = 25;
/// The round from which points are worth more than reputation.
const INVEST_UNTIL: u32 = 250;

/// One unit.
pub(super) struct Player {
    pub style: &'static Style,
    pub rng: Rng,
    pub chart: Chart,
    pub ways: Ways,
    /// What is left of this turn's effort.
    pub effort: Effort,
    /// Whether an enemy is in sight, its headquarters included.
    pub sees_enemy: bool,
    pub drive: Drive,
    pub manager: Manager,
    pub targets: Targets,
    /// Where it explores, and until when.
    pub errand: Option<(Spot, u32)>,
    /// The version of the chart at which nothing was left to explore.
    explored: Option<u32>,
    /// The site this pitcher goes to.
    site: Option<Spot>,
    /// Its last claim of a site, and the round.
    claimed: Option<(Spot, u32)>,
    /// The sites in sight, and from where and among how many they were looked for.
    near_sites: Vec<Site>,
    looked_for_sites: Option<(Spot, usize)>,
    /// Sites to which no way leads.
    out_of_reach: Vec<Spot>,
    /// The relay post of this batter.
    pub post: Option<i32>,
    /// The posts of the open relay, and the tiles that others keep free for it.
    pub posts: Vec<Post>,
    corridor: Vec<Spot>,
}

impl Player {
    pub fn new(style: &'static Style, seed: u64) -> Player {
        Player {
            style,
            rng: Rng::new(seed),
            chart: Chart::new(),
            ways: Ways::new(),
            effort: Effort::of_turn(),
            sees_enemy: false,
            drive: Drive::default(),
            manager: Manager::default(),
            targets: Targets::default(),
            errand: None,
            explored: None,
            site: None,
            claimed: None,
            near_sites: Vec::new(),
            looked_for_sites: None,
            out_of_reach: Vec::new(),
            post: None,
            posts: Vec::new(),
            corridor: Vec::new(),
        }
    }

    pub fn here(&self, view: &View) -> Spot {
        self.chart.spot(view.me.at)
    }

    /// Finds the sites in sight. Most units stand still, so all sites are looked through only after a step;
    /// otherwise those that the team has found since.
    fn note_near_sites(&mut self, view: &View) {
        let here = self.here(view);
        let sites = &self.chart.sites;
        let looked = self.looked_for_sites.replace((here, sites.len()));
        let first = match looked {
            Some((from, count)) if from == here => count,
            _ => {
                self.near_sites.clear();
                0
            }
        };
        let is_near = |site: &&Site| {
            let (dx, dy) = (site.spot.x() - here.x(), site.spot.y() - here.y());
            dx * dx + dy * dy <= view.me.unit_type.vision()
        };
        self.near_sites.extend(sites[first..].iter().filter(is_near));
    }

    /// Reads which relay is open.
    fn read_relay(&mut self, turn: &mut Turn<'_, HomeRun>) -> Result<(), Stopped> {
        let posts = team::relay(turn)?;
        if posts != self.posts {
            self.corridor = relay::corridor(&posts);
            self.posts = posts;
        }
        Ok(())
    }

    /// What it costs to be in the way of the relay.
    pub fn nuisance(&self, spot: Spot) -> u16 {
        let is_in_way = self.post.is_none() && self.corridor.contains(&spot);
        if is_in_way { 24 } else { 0 }
    }

    /// Leaves the corridor of the relay.
    pub fn make_way(&mut self, view: &View, turn: &mut Turn<'_, HomeRun>) -> Result<(), Stopped> {
        let here = self.here(view);
        if !view.me.can_move() || self.nuisance(here) == 0 {
            return Ok(());
        }
        let start = self.rng.below(8);
        let free = Direction::neighbours().iter().copied().filter(|&direction| {
            view.is_accessible(view.me.at.step(direction))
                && self.nuisance(here.step(direction)) == 0
        });
        match free.min_by_key(|&direction| (direction as u32 + start) % 8) {
            Some(direction) => turn.call(&Call::Move(Some(direction))).map(drop),
            None => Ok(()),
        }
    }

    /// Holds a base or a stadium, or goes to one that is free, or searches for one.
    fn pitch(&mut self, view: &View, turn: &mut Turn<'_, HomeRun>) -> Result<(), Stopped> {
        let here = self.here(view);
        let is_alarmed = self.sees_enemy;
        let stands_on_site = self.chart.sites.iter().any(|site| site.spot == here);
        if stands_on_site {
            self.site = Some(here);
            team::claim(view, turn, here, &mut self.claimed)?;
        }
        if is_alarmed && self.style.evades && view.me.can_move() && self.evade(view, turn)? {
            return Ok(());
        }
        if stands_on_site {
            return Ok(());
        }
        if !view.me.can_move() {
            return match self.site {
                Some(site) => team::claim(view, turn, site, &mut self.claimed),
                None => Ok(()),
            };
        }
        self.site = self.choose_site(view, turn)?;
        match self.site {
            Some(site) => {
                self.ways.aim(&self.chart, here, site, view.round, &mut self.effort);
                if self.ways.is_cut_off(here) {
                    self.out_of_reach.push(site);
                    return Ok(());
                }
                team::claim(view, turn, site, &mut self.claimed)?;
                self.walk(view, turn, site)
            }
            None => self.explore(view, turn),
        }
    }

    /// Leaves a tile on which an enemy could kill this unit, if another one is safer.
    fn evade(&mut self, view: &View, turn: &mut Turn<'_, HomeRun>) -> Result<bool, Stopped> {
        let scene = Scene::new(view, &self.chart, &self.style.worth);
        let threats = scene.threats();
        let unit_type = view.me.unit_type;
        let danger = scene.danger(&threats, view.me.at, unit_type);
        if danger < self.style.worth.own[unit_type as usize] / 2 {
            return Ok(false);
        }
        let mut best = (danger * 4, None);
        for &direction in Direction::neighbours() {
            let to = view.me.at.step(direction);
            if !view.is_accessible(to) {
                continue;
            }
            let near = |enemy: Location| (enemy.x - to.x).abs().max((enemy.y - to.y).abs());
            let enemies = view.units_of(view.me.team.other());
            let batters = enemies.filter(|unit| unit.unit_type == UnitType::Batter);
            let distance = batters.map(|unit| near(unit.at)).min().unwrap_or(6).min(6);
            let cost = scene.danger(&threats, to, unit_type) * 4 - distance;
            if cost < best.0 {
                best = (cost, Some(direction));
            }
        }
        match best.1 {
            Some(direction) => {
                turn.call(&Call::Move(Some(direction)))?;
                Ok(true)
            }
            None => Ok(false),
        }
    }

    /// The nearest site that no unit of the team holds and no enemy occupies.
    fn choose_site(
        &mut self,
        view: &View,
        turn: &mut Turn<'_, HomeRun>,
    ) -> Result<Option<Spot>, Stopped> {
        let here = self.here(view);
        let mut best = (i32::MAX, None);
        for site in &self.chart.sites {
            // Early in the game stadiums pay for more units, later only points count.
            let is_preferred = site.is_base == (view.round >= INVEST_UNTIL);
            let distance = here.distance(site.spot) * if is_preferred { 3 } else { 4 };
            let keep = if self.site == Some(site.spot) { -6 } else { 0 };
            if distance + keep >= best.0 {
                continue;
            }
            if !self.effort.spend_spare(Step::Site) {
                break; // on a map full of sites the best one so far will do
            }
            let at = self.chart.location(site.spot);
            if self.out_of_reach.contains(&site.spot) || view.unit_at(at).is_some() {
                continue;
            }
            let holder = team::holder(view, turn, site.spot)?;
            if holder.is_some_and(|id| id != view.me.id) {
                continue;
            }
            if team::intruder(view, turn, site.spot)? >= INTRUDER_ROUNDS {
                best = (distance + keep, Some(site.spot));
            }
        }
        Ok(best.1)
    }

    /// Stands beside the headquarters, between it and what threatens it.
    fn guard(&mut self, view: &View, turn: &mut Turn<'_, HomeRun>) -> Result<(), Stopped> {
        if !view.me.can_move() {
            return Ok(());
        }
        if self.style.scouts && self.chart.enemy_home.is_none() {
            return self.explore(view, turn);
        }
        let home = self.chart.location(self.chart.home);
        let lined_up = |at: Location| {
            let (dx, dy) = (at.x - home.x, at.y - home.y);
            (dx == 0 || dy == 0 || dx.abs() == dy.abs()) && dx.abs().max(dy.abs()) <= 4
        };
        let ball = view.balls.iter().copied().find(|&ball| lined_up(ball));
        let enemies = view.units_of(view.me.team.other());
        let batter = enemies.filter(|unit| unit.unit_type == UnitType::Batter).map(|unit| unit.at);
        let threat = ball.or(batter.min_by_key(|at| at.distance_squared(home)));
        let threat = threat.or(self.chart.enemy_home.map(|enemy| self.chart.location(enemy)));
        let post = threat.map_or(home, |threat| home.step(home.direction_to(threat)));
        let post = self.chart.spot(post);
        if self.here(view) == post || post == self.chart.home {
            return Ok(());
        }
        self.walk(view, turn, post)
    }

    /// One step towards a tile.
    pub fn walk(
        &mut self,
        view: &View,
        turn: &mut Turn<'_, HomeRun>,
        goal: Spot,
    ) -> Result<(), Stopped> {
        let here = self.here(view);
        self.ways.tread(here);
        self.ways.aim(&self.chart, here, goal, view.round, &mut self.effort);
        let free = FreeSteps::of(view);
        let step = self.ways.step(here, &free, |spot| self.nuisance(spot));
        let Some(mut direction) = step else { return self.make_way(view, turn) };
        if self.sees_enemy {
            let scene = melee::is_dangerous(view, self.style.minds_recruits)
                .then(|| Scene::new(view, &self.chart, &self.style.worth));
            match self.safe_step(view, &free, scene.as_ref()) {
                Some(safe) => direction = safe,
                None => return Ok(()),
            }
        }
        turn.call(&Call::Move(Some(direction))).map(drop)
    }

    /// The step that is best with its dangers counted, which a scene tells; `None` to stay.
    fn safe_step(
        &self,
        view: &View,
        free: &FreeSteps,
        scene: Option<&Scene<'_>>,
    ) -> Option<Direction> {
        let unit_type = view.me.unit_type;
        let scene = scene.map(|scene| (scene, scene.threats()));
        let danger =
            |at| scene.as_ref().map_or(0, |(scene, threats)| scene.danger(threats, at, unit_type));
        let here = self.here(view);
        let stay = i32::from(self.ways.distance(here)) + 9 + danger(view.me.at);
        let mut best = (stay, None);
        for &direction in Direction::neighbours() {
            let (at, to) = (view.me.at.step(direction), here.step(direction));
            let rest = self.ways.distance(to);
            if rest == FAR || i32::from(rest) >= best.0 || !free.allow(direction) {
                continue;
            }
            let way = i32::from(rest + self.ways.cost_of_step(to, direction) + self.nuisance(to));
            if way >= best.0 {
                continue; // not better, however safe
            }
            let cost = way + danger(at);
            if cost < best.0 {
                best = (cost, Some(direction));
            }
        }
        best.1
    }

    /// Goes where the map is unknown; if it is known, to the middle between the headquarters.
    pub fn explore(&mut self, view: &View, turn: &mut Turn<'_, HomeRun>) -> Result<(), Stopped> {
        if !view.me.can_move() {
            return Ok(());
        }
        let here = self.here(view);
        let is_good = |&(goal, until): &(Spot, u32)| view.round < until && here.distance(goal) > 2;
        let errand = match self.errand.filter(is_good) {
            Some(errand) => errand,
            None => (self.frontier(here), view.round + EXPLORE_ROUNDS),
        };
        self.errand = Some(errand);
        self.walk(view, turn, errand.0)
    }

    /// A near tile at the border of the unknown, with some chance so that units spread.
    fn frontier(&mut self, here: Spot) -> Spot {
        let unseen = match self.explored == Some(self.chart.version) {
            true => None,
            false => self.nearest_unseen(here),
        };
        let known = self.chart.enemy_home.map(|enemy| {
            let (x, y) = (enemy.x() + self.chart.home.x(), enemy.y() + self.chart.home.y());
            Spot::at(x / 2 + self.rng.range(-6, 6), y / 2 + self.rng.range(-6, 6))
        });
        unseen.or(known.flatten()).unwrap_or(here)
    }

    fn nearest_unseen(&mut self, here: Spot) -> Option<Spot> {
        let mut best = (u32::MAX, None);
        let lean = Direction::neighbours()[self.rng.below(8) as usize];
        let (chart, rng) = (&self.chart, &mut self.rng);
        let is_complete = self.ways.explore(chart, here, &mut self.effort, |spot, distance| {
            if chart.tile(spot).is_none() {
                let ahead = (spot.x() - here.x()) * lean.dx() + (spot.y() - here.y()) * lean.dy();
                let cost = u32::from(distance) + rng.below(30) + (40 - ahead.clamp(-20, 20)) as u32;
                if cost < best.0 {
                    best = (cost, Some(spot));
                }
            }
            // Every other tile is farther, and at least 20 is added to its distance.
            u32::from(distance) + 20 < best.0
        });
        if is_complete && best.1.is_none() {
            self.explored = Some(self.chart.version);
        }
        best.1
    }
}

impl Bot<HomeRun> for Player {
    fn turn(&mut self, view: &View, turn: &mut Turn<'_, HomeRun>) -> Result<(), Stopped> {
        self.effort = Effort::of_turn();
        self.sees_enemy = view.units_of(view.me.team.other()).next().is_some();
        pay_for_sight(turn, &[MapObject::Ball])?;
        if self.chart.update(view, turn, &mut self.effort)? {
            // The map does not change: its tiles are looked at once from each place.
            let map = [MapObject::Base, MapObject::Stadium, MapObject::Water, MapObject::Location];
            for object in map {
                turn.charge(Call::SenseObjects(Some(object), 64.0).price())?;
            }
        }
        team::count(view, turn)?;
        if self.sees_enemy {
            team::report_enemies(view, turn, |at| self.chart.spot(at))?;
        }
        self.note_near_sites(view);
        let chart = &self.chart;
        let sites = self.near_sites.iter();
        let sites = sites.map(|&site| (site, chart.location(site.spot)));
        let had_marks = chart.has_intruders();
        let has_marks = team::report_sites(view, turn, sites, self.sees_enemy, had_marks)?;
        if has_marks && !had_marks {
            self.chart.tell_intruders(turn, true)?;
        }
        if self.style.has_relay && view.me.unit_type != UnitType::Hq {
            self.read_relay(turn)?;
        }
        match view.me.unit_type {
            UnitType::Hq => self.manage(view, turn),
            UnitType::Pitcher => self.pitch(view, turn),
            UnitType::Batter => self.strike(view, turn),
            UnitType::Catcher => self.guard(view, turn),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::champion;
    use crate::bots::effort::WORK_PER_TURN;
    use agon_core::{Actor, Chance, Contest, Game, GameMap, Now, Profile, Why, Wishes};
    use std::collections::BTreeMap;

    /// Plays the first rounds of a game of the champion against itself on a map of the largest size, and
    /// returns for each turn what was left of its budget, and its calls.
    fn turns_on_a_large_map(seed: u64, rounds: u32) -> Vec<(i32, usize)> {
        let wishes = Wishes::parse(["size=60x60"], HomeRun::INFO.map_wishes).unwrap();
        let map = <HomeRun as Contest>::Map::generate(&wishes, seed).unwrap();
        let setup = HomeRun::new_setup(map, Profile::Handbook, 2).unwrap();
        let mut game = HomeRun::new(&setup, Chance::seeded(seed));
        let mut players: BTreeMap<Actor, Player> = BTreeMap::new();
        let (mut view, mut turns) = (View::default(), Vec::new());
        while game.round() < rounds {
            let Now::Turn(actors) = game.now() else { break };
            for actor in actors {
                game.view(actor, &mut view);
                let new = || Player::new(&champion::STYLE, actor.0.into());
                let player = players.entry(actor).or_insert_with(new);
                let mut calls = Calls(0);
                let mut turn = Turn::open(&mut game, actor, &mut calls);
                player.turn(&view, &mut turn).unwrap();
                turn.close(Why::Done, 0.0);
                turns.push((player.effort.left(), calls.0));
            }
        }
        turns
    }

    struct Calls(usize);

    impl agon_core::Scribe<HomeRun> for Calls {
        fn call(&mut self, _: &HomeRun, _: Actor, _: &Call, _: &crate::command::Reply) {
            self.0 += 1;
        }

        fn end(&mut self, _: &HomeRun, _: Actor, _: &agon_core::End) {}
    }

    #[test]
    fn no_turn_on_the_largest_map_works_more_than_its_budget() {
        let turns = turns_on_a_large_map(2, 400);
        let (least_left, most_calls) = turns
            .iter()
            .fold((WORK_PER_TURN, 0), |(left, calls), turn| (left.min(turn.0), calls.max(turn.1)));
        println!("{} turns: {least_left} left, {most_calls} calls", turns.len());
        assert!(least_left >= 0, "a turn was charged {} too much", -least_left);
        assert!(least_left < 100, "no turn needed its whole budget");
        assert!(most_calls <= 320, "a turn made {most_calls} calls");
    }
}
