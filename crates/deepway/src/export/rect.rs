//! Cells put together into rectangles.

/// A rectangle of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rect {
    pub(super) x: u32,
    pub(super) y: u32,
    pub(super) width: u32,
    pub(super) height: u32,
}

/// Covers the cells that have a key by rectangles of one key each, none over another: as wide as
/// possible first, then as high.
pub(super) fn rectangles<K: PartialEq + Copy>(
    width: u32,
    height: u32,
    key: impl Fn(u32, u32) -> Option<K>,
) -> Vec<(Rect, K)> {
    let mut keys: Vec<Option<K>> = (0..height)
        .flat_map(|y| (0..width).map(move |x| (x, y)))
        .map(|(x, y)| key(x, y))
        .collect();
    let at = |x: u32, y: u32| y as usize * width as usize + x as usize;
    let mut found = Vec::new();
    for y in 0..height {
        let mut x = 0;
        while x < width {
            let Some(own) = keys[at(x, y)] else {
                x += 1;
                continue;
            };
            let is_own = |keys: &[Option<K>], x: u32, y: u32| keys[at(x, y)] == Some(own);
            let wide = (x..width).take_while(|&x| is_own(&keys, x, y)).count() as u32;
            let rows = (y..height).take_while(|&y| (x..x + wide).all(|x| is_own(&keys, x, y)));
            let high = rows.count() as u32;
            for row in y..y + high {
                keys[at(x, row)..at(x, row) + wide as usize].fill(None);
            }
            let rect = Rect {
                x,
                y,
                width: wide,
                height: high,
            };
            found.push((rect, own));
            x += wide;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_is_covered_once() {
        let rows = ["aab.", "aab.", "a.bb", "cccc"];
        let key = |x: u32, y: u32| {
            let letter = rows[y as usize].as_bytes()[x as usize];
            (letter != b'.').then_some(letter)
        };
        let mut covered = [[None; 4]; 4];
        for (rect, own) in rectangles(4, 4, key) {
            for y in rect.y..rect.y + rect.height {
                for x in rect.x..rect.x + rect.width {
                    let cell = &mut covered[y as usize][x as usize];
                    assert_eq!(cell.replace(own), None);
                }
            }
        }
        for y in 0..4 {
            for x in 0..4 {
                assert_eq!(covered[y as usize][x as usize], key(x, y));
            }
        }
    }
}
