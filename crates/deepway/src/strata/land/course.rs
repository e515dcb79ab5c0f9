//! What runs through one zone of the surface, cell by cell.

use super::super::board::{Board, HEIGHT, WIDTH};
use super::search::{CELLS, Costs, Search, cell, for_each, place};
use super::{LAKE, Land, RIVER, SHAFT, beside, number, opposite, width};
use crate::seed::Seed;

/// A cell of water.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RiverCell {
    /// Its column.
    pub x: u8,
    /// Its row.
    pub y: u8,
    /// How high the water stands: from any cell one can follow water that does not rise to where
    /// it ends.
    pub height: u16,
}

/// What runs through a zone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in super::super) struct Course {
    /// All cells of water, lakes too, from where the water leaves upward.
    pub(in super::super) river: Vec<RiverCell>,
    /// The same as a board.
    pub(in super::super) water: Board,
    /// Those that are a lake, all at one height.
    pub(in super::super) lake: Board,
    /// Whether the water ends in the great shaft of the column, at column 40 and row 12.
    pub(in super::super) falls: bool,
    /// The cells of roads, and those of them that lie over water.
    pub(in super::super) roads: Board,
    pub(in super::super) bridges: Board,
}

/// What a course goes around.
#[derive(Clone, Copy, Debug, Default)]
pub(in super::super) struct Obstacles {
    /// Links and the pads around them: neither water nor roads may be there.
    pub(in super::super) pads: Board,
    /// What is built: roads may lead into it, water may not.
    pub(in super::super) built: Board,
    /// The walls of what is built: roads lead through its gates.
    pub(in super::super) walls: Board,
}

/// The middle of a zone: where shafts are, and where roads lead to.
const MIDDLE: [usize; 2] = [40, 12];
/// What a cell costs that should be entered in need only.
const NEED: u8 = 100;
/// How far the water of a zone falls where it ends.
const FALL: u16 = 16;

impl Land {
    /// What runs through the zone of a column at the surface: it depends on nothing but the
    /// column and what stands in the way.
    pub(in super::super) fn course(&self, column: [u32; 2], obstacles: &Obstacles) -> Course {
        let mut course = Course::default();
        if let Some(number) = number(column) {
            let seed = self.zones.child(number as u32);
            self.add_river(&mut course, column, number, obstacles, seed.child("river"));
            self.add_roads(&mut course, column, number, obstacles, seed.child("road"));
        }
        course
    }

    /// Draws the river of a zone from where its water leaves to where it comes from.
    fn add_river(
        &self,
        course: &mut Course,
        column: [u32; 2],
        number: usize,
        obstacles: &Obstacles,
        seed: Seed,
    ) {
        let drain = self.drains[number];
        let edges = self.edges(column, |column, is_row| self.river_edge(column, is_row));
        let inflows: Vec<(u8, u16)> = (0..4)
            .filter_map(|side| {
                let from = beside(number, side);
                let is_river = self.drains[from] == opposite(side) && self.flows[from] > RIVER;
                is_river.then(|| (side, self.flows[from]))
            })
            .collect();
        let has_river = !inflows.is_empty() || self.flows[number] > RIVER;
        if !(has_river || drain == LAKE) || (drain == SHAFT && inflows.is_empty()) {
            return;
        }
        course.falls = drain == SHAFT;
        let mut random = seed.stream();
        let mut blocked = obstacles.pads;
        if !course.falls {
            blocked = blocked.or(&obstacles.built);
        }
        let blocked = blocked.and(&Board::INSIDE);
        let near = blocked.around().and(&Board::INSIDE).without(&blocked);
        let mut costs = Costs::inside(&mut random, |noise, chance| {
            3 + ((noise * noise) >> 11) + chance
        });
        costs.change(&near, |cost| cost + 30);
        costs.change(&frame(), |cost| cost + 12);
        let spot = [random.between(12, 67), random.between(6, 18)].map(|at| at as usize);
        let target = match drain {
            SHAFT => cell(MIDDLE),
            LAKE => cell(free_near([20 + spot[0] / 2, 6 + spot[1] / 2], &blocked)),
            side => cell(gate(edges[usize::from(side)], side)),
        };
        let mut starts: Vec<(usize, u16)> = inflows
            .iter()
            .map(|&(side, flow)| (cell(gate(edges[usize::from(side)], side)), flow))
            .collect();
        if starts.is_empty() && drain < LAKE {
            starts.push((cell(free_near(spot, &blocked)), self.flows[number]));
        }
        for &(start, _) in &starts {
            costs.0[start] = 1;
        }
        let open = costs.clone();
        costs.change(&blocked, |_| 0);
        let mut search = Search::new(&costs, target);
        let mut dear = open;
        if !starts.iter().all(|&(start, _)| search.reaches(start)) {
            // Nothing is left but to go through what stands in the way.
            dear.change(&blocked, |_| NEED);
            search = Search::new(&dear, target);
        }
        let mut carried = [0_u16; CELLS];
        let mut way = Board::EMPTY;
        for (start, flow) in starts {
            search.walk(start, |cell| {
                let [x, y] = place(cell);
                way.set(x, y);
                carried[cell] = carried[cell].saturating_add(flow);
            });
        }
        if drain == LAKE {
            course.lake = lake(&search, self.flows[number], &blocked.or(&near));
        }
        let mut water = Board::EMPTY;
        for_each(&way, |x, y| {
            thicken(&mut water, [x, y], width(carried[cell([x, y])]));
        });
        let ring = ring(&edges);
        water = water.without(&blocked.or(&near)).and(&Board::INSIDE);
        water = water.or(&way).or(&course.lake).or(&ring);
        let end = match drain {
            LAKE => course.lake,
            SHAFT => only(place(target)),
            side => {
                let mut edges_out = [0; 4];
                edges_out[usize::from(side)] = edges[usize::from(side)];
                self::ring(&edges_out)
            }
        };
        let high = self.heights[number];
        let low = match drain {
            LAKE | SHAFT => high.saturating_sub(FALL),
            side => self.heights[beside(number, side)],
        };
        course.fill(&water, end, [low, high]);
    }

