//! Roads between towns, towers and lairs.
//!
//! From all these places country is taken in at once, slower over slopes and rivers. Where what
//! belongs to two places meets, and no road joins them yet, one is built back to both: so all
//! places are joined, near ones first, and nothing is built twice.

use super::rivers::Water;
use super::{COLUMNS, LAKE, RIVER, ROWS, SHAFT, STRIDE, TABLE, beside, opposite};
use crate::strata::Blueprint;

/// The faces of a column that roads lead through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Faces(u8);

impl Faces {
    /// Whether a road leads through a side.
    pub(super) fn has(self, side: u8) -> bool {
        self.0 >> side & 1 == 1
    }

    /// Whether it is one of the wide roads between towns.
    pub(super) fn is_main(self, side: u8) -> bool {
        self.0 >> (side + 4) & 1 == 1
    }
}

const NOBODY: u16 = u16::MAX;
/// What stands for the owner of a column where no road may be.
const CLOSED: u16 = u16::MAX - 1;
/// What a step costs at most, plus one.
const DEAREST: usize = 128;

/// Builds all roads: their faces, and the columns that they lead to.
pub(super) fn build(
    heights: &[u16],
    water: &Water,
    sites: &[(u16, Blueprint)],
) -> (Vec<Faces>, Vec<u16>) {
    let is_place = |blueprint: Blueprint| {
        matches!(
            blueprint,
            Blueprint::Town | Blueprint::Tower | Blueprint::Lair
        )
    };
    let places = sites.iter().filter(|(_, blueprint)| is_place(*blueprint));
    let places: Vec<u16> = places.map(|&(column, _)| column).collect();
    let mut country = Country::new(heights, water, &places);
    country.grow();
    let mut is_town = vec![false; TABLE];
    for &(column, blueprint) in sites {
        is_town[usize::from(column)] |= blueprint == Blueprint::Town;
    }
    let mut faces = country.faces;
    widen(&mut faces, &is_town);
    (faces, places)
}

/// A column as it is taken in.
#[derive(Clone, Copy)]
struct Plot {
    /// The number of the place that took it in, and the side where it came from.
    owner: u16,
    from: u8,
    /// What it costs to enter it.
    cost: u8,
}

impl Plot {
    /// Where no road may be.
    const CLOSED: Self = Self {
        owner: CLOSED,
        from: u8::MAX,
        cost: 0,
    };
}

/// What has been taken in.
struct Country {
    plots: Vec<Plot>,
    /// Which places are joined: another of the same part, or itself.
    parts: Vec<u16>,
    faces: Vec<Faces>,
    /// Columns by their distance, in a list for each.
    first: [u16; DEAREST],
    next: Vec<u16>,
}

impl Country {
    fn new(heights: &[u16], water: &Water, places: &[u16]) -> Self {
        let mut country = Self {
            plots: plots(heights, water),
            parts: (0..places.len() as u16).collect(),
            faces: vec![Faces::default(); TABLE],
            first: [NOBODY; DEAREST],
            next: vec![NOBODY; TABLE],
        };
        for (number, &place) in (0..).zip(places) {
            country.plots[usize::from(place)].owner = number;
            country.push(place.into(), 0);
        }
        country
    }

    #[inline]
    fn push(&mut self, column: usize, far: usize) {
        let first = &mut self.first[far % DEAREST];
        self.next[column] = *first;
        *first = column as u16;
    }

    #[inline]
    fn pop(&mut self, now: usize) -> Option<usize> {
        let first = &mut self.first[now % DEAREST];
        let column = usize::from(*first);
        *first = *self.next.get(column)?;
        Some(column)
    }

    /// Takes in all country, and builds roads where two parts meet.
    ///
    /// A step costs the same from wherever a column is entered, so the first to come is the
    /// nearest, and each column is taken in once.
    fn grow(&mut self) {
        let mut left = self.parts.len();
        let (mut now, mut idle) = (0, 0);
        while left > 1 && idle < DEAREST {
            let Some(column) = self.pop(now) else {
                now += 1;
                idle += 1;
                continue;
            };
            idle = 0;
            let owner = self.plots[column].owner;
            for side in 0..4 {
                let next = beside(column, side);
                let plot = &mut self.plots[next];
                if plot.owner == NOBODY {
                    (plot.owner, plot.from) = (owner, opposite(side));
                    let far = now + usize::from(plot.cost);
                    self.push(next, far);
                } else if plot.owner != owner && plot.owner != CLOSED {
                    let other = plot.owner;
                    let (a, b) = (self.part(owner), self.part(other));
                    if a != b {
                        self.parts[usize::from(a.max(b))] = a.min(b);
                        left -= 1;
                        self.mark(column, side);
                        self.build_back(column);
                        self.build_back(next);
                    }
                }
            }
        }
    }

    /// Builds a road back to the place that took a column in.
    fn build_back(&mut self, mut column: usize) {
        loop {
            let side = self.plots[column].from;
            if side >= 4 || self.faces[column].has(side) {
                return;
            }
            self.mark(column, side);
            column = beside(column, side);
        }
    }

    fn mark(&mut self, column: usize, side: u8) {
        self.faces[column].0 |= 1 << side;
        self.faces[beside(column, side)].0 |= 1 << opposite(side);
    }

    fn part(&mut self, mut place: u16) -> u16 {
        while self.parts[usize::from(place)] != place {
            let next = self.parts[usize::from(self.parts[usize::from(place)])];
            self.parts[usize::from(place)] = next;
            place = next;
        }
        place
    }
}

/// Country that nobody has taken in: it costs more to enter where it is steep, and where water is
/// to be crossed.
fn plots(heights: &[u16], water: &Water) -> Vec<Plot> {
    let mut plots = vec![Plot::CLOSED; TABLE];
    for y in 1..=ROWS {
        let row = y * STRIDE + 1..y * STRIDE + 1 + COLUMNS;
        for column in row {
            let [here, east, south] = [column, column + 1, column + STRIDE].map(|at| heights[at]);
            let steep = ((here.abs_diff(east) / 2 + here.abs_diff(south) / 2) / 32).min(40) as u8;
            let base = match water.drains[column] {
                SHAFT => continue,
                LAKE => 60,
                _ if water.flows[column] > RIVER => 18,
                _ => 8,
            };
            plots[column].owner = NOBODY;
            plots[column].cost = base + steep;
        }
    }
    plots
}

/// Makes those roads wide that are on the way between two towns: all that is left after taking
/// away dead ends again and again.
fn widen(faces: &mut [Faces], is_town: &[bool]) {
    let mut left: Vec<u8> = faces.iter().map(|faces| faces.0 & 0xF).collect();
    for start in 0..left.len() {
        let mut column = start;
        while left[column].is_power_of_two() && !is_town[column] {
            let side = left[column].trailing_zeros() as u8;
            left[column] = 0;
            column = beside(column, side);
            left[column] &= !(1 << opposite(side));
        }
    }
    for (faces, left) in faces.iter_mut().zip(left) {
        faces.0 |= left << 4;
    }
}
