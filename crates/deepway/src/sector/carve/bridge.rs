//! Bridges that are whole: each leads from firm ground to firm ground, over something.

use super::interior::Interior;
use crate::cell::Cell;

/// The two ways in which a bridge can run.
const AXES: [[i32; 2]; 2] = [[1, 0], [0, 1]];

/// Takes bridges back that do not lead to firm ground at both ends, cell by cell from the end
/// that is wrong, and makes plain floor of those that lead over nothing.
pub(super) fn mend(inside: &mut Interior) {
    for at in bridges(inside) {
        if !is_over_something(inside, at) {
            inside.lay_floor(at);
        }
    }
    // Each round takes a cell of a bridge away.
    while let Some(at) = loose_end(inside) {
        let gap = around(at, 1).into_iter().find_map(|beside| {
            let cell = inside.get(beside);
            cell.filter(|cell| matches!(cell, Cell::Air | Cell::DeepLiquid))
        });
        let is_gone = gap.is_some_and(|gap| inside.put(at, gap));
        if !is_gone || !inside.is_roomy() {
            inside.lay_floor(at);
        }
    }
}

fn bridges(inside: &Interior) -> Vec<[i32; 2]> {
    let width = inside.width();
    let all = (0..width).flat_map(|y| (0..width).map(move |x| [x, y]));
    all.filter(|&at| is_bridge(inside, at)).collect()
}

fn is_bridge(inside: &Interior, at: [i32; 2]) -> bool {
    inside.get(at) == Some(Cell::Bridge)
}

/// The cells around one, corners included.
fn around([x, y]: [i32; 2], reach: i32) -> Vec<[i32; 2]> {
    let rows = y - reach..=y + reach;
    let cells = rows.flat_map(|y| (x - reach..=x + reach).map(move |x| [x, y]));
    cells.filter(|&at| at != [x, y]).collect()
}

/// Whether there is something beside a cell that has to be bridged.
fn is_over_something(inside: &Interior, at: [i32; 2]) -> bool {
    let is_gap = |cell| matches!(cell, Cell::Air | Cell::DeepLiquid | Cell::ShallowLiquid);
    let mut beside = around(at, 1).into_iter();
    beside.any(|at| inside.get(at).is_some_and(is_gap))
}

/// The cell after the end of a bridge, from one of its cells in a direction.
fn beyond(inside: &Interior, mut at: [i32; 2], [x, y]: [i32; 2]) -> [i32; 2] {
    while is_bridge(inside, at) {
        at = [at[0] + x, at[1] + y];
    }
    at
}

/// Whether a cell of a bridge lies between firm ground and firm ground along an axis.
fn is_carried(inside: &Interior, at: [i32; 2], [x, y]: [i32; 2]) -> bool {
    let mut ends = [[x, y], [-x, -y]].into_iter();
    ends.all(|way| inside.is_firm(beyond(inside, at, way)))
}

/// Whether one can go on from a cell of a bridge in a direction, to firm ground or to another
/// bridge that is carried across.
fn leads_on(inside: &Interior, mut at: [i32; 2], [x, y]: [i32; 2]) -> bool {
    loop {
        at = [at[0] + x, at[1] + y];
        if !is_bridge(inside, at) {
            return inside.is_firm(at);
        }
        if is_carried(inside, at, [y, x]) {
            return true;
        }
    }
}

/// A cell of a bridge that nothing carries, and that is the last one in a direction.
fn loose_end(inside: &Interior) -> Option<[i32; 2]> {
    let is_loose = |at: &[i32; 2]| {
        let whole = |[x, y]: [i32; 2]| {
            let ways = [[x, y], [-x, -y]];
            is_carried(inside, *at, [x, y])
                || ways.into_iter().all(|way| leads_on(inside, *at, way))
        };
        !AXES.into_iter().any(whole)
    };
    let loose: Vec<[i32; 2]> = bridges(inside).into_iter().filter(is_loose).collect();
    let is_last = |&[x, y]: &[i32; 2]| {
        let beside = [[x + 1, y], [x, y + 1], [x - 1, y], [x, y - 1]];
        let mut ways = beside.iter().zip([[-1, 0], [0, -1], [1, 0], [0, 1]]);
        // Nothing firm beyond it, and something of the bridge behind it.
        ways.any(|(&next, [dx, dy])| {
            let behind = [x + dx, y + dy];
            let goes_on = is_bridge(inside, next) || inside.is_firm(next);
            !goes_on && (is_bridge(inside, behind) || inside.is_firm(behind))
        })
    };
    let last = loose.iter().copied().find(is_last);
    last.or(loose.first().copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A room of a unit, drawn from the north-west: `=` deep, `-` bridge, `#` wall, `.` floor.
    fn drawn(rows: [&str; 7]) -> Interior {
        let mut inside = Interior::new(1);
        for (y, row) in (0..).zip(rows) {
            for (x, glyph) in (0..).zip(row.chars()) {
                inside.lay(
                    [x, y],
                    match glyph {
                        '=' => Cell::DeepLiquid,
                        '-' => Cell::Bridge,
                        '#' => Cell::Wall,
                        _ => Cell::Floor,
                    },
                );
            }
        }
        inside
    }

    fn mended(rows: [&str; 7]) -> Vec<String> {
        let mut inside = drawn(rows);
        mend(&mut inside);
        let glyph = |cell: &Cell| match cell {
            Cell::DeepLiquid => '=',
            Cell::Bridge => '-',
            Cell::Wall => '#',
            _ => '.',
        };
        let rows = inside.cells().chunks(7);
        rows.map(|row| row.iter().map(glyph).collect()).collect()
    }

    #[test]
    fn a_whole_bridge_stays() {
        let rows = [
            ".......", ".==-==.", ".==-==.", ".-----.", ".==-==.", ".==-==.", ".......",
        ];
        assert_eq!(mended(rows), rows);
        // One that ends at another is whole as well.
        let rows = [
            ".......", ".==-==.", ".==-==.", ".---==.", ".==-==.", ".==-==.", ".......",
        ];
        assert_eq!(mended(rows), rows);
    }

    #[test]
    fn a_bridge_with_a_gap_in_it_is_taken_away() {
        let rows = [
            ".......", ".==-==.", ".==-==.", ".-=--=.", ".==-==.", ".==-==.", ".......",
        ];
        let whole = [
            ".......", ".==-==.", ".==-==.", ".==-==.", ".==-==.", ".==-==.", ".......",
        ];
        assert_eq!(mended(rows), whole);
    }

    #[test]
    fn a_bridge_into_rock_is_taken_away_and_one_over_floor_is_floor() {
        let rows = [
            "###.###", "===-===", "===-===", "===-===", "#######", ".--....", ".......",
        ];
        let whole = [
            "###.###", "=======", "=======", "=======", "#######", ".......", ".......",
        ];
        assert_eq!(mended(rows), whole);
    }
}
