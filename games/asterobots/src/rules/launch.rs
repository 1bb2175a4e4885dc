//! R7.7 to R7.10: launching squads and upgrading veins.

use crate::command::Invalid;
use crate::constants::{PATH_POINTS_MAX, RANK_MAX, RANK_MIN, UPGRADE_MATERIAL, UPGRADE_ROBOT};
use crate::map::ShortestPath;
use crate::state::Asterobots;
use crate::types::{Material, Owner, Point, Squad, Step, VeinId, VeinView};

/// R7.8 What every launch needs: two veins, and robots in an own one.
pub(super) fn check_launch(
    state: &Asterobots,
    robots: i32,
    from: Point,
    to: Point,
) -> Result<(VeinId, VeinId), Invalid> {
    if from == to {
        return Err(Invalid::SameVein { at: from });
    }
    let departure = state.map.vein_at(from).ok_or(Invalid::NotAVein { at: from })?;
    let destination = state.map.vein_at(to).ok_or(Invalid::NotAVein { at: to })?;
    let vein = &state.veins[departure.index()];
    if robots <= 0 || robots > vein.robots {
        return Err(Invalid::NotEnoughRobots { at: from, has: vein.robots, wants: robots });
    }
    if vein.owner != Owner::player(state.current) {
        return Err(Invalid::NotOwner { at: from, owner: vein.owner });
    }
    Ok((departure, destination))
}

/// R7.7 The default shortest path.
pub(super) fn launch(
    state: &mut Asterobots,
    robots: i32,
    from: Point,
    to: Point,
) -> Result<(), Invalid> {
    let (departure, destination) = check_launch(state, robots, from, to)?;
    let steps = ShortestPath::new(from, to).steps();
    send(state, robots, (departure, destination), (from, to), steps.len(), steps.into_iter());
    Ok(())
}

/// R7.8 A given path. Two points mean the default path between them.
pub(super) fn check_launch_with_path(
    state: &Asterobots,
    robots: i32,
    path: &[Point],
) -> Result<(VeinId, VeinId), Invalid> {
    let points = u32::try_from(path.len()).unwrap_or(u32::MAX);
    let (from, to) = match path {
        [from, .., to] => (*from, *to),
        _ => return Err(Invalid::PathTooShort { points }),
    };
    // Open in the rules; we chose a limit that no game is long enough to reach.
    if path.len() > PATH_POINTS_MAX {
        return Err(Invalid::PathTooLong { points, most: PATH_POINTS_MAX as u32 });
    }
    let veins = check_launch(state, robots, from, to)?;
    if path.len() > 2 {
        if let Some(gap) = path.windows(2).find(|w| w[0].step_to(w[1]).is_none()) {
            return Err(Invalid::PathNotConnected { from: gap[0], to: gap[1] });
        }
        let field = state.map.field();
        if !state.rules.path_leaves_field
            && let Some(at) = path.iter().find(|p| !field.contains(**p))
        {
            return Err(Invalid::PathLeavesField { at: *at });
        }
    }
    Ok(veins)
}

pub(super) fn launch_with_path(
    state: &mut Asterobots,
    robots: i32,
    path: &[Point],
) -> Result<(), Invalid> {
    let (departure, destination) = check_launch_with_path(state, robots, path)?;
    match path {
        [from, to] => launch(state, robots, *from, *to),
        _ => {
            let ends = (path[0], path[path.len() - 1]);
            let steps = path.windows(2).map(|w| w[0].step_to(w[1]).unwrap_or(Step::Left));
            send(state, robots, (departure, destination), ends, path.len() - 1, steps);
            Ok(())
        }
    }
}

/// R7.8 The robots leave the vein and stand at the front of the list of squads.
fn send(
    state: &mut Asterobots,
    robots: i32,
    (departure, destination): (VeinId, VeinId),
    (at, goal): (Point, Point),
    edges: usize,
    steps: impl Iterator<Item = Step>,
) {
    let first_step = state.ways.add(&mut state.squads, edges, steps);
    state.vein(departure).robots -= robots;
    state.squads.push(Squad {
        robots,
        at,
        goal,
        id: state.launches,
        first_step,
        steps_gone: 0,
        steps_left: edges as u16,
        from: departure,
        to: destination,
        owner: state.current,
    });
    state.launches += 1;
}

/// R7.9, R7.10: one of a vein's two ranks.
#[derive(Copy, Clone)]
pub(super) enum Rank {
    Material,
    Robot,
}

impl Rank {
    fn raise(self, vein: &mut VeinView) {
        match self {
            Rank::Material => vein.set_ranks(vein.material_rank + 1, vein.robot_rank),
            Rank::Robot => vein.set_ranks(vein.material_rank, vein.robot_rank + 1),
        }
    }
}

/// R7.9, R7.10: the vein, and what its next rank costs.
pub(super) fn check_upgrade(
    state: &Asterobots,
    rank: Rank,
    at: Point,
) -> Result<(VeinId, [i32; 3]), Invalid> {
    let id = state.map.vein_at(at).ok_or(Invalid::NotAVein { at })?;
    let vein = &state.veins[id.index()];
    let (now, costs) = match rank {
        Rank::Material => (vein.material_rank, UPGRADE_MATERIAL),
        Rank::Robot => (vein.robot_rank, UPGRADE_ROBOT),
    };
    if now >= RANK_MAX {
        return Err(Invalid::RankIsMax { at, rank: now });
    }
    let cost = costs[usize::from(now - RANK_MIN)];
    let stock = state.players[usize::from(state.current)].materials;
    for material in Material::ALL {
        let (has, needs) = (stock[material.index()], cost[material.index()]);
        if has < needs {
            return Err(Invalid::NotEnoughMaterials { material, has, needs: needs.into() });
        }
    }
    // R13 C4: the original does not check the owner of the vein.
    if vein.owner != Owner::player(state.current) && !state.rules.upgrade_foreign_vein {
        return Err(Invalid::UpgradeForeignVein { at, owner: vein.owner });
    }
    Ok((id, cost))
}

pub(super) fn upgrade(state: &mut Asterobots, rank: Rank, at: Point) -> Result<(), Invalid> {
    let (id, cost) = check_upgrade(state, rank, at)?;
    for (stock, price) in state.me().materials.iter_mut().zip(cost) {
        *stock -= price;
    }
    rank.raise(state.vein(id));
    Ok(())
}
