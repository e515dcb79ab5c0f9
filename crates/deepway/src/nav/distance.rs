//! Distances without ways: one, a table of many, and the nearest of many goals.

use super::graph::CellId;
use super::{Algorithm, Finder, Ground, NoRoute, Refusal};
use crate::space::Pos;

impl Finder {
    /// What a way from one cell to another costs, or why there is none: the cost of
    /// [`Finder::find`], without the way.
    ///
    /// With [`Algorithm::GRAPH`] that takes about half the time.
    pub fn distance(
        &mut self,
        ground: &Ground,
        from: Pos,
        to: Pos,
        algorithm: Algorithm,
    ) -> Result<u64, NoRoute> {
        let ends = self.ends(ground, from, to)?;
        let algorithm = ground.navigator().choose(algorithm);
        let index = ground.index(algorithm)?;
        let work = &mut self.work[algorithm.place().unwrap_or(0)];
        let cost = index.cost(&ground.base(), &mut self.scratch, work, ends);
        cost.ok_or(NoRoute::Apart)
    }

    /// The distances from each of some cells to each of others: a row for each start, in
    /// their order, with `None` where there is no way, or nobody can stand.
    ///
    /// With [`Algorithm::GRAPH`] every end is looked at once, and a distance is then a walk
    /// over labels. With the feature `threads` the rows are spread over all cores, which read
    /// one index.
    ///
    /// ```
    /// use deepway::nav::{Algorithm, Finder, Navigator};
    /// use deepway::{MoveRules, Pos, text};
    ///
    /// let volume = text::read("map", b"floor:0\n...#.\n")?;
    /// let navigator = Navigator::new(&volume, MoveRules::default())?;
    /// let cells = [0, 2, 4].map(|x| Pos::new(x, 0, 0));
    /// let table = Finder::table(&navigator.on(&volume)?, &cells[..1], &cells, Algorithm::GRAPH)?;
    /// assert_eq!(table, [[Some(0), Some(2 * 408), None]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn table(
        ground: &Ground,
        from: &[Pos],
        to: &[Pos],
        algorithm: Algorithm,
    ) -> Result<Vec<Vec<Option<u64>>>, Refusal> {
        ground.index(ground.navigator().choose(algorithm))?;
        let rows = |from: &[Pos]| Self::default().rows(ground, from, to, algorithm);
        #[cfg(feature = "threads")]
        {
            use rayon::prelude::*;
            let each = from.len().div_ceil(rayon::current_num_threads()).max(1);
            let rows: Vec<_> = from.par_chunks(each).map(rows).collect();
            Ok(rows.into_iter().flatten().collect())
        }
        #[cfg(not(feature = "threads"))]
        Ok(rows(from))
    }

    /// The goal that is cheapest to reach from a cell, the first of several, and the cost.
    ///
    /// [`Ground::nearest`] answers the same by a flood, which is better for a goal that is
    /// near; this one looks at every goal, wherever it is.
    pub fn nearest(
        &mut self,
        ground: &Ground,
        from: Pos,
        goals: &[Pos],
        algorithm: Algorithm,
    ) -> Result<Option<(Pos, u64)>, Refusal> {
        ground.index(ground.navigator().choose(algorithm))?;
        let rows = self.rows(ground, &[from], goals, algorithm);
        let costs = rows.into_iter().flatten().zip(goals);
        let known = costs.filter_map(|(cost, &goal)| Some((goal, cost?)));
        Ok(known.min_by_key(|&(_, cost)| cost))
    }

    /// Some rows of a table; the algorithm is not refused.
    fn rows(
        &mut self,
        ground: &Ground,
        from: &[Pos],
        to: &[Pos],
        algorithm: Algorithm,
    ) -> Vec<Vec<Option<u64>>> {
        let graph = ground.graph();
        let [starts, goals] = [from, to].map(|list| {
            let cells = list.iter().map(|&pos| graph.standing(pos));
            cells.collect::<Vec<Option<CellId>>>()
        });
        let chosen = ground.navigator().choose(algorithm);
        let work = &mut self.work[chosen.place().unwrap_or(0)];
        if let Ok(index) = ground.index(chosen)
            && let Some(rows) = index.costs(&ground.base(), work, &starts, &goals)
        {
            return rows;
        }
        let mut row = |&start: &Pos| {
            let cost = |&goal: &Pos| self.distance(ground, start, goal, algorithm).ok();
            to.iter().map(cost).collect()
        };
        from.iter().map(&mut row).collect()
    }
}
