//! The peers, each as its own documentation would have it used.

use bevy_northstar::grid::{Grid, GridSettingsBuilder};
use bevy_northstar::nav::Nav;
use bevy_northstar::pathfind::PathfindArgs;
use bevy_northstar::prelude::CardinalNeighborhood3d;
use deepway::link::Link;
use deepway::{Cell, Pos, Volume};
use fast_paths::{FastGraph, InputGraph, PathCalculator};
use glam::UVec3;
use grid_pathfinding::PathingGrid;
use grid_util::grid::ValueGrid;
use grid_util::point::Point;
use hierarchical_pathfinding::prelude::*;

/// The graph of moves for peers that take any graph: u32 nodes, no allocation.
pub struct Generic<'a> {
    volume: &'a Volume,
    links: Vec<Vec<u32>>,
    diagonal: bool,
    width: u32,
    height: u32,
}

impl<'a> Generic<'a> {
    pub fn new(volume: &'a Volume, links: &[Link], diagonal: bool) -> Self {
        let size = volume.size();
        let mut graph = Self {
            volume,
            links: Vec::new(),
            diagonal,
            width: size.width(),
            height: size.height(),
        };
        if !links.is_empty() {
            graph.links = vec![Vec::new(); size.cells() as usize];
        }
        for link in links {
            let (low, high) = (graph.id(link.low), graph.id(link.high));
            graph.links[low as usize].push(high);
            graph.links[high as usize].push(low);
        }
        graph
    }

    pub fn id(&self, pos: Pos) -> u32 {
        (pos.z as u32 * self.height + pos.y as u32) * self.width + pos.x as u32
    }

    fn pos(&self, id: u32) -> Pos {
        let (w, h) = (self.width, self.height);
        Pos::new((id % w) as i32, (id / w % h) as i32, (id / (w * h)) as i32)
    }

    /// `pathfinding::astar`.
    pub fn astar(&self, from: Pos, aim: Pos) -> Option<(Vec<u32>, u32)> {
        let goal = self.id(aim);
        pathfinding::directed::astar::astar(
            &self.id(from),
            |&node| self.successors(node),
            |&node| {
                let pos = self.pos(node);
                let (dx, dy) = (pos.x.abs_diff(aim.x), pos.y.abs_diff(aim.y));
                let up = pos.z.abs_diff(aim.z) * 408;
                if self.diagonal {
                    dx.min(dy) * 577 + dx.abs_diff(dy) * 408 + up
                } else {
                    (dx + dy) * 408 + up
                }
            },
            |&node| node == goal,
        )
    }

    /// The length of a way from the one cell to the other, in steps; a number that is no length
    /// if a step of it is no move, or it has other ends.
    pub fn checked_length(&self, from: Pos, to: Pos, cells: &[u32]) -> f64 {
        let ends = [Some(&self.id(from)), Some(&self.id(to))];
        match [cells.first(), cells.last()] == ends {
            true => self.length(cells),
            false => f64::NAN,
        }
    }

    /// The length of a way, in steps; a number that is no length if a step of it is no move.
    fn length(&self, cells: &[u32]) -> f64 {
        let step = |pair: &[u32]| {
            let mut moves = self.successors(pair[0]);
            let cost = moves.find(|&(to, _)| to == pair[1]);
            match cost {
                Some((_, 408)) => 1.0,
                Some(_) => std::f64::consts::SQRT_2,
                None => f64::NAN,
            }
        };
        cells.windows(2).map(step).sum()
    }

