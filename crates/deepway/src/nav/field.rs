//! Distances from or to many cells at once (Dijkstra 1959).

use super::Ground;
use super::graph::{CellId, pos_of};
use super::table::Table;
use crate::space::Pos;
use crate::volume::Size;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A cost for every cell: as a rule, what it costs to go from there to the nearest of some
/// goals.
///
/// Whoever follows a field down, from cell to cell, comes to a goal on a cheapest way.
///
/// ```
/// use deepway::nav::Navigator;
/// use deepway::{MoveRules, Pos, text};
///
/// let volume = text::read("map", b"floor:0\n...\n.#.\n...\n")?;
/// let navigator = Navigator::new(&volume, MoveRules::default())?;
/// let ground = navigator.on(&volume)?;
/// let field = ground.field(&[Pos::new(2, 2, 0)]);
/// let way: Vec<Pos> = field.descent(&ground, Pos::new(0, 2, 0)).collect();
/// assert_eq!(way, [Pos::new(1, 2, 0), Pos::new(2, 2, 0)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Running away
///
/// Turned upside down, a field leads away from its goals; but only as far as the next corner,
/// for it knows nothing of ways around whoever comes. A *flee map* does: turn the field
/// around, make it steeper, and let the costs of neighbours even out again. Then a way past
/// the danger and out of a dead end counts, if it leads far enough.
///
/// ```
/// # use deepway::nav::Navigator;
/// # use deepway::{MoveRules, Pos, text};
/// # let volume = text::read("map", b"floor:0\n#.......\n.......#\n")?;
/// # let navigator = Navigator::new(&volume, MoveRules::default())?;
/// # let ground = navigator.on(&volume)?;
/// let danger = ground.field(&[Pos::new(3, 0, 0)]);
/// let most = danger.iter().map(|(_, cost)| cost).max().unwrap_or(0);
/// let flee = ground.field_of(danger.iter().map(|(pos, cost)| (pos, (most - cost) * 6 / 5)));
/// assert_eq!(flee.descent(&ground, Pos::new(5, 0, 0)).last(), Some(Pos::new(7, 0, 0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    size: Size,
    costs: Vec<u64>,
}

impl Field {
    /// The cost of a cell, as a rule from there to the nearest goal; `None` if there is no
    /// way.
    pub fn cost(&self, pos: Pos) -> Option<u64> {
        let cost = self.costs[self.size.index(pos)?];
        (cost != u64::MAX).then_some(cost)
    }

    /// All cells that have a cost, row by row and level by level.
    pub fn iter(&self) -> impl Iterator<Item = (Pos, u64)> + '_ {
        let (width, height) = (self.size.width() as usize, self.size.height() as usize);
        let known = self.costs.iter().enumerate();
        let known = known.filter(|(_, cost)| **cost != u64::MAX);
        known.map(move |(index, &cost)| {
            let (row, x) = (index / width, index % width);
            let (y, z) = (row % height, row / height);
            (Pos::new(x as i32, y as i32, z as i32), cost)
        })
    }

    /// The next cell of a cheapest way down from a cell; `None` at a goal, and where there is
    /// no way.
    ///
    /// Of several equally good ones it is the first of [`Ground::neighbours`].
    pub fn next(&self, ground: &Ground, pos: Pos) -> Option<Pos> {
        let here = self.cost(pos)?;
        // Downwards only, so that a way ends even in a field of cells that have since changed.
        let lower = ground.neighbours(pos).filter_map(|(to, step)| {
            let cost = self.cost(to).filter(|&cost| cost < here)?;
            Some((cost.saturating_add(step), to))
        });
        let best = lower.min_by_key(|&(cost, _)| cost)?;
        // A goal may have lower neighbours in a field of costs of one's own, which are yet not
        // worth the step.
        (best.0 <= here).then_some(best.1)
    }

    /// The cells of a cheapest way down from a cell, without the cell itself.
    pub fn descent(&self, ground: &Ground, pos: Pos) -> impl Iterator<Item = Pos> {
        std::iter::successors(self.next(ground, pos), |&pos| self.next(ground, pos))
    }
}

