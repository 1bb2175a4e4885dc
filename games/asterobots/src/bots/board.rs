//! The position as the stronger levels think about it: what counts, in flat lists. Orders of the turn are
//! made on the board, too, so that each sees the result of those before it.

use crate::constants::MATERIALS;
use crate::observe::View;
use crate::types::{Owner, Point, VeinView};

/// A squad under way.
#[derive(Copy, Clone, Debug)]
pub(super) struct Flight {
    pub owner: u8,
    pub to: u16,
    /// Turns of its owner until it arrives, the current or next one included.
    pub turns: u16,
    pub robots: i32,
}

/// What a player owns besides veins.
#[derive(Copy, Clone, Debug)]
pub(super) struct Purse {
    pub money: i32,
    pub stock: [i32; MATERIALS],
}

/// The position.
#[derive(Clone, Debug, Default)]
pub(super) struct Board {
    pub me: u8,
    pub round: u32,
    pub max_round: u32,
    pub sites: Vec<VeinView>,
    /// The back of the list of squads first.
    pub flights: Vec<Flight>,
    pub purses: Vec<Purse>,
    /// What the aliens charge, and what they pay.
    pub buy_prices: [i32; MATERIALS],
    pub sell_prices: [i32; MATERIALS],
}

impl Board {
    /// Looks at the position at the beginning of a turn.
    pub fn update(&mut self, view: &View, chart: &mut Chart) {
        chart.update(view);
        self.me = view.me;
        self.round = view.round;
        self.max_round = view.setting.max_round;
        self.buy_prices = view.buy_prices;
        self.sell_prices = view.sell_prices;
        self.sites.clone_from(&view.veins);
        self.purses.clear();
        self.purses
            .extend(view.players.iter().map(|p| Purse { money: p.money, stock: p.materials }));
        self.flights.clear();
        self.flights.extend(view.squads.iter().rev().map(|squad| Flight {
            owner: squad.owner(),
            to: chart.goal_at(squad.to()),
            turns: squad.turns_left() as u16,
            robots: squad.robots(),
        }));
    }

    /// The numbers of the veins of the player to move.
    pub fn mine(&self) -> impl Iterator<Item = usize> {
        let me = Owner::player(self.me);
        self.sites.iter().enumerate().filter(move |(_, site)| site.owner == me).map(|(at, _)| at)
    }

    /// Whether a vein belongs to another player.
    pub fn is_rivals(&self, at: usize) -> bool {
        let owner = self.sites[at].owner;
        owner != Owner::ALIENS && owner != Owner::player(self.me)
    }

    /// R7.7 A launch of the player to move.
    pub fn launch(&mut self, from: usize, to: usize, turns: usize, robots: i32) {
        self.sites[from].robots -= robots;
        self.flights.push(Flight { owner: self.me, to: to as u16, turns: turns as u16, robots });
    }
}

/// The distances between the veins of a map.
#[derive(Clone, Debug, Default)]
pub(super) struct Chart {
    count: usize,
    distances: Vec<u16>,
    /// Per vein: the others, the nearest first, with their distances.
    nearest: Vec<(u16, u16)>,
    /// Row by row around all veins: the number of the vein there, or `u16::MAX`.
    numbers: Vec<u16>,
    corner: Point,
    width: usize,
}

impl Chart {
    /// Measures the map and lists the neighbours of each vein, unless that was done before.
    pub fn update(&mut self, view: &View) {
        self.measure(view);
        if self.nearest.is_empty() {
            self.sort_neighbours();
        }
    }

