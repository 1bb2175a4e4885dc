//! R8.3, R8.4: squads move, meet and arrive.

use crate::constants::RANK_MIN;
use crate::state::Asterobots;
use crate::types::{Point, Squad};

/// R8.3 All squads of a player make one step; then, oldest launch first, they arrive or fight.
///
/// The order of the list decides which squads fight, and a squad that meets no enemy reverses the list of
/// the others. The list is stored back to front, so that going forward through it is "oldest first"; it is
/// reversed in memory only when squads meet.
pub(super) fn move_squads(state: &mut Asterobots, player: u8) {
    if state.squads.iter().all(|s| s.owner != player) {
        return;
    }
    let mut movers = std::mem::take(&mut state.movers);
    let mut others = Others::new(std::mem::take(&mut state.squads), player, &mut movers);

    for squad in &mut movers {
        state.ways.advance(squad);
        if squad.steps_left == 0 {
            arrive(state, squad);
            squad.robots = 0;
        } else {
            others.fight(squad);
        }
    }

    state.squads = others.into_storage();
    state.squads.extend(movers.iter().filter(|s| s.robots > 0));
    movers.clear();
    state.movers = movers;
}

/// R8.4 A squad reaches its destination and leaves the field.
fn arrive(state: &mut Asterobots, squad: &Squad) {
    let vein = state.vein(squad.to);
    if vein.owner.id() == Some(usize::from(squad.owner)) {
        vein.robots = vein.robots.saturating_add(squad.robots);
    } else if squad.robots <= vein.robots {
        vein.robots -= squad.robots;
    } else {
        vein.robots = squad.robots - vein.robots;
        let lower = |rank: u8| (rank - 1).max(RANK_MIN);
        vein.set_ranks(lower(vein.material_rank), lower(vein.robot_rank));
        state.hand_over(squad.to, squad.owner);
    }
}

/// The squads that do not move in this turn, in an order that every moving squad changes.
struct Others {
    squads: Vec<Squad>,
    /// The front of the rulebook's list is the first of `squads`; otherwise it is the last.
    front_first: bool,
    crowd: Crowd,
}

impl Others {
    /// Takes the list as the state stores it, back first, and moves the squads of this player to `movers`.
    fn new(mut squads: Vec<Squad>, player: u8, movers: &mut Vec<Squad>) -> Others {
        let mut crowd = Crowd([0; 32]);
        squads.retain(|squad| {
            let stays = squad.owner != player;
            if stays {
                crowd.add(squad.at);
            } else {
                movers.push(*squad);
            }
            stays
        });
        Others { squads, front_first: false, crowd }
    }

    /// R8.3b A squad fights all squads on its vertex, from the front of the list, until it or all of
    /// them are gone. The squads it has looked at move to the back of the list, in reverse order.
    fn fight(&mut self, squad: &mut Squad) {
        if !self.crowd.may_hold(squad.at) {
            self.front_first = !self.front_first;
            return;
        }
        if !self.front_first {
            self.squads.reverse();
            self.front_first = true;
        }
        let mut looked_at = 0;
        for enemy in &mut self.squads {
            looked_at += 1;
            if enemy.at == squad.at {
                let damage = squad.robots.min(enemy.robots);
                squad.robots -= damage;
                enemy.robots -= damage;
                if squad.robots == 0 {
                    break;
                }
            }
        }
        self.squads.rotate_left(looked_at);
        let unseen = self.squads.len() - looked_at;
        self.squads[unseen..].reverse();
        self.squads.retain(|s| s.robots > 0);
        if !self.squads.iter().any(|s| Crowd::same_bit(s.at, squad.at)) {
            self.crowd.remove(squad.at);
        }
    }

    /// The list as the state stores it: back first.
    fn into_storage(mut self) -> Vec<Squad> {
        if self.front_first {
            self.squads.reverse();
        }
        self.squads
    }
}

/// Which vertices may be occupied: one bit each on the contest's field. On larger fields and outside the
/// field several points share a bit: a set bit may be wrong, a clear bit never is.
struct Crowd([u64; 32]);

impl Crowd {
    fn place(p: Point) -> (usize, u64) {
        ((p.y & 31) as usize, 1 << (p.x & 63))
    }

    fn same_bit(a: Point, b: Point) -> bool {
        Crowd::place(a) == Crowd::place(b)
    }

    fn add(&mut self, p: Point) {
        let (row, bit) = Crowd::place(p);
        self.0[row] |= bit;
    }

    fn remove(&mut self, p: Point) {
        let (row, bit) = Crowd::place(p);
        self.0[row] &= !bit;
    }

    fn may_hold(&self, p: Point) -> bool {
        let (row, bit) = Crowd::place(p);
        self.0[row] & bit != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::VeinId;
    use agon_core::Rng;

    /// R8.3b word for word, on a list whose front is first.
    fn fight_as_written(list: &mut Vec<Squad>, squad: &mut Squad) {
        let mut looked_at = Vec::new();
        while squad.robots > 0 && !list.is_empty() {
            let mut enemy = list.remove(0);
            if enemy.at == squad.at {
                let damage = squad.robots.min(enemy.robots);
                squad.robots -= damage;
                enemy.robots -= damage;
            }
            if enemy.robots > 0 {
                looked_at.insert(0, enemy);
            }
        }
        list.extend(looked_at);
    }

    fn squad(rng: &mut Rng, id: u32) -> Squad {
        // Few places, some of which share a bit of the crowd.
        let x = *rng.pick(&[0, 1, 2, 64, 65, -64]);
        Squad {
            robots: rng.range(1, 6),
            at: Point::new(x, rng.range(0, 1)),
            id,
            first_step: 0,
            goal: Point::default(),
            steps_gone: 0,
            steps_left: 2,
            from: VeinId(0),
            to: VeinId(1),
            owner: 0,
        }
    }

    #[test]
    fn r8_3_reversing_the_list_late_gives_the_same_as_reversing_it_at_once() {
        let mut rng = Rng::new(83);
        for _ in 0..5000 {
            let stored: Vec<Squad> = (0..rng.below(9)).map(|id| squad(&mut rng, id)).collect();
            let mut list: Vec<Squad> = stored.iter().rev().copied().collect();
            let mut others = Others::new(stored, 1, &mut Vec::new());
            for id in 100..100 + rng.below(7) {
                let mut ours = squad(&mut rng, id);
                let mut theirs = ours;
                others.fight(&mut ours);
                fight_as_written(&mut list, &mut theirs);
                assert_eq!(ours, theirs);
            }
            let mut stored = others.into_storage();
            stored.reverse();
            assert_eq!(stored, list);
        }
    }
}
