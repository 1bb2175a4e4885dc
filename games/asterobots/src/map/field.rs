//! The honeycomb: its vertices, shortest paths, and its place in the plane. All of it is computed by
//! formulas, without searches and tables.

use crate::constants::MAP_SIZE_MAX;
use crate::types::{Point, Step};
use arrayvec::ArrayVec;

/// No path between two points of a field has more edges.
const LONGEST_PATH: usize = 4 * MAP_SIZE_MAX as usize;

/// R3.1 The default shortest path between two points of a field, as a formula.
///
/// The rulebook builds it backwards from the right-hand endpoint: vertical edges as early as
/// possible, with one horizontal edge between two of them, then straight along the row.
#[derive(Copy, Clone, Debug)]
pub struct ShortestPath {
    /// The endpoint with the smaller x (then the smaller y), where the rulebook's walk ends.
    lo: Point,
    /// The other one, where the walk begins.
    hi: Point,
    /// The path runs against the walk.
    from_lo: bool,
    /// Edges.
    length: i32,
    /// 1 when the walk has to begin with a horizontal edge.
    delay: i32,
}

impl ShortestPath {
    /// The path between two points that lie in a field.
    pub fn new(from: Point, to: Point) -> ShortestPath {
        let from_lo = (from.x, from.y) < (to.x, to.y);
        let (lo, hi) = if from_lo { (from, to) } else { (to, from) };
        let can_begin_vertically = if hi.is_upward() { lo.y > hi.y } else { lo.y < hi.y };
        ShortestPath {
            lo,
            hi,
            from_lo,
            length: from.distance(to) as i32,
            delay: i32::from(!can_begin_vertically),
        }
    }

    /// Number of edges.
    pub fn edges(&self) -> usize {
        self.length as usize
    }

    /// The point after `step` edges, from 0 to [`edges`](ShortestPath::edges).
    pub fn at(&self, step: usize) -> Point {
        let step = step as i32;
        self.walk(if self.from_lo { self.length - step } else { step })
    }

    /// The steps, at most [`LONGEST_PATH`].
    pub(crate) fn steps(&self) -> ArrayVec<Step, LONGEST_PATH> {
        let ShortestPath { lo, hi, .. } = *self;
        let towards_lo = (lo.y - hi.y).signum();
        let mut steps = ArrayVec::new();
        let mut at = hi;
        for _ in 0..self.length {
            let vertical = if at.is_upward() { 1 } else { -1 };
            let step = if at.y != lo.y && vertical == towards_lo {
                Step::Vertical
            } else if at.x < lo.x {
                Step::Right
            } else {
                Step::Left
            };
            at = at.after(step);
            // Left and right are exchanged on the way back.
            steps.push(match step {
                Step::Left if self.from_lo => Step::Right,
                Step::Right if self.from_lo => Step::Left,
                step => step,
            });
        }
        if self.from_lo {
            steps.reverse();
        }
        steps
    }

    /// All points, both ends included.
    pub fn points(self) -> impl Iterator<Item = Point> {
        (0..=self.edges()).map(move |i| self.at(i))
    }

    /// Where the rulebook's walk from `hi` stands after `step` edges.
    fn walk(&self, step: i32) -> Point {
        let ShortestPath { lo, hi, delay, .. } = *self;
        let height = (hi.y - lo.y).abs();
        // Vertical edges are number delay+1, delay+3, ... of the walk.
        let vertical = ((step - delay + 1) / 2).clamp(0, height);
        let y = hi.y + vertical * (lo.y - hi.y).signum();
        let stairs = if height == 0 { 0 } else { delay + 2 * height - 1 };
        if step >= stairs {
            let left = self.length - step;
            // On lo's row all that is left is horizontal; the x where the stairs ended gives the side.
            let side = (self.stairs_x(stairs - height) - lo.x).signum();
            return Point::new(lo.x + side * left, y);
        }
        Point::new(self.stairs_x(step - vertical), y)
    }

    /// The column after this many horizontal edges of the stairs: leftwards until one column beyond
    /// lo, then alternating between lo's column and that one.
    fn stairs_x(&self, edges: i32) -> i32 {
        let width = self.hi.x - self.lo.x;
        if edges <= width + 1 { self.hi.x - edges } else { self.lo.x - ((edges - width) & 1) }
    }
}

/// R3 A large hexagon of small ones, `size` of them along each side.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Field {
    size: i32,
}

