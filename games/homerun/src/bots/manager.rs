//! The headquarters of the expert and the champion: what to recruit, where to send the batters, and when to
//! set up a relay.

use super::chart::{Chart, Spot};
use super::effort::{Effort, Step};
use super::melee::{Scene, Thing};
use super::player::Player;
use super::relay::{Plan, Post};
use super::team::{self, Target};
use crate::command::{Call, Reply};
use crate::observe::View;
use crate::state::HomeRun;
use crate::types::{Direction, Location, UnitType};
use agon_core::{Stopped, Turn};

/// Rounds between two attempts to plan a relay.
const PLAN_EVERY: u32 = 20;

/// Until this round a lost scout is replaced.
const SCOUT_UNTIL: u32 = 60;

/// With this many batters the team takes bases and stadiums of the other half.
const STRONG_FROM: i32 = 6;

/// What it costs to try out where a new batter could go and what it could bat, as in places to bat from.
const RECRUIT_TRIES: usize = 30;

/// What the headquarters remembers.
#[derive(Default)]
pub(super) struct Manager {
    heads: [i32; 4],
    sightings: Vec<Target>,
    /// Sites on which enemies were seen lately.
    intruded: Vec<Spot>,
    survey: Survey,
    /// The relay that was planned, open or not, and the search for it.
    posts: Vec<Post>,
    plan: Plan,
    is_open: bool,
    /// When it was planned, by which version of the chart, and around how many blocked tiles.
    planned: u32,
    planned_on: u32,
    planned_with: usize,
    /// Whether an enemy batter or a ball has been near.
    is_wary: bool,
}

/// What the headquarters knows of all sites together. Each site is counted once, and again when the other
/// headquarters becomes known; on a map full of sites that takes several turns.
#[derive(Default)]
struct Survey {
    /// How many sites were counted, and where the other headquarters was.
    counted: usize,
    enemy_home: Option<Spot>,
    /// How many of them are nearer to the own headquarters.
    ours: i32,
    /// The nearest, and how near it is.
    nearest: Option<(i32, Spot)>,
}

impl Survey {
    fn go_on(&mut self, chart: &Chart, effort: &mut Effort) {
        if self.enemy_home != chart.enemy_home {
            (self.counted, self.ours) = (0, 0);
            self.enemy_home = chart.enemy_home;
        }
        while let Some(site) = chart.sites.get(self.counted) {
            if !effort.spend(Step::Count) {
                return;
            }
            self.counted += 1;
            self.ours += i32::from(is_ours(chart, site.spot));
            let distance = chart.home.distance(site.spot);
            if self.nearest.is_none_or(|(least, _)| distance < least) {
                self.nearest = Some((distance, site.spot));
            }
        }
    }
}

/// Whether a tile is in the own half.
fn is_ours(chart: &Chart, spot: Spot) -> bool {
    let own = chart.home.distance(spot);
    chart.enemy_home.is_none_or(|enemy| own <= enemy.distance(spot) + 2)
}

impl Player {
    pub(super) fn manage(
        &mut self,
        view: &View,
        turn: &mut Turn<'_, HomeRun>,
    ) -> Result<(), Stopped> {
        team::take_counts(view, turn, &mut self.manager.heads)?;
        let mut sightings = std::mem::take(&mut self.manager.sightings);
        team::sightings(view, turn, self.chart.bounds(), &mut sightings)?;
        self.manager.sightings = sightings;
        if self.style.recruits_to_kill && self.sees_enemy {
            self.recruit_to_kill(view, turn)?;
        }
        if self.style.has_relay {
            self.run_relay(view, turn)?;
        }
        if self.style.drives {
            self.supply_ball(view, turn)?;
        }
        self.publish_targets(view, turn)?;
        self.recruit_all(view, turn)
    }

