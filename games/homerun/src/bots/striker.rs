//! The batters of the expert and the champion: they try out every step and every bat in sight, and choose
//! by what is won, what could be lost in the enemy's next turn, and the way to their goal.

use super::chart::Spot;
use super::dribble::Leg;
use super::effort::Step;
use super::melee::{Bat, Scene, Threats};
use super::player::Player;
use super::relay::Post;
use super::team;
use super::ways::FAR;
use crate::command::Call;
use crate::observe::View;
use crate::state::HomeRun;
use crate::types::{Direction, Location, UnitType};
use agon_core::{Stopped, Turn};

/// What standing on one's post is worth when enemies are near.
const POST_WORTH: i32 = 15;

/// Number of enemies and balls, the nearest ones, for which a batter looks for places to bat them from. More
/// are hardly ever in sight, but a turn must not take longer the more there are.
const PREY_MAX: usize = 8;
/// Number of positions for which it does so: after a bat from each tile that it can reach.
const OUTLOOKS_MAX: usize = 9;

/// A scene at the end of a plan, with what it promises.
struct Outlook<'a> {
    scene: Scene<'a>,
    /// The places from which something can be batted, and the gain.
    stands: Vec<(Location, i32)>,
    /// Only for a style that cares.
    threats: Option<Threats>,
}

impl<'a> Outlook<'a> {
    fn new(view: &View, scene: Scene<'a>, caution: i32) -> Outlook<'a> {
        let stands = stands_against_all(view, &scene);
        let threats = (caution != 0).then(|| scene.threats());
        Outlook { scene, stands, threats }
    }

    /// What the other team could gain by batting a batter at `to`.
    fn danger(&self, to: Location) -> i32 {
        let danger = |threats| self.scene.danger(threats, to, UnitType::Batter);
        self.threats.as_ref().map_or(0, danger)
    }
}

/// A turn of a batter: a step, a bat, and which comes first.
struct Plan {
    score: i32,
    step: Option<Direction>,
    bat: Option<Bat>,
    bats_first: bool,
}

impl Player {
    pub(super) fn strike(
        &mut self,
        view: &View,
        turn: &mut Turn<'_, HomeRun>,
    ) -> Result<(), Stopped> {
        let post = if self.style.has_relay { self.hold_post(view, turn)? } else { None };
        if let Some(post) = post
            && self.here(view) == post.stand
            && self.pass(view, turn, post)?
        {
            return Ok(());
        }
        let goal = match post {
            Some(post) => Some(post.stand),
            None => self.choose_target(view, turn)?,
        };
        let mut enemies = view.units_of(view.me.team.other());
        let is_busy = enemies.any(|unit| unit.unit_type != UnitType::Hq);
        if self.style.drives && goal.is_none() && !is_busy && self.drive(view, turn)? {
            return Ok(());
        }
        match goal {
            _ if is_busy || !view.balls.is_empty() => self.fight(view, turn, goal, post.is_some()),
            Some(goal) if view.me.can_move() => self.walk(view, turn, goal),
            None if view.me.can_move() => self.explore(view, turn),
            _ => Ok(()),
        }
    }

    /// Drives a ball towards the other headquarters, or fetches one from the own. Returns whether it did.
    fn drive(&mut self, view: &View, turn: &mut Turn<'_, HomeRun>) -> Result<bool, Stopped> {
        let Some(goal) = self.chart.enemy_home else { return Ok(false) };
        self.drive.aim(&self.chart, goal, view.round, &mut self.effort);
        let mut here = view.me.at;
        let mut can_move = view.me.can_move();
        let Some(mut leg) = self.drive.best_leg(&self.chart, view, here) else {
            return self.fetch(view, turn);
        };
        if leg.stand == here && view.me.can_act() {
            turn.call(&Call::Bat(Some(leg.direction), leg.strength))?;
            let Some(ball) = leg.lands else { return Ok(true) };
            match self.drive.leg(&self.chart, view, here, ball) {
                Some(next) => leg = next,
                None => return Ok(true),
            }
            if can_move {
                self.approach(view, turn, &leg, ball)?;
            }
            return Ok(true);
        }
        if can_move && leg.stand != here {
            let ball = leg.ball;
            if let Some(to) = self.approach(view, turn, &leg, ball)? {
                here = to;
                can_move = false;
            }
        }
        if !can_move && here == leg.stand && here != view.me.at && view.me.can_act() {
            turn.call(&Call::Bat(Some(leg.direction), leg.strength))?;
        }
        Ok(true)
    }

