//! How long a new job would wait in each lane: a pure function.

/// What a lane has to do.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(super) struct Backlog {
    /// Its share of the workers, relative to the other lanes.
    pub weight: f64,
    /// Jobs that wait.
    pub waiting: f64,
    /// Jobs that run.
    pub running: f64,
    /// Mean duration of a job in seconds.
    pub seconds: f64,
}

/// Seconds that a new job would wait in each lane if no other jobs came; none without workers.
///
/// Lanes with waiting jobs are served in proportion to their weights. When a lane is empty, the others share
/// its part.
pub(super) fn expected_waits(lanes: &[Backlog], slots: u32) -> Option<Vec<f64>> {
    if slots == 0 {
        return None;
    }
    let slots = f64::from(slots);
    let running: f64 = lanes.iter().map(|lane| lane.running).sum();
    let left: f64 = lanes.iter().map(|lane| lane.running * lane.seconds / 2.0).sum();
    // A job under way has half of its time left, on average.
    let first_free = if running >= slots { left / slots / slots } else { 0.0 };
    let mut waits = vec![first_free; lanes.len()];
    let mut waiting: Vec<f64> = lanes.iter().map(|lane| lane.waiting).collect();
    let mut at = first_free;
    loop {
        let is_open = |lane: &usize| waiting[*lane] > 1e-9;
        let open: Vec<usize> = (0..lanes.len()).filter(is_open).collect();
        // One turn gives every open lane `weight` jobs and takes this time.
        let turn: f64 = open.iter().map(|&l| lanes[l].weight * lanes[l].seconds / slots).sum();
        let turns = open.iter().map(|&l| waiting[l] / lanes[l].weight);
        let Some(turns) = turns.min_by(f64::total_cmp) else { return Some(waits) };
        at += turns * turn;
        for lane in open {
            waiting[lane] -= turns * lanes[lane].weight;
            waits[lane] = at;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lane(weight: f64, waiting: f64, running: f64, seconds: f64) -> Backlog {
        Backlog { weight, waiting, running, seconds }
    }

    #[test]
    fn an_idle_server_starts_jobs_at_once() {
        assert_eq!(expected_waits(&[lane(4.0, 0.0, 1.0, 10.0)], 2), Some(vec![0.0]));
        assert_eq!(expected_waits(&[lane(4.0, 9.0, 0.0, 10.0)], 0), None);
    }

    #[test]
    fn a_lane_alone_gets_all_slots() {
        let waits = expected_waits(&[lane(4.0, 12.0, 0.0, 10.0)], 4).unwrap();
        assert_eq!(waits, [30.0]);
        // Four jobs under way have five seconds left each; one of the four slots is free after 1.25 s.
        let waits = expected_waits(&[lane(4.0, 12.0, 4.0, 10.0)], 4).unwrap();
        assert_eq!(waits, [31.25]);
    }

    #[test]
    fn lanes_share_by_weight_and_take_over_what_is_left() {
        // 8 jobs of weight 8 and 2 of weight 2 end together; then 6 more of the second lane follow.
        let lanes = [lane(8.0, 8.0, 0.0, 1.0), lane(2.0, 8.0, 0.0, 1.0), lane(1.0, 0.0, 0.0, 1.0)];
        assert_eq!(expected_waits(&lanes, 1), Some(vec![10.0, 16.0, 0.0]));
    }
}