impl Ground<'_> {
    /// What it costs to go from every cell to the nearest of the goals.
    ///
    /// Goals where nobody can stand count for nothing. Time O(*n* log *n*) in
    /// the cells from which a goal can be reached, space 8 bytes a cell of the volume.
    pub fn field(&self, goals: &[Pos]) -> Field {
        self.field_of(goals.iter().map(|&goal| (goal, 0)))
    }

    /// The same from costs of one's own: every cell has the cost that it is given, or that
    /// of another and of the way there, whichever is less.
    ///
    /// Several goals that are not equally dear, or a field that was changed; see [`Field`].
    pub fn field_of(&self, costs: impl IntoIterator<Item = (Pos, u64)>) -> Field {
        let (graph, size) = (self.graph(), self.volume().size());
        let mut known = vec![u64::MAX; size.cells() as usize];
        let place = |cell: CellId| size.index(pos_of(cell)).unwrap_or(0);
        let starts = costs.into_iter();
        let starts = starts.filter_map(|(pos, cost)| Some((graph.standing(pos)?, cost)));
        flood(
            starts,
            &mut known,
            |known, cell| &mut known[place(cell)],
            |cell, visit| graph.for_each_move_back(cell, visit),
            |_, _| true,
        );
        Field { size, costs: known }
    }

    /// The goal that is cheapest to reach from a cell, and the cost.
    ///
    /// Of several equally near ones it is the first in the order of rows and levels.
    pub fn nearest(&self, from: Pos, goals: &[Pos]) -> Option<(Pos, u64)> {
        let graph = self.graph();
        let goals = goals.iter().filter_map(|&goal| graph.standing(goal));
        // Whoever looks for what cannot be reached looks everywhere.
        let reach = &self.navigator().reach;
        let goals = reach.reachable(&graph, graph.standing(from)?, goals);
        if goals.is_empty() {
            return None;
        }
        let mut wanted = Table::default();
        for goal in goals {
            wanted.node(goal);
        }
        let mut found = None;
        self.spread(from, |cell, cost| {
            if wanted.has(cell) {
                found = Some((pos_of(cell), cost));
            }
            found.is_none()
        });
        found
    }

    /// Every cell that can be reached from one within a budget, and its cost.
    ///
    /// Sorted by cost, then by row and level.
    pub fn within(&self, from: Pos, budget: u64) -> Vec<(Pos, u64)> {
        let mut reached = Vec::new();
        self.spread(from, |cell, cost| {
            let inside = cost <= budget;
            if inside {
                reached.push((pos_of(cell), cost));
            }
            inside
        });
        reached
    }

    /// Visits cells in the order of their cost from a cell, until told to stop.
    fn spread(&self, from: Pos, visit: impl FnMut(CellId, u64) -> bool) {
        let graph = self.graph();
        flood(
            graph.standing(from).map(|cell| (cell, 0)).into_iter(),
            &mut (Table::default(), Vec::new()),
            |(cells, costs), cell| {
                let node = cells.node(cell) as usize;
                if node == costs.len() {
                    costs.push(u64::MAX);
                }
                &mut costs[node]
            },
            |cell, visit| graph.for_each_move(cell, visit),
            visit,
        );
    }
}

/// Dijkstra's algorithm: `cost` is where the cost of a cell is kept, `moves` calls back with
/// neighbours, `settle` is called with each cell once and says whether to go on.
fn flood<K>(
    starts: impl Iterator<Item = (CellId, u64)>,
    known: &mut K,
    cost_in: impl Fn(&mut K, CellId) -> &mut u64,
    moves: impl Fn(CellId, &mut dyn FnMut(CellId, u64)),
    mut settle: impl FnMut(CellId, u64) -> bool,
) {
    let mut open = BinaryHeap::new();
    let offer = |open: &mut BinaryHeap<_>, known: &mut K, cell, cost| {
        let best = cost_in(known, cell);
        if cost < *best {
            *best = cost;
            open.push(Reverse((cost, cell)));
        }
    };
    for (start, cost) in starts {
        offer(&mut open, known, start, cost);
    }
    while let Some(Reverse((cost, cell))) = open.pop() {
        // Whoever has become cheaper since is in the heap once more.
        if *cost_in(known, cell) != cost {
            continue;
        }
        if !settle(cell, cost) {
            return;
        }
        moves(cell, &mut |to, step| {
            offer(&mut open, known, to, cost.saturating_add(step));
        });
    }
}
