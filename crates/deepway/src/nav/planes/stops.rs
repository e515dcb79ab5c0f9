//! Where runs stop: few cells, as a rule.

/// The stops of a level by rows, but most rows have none: words are kept for the others.
#[derive(Clone, Debug)]
pub(super) struct Stops {
    /// Which words are those of each row; the first ones are of rows without stops.
    rows: Vec<u32>,
    words: Vec<u64>,
    per_row: usize,
}

/// A row without stops; none is longer.
pub(super) static NO_STOPS: [u64; 65] = [0; 65];

impl Stops {
    pub(super) fn new(height: u32, width: u32) -> Self {
        let per_row = (width as usize + 2).div_ceil(64);
        Self {
            rows: vec![0; height as usize + 2],
            words: vec![0; per_row],
            per_row,
        }
    }

    pub(super) fn set(&mut self, y: i32, x: i32, value: bool) {
        let at = &mut self.rows[(y + 1) as usize];
        if *at == 0 && value {
            *at = (self.words.len() / self.per_row) as u32;
            self.words.resize(self.words.len() + self.per_row, 0);
        }
        if *at > 0 {
            let bit = (x + 1) as usize;
            let word = &mut self.words[*at as usize * self.per_row + bit / 64];
            *word = *word & !(1 << (bit % 64)) | u64::from(value) << (bit % 64);
        }
    }

    /// The words of a row.
    #[inline(always)]
    pub(super) fn line(&self, y: i32) -> &[u64] {
        let at = self.rows[(y + 1) as usize] as usize;
        &self.words[at * self.per_row..][..self.per_row]
    }

    /// Whether a cell is a stop.
    #[inline(always)]
    pub(super) fn get(&self, y: i32, x: i32) -> bool {
        let bit = (x + 1) as usize;
        let word = self.line(y).get(bit / 64);
        word.is_some_and(|word| word >> (bit % 64) & 1 == 1)
    }

    pub(super) fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<u64>() + self.rows.len() * size_of::<u32>()
    }
}
