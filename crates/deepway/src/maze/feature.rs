//! Ladders and holes between levels.

use super::level::MazeLevel;
use super::plan::MazePlan;
use crate::seed::Seed;

/// What joins two cells, one above the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FeatureKind {
    /// Climbed up and down.
    Ladder,
    /// Climbed down through, never up.
    Hole,
}

impl FeatureKind {
    /// Every kind.
    pub const ALL: [Self; 2] = [Self::Ladder, Self::Hole];

    /// The name in files.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Ladder => "ladder",
            Self::Hole => "hole",
        }
    }
}

/// A ladder or a hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Feature {
    /// The upper of its two levels.
    pub upper_level: u32,
    /// The row of both its cells.
    pub row: u32,
    /// The column of both its cells.
    pub col: u32,
    /// What it is.
    pub kind: FeatureKind,
}

/// The rows and columns of a quadrant: top left, top right, bottom left, bottom right.
fn quadrant(size: u32, number: u32) -> [std::ops::Range<u32>; 2] {
    let half = size / 2;
    let range = |is_far: bool| if is_far { half..size } else { 0..half };
    [range(number >= 2), range(number % 2 == 1)]
}

/// The number of the quadrant that a cell is in.
pub(super) fn quadrant_of(size: u32, row: u32, col: u32) -> usize {
    let half = size / 2;
    2 * usize::from(row >= half) + usize::from(col >= half)
}

/// Places the features between a level and the next, at most one per quadrant, on cells that
/// are open on both levels and carry nothing else; none if there is no such cell. Columns with
/// features of the two pairs of levels above are avoided, so that no two ladders join.
pub(super) fn place(
    plan: &MazePlan,
    upper: u32,
    pair: [&MazeLevel; 2],
    joins: &[Vec<Feature>],
    seed: Seed,
) -> Option<Vec<Feature>> {
    let mut random = seed.child("features").child(upper).stream();
    let wanted = plan.pair(upper);
    let mut kinds = vec![FeatureKind::Ladder; wanted.ladders as usize];
    kinds.resize((wanted.ladders + wanted.holes) as usize, FeatureKind::Hole);
    let mut quadrants = [0, 1, 2, 3];
    random.shuffle(&mut quadrants);
    random.shuffle(&mut kinds);
    let near = joins.iter().rev().take(2).flatten();
    let near: Vec<(u32, u32)> = near.map(|feature| (feature.row, feature.col)).collect();
    let mut features = Vec::with_capacity(kinds.len());
    for (kind, number) in kinds.into_iter().zip(quadrants) {
        let [rows, cols] = quadrant(plan.size, number);
        let mut cells = Vec::with_capacity((rows.len() * cols.len()) / 2);
        for row in rows {
            for col in cols.clone() {
                let is_open = pair.iter().all(|level| level.is_open(row, col));
                if is_open && !near.contains(&(row, col)) {
                    cells.push((row, col));
                }
            }
        }
        let &(row, col) = random.pick(&cells)?;
        features.push(Feature {
            upper_level: upper,
            row,
            col,
            kind,
        });
    }
    Some(features)
}