    /// Measures the map, unless it was measured before. [`all_around`](Chart::all_around) needs more.
    pub fn measure(&mut self, view: &View) {
        if self.count == view.veins.len() {
            return;
        }
        self.nearest.clear();
        self.count = view.veins.len();
        let places = || view.veins.iter().map(|vein| vein.location);
        self.distances = vec![0; self.count * self.count];
        for (a, from) in places().enumerate() {
            for (b, to) in places().enumerate().take(a) {
                let distance = from.distance(to) as u16;
                self.distances[a * self.count + b] = distance;
                self.distances[b * self.count + a] = distance;
            }
        }
        let (columns, rows) = (|| places().map(|p| p.x), || places().map(|p| p.y));
        self.corner = Point::new(columns().min().unwrap_or(0), rows().min().unwrap_or(0));
        let (right, bottom) = (columns().max().unwrap_or(0), rows().max().unwrap_or(0));
        self.width = (right - self.corner.x + 1) as usize;
        let height = (bottom - self.corner.y + 1) as usize;
        self.numbers = vec![u16::MAX; self.width * height];
        for (number, place) in (0..).zip(places()) {
            if let Some(cell) = self.cell(place) {
                self.numbers[cell] = number;
            }
        }
    }

    /// Lists the neighbours of each vein: counts them by distance, which is quicker than comparing them.
    fn sort_neighbours(&mut self) {
        let longest = self.distances.iter().copied().max().unwrap_or(0);
        let mut places = Vec::new();
        self.nearest.clear();
        for at in 0..self.count {
            let row = &self.distances[at * self.count..(at + 1) * self.count];
            let others = || (0..).zip(row).filter(|&(to, _)| to != at as u16);
            // Per distance: the number of nearer veins, which is the place of the next one.
            places.clear();
            places.resize(usize::from(longest) + 2, self.nearest.len());
            others().for_each(|(_, &turns)| places[usize::from(turns) + 1] += 1);
            let mut nearer = 0;
            for place in &mut places {
                nearer += *place - self.nearest.len();
                *place = self.nearest.len() + nearer;
            }
            self.nearest.resize(self.nearest.len() + self.count - 1, (0, 0));
            for (to, &turns) in others() {
                let place = &mut places[usize::from(turns)];
                self.nearest[*place] = (to, turns);
                *place += 1;
            }
        }
    }

    /// The number of the vein at a vertex.
    pub fn vein_at(&self, place: Point) -> Option<u16> {
        let number = *self.numbers.get(self.cell(place)?)?;
        (number != u16::MAX).then_some(number)
    }

    /// The number of the vein where a squad goes to.
    #[inline]
    pub fn goal_at(&self, goal: Point) -> u16 {
        let row = goal.y.wrapping_sub(self.corner.y).wrapping_mul(self.width as i32);
        let cell = row.wrapping_add(goal.x.wrapping_sub(self.corner.x));
        self.numbers.get(cell as usize).copied().unwrap_or(0)
    }

    /// The place of a vertex in `numbers`; `None` outside its columns.
    fn cell(&self, place: Point) -> Option<usize> {
        let column = place.x.wrapping_sub(self.corner.x).cast_unsigned() as usize;
        let row = place.y.wrapping_sub(self.corner.y).cast_unsigned() as usize;
        (column < self.width).then(|| row.wrapping_mul(self.width).wrapping_add(column))
    }

    /// The edges between a vein and all veins.
    pub fn distances(&self, from: usize) -> &[u16] {
        &self.distances[from * self.count..(from + 1) * self.count]
    }

    /// The edges between two veins.
    pub fn distance(&self, from: usize, to: usize) -> usize {
        self.distances[from * self.count + to].into()
    }

    /// The other veins within a reach, the nearest first, with their distances.
    pub fn around(&self, at: usize, reach: usize) -> impl Iterator<Item = (usize, usize)> {
        let others = self.all_around(at).iter();
        others
            .map(|&(to, turns)| (usize::from(to), usize::from(turns)))
            .take_while(move |&(_, turns)| turns <= reach)
    }

    /// All other veins, the nearest first, with their distances.
    pub fn all_around(&self, at: usize) -> &[(u16, u16)] {
        let row = self.count.saturating_sub(1);
        &self.nearest[at * row..(at + 1) * row]
    }
}