    /// Draws the roads of a zone: to its middle if something is there, else to each other.
    fn add_roads(
        &self,
        course: &mut Course,
        column: [u32; 2],
        number: usize,
        obstacles: &Obstacles,
        seed: Seed,
    ) {
        let edges = self.edges(column, |column, is_row| self.road_edge(column, is_row));
        let faces = self.roads[number];
        let sides = (0..4).filter(|side| edges[usize::from(*side)] != 0);
        let mut gates: Vec<(usize, bool)> = sides
            .map(|side| {
                let gate = gate(edges[usize::from(side)], side);
                (cell(gate), faces.is_main(side))
            })
            .collect();
        // The narrow roads last, so that the first is the widest.
        gates.sort_by_key(|(_, is_main)| !is_main);
        let Some(&(first, _)) = gates.first() else {
            return;
        };
        let pads = obstacles.pads.and(&Board::INSIDE);
        let target = match self.places.contains(&(number as u16)) {
            true => cell(free_near(MIDDLE, &pads)),
            false => first,
        };
        let mut costs = Costs::inside(&mut seed.stream(), |noise, _| 6 + noise / 48);
        costs.change(&pads.around().and(&Board::INSIDE), |cost| cost + 6);
        costs.change(&frame(), |cost| cost + 6);
        costs.change(&course.water.and(&Board::INSIDE), |cost| cost + 35);
        costs.change(&course.lake, |cost| cost + 25);
        costs.change(&obstacles.walls.and(&Board::INSIDE), |_| NEED);
        for &(gate, _) in &gates {
            costs.0[gate] = 1;
        }
        let mut dear = costs.clone();
        costs.change(&pads, |_| 0);
        let mut search = Search::new(&costs, target);
        if !gates.iter().all(|&(gate, _)| search.reaches(gate)) {
            dear.change(&pads, |_| NEED);
            search = Search::new(&dear, target);
        }
        let (mut narrow, mut wide) = (Board::EMPTY, Board::EMPTY);
        for (gate, is_main) in gates {
            search.walk(gate, |cell| {
                let [x, y] = place(cell);
                narrow.set(x, y);
                if is_main {
                    thicken(&mut wide, [x, y], 2);
                }
            });
        }
        let wide = wide.and(&Board::INSIDE).without(&pads);
        course.roads = narrow.or(&wide).or(&ring(&edges));
        course.bridges = course.roads.and(&course.water);
    }
}

impl Course {
    /// A trail between two places inside a zone: through walls and over water in need only.
    pub(in super::super) fn trail(
        obstacles: &Obstacles,
        water: &Board,
        [from, to]: [[usize; 2]; 2],
        seed: Seed,
    ) -> Board {
        let mut costs = Costs::inside(&mut seed.stream(), |noise, chance| {
            6 + noise / 40 + chance / 4
        });
        costs.change(&frame(), |cost| cost + 6);
        costs.change(&water.and(&Board::INSIDE), |cost| cost + 40);
        costs.change(&obstacles.walls.and(&Board::INSIDE), |_| NEED);
        let search = Search::new(&costs, cell(to));
        let mut trail = Board::EMPTY;
        search.walk(cell(from), |cell| {
            let [x, y] = place(cell);
            trail.set(x, y);
        });
        trail
    }