    fn successors(&self, node: u32) -> Successors {
        let mut all = Successors {
            list: [(0, 0); 10],
            at: 0,
            len: 0,
        };
        let (pos, w) = (self.pos(node), self.width);
        let plane = self.volume.walkable();
        let open =
            |dx: i32, dy: i32| plane.get((pos.x + dx) as u32, (pos.y + dy) as u32, pos.z as u32);
        let (n, e, s, west) = (open(0, -1), open(1, 0), open(0, 1), open(-1, 0));
        let mut push = |is: bool, to: u32, cost: u32| {
            if is {
                all.list[all.len] = (to, cost);
                all.len += 1;
            }
        };
        push(n, node.wrapping_sub(w), 408);
        push(e, node + 1, 408);
        push(s, node + w, 408);
        push(west, node.wrapping_sub(1), 408);
        if self.diagonal {
            let north = node.wrapping_sub(w);
            push(n && e && open(1, -1), north.wrapping_add(1), 577);
            push(s && e && open(1, 1), node + w + 1, 577);
            push(s && west && open(-1, 1), node + w - 1, 577);
            push(n && west && open(-1, -1), north.wrapping_sub(1), 577);
        }
        if let Some(to) = self.links.get(node as usize) {
            to.iter().for_each(|&to| push(true, to, 408));
        }
        all
    }
}

/// The neighbours of a node, held in place.
struct Successors {
    list: [(u32, u32); 10],
    at: usize,
    len: usize,
}

impl Iterator for Successors {
    type Item = (u32, u32);

    fn next(&mut self) -> Option<(u32, u32)> {
        (self.at < self.len).then(|| {
            self.at += 1;
            self.list[self.at - 1]
        })
    }
}

/// `grid_pathfinding`: jump points on one level, eight moves.
pub struct GridPathfinding(PathingGrid);

impl GridPathfinding {
    pub fn new(volume: &Volume) -> Self {
        let size = volume.size();
        let mut grid = PathingGrid::new(size.width() as usize, size.height() as usize, true);
        for y in 0..size.height() as i32 {
            for x in 0..size.width() as i32 {
                if volume.is_walkable(Pos::new(x, y, 0)) {
                    grid.set(x, y, false);
                }
            }
        }
        grid.generate_components();
        Self(grid)
    }

    pub fn waypoints(&self, from: Pos, to: Pos) -> Option<Vec<Point>> {
        let (from, to) = (Point::new(from.x, from.y), Point::new(to.x, to.y));
        self.0.get_waypoints_single_goal(from, to, false)
    }

    pub fn cells(&self, from: Pos, to: Pos) -> Option<Vec<Point>> {
        let (from, to) = (Point::new(from.x, from.y), Point::new(to.x, to.y));
        self.0.get_path_single_goal(from, to, false)
    }
}

/// `hierarchical_pathfinding`: HPA* on one level, four moves.
pub struct Hierarchical<'a> {
    volume: &'a Volume,
    cache: PathCache<ManhattanNeighborhood>,
}

impl<'a> Hierarchical<'a> {
    pub fn new(volume: &'a Volume, chunk: usize) -> Self {
        let size = volume.size();
        let (width, height) = (size.width() as usize, size.height() as usize);
        let cache = PathCache::new(
            (width, height),
            cost(volume),
            ManhattanNeighborhood::new(width, height),
            PathCacheConfig::with_chunk_size(chunk),
        );
        Self { volume, cache }
    }

    pub fn cells(&self, from: Pos, to: Pos) -> Option<Vec<(usize, usize)>> {
        let point = |pos: Pos| (pos.x as usize, pos.y as usize);
        let path = self
            .cache
            .find_path(point(from), point(to), cost(self.volume))?;
        Some(path.collect())
    }
}

fn cost(volume: &Volume) -> impl Fn((usize, usize)) -> isize + Sync + '_ {
    let plane = volume.walkable();
    move |(x, y)| {
        if plane.get(x as u32, y as u32, 0) {
            1
        } else {
            -1
        }
    }
}

/// `bevy_northstar`: HPA* over levels, four moves.
///
/// It climbs and falls wherever the cell above or below is free, so a solid layer
/// lies between each two levels, with a hole at every ladder.
pub struct Northstar(Grid<CardinalNeighborhood3d>);