impl Field {
    /// The field with this many small hexagons per side (1 to 20).
    pub fn new(size: u32) -> Field {
        Field { size: size as i32 }
    }

    /// Small hexagons per side.
    pub fn size(self) -> u32 {
        self.size as u32
    }

    /// The rows, from first to last.
    pub fn rows(self) -> std::ops::RangeInclusive<i32> {
        1 - self.size..=self.size
    }

    /// The columns of a row that exists.
    pub fn columns(self, y: i32) -> std::ops::RangeInclusive<i32> {
        let k = if y >= 1 { y - 1 } else { -y };
        2 - 2 * self.size + k..=2 * self.size - k
    }

    /// Whether a point is a vertex of the field.
    pub fn contains(self, p: Point) -> bool {
        self.rows().contains(&p.y) && self.columns(p.y).contains(&p.x)
    }

    /// All vertices in canonical order.
    pub fn vertices(self) -> impl Iterator<Item = Point> {
        self.rows().flat_map(move |y| self.columns(y).map(move |x| Point::new(x, y)))
    }

    /// Width of the smallest rectangle of points around the field.
    pub fn width(self) -> usize {
        (4 * self.size - 1) as usize
    }

    /// Number of points of that rectangle.
    pub fn area(self) -> usize {
        self.width() * (2 * self.size) as usize
    }

    /// The place of a vertex in that rectangle, row by row; `None` outside the field.
    pub fn cell(self, p: Point) -> Option<usize> {
        self.contains(p).then(|| {
            (p.y + self.size - 1) as usize * self.width() + (p.x + 2 * self.size - 2) as usize
        })
    }

    /// The edges, each once, from the point that comes first in canonical order.
    pub fn edges(self) -> impl Iterator<Item = (Point, Point)> {
        self.vertices().flat_map(move |p| {
            let down = p.is_upward().then(|| p.after(Step::Vertical));
            [Some(p.after(Step::Right)), down]
                .into_iter()
                .flatten()
                .filter(move |q| self.contains(*q))
                .map(move |q| (p, q))
        })
    }

    /// The small hexagons, each with its six corners around it.
    pub fn tiles(self) -> impl Iterator<Item = [Point; 6]> {
        self.vertices()
            .filter(|p| !p.is_upward())
            .map(|Point { x, y }| {
                [(x - 1, y), (x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1), (x - 1, y + 1)]
                    .map(Point::from)
            })
            .filter(move |corners| corners.iter().all(|c| self.contains(*c)))
    }
}

