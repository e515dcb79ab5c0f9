//! Where rivers and roads cross from column to column, for whoever draws the world as a whole.

use super::Plan;
use crate::space::{Direction, ZonePos};

/// Where a river or a road crosses a side of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crossing {
    /// The first cell of the side that it takes, from the north or from the west.
    pub start: u32,
    /// How many cells it takes.
    pub width: u32,
}

impl Plan {
    /// Where a river crosses a side of a column of the surface: none up, down or diagonally.
    pub fn river_across(&self, column: [u32; 2], side: Direction) -> Option<Crossing> {
        crossing(column, side, |owner, is_row| {
            self.land().river_edge(owner, is_row)
        })
    }

    /// Where a road crosses a side of a column of the surface: none up, down or diagonally.
    pub fn road_across(&self, column: [u32; 2], side: Direction) -> Option<Crossing> {
        crossing(column, side, |owner, is_row| {
            self.land().road_edge(owner, is_row)
        })
    }

    /// How much water ends in the lake of a column of the surface; none if there is no lake.
    pub fn lake(&self, column: [u32; 2]) -> Option<u32> {
        self.land().lake(column).map(u32::from)
    }
}

fn crossing(
    [x, y]: [u32; 2],
    side: Direction,
    edge: impl Fn([u32; 2], bool) -> u128,
) -> Option<Crossing> {
    let (owner, is_row) = match side {
        Direction::North => ([x, y.checked_sub(1)?], true),
        Direction::South => ([x, y], true),
        Direction::West => ([x.checked_sub(1)?, y], false),
        Direction::East => ([x, y], false),
        _ => return None,
    };
    let is_inside = x < ZonePos::COLUMNS && y < ZonePos::ROWS;
    let edge = edge(owner, is_row);
    (is_inside && edge != 0).then_some(Crossing {
        start: edge.trailing_zeros(),
        width: edge.count_ones(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seed::Seed;

    #[test]
    fn two_columns_agree_on_what_crosses_their_side() {
        let plan = Plan::new(Seed::new(7));
        let mut met = [0; 3];
        for zone in ZonePos::all().filter(|zone| zone.z() == ZonePos::SURFACE) {
            let [x, y] = zone.column();
            let rivers = plan.has_river_and_road([x, y]);
            for side in [Direction::East, Direction::South] {
                let next = match side {
                    Direction::East => [x + 1, y],
                    _ => [x, y + 1],
                };
                let back = side.opposite();
                let river = plan.river_across([x, y], side);
                let road = plan.road_across([x, y], side);
                assert!(rivers[0] || river.is_none());
                assert!(rivers[1] || road.is_none());
                if next[0] < ZonePos::COLUMNS && next[1] < ZonePos::ROWS {
                    assert_eq!(river, plan.river_across(next, back));
                    assert_eq!(road, plan.road_across(next, back));
                }
                met[0] += u32::from(river.is_some());
                met[1] += u32::from(road.is_some());
            }
            met[2] += u32::from(plan.lake([x, y]).is_some());
        }
        assert!(met.iter().all(|&count| count > 0), "{met:?}");
        assert_eq!(plan.river_across([0, 0], Direction::Up), None);
        assert_eq!(plan.road_across([999, 999], Direction::North), None);
        assert_eq!(plan.lake([999, 999]), None);
    }
}