impl Northstar {
    pub fn new(volume: &Volume, links: &[Link], chunk: u32) -> Self {
        let size = volume.size();
        let settings =
            GridSettingsBuilder::new_3d(size.width(), size.height(), size.levels() * 2 - 1)
                .chunk_size(chunk)
                .chunk_depth(1)
                .default_impassable()
                .build();
        let mut grid = Grid::new(&settings);
        for z in 0..size.levels() as i32 {
            for y in 0..size.height() as i32 {
                for x in 0..size.width() as i32 {
                    let pos = Pos::new(x, y, z);
                    if volume.is_walkable(pos) {
                        grid.set_nav(place(pos), Nav::Passable(1));
                    }
                }
            }
        }
        for link in links {
            let between = place(link.low) + UVec3::new(0, 0, 1);
            grid.set_nav(between, Nav::Passable(1));
        }
        grid.build();
        Self(grid)
    }

    pub fn find(&self, from: Pos, to: Pos) -> Option<bevy_northstar::path::Path> {
        let mut request = PathfindArgs::new(place(from), place(to)).refined();
        self.0.pathfind(&mut request)
    }

    /// The length of a way, in steps; a number that is no length if it is none.
    pub fn length(from: Pos, to: Pos, path: &bevy_northstar::path::Path) -> f64 {
        // Without the start; a change of level is two of its steps.
        let cells = std::iter::once(place(from)).chain(path.path().iter().copied());
        let cells: Vec<UVec3> = cells.collect();
        let steps = cells.windows(2).map(|pair| {
            let apart = (pair[0].as_ivec3() - pair[1].as_ivec3()).abs();
            match [apart.x + apart.y, apart.z] {
                [1, 0] => 1.0,
                [0, 1] => 0.5,
                _ => f64::NAN,
            }
        });
        match cells.last() == Some(&place(to)) {
            true => steps.sum(),
            false => f64::NAN,
        }
    }

    pub fn set(&mut self, pos: Pos, cell: Cell) {
        let nav = match cell.is_walkable() {
            true => Nav::Passable(1),
            false => Nav::Impassable,
        };
        self.0.set_nav(place(pos), nav);
        self.0.build();
    }
}

fn place(pos: Pos) -> UVec3 {
    UVec3::new(pos.x as u32, pos.y as u32, pos.z as u32 * 2)
}

/// `fast_paths`: contraction of every walkable cell.
pub struct FastPaths {
    graph: FastGraph,
    calculator: PathCalculator,
    nodes: Vec<u32>,
    /// The cell of each node.
    cells: Vec<u32>,
    width: u32,
    height: u32,
}

impl FastPaths {
    pub fn new(generic: &Generic) -> Self {
        let size = generic.volume.size();
        let mut nodes = vec![u32::MAX; size.cells() as usize];
        let mut cells = Vec::new();
        for id in 0..size.cells() as u32 {
            if generic.volume.is_walkable(generic.pos(id)) {
                nodes[id as usize] = cells.len() as u32;
                cells.push(id);
            }
        }
        let mut input = InputGraph::new();
        for id in (0..size.cells() as u32).filter(|&id| nodes[id as usize] != u32::MAX) {
            for (to, cost) in generic.successors(id) {
                let (from, to) = (nodes[id as usize], nodes[to as usize]);
                input.add_edge(from as usize, to as usize, cost as usize);
            }
        }
        input.freeze();
        let graph = fast_paths::prepare(&input);
        let calculator = fast_paths::create_calculator(&graph);
        Self {
            graph,
            calculator,
            nodes,
            cells,
            width: size.width(),
            height: size.height(),
        }
    }

    /// The cells of a way.
    pub fn cells(&self, path: &fast_paths::ShortestPath) -> Vec<u32> {
        let nodes = path.get_nodes().iter();
        nodes.map(|&node| self.cells[node]).collect()
    }

    pub fn find(&mut self, from: Pos, to: Pos) -> Option<fast_paths::ShortestPath> {
        let node = |pos: Pos| {
            let id = (pos.z as u32 * self.height + pos.y as u32) * self.width + pos.x as u32;
            self.nodes[id as usize] as usize
        };
        let (from, to) = (node(from), node(to));
        self.calculator.calc_path(&self.graph, from, to)
    }
}
