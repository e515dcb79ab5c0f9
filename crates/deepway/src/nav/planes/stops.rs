//! Where runs stop: few cells, as a rule.

/// The stops of a level, by rows and by columns.
#[derive(Clone, Debug)]
pub(super) struct Stops {
    pub(super) rows: StopPlane,
    pub(super) columns: StopPlane,
}

/// Like a plane of one level, but most lines have no stops: words are kept for the others.
#[derive(Clone, Debug)]
pub(super) struct StopPlane {
    /// Which words are those of each line; the first ones are of lines without stops.
    pub(super) lines: Vec<u32>,
    pub(super) words: Vec<u64>,
    per_line: usize,
}

/// A level without stops; none has more lines, and no line is longer.
pub(super) static NO_LINES: [u32; 4098] = [0; 4098];
pub(super) static NO_STOPS: [u64; 65] = [0; 65];

impl StopPlane {
    pub(super) fn new(lines: u32, places: u32) -> Self {
        let per_line = (places as usize + 2).div_ceil(64);
        Self {
            lines: vec![0; lines as usize + 2],
            words: vec![0; per_line],
            per_line,
        }
    }

    pub(super) fn set(&mut self, line: i32, place: i32, value: bool) {
        let at = &mut self.lines[(line + 1) as usize];
        if *at == 0 && value {
            *at = (self.words.len() / self.per_line) as u32;
            self.words.resize(self.words.len() + self.per_line, 0);
        }
        if *at > 0 {
            let bit = (place + 1) as usize;
            let word = &mut self.words[*at as usize * self.per_line + bit / 64];
            *word = *word & !(1 << (bit % 64)) | u64::from(value) << (bit % 64);
        }
    }

    /// The words of a line.
    #[inline(always)]
    pub(super) fn line(&self, line: i32) -> &[u64] {
        let at = self.lines[(line + 1) as usize] as usize;
        &self.words[at * self.per_line..][..self.per_line]
    }

    /// Whether a cell is a stop.
    #[inline(always)]
    pub(super) fn get(&self, line: i32, place: i32) -> bool {
        let bit = (place + 1) as usize;
        let word = self.line(line).get(bit / 64);
        word.is_some_and(|word| word >> (bit % 64) & 1 == 1)
    }

    pub(super) fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<u64>() + self.lines.len() * size_of::<u32>()
    }
}