    /// A river that springs in the west of a zone and ends in a pool in its east.
    pub(in super::super) fn spring(obstacles: &Obstacles, seed: Seed) -> Self {
        let mut random = seed.stream();
        let blocked = obstacles.pads.or(&obstacles.built).and(&Board::INSIDE);
        let near = blocked.around().and(&Board::INSIDE).without(&blocked);
        let mut costs = Costs::inside(&mut random, |noise, chance| {
            3 + ((noise * noise) >> 11) + chance
        });
        costs.change(&near, |cost| cost + 30);
        costs.change(&frame(), |cost| cost + 12);
        costs.change(&blocked, |_| NEED);
        let mut spot = |from, to| [random.between(from, to), random.between(6, 18)];
        let start = spot(6, 16).map(|at| at as usize);
        let end = spot(56, 68).map(|at| at as usize);
        let search = Search::new(&costs, cell(free_near(end, &blocked)));
        let mut way = Board::EMPTY;
        search.walk(cell(free_near(start, &blocked)), |cell| {
            let [x, y] = place(cell);
            way.set(x, y);
        });
        let mut course = Self {
            lake: lake(&search, 0, &blocked.or(&near)),
            ..Self::default()
        };
        let mut water = Board::EMPTY;
        for_each(&way, |x, y| thicken(&mut water, [x, y], 2));
        let water = water.without(&blocked.or(&near)).and(&Board::INSIDE);
        let end = course.lake;
        course.fill(&water.or(&way).or(&end), end, [FALL, 10 * FALL]);
        course
    }

    /// Fills what is joined to the end with water that rises with the way from there.
    fn fill(&mut self, water: &Board, end: Board, [low, high]: [u16; 2]) {
        let mut layers = Vec::new();
        let (mut seen, mut layer) = (end, end);
        while layer != Board::EMPTY {
            layers.push(layer);
            layer = layer.grown().and(water).without(&seen);
            seen = seen.or(&layer);
        }
        self.water = seen;
        let last = (layers.len() - 1).max(1) as u32;
        let rise = u32::from(high.saturating_sub(low));
        for (far, layer) in (0_u32..).zip(&layers) {
            let height = low + (rise * far / last) as u16;
            for_each(layer, |x, y| {
                let (x, y) = (x as u8, y as u8);
                self.river.push(RiverCell { x, y, height });
            });
        }
    }
}

/// The lake around the start of a search: the nearest cells, more of them the more water comes.
fn lake(search: &Search, flow: u16, dry: &Board) -> Board {
    let mut near = Board::EMPTY;
    let size = 120 + usize::from(flow / 3).min(600);
    for &cell in search.order.iter().take(size) {
        let [x, y] = place(cell.into());
        near.set(x, y);
    }
    let middle = search
        .order
        .first()
        .map_or(MIDDLE, |&cell| place(cell.into()));
    let shore = frame().around();
    near = near
        .majority()
        .without(dry)
        .without(&shore)
        .or(&only(middle));
    // What the smoothing cut off is no part of it.
    let mut lake = only(middle);
    loop {
        let grown = lake.grown().and(&near);
        if grown == lake {
            return lake;
        }
        lake = grown;
    }
}

/// A round blot of some width on the board.
fn thicken(board: &mut Board, [x, y]: [usize; 2], width: u32) {
    let (before, after) = (((width - 1) / 2) as usize, (width / 2) as usize);
    for row in y.saturating_sub(before)..(y + after + 1).min(HEIGHT) {
        // The corners of wide blots are cut.
        let is_end = width > 3 && (row + before == y || row == y + after);
        let cut = usize::from(is_end);
        for column in (x + cut).saturating_sub(before)..(x + after + 1 - cut).min(WIDTH) {
            board.set(column, row);
        }
    }
}

/// The ring of cells just inside the border.
fn frame() -> Board {
    Board::FULL
        .without(&Board::INSIDE)
        .around()
        .and(&Board::INSIDE)
}

/// A board with one cell.
fn only([x, y]: [usize; 2]) -> Board {
    let mut board = Board::EMPTY;
    board.set(x, y);
    board
}

/// The cells of the border that masks of the four edges name.
fn ring(&[north, east, south, west]: &[u128; 4]) -> Board {
    let mut board = Board::EMPTY;
    board.0[0] = north;
    board.0[HEIGHT - 1] |= south;
    for (y, row) in board.0.iter_mut().enumerate() {
        *row |= (east >> y & 1) << (WIDTH - 1) | west >> y & 1;
    }
    board
}

/// The middle cell of the places of an edge.
fn gate(edge: u128, side: u8) -> [usize; 2] {
    let last = 127 - edge.leading_zeros().min(127);
    let middle = ((edge.trailing_zeros().min(127) + last) / 2) as usize;
    match side {
        super::NORTH => [middle.min(WIDTH - 1), 0],
        super::EAST => [WIDTH - 1, middle.min(HEIGHT - 1)],
        super::SOUTH => [middle.min(WIDTH - 1), HEIGHT - 1],
        _ => [0, middle.min(HEIGHT - 1)],
    }
}

/// The cell inside that is nearest to a place and not on a board; the place itself if there is
/// none.
fn free_near([x, y]: [usize; 2], taken: &Board) -> [usize; 2] {
    if !taken.get(x, y) {
        return [x, y];
    }
    let cells = (2..HEIGHT - 2).flat_map(|y| (2..WIDTH - 2).map(move |x| [x, y]));
    let free = cells.filter(|&[x, y]| !taken.get(x, y));
    let nearest = free.min_by_key(|at| at[0].abs_diff(x) + at[1].abs_diff(y));
    nearest.unwrap_or([x, y])
}