    /// One step towards the place behind a ball; returns where the batter is then.
    fn approach(
        &mut self,
        view: &View,
        turn: &mut Turn<'_, HomeRun>,
        leg: &Leg,
        ball: Location,
    ) -> Result<Option<Location>, Stopped> {
        let stand = self.chart.spot(leg.stand);
        let here = self.here(view);
        self.ways.tread(here);
        self.ways.aim(&self.chart, here, stand, view.round, &mut self.effort);
        let mut best = (self.ways.distance(here).saturating_add(9), None);
        for &direction in Direction::neighbours() {
            let (at, to) = (view.me.at.step(direction), here.step(direction));
            // The ball may have flown since the view was made.
            let is_free = at != ball && (at == leg.ball || view.is_accessible(at));
            let rest = self.ways.distance(to);
            if !is_free || rest == FAR {
                continue;
            }
            let cost = rest + self.ways.cost_of_step(to, direction) - 1;
            if cost < best.0 {
                best = (cost, Some(direction));
            }
        }
        let Some(direction) = best.1 else { return Ok(None) };
        turn.call(&Call::Move(Some(direction)))?;
        Ok(Some(view.me.at.step(direction)))
    }

    /// Goes home and asks for a ball.
    fn fetch(&mut self, view: &View, turn: &mut Turn<'_, HomeRun>) -> Result<bool, Stopped> {
        let here = self.here(view);
        if here.distance(self.chart.home) <= 2 {
            team::want_ball(view, turn)?;
            return Ok(true);
        }
        if view.me.can_move() {
            let home = self.chart.home;
            self.walk(view, turn, home)?;
        }
        Ok(true)
    }

    /// Keeps its post of the relay, or takes the nearest one that is free.
    fn hold_post(
        &mut self,
        view: &View,
        turn: &mut Turn<'_, HomeRun>,
    ) -> Result<Option<Post>, Stopped> {
        let posts = &self.posts;
        let here = self.here(view);
        let me = Some(view.me.id);
        if let Some(mine) = self.post {
            let is_mine = (mine as usize) < posts.len() && team::batter_of(view, turn, mine)? == me;
            if !is_mine {
                self.post = None;
            }
        }
        if self.post.is_none() {
            let mut best = (i32::MAX, None);
            for (i, post) in (0..).zip(posts) {
                let distance = here.distance(post.stand);
                if distance == 0 {
                    // A batter that stands on a post has it, since its holder could not get there.
                    best = (0, Some(i));
                    break;
                }
                if distance < best.0 && team::batter_of(view, turn, i)?.is_none() {
                    best = (distance, Some(i));
                }
            }
            self.post = best.1;
        }
        let Some(mine) = self.post else { return Ok(None) };
        let post = posts[mine as usize];
        team::hold_post(view, turn, mine, here == post.stand)?;
        Ok(Some(post))
    }

    /// Bats the ball of the relay on, unless that would do harm.
    fn pass(
        &mut self,
        view: &View,
        turn: &mut Turn<'_, HomeRun>,
        post: Post,
    ) -> Result<bool, Stopped> {
        let ball = self.chart.location(post.ball());
        if !view.me.can_act() || !view.has_ball(ball) {
            return Ok(false);
        }
        let scene = Scene::new(view, &self.chart, &self.style.worth);
        let mut at = ball;
        for _ in 0..post.strength {
            at = at.step(post.direction);
            let unit = view.unit_at(at);
            if unit.is_some_and(|unit| unit.unit_type == UnitType::Catcher) {
                team::block(turn, self.chart.spot(at))?;
            }
        }
        let gains = scene.gains_of_ball(ball, post.direction);
        if gains[post.strength.max(1) as usize - 1] < 0 {
            return Ok(false);
        }
        turn.call(&Call::Bat(Some(post.direction), post.strength))?;
        Ok(true)
    }

    /// The target that is nearest; none if there is nothing to do.
    fn choose_target(
        &mut self,
        view: &View,
        turn: &mut Turn<'_, HomeRun>,
    ) -> Result<Option<Spot>, Stopped> {
        let here = self.here(view);
        let targets = self.targets.read(turn)?;
        let cost = |target: &team::Target| here.distance(target.spot) - target.others.min(2);
        Ok(targets.iter().min_by_key(|target| cost(target)).map(|target| target.spot))
    }

    fn fight(
        &mut self,
        view: &View,
        turn: &mut Turn<'_, HomeRun>,
        goal: Option<Spot>,
        is_posted: bool,
    ) -> Result<(), Stopped> {
        let here = self.here(view);
        let outlooks = if view.me.can_move() && view.me.can_act() { OUTLOOKS_MAX } else { 1 };
        self.effort.charge(Step::Prey, outlooks * prey_in_sight(view).count());
        if let Some(goal) = goal {
            self.ways.tread(here);
            self.ways.aim(&self.chart, here, goal, view.round, &mut self.effort);
        }
        let plan = self.best_plan(view, goal, is_posted);
        let bat = plan.bat.map(|bat| Call::Bat(Some(bat.direction), bat.strength));
        if let Some(bat) = bat.as_ref().filter(|_| plan.bats_first) {
            turn.call(bat)?;
        }
        if let Some(step) = plan.step {
            turn.call(&Call::Move(Some(step)))?;
        }
        if let Some(bat) = bat.filter(|_| !plan.bats_first) {
            turn.call(&bat)?;
        }
        Ok(())
    }

