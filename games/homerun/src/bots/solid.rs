//! A team that works together: pitchers hold bases and stadiums, batters hunt, catchers stay home.

use super::board::{self, Outlook, Site, is_prey};
use super::walk::Walker;
use super::{flight, pay_for_sight, try_move};
use crate::command::{Call, Reply};
use crate::observe::View;
use crate::state::HomeRun;
use crate::types::{Direction, Location, MapObject, UnitInfo, UnitType};
use agon_core::{Bot, Rng, Stopped, Turn};

/// What a unit of the solid bot looks for.
const SIGHTS: [MapObject; 4] =
    [MapObject::Base, MapObject::Stadium, MapObject::Water, MapObject::Ball];
/// The round from which points are worth more than reputation.
const INVEST_UNTIL: u32 = 150;
/// Rounds after which a wandering unit chooses another place.
const WANDER_ROUNDS: u32 = 40;

/// A unit of the solid bot.
pub struct Solid {
    rng: Rng,
    walker: Walker,
    sites: Vec<Site>,
    outlook: Outlook,
    /// Where the own and the other headquarters are, as far as it is known.
    hqs: [Option<Location>; 2],
    /// Where it wanders to, and until when.
    wander_goal: Option<(Location, u32)>,
    /// The headquarters' count of its units by type.
    heads: [i32; 4],
    /// Its view after it has moved.
    fresh: View,
}

impl Solid {
    /// A unit whose choices follow from the seed.
    pub fn new(seed: u64) -> Solid {
        Solid {
            rng: Rng::new(seed),
            walker: Walker::default(),
            sites: Vec::new(),
            outlook: Outlook::default(),
            hqs: [None; 2],
            wander_goal: None,
            heads: [0; 4],
            fresh: View::default(),
        }
    }

    /// Recruits the type that the team lacks most, as long as the reputation suffices.
    fn manage(&mut self, view: &View, turn: &mut Turn<'_, HomeRun>) -> Result<(), Stopped> {
        board::count_heads(view, turn, &mut self.heads)?;
        board::share_hqs(view, turn, &mut self.hqs)?;
        board::share_sites(view, turn, &mut self.sites, &mut self.outlook)?;
        feed_batters(view, turn)?;
        let places = self.sites.len() as i32;
        loop {
            let [_, pitchers, batters, catchers] = self.heads;
            let recruit = if pitchers < 2 {
                UnitType::Pitcher
            } else if catchers < 1 && pitchers >= 4 {
                UnitType::Catcher
            } else if batters * 2 < pitchers - 1 || pitchers > places + 1 {
                UnitType::Batter
            } else {
                UnitType::Pitcher
            };
            // Saving for the unit that is needed is better than buying another one.
            if !self.recruit(view, turn, recruit)? {
                return Ok(());
            }
            self.heads[recruit as usize] += 1;
        }
    }