    /// Enemies in the own half are targets; those in the other half, if the team is strong enough.
    fn publish_targets(
        &mut self,
        view: &View,
        turn: &mut Turn<'_, HomeRun>,
    ) -> Result<(), Stopped> {
        let home = self.chart.home;
        let is_strong = self.manager.heads[UnitType::Batter as usize] >= self.style.attack_from;
        self.manager.intruded.clear();
        if self.chart.has_intruders() {
            let (sites, effort) = (&self.chart.sites, &mut self.effort);
            team::intruded_sites(view, turn, sites, effort, &mut self.manager.intruded)?;
            self.chart.tell_intruders(turn, !self.manager.intruded.is_empty())?;
        }
        let intruded = self.manager.intruded.iter();
        let intruded = intruded.map(|&spot| Target { spot, batters: 0, others: 1 });
        let seen = self.manager.sightings.iter().copied().chain(intruded);
        let mut targets: Vec<Target> =
            seen.filter(|target| is_strong || is_ours(&self.chart, target.spot)).collect();
        targets.sort_by_key(|target| home.distance(target.spot));
        if is_strong && targets.len() < team::TARGETS_MAX {
            let guesses = self.chart.guesses().into_iter();
            targets.extend(guesses.map(|spot| Target { spot, batters: 0, others: 0 }));
        }
        self.targets.publish(turn, &targets)
    }

    fn recruit_all(&mut self, view: &View, turn: &mut Turn<'_, HomeRun>) -> Result<(), Stopped> {
        self.manager.survey.go_on(&self.chart, &mut self.effort);
        let ours = self.manager.survey.ours;
        let sightings = self.manager.sightings.iter();
        let threats = sightings.filter(|target| is_ours(&self.chart, target.spot));
        let threats: i32 = threats.map(|target| target.batters).sum();
        let sees_batter =
            view.units_of(view.me.team.other()).any(|unit| unit.unit_type == UnitType::Batter);
        self.manager.is_wary |= sees_batter;
        let is_shot_at = sees_batter && !view.balls.is_empty();
        let relay = self.manager.posts.len() as i32;
        loop {
            let [_, pitchers, batters, catchers] = self.manager.heads;
            // A strong team that is not attacked takes the other half, too.
            let takes_all = batters >= STRONG_FROM && threats == 0;
            let wanted = if takes_all { self.chart.sites.len() as i32 } else { ours.max(2) };
            let is_short = self.style.has_relay && (1..=2).contains(&relay);
            let needs_scout =
                self.style.scouts && self.chart.enemy_home.is_none() && view.round < SCOUT_UNTIL;
            let needs_guard = is_shot_at || self.manager.is_wary && batters >= 2;
            let recruit = if needs_scout && catchers < 1 && pitchers >= 1 {
                UnitType::Catcher
            } else if is_short && batters < relay || threats > batters && pitchers >= 1 {
                UnitType::Batter
            } else if pitchers < 2 {
                UnitType::Pitcher
            } else if needs_guard && catchers < 1 {
                UnitType::Catcher
            } else if pitchers < wanted && pitchers <= 2 + 2 * batters {
                UnitType::Pitcher
            } else {
                UnitType::Batter
            };
            // Saving for the unit that is needed is better than buying another one.
            if !self.recruit(view, turn, recruit)? {
                return Ok(());
            }
            self.manager.heads[recruit as usize] += 1;
        }
    }