    fn best_plan(&self, view: &View, goal: Option<Spot>, is_posted: bool) -> Plan {
        let scene = Scene::new(view, &self.chart, &self.style.worth);
        let at = view.me.at;
        let bat_now = if view.me.can_act() { scene.best_bat(at) } else { None };
        let mut best = Plan { score: i32::MIN, step: None, bat: None, bats_first: false };
        let mut consider = |plan: Plan| {
            if plan.score > best.score {
                best = plan;
            }
        };
        let mut after_now = scene.clone();
        if let Some(bat) = bat_now {
            after_now.apply(at, bat);
        }
        let caution = self.style.caution;
        let after_now = Outlook::new(view, after_now, caution);
        let steps = Direction::neighbours().iter().copied().map(Some);
        for step in std::iter::once(None).chain(steps) {
            let to = step.map_or(at, |direction| at.step(direction));
            if step.is_some() {
                if !view.me.can_move() {
                    break;
                }
                if !view.is_accessible(to) {
                    continue;
                }
                let bat = if view.me.can_act() { scene.best_bat(to) } else { None };
                if let Some(bat) = bat {
                    let mut after = scene.clone();
                    after.apply(to, bat);
                    let after = Outlook::new(view, after, caution);
                    let promise = self.promise(view, &after, to, step, goal, is_posted);
                    let score = bat.gain * 4 + promise;
                    consider(Plan { score, step, bat: Some(bat), bats_first: false });
                }
            }
            let gain = bat_now.map_or(0, |bat| bat.gain * 4);
            let score = gain + self.promise(view, &after_now, to, step, goal, is_posted);
            consider(Plan { score, step, bat: bat_now, bats_first: true });
        }
        best
    }

    /// What a tile promises at the end of the turn, times 4: dangers, prey, and the way to the goal.
    fn promise(
        &self,
        view: &View,
        outlook: &Outlook<'_>,
        to: Location,
        step: Option<Direction>,
        goal: Option<Spot>,
        is_posted: bool,
    ) -> i32 {
        let mut score = -outlook.danger(to) * 4 * self.style.caution / 100;
        let spot = self.chart.spot(to);
        if is_posted && goal == Some(spot) {
            score += POST_WORTH * 4;
        }
        if let Some(direction) = step {
            score -= if direction.is_diagonal() { 2 } else { 1 };
        }
        let mut lure = 0;
        for &(stand, gain) in &outlook.stands {
            let distance = (stand.x - to.x).abs().max((stand.y - to.y).abs());
            lure = lure.max(gain * 4 / (2 + 2 * distance));
        }
        score += lure - i32::from(self.nuisance(spot)) * 2;
        if goal.is_some() {
            let here = self.ways.distance(self.here(view));
            let there = self.ways.distance(spot);
            if here != FAR && there != FAR {
                let visits = step.map_or(0, |direction| self.ways.cost_of_step(spot, direction));
                score += (i32::from(here) - i32::from(there)) * 2 - i32::from(visits / 4);
            }
        }
        score
    }
}

/// The nearest enemies in sight, then balls.
fn prey_in_sight(view: &View) -> impl Iterator<Item = Location> {
    let enemies = view.units_of(view.me.team.other());
    let prey = enemies.filter(|unit| unit.unit_type != UnitType::Hq).map(|unit| unit.at);
    prey.chain(view.balls.iter().copied()).take(PREY_MAX)
}

/// The free tiles from which enemies and balls in sight can be batted with a gain.
fn stands_against_all(view: &View, scene: &Scene<'_>) -> Vec<(Location, i32)> {
    prey_in_sight(view).flat_map(|prey| scene.stands_against(prey)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::effort::WORK_PER_TURN;
    use crate::types::{Team, UnitInfo};

    #[test]
    fn a_crowd_in_sight_leaves_work_for_ways() {
        let mut view = View::default();
        let crowd = (1..=60).map(|x| UnitInfo {
            team: Team::B,
            unit_type: UnitType::Batter,
            at: Location::new(x, 0),
            ..view.me
        });
        view.units = crowd.collect();
        assert_eq!(prey_in_sight(&view).count(), PREY_MAX);
        let most = (OUTLOOKS_MAX * PREY_MAX) as i32 * Step::Prey as i32;
        assert!(3 * most <= 2 * WORK_PER_TURN, "a fight may take {most} of {WORK_PER_TURN}");
    }
}
