//! Walks on a lattice: the values of a path that a caller chooses point by point.

use crate::Rng;
use serde::Serialize;
use serde_json::Value;
use std::collections::{HashMap, VecDeque};

/// A point as calls name it: `[x, y]`.
type Point = [i32; 2];

/// Lists of points that begin at `from`, end at one of `to`, and take one step from each point to the next. A
/// walk may return and cross itself.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Walk {
    /// The first point.
    pub from: [i32; 2],
    /// The last point is one of these.
    pub to: Vec<[i32; 2]>,
    /// The steps from points whose coordinates have an even sum, then those from all other points. Square
    /// tiles have the same steps everywhere; the vertices of a honeycomb differ.
    pub steps: [Vec<[i32; 2]>; 2],
    /// The rows that a walk stays in, each as y, smallest x and largest x; without them it may go anywhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<Vec<[i32; 3]>>,
    /// The most points, both ends included.
    pub max: usize,
}

/// Margin around the ends within which samples stay, if the walk may go anywhere.
const MARGIN: i32 = 2;
/// Samples have fewer detours than this.
const DETOURS: u32 = 3;

impl Walk {
    /// Whether this value is such a list.
    pub(crate) fn admits(&self, value: &Value) -> bool {
        let Some(points) = points_of(value) else { return false };
        let ([first, .., last], true) = (&points[..], points.len() <= self.max) else {
            return false;
        };
        *first == self.from
            && self.to.contains(last)
            && points.iter().all(|&point| self.may_visit(point))
            && points.windows(2).all(|pair| self.is_step(pair[0], pair[1]))
    }

    /// A shortest walk to one of the ends, with a few steps to the side and back.
    pub(crate) fn sample(&self, rng: &mut Rng) -> Value {
        let before = self.search();
        let reached: Vec<Point> =
            self.to.iter().copied().filter(|end| before.contains_key(end)).collect();
        let mut walk = vec![*rng.pick(&reached)];
        while let Some(&previous) = walk.last().and_then(|point| before.get(point)) {
            walk.push(previous);
            if previous == self.from {
                break;
            }
        }
        walk.reverse();
        for _ in 0..rng.below(DETOURS) {
            let at = rng.below(walk.len() as u32) as usize;
            let here = walk[at];
            let aside = after(here, *rng.pick(self.steps_from(here)));
            let is_back = aside.is_some_and(|aside| self.is_step(aside, here));
            if let Some(aside) = aside.filter(|&aside| is_back && self.may_visit(aside))
                && walk.len() + 2 <= self.max
            {
                walk.splice(at..=at, [here, aside, here]);
            }
        }
        walk.into_iter().map(|point| Value::from(point.to_vec())).collect()
    }

    /// The point before each point that a shortest walk from the beginning reaches.
    fn search(&self) -> HashMap<Point, Point> {
        let ends = || self.to.iter().chain([&self.from]);
        let bounds = [0, 1].map(|axis| {
            let of_axis = || ends().map(move |point| point[axis]);
            let (min, max) = (of_axis().min().unwrap_or(0), of_axis().max().unwrap_or(0));
            min.saturating_sub(MARGIN)..=max.saturating_add(MARGIN)
        });
        let is_near = |point: Point| (0..2).all(|axis| bounds[axis].contains(&point[axis]));
        let is_open = |point| match self.rows {
            Some(_) => self.may_visit(point),
            None => is_near(point),
        };
        let mut before = HashMap::new();
        let mut queue = VecDeque::from([self.from]);
        while let Some(here) = queue.pop_front() {
            for &step in self.steps_from(here) {
                if let Some(next) = after(here, step)
                    && next != self.from
                    && is_open(next)
                    && !before.contains_key(&next)
                {
                    before.insert(next, here);
                    queue.push_back(next);
                }
            }
        }
        before
    }

    fn steps_from(&self, [x, y]: Point) -> &[[i32; 2]] {
        &self.steps[((x ^ y) & 1) as usize]
    }

    fn is_step(&self, from: Point, to: Point) -> bool {
        self.steps_from(from).iter().any(|&step| after(from, step) == Some(to))
    }

    fn may_visit(&self, [x, y]: Point) -> bool {
        self.rows.as_ref().is_none_or(|rows| {
            rows.iter().any(|&[row, min, max]| row == y && (min..=max).contains(&x))
        })
    }
}

/// The point after a step, if it still has coordinates.
fn after([x, y]: Point, [dx, dy]: [i32; 2]) -> Option<Point> {
    Some([x.checked_add(dx)?, y.checked_add(dy)?])
}

fn points_of(value: &Value) -> Option<Vec<Point>> {
    let point = |value: &Value| {
        let [x, y] = value.as_array()?.as_slice() else { return None };
        Some([i32::try_from(x.as_i64()?).ok()?, i32::try_from(y.as_i64()?).ok()?])
    };
    value.as_array()?.iter().map(point).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// Two rows of a honeycomb: points with an even sum are joined to the row below.
    fn honeycomb() -> Walk {
        Walk {
            from: [0, 0],
            to: vec![[2, 1], [3, 0]],
            steps: [vec![[-1, 0], [1, 0], [0, 1]], vec![[-1, 0], [1, 0], [0, -1]]],
            rows: Some(vec![[0, 0, 3], [1, 0, 3]]),
            max: 9,
        }
    }

    #[test]
    fn a_walk_is_checked_step_by_step() {
        let walk = honeycomb();
        for good in [
            json!([[0, 0], [1, 0], [2, 0], [3, 0]]),
            json!([[0, 0], [0, 1], [1, 1], [2, 1]]),
            json!([[0, 0], [1, 0], [0, 0], [1, 0], [2, 0], [2, 1]]),
        ] {
            assert!(walk.admits(&good), "{good}");
        }
        for bad in [
            json!([]),
            json!([[0, 0]]),
            json!([[1, 0], [2, 0], [3, 0]]),
            json!([[0, 0], [1, 0], [2, 0]]),
            json!([[0, 0], [2, 0], [3, 0]]),
            json!([[0, 0], [1, 0], [1, 1], [2, 1]]),
            json!([[0, 0], [-1, 0], [0, 0], [1, 0], [2, 0], [3, 0]]),
            json!([[0, 0], [1, 0], [0, 0], [1, 0], [0, 0], [1, 0], [0, 0], [1, 0], [2, 0], [3, 0]]),
            json!([[0, 0], [1, 0], [2, 0], "end"]),
            json!(7),
        ] {
            assert!(!walk.admits(&bad), "{bad}");
        }
    }

    #[test]
    fn a_walk_without_rows_may_go_anywhere() {
        let walk = Walk { rows: None, ..honeycomb() };
        assert!(walk.admits(&json!([[0, 0], [-1, 0], [0, 0], [1, 0], [2, 0], [3, 0]])));
        let far = json!([[0, 0], [i32::MAX, 0], [3, 0]]);
        assert!(!walk.admits(&far));
    }

    #[test]
    fn every_sample_is_a_walk_and_they_differ() {
        let mut rng = Rng::new(5);
        for walk in [honeycomb(), Walk { rows: None, ..honeycomb() }] {
            let samples: Vec<Value> = (0..100).map(|_| walk.sample(&mut rng)).collect();
            assert!(samples.iter().all(|sample| walk.admits(sample)));
            for end in &walk.to {
                let is_reached =
                    |sample: &Value| sample.as_array().unwrap().last() == Some(&json!(end));
                assert!(samples.iter().any(is_reached), "{end:?}");
            }
            assert!(samples.iter().any(|sample| sample.as_array().map(Vec::len) > Some(4)));
        }
    }
}