    fn recruit(
        &mut self,
        view: &View,
        turn: &mut Turn<'_, HomeRun>,
        recruit: UnitType,
    ) -> Result<bool, Stopped> {
        let reputation = match turn.call(&Call::Reputation)? {
            Reply::Amount(amount) => amount,
            _ => 0.0,
        };
        if reputation < recruit.cost() {
            return Ok(false);
        }
        let mut directions = [Direction::North; 8];
        directions.copy_from_slice(Direction::neighbours());
        self.rng.shuffle(&mut directions);
        // New units begin on the side of the enemy, or of the nearest site at first.
        let goal = match recruit {
            UnitType::Pitcher => self.manager.survey.nearest.map(|(_, spot)| spot),
            _ => self.chart.enemy_home,
        };
        if let Some(goal) = goal.map(|goal| self.chart.location(goal)) {
            directions.sort_by_key(|&d| view.me.at.step(d).distance_squared(goal));
        }
        let starts: Vec<Location> = self
            .manager
            .posts
            .iter()
            .take(1)
            .map(|post| self.chart.location(post.ball()))
            .collect();
        for direction in directions {
            if starts.contains(&view.me.at.step(direction)) {
                continue;
            }
            let order = (Some(recruit), Some(direction));
            if turn.call(&Call::CanRecruit(order.0, order.1))? == Reply::Is(true) {
                turn.call(&Call::Recruit(order.0, order.1))?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// A new batter acts at once: recruits one where it can kill an enemy in this very round, by hand or
    /// with a ball that is built for it.
    fn recruit_to_kill(
        &mut self,
        view: &View,
        turn: &mut Turn<'_, HomeRun>,
    ) -> Result<(), Stopped> {
        let price = UnitType::Batter.cost() + 1.0;
        if view.reputation < price {
            return self.feed(view, turn);
        }
        self.effort.charge(Step::Prey, RECRUIT_TRIES);
        let scene = Scene::new(view, &self.chart, &self.style.worth);
        let enemies = view.units_of(view.me.team.other());
        let batters = enemies.filter(|unit| unit.unit_type == UnitType::Batter).count();
        let mut best: (i32, Option<(Direction, Option<Direction>)>) = (40, None);
        for &direction in Direction::neighbours() {
            let stand = view.me.at.step(direction);
            if scene.thing(stand) != Thing::Land {
                continue;
            }
            let steps = Direction::ALL.iter().map(|&step| stand.step(step));
            for at in steps.filter(|&at| scene.thing(at) == Thing::Land) {
                let gain = scene.best_bat(at).map_or(0, |bat| bat.gain);
                if gain > best.0 {
                    best = (gain, Some((direction, None)));
                }
            }
            if batters > 1 {
                continue; // a ball that is left would hit the own headquarters
            }
            for &throw in Direction::neighbours() {
                let ball = stand.step(throw);
                let is_near = view.me.at.distance_squared(ball) <= 2;
                if !is_near || scene.thing(ball) != Thing::Land {
                    continue;
                }
                let gain = scene.gains_of_ball(ball, throw).into_iter().max().unwrap_or(0);
                if gain > best.0 {
                    let build = view.me.at.direction_to(ball);
                    best = (gain, Some((direction, Some(build))));
                }
            }
        }
        let Some((direction, ball)) = best.1 else { return self.feed(view, turn) };
        if let Some(build) = ball {
            turn.call(&Call::ConstructBall(Some(build)))?;
        }
        turn.call(&Call::Recruit(Some(UnitType::Batter), Some(direction)))?;
        self.manager.heads[UnitType::Batter as usize] += 1;
        Ok(())
    }

    /// Builds a ball where a batter beside the headquarters can kill with it in this round.
    fn feed(&mut self, view: &View, turn: &mut Turn<'_, HomeRun>) -> Result<(), Stopped> {
        if view.reputation < 1.0 {
            return Ok(());
        }
        let enemies = view.units_of(view.me.team.other());
        if enemies.filter(|unit| unit.unit_type == UnitType::Batter).count() > 1 {
            return Ok(()); // a ball that is left would hit the own headquarters
        }
        let scene = Scene::new(view, &self.chart, &self.style.worth);
        let mut best = (0, None);
        let batters = view.units_of(view.me.team);
        for batter in batters.filter(|unit| unit.unit_type == UnitType::Batter && unit.act_cd < 2.0)
        {
            for &throw in Direction::neighbours() {
                let ball = batter.at.step(throw);
                if view.me.at.distance_squared(ball) > 2 || scene.thing(ball) != Thing::Land {
                    continue;
                }
                let gain = scene.gains_of_ball(ball, throw).into_iter().max().unwrap_or(0);
                if gain > best.0 {
                    best = (gain, Some(view.me.at.direction_to(ball)));
                }
            }
        }
        match best.1 {
            Some(build) => turn.call(&Call::ConstructBall(Some(build))).map(drop),
            None => Ok(()),
        }
    }

    /// Builds the ball that a batter asked for, where the way to the other headquarters is shortest.
    fn supply_ball(&mut self, view: &View, turn: &mut Turn<'_, HomeRun>) -> Result<(), Stopped> {
        let Some(goal) = self.chart.enemy_home else { return Ok(()) };
        let is_safe = !self.sees_enemy
            && self.manager.heads[UnitType::Batter as usize] >= self.style.drive_from;
        if !is_safe || !view.balls.is_empty() || !team::is_ball_wanted(view, turn)? {
            return Ok(());
        }
        self.drive.aim(&self.chart, goal, view.round, &mut self.effort);
        let near = Direction::neighbours().iter().copied();
        let free = near.filter(|&direction| view.is_accessible(view.me.at.step(direction)));
        let cost = |direction: &Direction| self.drive.cost(self.chart.home.step(*direction));
        match free.min_by_key(cost).filter(|direction| cost(direction) != super::dribble::FAR) {
            Some(build) if view.reputation >= 1.0 => {
                turn.call(&Call::ConstructBall(Some(build))).map(drop)
            }
            _ => Ok(()),
        }
    }

    /// Plans a relay, opens it when the team has the batters, and fires when all are in place.
    fn run_relay(&mut self, view: &View, turn: &mut Turn<'_, HomeRun>) -> Result<(), Stopped> {
        let Some(enemy) = self.chart.enemy_home else { return Ok(()) };
        let blocked = team::blocked(turn)?;
        let is_due = view.round >= self.manager.planned + PLAN_EVERY
            && !self.manager.plan.is_running()
            && self.manager.planned_on != self.chart.version;
        let is_stale = self.manager.planned_with != blocked.len();
        if self.manager.posts.is_empty() && is_due || is_stale {
            self.manager.planned = view.round;
            self.manager.planned_on = self.chart.version;
            self.manager.planned_with = blocked.len();
            self.manager.plan.start(&self.chart, enemy, blocked);
            self.manager.posts.clear();
            self.manager.is_open = false;
            team::set_relay(turn, &[])?;
        }
        if let Some(posts) = self.manager.plan.go_on(&self.chart, &mut self.effort) {
            self.manager.posts = posts;
        }
        let length = self.manager.posts.len();
        if length == 0 {
            return Ok(());
        }
        let batters = self.manager.heads[UnitType::Batter as usize];
        if !self.manager.is_open && batters >= length as i32 + self.style.relay_spare {
            self.manager.is_open = true;
            let posts = std::mem::take(&mut self.manager.posts);
            team::set_relay(turn, &posts)?;
            self.manager.posts = posts;
        } else if self.manager.is_open && batters < length as i32 {
            self.manager.is_open = false;
            team::set_relay(turn, &[])?;
        }
        if !self.manager.is_open {
            return Ok(());
        }
        let mut holders = Vec::new();
        for post in 0..length as i32 {
            match team::batter_of(view, turn, post)? {
                Some(id) if team::is_ready(view, turn, post)? => holders.push(id),
                _ => return Ok(()),
            }
        }
        let start = self.chart.location(self.manager.posts[0].ball());
        let build = Some(view.me.at.direction_to(start));
        if view.is_accessible(start) && view.reputation >= 1.0 {
            turn.call(&Call::ConstructBall(build))?;
        }
        for &id in holders.iter().rev() {
            if turn.call(&Call::CanSchedule(id.into()))? == Reply::Is(true) {
                turn.call(&Call::Schedule(id.into()))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::chart::Site;

    #[test]
    fn a_survey_of_thousands_of_sites_takes_several_turns_of_bounded_effort() {
        let mut chart = Chart::meadow(1);
        chart.enemy_home = Some(chart.home.shifted(40, 0));
        // The nearest sites come last.
        let places = (-30..30).rev().flat_map(|x| (-30..30).map(move |y| (x, y)));
        let spots = places.filter(|&place| place != (0, 0)).map(|(x, y)| chart.home.shifted(x, y));
        chart.sites = spots.map(|spot| Site { spot, is_base: true }).collect();
        let ours = chart.sites.iter().filter(|site| is_ours(&chart, site.spot)).count();
        let (mut survey, mut turns) = (Survey::default(), 0);
        while survey.counted < chart.sites.len() {
            let (before, mut effort) = (survey.counted, Effort::of(Step::Count, 500));
            survey.go_on(&chart, &mut effort);
            assert!(survey.counted - before <= 500 && effort.left() >= 0);
            turns += 1;
        }
        assert_eq!(turns, chart.sites.len().div_ceil(500));
        assert_eq!(survey.ours, ours as i32);
        let (distance, nearest) = survey.nearest.unwrap();
        assert_eq!((distance, nearest), (1, chart.home.shifted(1, -1)));
    }
}
