//! One bit per cell.

use super::Size;
use crate::space::Pos;

/// One bit for each cell of a volume, 64 cells of a row per word.
///
/// Rows begin on a word; bits beyond the width are zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BitPlane {
    words: Vec<u64>,
    words_per_row: u32,
    size: Size,
}

impl BitPlane {
    /// The plane of the cells whose byte has the bit `mask`.
    pub(super) fn of(size: Size, cells: &[u8], mask: u8) -> Self {
        let words_per_row = size.width().div_ceil(64);
        let mut words =
            Vec::with_capacity((size.height() * size.levels() * words_per_row) as usize);
        for row in cells.chunks_exact(size.width() as usize) {
            words.extend(row.chunks(64).map(|part| gather_part(part, mask)));
        }
        Self {
            words,
            words_per_row,
            size,
        }
    }

    /// The bit of a cell; false outside.
    pub fn get(&self, x: u32, y: u32, z: u32) -> bool {
        x < self.size.width()
            && self
                .row(y, z)
                .get(x as usize / 64)
                .is_some_and(|word| word >> (x % 64) & 1 == 1)
    }

    /// The words of a row, the westernmost cell in the lowest bit; empty outside.
    pub fn row(&self, y: u32, z: u32) -> &[u64] {
        if y >= self.size.height() || z >= self.size.levels() {
            return &[];
        }
        let start =
            (z as usize * self.size.height() as usize + y as usize) * self.words_per_row as usize;
        &self.words[start..start + self.words_per_row as usize]
    }

    /// The bits around a cell inside the volume: the row to the north, its own row and
    /// the row to the south, each with west in bit 0 and east in bit 2.
    #[inline]
    pub(crate) fn around(&self, pos: Pos) -> [u8; 3] {
        let three = |y: i32| {
            let row = self.row(y as u32, pos.z as u32);
            let (k, bit) = (pos.x as usize / 64, pos.x as u32 % 64);
            let word = |k: usize| row.get(k).copied().unwrap_or(0);
            let bits = match bit {
                0 => word(k) << 1 | word(k.wrapping_sub(1)) >> 63,
                63 => word(k) >> 62 | word(k + 1) << 2,
                bit => word(k) >> (bit - 1),
            };
            bits as u8 & 7
        };
        [three(pos.y - 1), three(pos.y), three(pos.y + 1)]
    }

    /// Bytes that it takes.
    pub(crate) fn bytes(&self) -> usize {
        self.words.len() * size_of::<u64>()
    }

    /// How many bits are set on a level.
    pub fn count(&self, z: u32) -> u64 {
        (0..self.size.height())
            .flat_map(|y| self.row(y, z))
            .map(|word| u64::from(word.count_ones()))
            .sum()
    }

    /// Sets the bit of a cell inside the volume.
    pub(crate) fn set(&mut self, pos: Pos, bit: bool) {
        let row = pos.z as usize * self.size.height() as usize + pos.y as usize;
        let word = &mut self.words[row * self.words_per_row as usize + pos.x as usize / 64];
        let mask = 1 << (pos.x % 64);
        *word = if bit { *word | mask } else { *word & !mask };
    }
}

/// Collects the bit `mask` of each of up to 64 bytes.
pub(super) fn gather_part(part: &[u8], mask: u8) -> u64 {
    if let Ok(block) = part.try_into() {
        return gather(block, mask);
    }
    let mut block = [0; 64];
    block[..part.len()].copy_from_slice(part);
    gather(&block, mask)
}

/// Collects the bit `mask` of each of 64 bytes, eight at a time by a multiplication.
fn gather(block: &[u8; 64], mask: u8) -> u64 {
    let mut word = 0;
    let up = mask.leading_zeros();
    for (i, eight) in block.as_chunks::<8>().0.iter().enumerate() {
        let top_bits = (u64::from_le_bytes(*eight) << up) & 0x8080_8080_8080_8080;
        // Moves bit 8k+7 to bit 56+k; no two products collide.
        word |= (top_bits >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56 << (8 * i);
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn gathering_is_picking_one_by_one(bytes: [u8; 32], shift in 0..8u32) {
            let mut block = [0; 64];
            block[..32].copy_from_slice(&bytes);
            block[32..].copy_from_slice(&bytes);
            let mask = 0x80u8 >> shift;
            let expected = (0..64).fold(0u64, |word, i| {
                word | u64::from(block[i] & mask != 0) << i
            });
            prop_assert_eq!(gather(&block, mask), expected);
        }

        #[test]
        fn a_plane_is_one_bit_a_cell(width in 1..200u32, bytes in proptest::collection::vec(any::<u8>(), 600)) {
            let size = Size::new(width, 3, 1).unwrap();
            let cells = &bytes[..size.cells() as usize];
            let plane = BitPlane::of(size, cells, 0x40);
            let mut count = 0;
            for y in 0..4 {
                for x in 0..260 {
                    let inside = x < width && y < 3;
                    let expected = inside && cells[(y * width + x) as usize] & 0x40 != 0;
                    count += u64::from(expected);
                    prop_assert_eq!(plane.get(x, y, 0), expected);
                }
            }
            for y in 0..3i32 {
                for x in 0..width as i32 {
                    let bit = |dx: i32, dy: i32| u8::from(plane.get((x + dx) as u32, (y + dy) as u32, 0));
                    let row = |dy| bit(-1, dy) | bit(0, dy) << 1 | bit(1, dy) << 2;
                    prop_assert_eq!(plane.around(Pos::new(x, y, 0)), [row(-1), row(0), row(1)]);
                }
            }
            prop_assert_eq!(plane.count(0), count);
            prop_assert!(!plane.get(0, 0, 1));
            prop_assert_eq!(plane.row(0, 1), &[] as &[u64]);
        }
    }
}