/// Where a vertex lies in the plane, in edges, y downwards; the field's centre is the origin.
pub fn in_the_plane(p: Point) -> (f64, f64) {
    let half_width = 3.0_f64.sqrt() / 2.0;
    let x = f64::from(p.x - 1) * half_width;
    let y = f64::from(p.y - 1) * 1.5 + if p.is_upward() { 1.0 } else { 0.5 };
    (x, y)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{HashMap, VecDeque};

    #[test]
    fn r3_the_field_has_the_numbers_of_the_rulebook() {
        let field = Field::new(10);
        let vertices: Vec<Point> = field.vertices().collect();
        assert_eq!(vertices.len(), 600);
        assert!(vertices.is_sorted());
        assert_eq!((field.edges().count(), field.tiles().count()), (870, 271));
        let degree = |p: Point| {
            [Step::Left, Step::Right, Step::Vertical]
                .into_iter()
                .filter(|s| field.contains(p.after(*s)))
                .count()
        };
        assert_eq!(vertices.iter().filter(|p| degree(**p) == 3).count(), 540);
        assert_eq!(vertices.iter().filter(|p| degree(**p) == 2).count(), 60);
        assert_eq!((vertices[0].y, vertices[599].y), (-9, 10));
        assert_eq!(vertices.iter().map(|p| p.x).min(), Some(-18));
        assert_eq!(vertices.iter().map(|p| p.x).max(), Some(20));

        let small = Field::new(2);
        assert_eq!(small.vertices().count(), 24);
        assert_eq!((small.columns(0), small.columns(1)), (-2..=4, -2..=4));
        assert_eq!((small.columns(-1), small.columns(2)), (-1..=3, -1..=3));
        assert!(!field.contains(Point::new(i32::MAX, i32::MAX)));
        assert!(!field.contains(Point::new(i32::MIN, i32::MIN)));
        assert!(vertices.iter().all(|p| field.contains(Point::new(p.x, 1 - p.y))));
    }

    #[test]
    fn every_vertex_has_a_place_of_its_own() {
        let field = Field::new(7);
        let mut places: Vec<usize> = field.vertices().filter_map(|p| field.cell(p)).collect();
        places.dedup();
        assert_eq!(places.len(), 6 * 49);
        assert!(places.iter().all(|c| *c < field.area()));
    }

    /// The rulebook's own walk, step by step.
    fn walk_of_the_rulebook(from: Point, to: Point) -> Vec<Point> {
        let from_lo = (from.x, from.y) < (to.x, to.y);
        let (lo, hi) = if from_lo { (from, to) } else { (to, from) };
        let mut path = vec![hi];
        let mut c = hi;
        while c != lo {
            let vertical = if c.is_upward() { 1 } else { -1 };
            if c.y == lo.y {
                c.x += (lo.x - c.x).signum();
            } else if vertical == (lo.y - c.y).signum() {
                c.y += vertical;
            } else {
                c.x += if c.x < lo.x { 1 } else { -1 };
            }
            path.push(c);
        }
        if from_lo {
            path.reverse();
        }
        path
    }

    /// Checks the paths from every `every`-th vertex to all others.
    fn check_paths(size: u32, every: usize) {
        let field = Field::new(size);
        for from in field.vertices().step_by(every) {
            let mut distance = HashMap::from([(from, 0i64)]);
            let mut queue = VecDeque::from([from]);
            while let Some(p) = queue.pop_front() {
                for step in [Step::Left, Step::Right, Step::Vertical] {
                    let q = p.after(step);
                    if field.contains(q) && !distance.contains_key(&q) {
                        distance.insert(q, distance[&p] + 1);
                        queue.push_back(q);
                    }
                }
            }
            for to in field.vertices() {
                assert_eq!(from.distance(to), distance[&to], "{from} {to}");
                let path: Vec<Point> = ShortestPath::new(from, to).points().collect();
                assert_eq!(path, walk_of_the_rulebook(from, to), "{from} {to}");
                assert_eq!(path.len() as i64, distance[&to] + 1);
                let ends =
                    ShortestPath::new(from, to).steps().into_iter().scan(from, |at, step| {
                        *at = at.after(step);
                        Some(*at)
                    });
                assert!(ends.eq(path[1..].iter().copied()), "{from} {to}");
                assert!(path.iter().all(|p| field.contains(*p)));
                assert!(path.windows(2).all(|w| w[0].step_to(w[1]).is_some()));
            }
        }
    }

    #[test]
    fn r3_distance_and_default_path_agree_with_the_rulebook_everywhere() {
        (1..=6).for_each(|size| check_paths(size, 1));
    }

    /// R3 promises this for sizes up to 10; Agon also needs it for its largest field.
    #[test]
    fn r3_distance_and_default_path_agree_on_large_fields() {
        [(8, 11), (10, 31), (15, 101), (20, 307)].into_iter().for_each(|(s, n)| check_paths(s, n));
    }

    #[test]
    fn r3_1_the_example_of_the_rulebook() {
        let path: Vec<Point> =
            ShortestPath::new(Point::new(0, 0), Point::new(0, -1)).points().collect();
        assert_eq!(path, [(0, 0), (-1, 0), (-1, -1), (0, -1)].map(Point::from));
    }

    #[test]
    fn edges_have_length_one_in_the_plane() {
        let field = Field::new(4);
        let length = |a: Point, b: Point| {
            let (a, b) = (in_the_plane(a), in_the_plane(b));
            ((a.0 - b.0).powi(2) + (a.1 - b.1).powi(2)).sqrt()
        };
        assert!(field.edges().all(|(a, b)| (length(a, b) - 1.0).abs() < 1e-9));
        for corners in field.tiles() {
            assert!((0..6).all(|i| corners[i].step_to(corners[(i + 1) % 6]).is_some()));
        }
        let sum =
            field.vertices().map(in_the_plane).fold((0.0, 0.0), |a, b| (a.0 + b.0, a.1 + b.1));
        assert!(sum.0.abs() < 1e-9 && sum.1.abs() < 1e-9, "{sum:?}");
    }

    #[test]
    fn far_away_points_do_no_harm() {
        let far = Point::new(i32::MAX, i32::MIN);
        assert!(far.distance(Point::new(i32::MIN, i32::MAX)) > 0);
        assert_eq!(far.step_to(Point::new(i32::MIN, i32::MIN)), None);
        far.after(Step::Right);
    }
}