    fn recruit(
        &mut self,
        view: &View,
        turn: &mut Turn<'_, HomeRun>,
        recruit: UnitType,
    ) -> Result<bool, Stopped> {
        let mut directions = [Direction::North; 8];
        directions.copy_from_slice(Direction::neighbours());
        self.rng.shuffle(&mut directions);
        if view.reputation < recruit.cost() {
            return Ok(false);
        }
        // New units begin on the side of the nearest site without a holder.
        let mut goal: Option<(i128, Location)> = None;
        for site in &self.sites {
            let distance = view.me.at.distance_squared(site.at);
            let is_nearer = goal.is_none_or(|(least, _)| distance < least);
            if is_nearer && board::holder(view, turn, site)?.is_none() {
                goal = Some((distance, site.at));
            }
        }
        if let Some((_, goal)) = goal {
            directions.sort_by_key(|&d| view.me.at.step(d).distance_squared(goal));
        }
        for direction in directions {
            let (recruit, direction) = (Some(recruit), Some(direction));
            if turn.call(&Call::CanRecruit(recruit, direction))? == Reply::Is(true) {
                turn.call(&Call::Recruit(recruit, direction))?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Holds a base or a stadium, or goes to one without a holder, or searches for one.
    fn pitch(&mut self, view: &View, turn: &mut Turn<'_, HomeRun>) -> Result<(), Stopped> {
        let me = i32::from(view.me.id);
        let here = view.me.at;
        let mine = self.sites.iter().find(|site| site.at == here).copied();
        if let Some(site) = mine {
            return board::claim(view, turn, &site);
        }
        let mut nearest: Option<(i128, Site)> = None;
        for site in &self.sites {
            // Bases give points; stadiums pay for more units, which is better early in the game.
            let is_preferred = site.is_base == (view.round >= INVEST_UNTIL);
            let distance = here.distance_squared(site.at) * if is_preferred { 1 } else { 3 };
            if nearest.is_some_and(|(least, _)| distance >= least)
                || view.unit_at(site.at).is_some()
            {
                continue;
            }
            let is_mine = board::holder(view, turn, site)?.is_none_or(|id| id == me);
            if is_mine && !board::has_enemy(view, turn, site)? {
                nearest = Some((distance, *site));
            }
        }
        match nearest {
            Some((_, site)) => {
                board::claim(view, turn, &site)?;
                self.walk(view, turn, site.at).map(drop)
            }
            None => self.wander(view, turn),
        }
    }

    /// Bats if that gains something, goes to a target, and bats again.
    fn hunt(&mut self, view: &View, turn: &mut Turn<'_, HomeRun>) -> Result<(), Stopped> {
        let has_batted = bat_best(view, turn)?;
        let team = view.me.team;
        let prey = view.units.iter().find(|unit| is_prey(team, unit));
        let has_moved = match prey {
            Some(prey) => {
                let spot = self.best_spot(view, prey.at);
                self.walk(view, turn, spot)?
            }
            None => {
                let here = view.me.at;
                match self.trouble(view, turn)? {
                    Some(at) if here != at => self.walk(view, turn, at)?,
                    _ => {
                        self.wander(view, turn)?;
                        false
                    }
                }
            }
        };
        if has_moved && !has_batted {
            let mut fresh = std::mem::take(&mut self.fresh);
            turn.look(&mut fresh);
            let batted = bat_best(&fresh, turn);
            self.fresh = fresh;
            batted?;
        }
        Ok(())
    }

    /// The nearest site on which an enemy was seen.
    fn trouble(
        &self,
        view: &View,
        turn: &mut Turn<'_, HomeRun>,
    ) -> Result<Option<Location>, Stopped> {
        let mut nearest: Option<(i128, Location)> = None;
        for site in &self.sites {
            let distance = view.me.at.distance_squared(site.at);
            let is_nearer = nearest.is_none_or(|(least, _)| distance < least);
            if is_nearer && board::has_enemy(view, turn, site)? {
                nearest = Some((distance, site.at));
            }
        }
        Ok(nearest.map(|(_, at)| at))
    }

    /// The free tile next to a unit from which a bat does the most.
    fn best_spot(&self, view: &View, prey: Location) -> Location {
        let spots = Direction::neighbours().iter().map(|&d| (prey.step(d), d));
        let free = spots.filter(|(at, _)| *at == view.me.at || view.is_accessible(*at));
        free.max_by_key(|&(at, direction)| {
            let gain = flight::best_bat_of_unit(view, prey, direction.opposite()).1;
            (gain, -view.me.at.distance_squared(at))
        })
        .map_or(prey, |(at, _)| at)
    }

    /// Stands next to the headquarters, towards the enemy's if that is known.
    fn guard(&mut self, view: &View, turn: &mut Turn<'_, HomeRun>) -> Result<(), Stopped> {
        let [Some(home), enemy] = self.hqs else {
            return Ok(());
        };
        let post = enemy.map_or(home, |enemy| home.step(home.direction_to(enemy)));
        if view.me.at.distance_squared(post) > 2 {
            self.walk(view, turn, post)?;
        }
        Ok(())
    }

    fn walk(
        &mut self,
        view: &View,
        turn: &mut Turn<'_, HomeRun>,
        goal: Location,
    ) -> Result<bool, Stopped> {
        if !view.me.can_move() {
            return Ok(false);
        }
        match self.walker.step_towards(view, goal) {
            Some(direction) => try_move(turn, direction),
            None => Ok(false),
        }
    }

    /// Goes to a random far place, and to another one when that is reached or took too long.
    fn wander(&mut self, view: &View, turn: &mut Turn<'_, HomeRun>) -> Result<(), Stopped> {
        if !view.me.can_move() {
            return Ok(());
        }
        let here = view.me.at;
        let is_good = |&(goal, until): &(Location, u32)| {
            let is_off = view.tile(goal).is_some_and(|tile| !tile.is_land());
            view.round < until && here.distance_squared(goal) > 8 && !is_off
        };
        let wander_goal = self.wander_goal.filter(is_good).unwrap_or_else(|| {
            let (dx, dy) = (self.rng.range(-25, 25), self.rng.range(-25, 25));
            (Location::new(here.x + dx, here.y + dy), view.round + WANDER_ROUNDS)
        });
        self.wander_goal = Some(wander_goal);
        if !self.walk(view, turn, wander_goal.0)? {
            self.wander_goal = None;
        }
        Ok(())
    }
}

/// Builds a ball where a batter next to the headquarters can bat it at a unit; the batter's turn is
/// still to come.
fn feed_batters(view: &View, turn: &mut Turn<'_, HomeRun>) -> Result<(), Stopped> {
    let is_feedable = |unit: &&UnitInfo| unit.unit_type == UnitType::Batter && unit.act_cd < 2.0;
    for batter in view.units_of(view.me.team).filter(is_feedable) {
        for &direction in Direction::neighbours() {
            let at = batter.at.step(direction);
            let is_near = view.me.at.distance_squared(at) <= 2;
            if is_near
                && view.is_accessible(at)
                && flight::best_bat_of_ball(view, at, direction).1 > 0
            {
                let build = Some(view.me.at.direction_to(at));
                if turn.call(&Call::CanConstructBall(build))? == Reply::Is(true) {
                    turn.call(&Call::ConstructBall(build))?;
                }
                return Ok(());
            }
        }
    }
    Ok(())
}

/// Carries out the bat that gains most, if any gains at all.
fn bat_best(view: &View, turn: &mut Turn<'_, HomeRun>) -> Result<bool, Stopped> {
    if !view.me.can_act() {
        return Ok(false);
    }
    let Some((direction, strength)) = flight::best_bat(view) else {
        return Ok(false);
    };
    turn.call(&Call::Bat(Some(direction), strength))?;
    Ok(true)
}

impl Bot<HomeRun> for Solid {
    fn turn(&mut self, view: &View, turn: &mut Turn<'_, HomeRun>) -> Result<(), Stopped> {
        pay_for_sight(turn, &SIGHTS)?;
        if view.me.unit_type == UnitType::Hq {
            return self.manage(view, turn);
        }
        board::be_counted(view, turn)?;
        board::share_hqs(view, turn, &mut self.hqs)?;
        board::share_sites(view, turn, &mut self.sites, &mut self.outlook)?;
        match view.me.unit_type {
            UnitType::Pitcher => self.pitch(view, turn),
            UnitType::Batter => self.hunt(view, turn),
            _ => self.guard(view, turn),
        }
    }
}
