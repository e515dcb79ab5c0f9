//! What the player was told.

/// Lines, and how often each was told in a row.
#[derive(Clone, Debug, Default)]
pub(super) struct Log {
    pub(super) lines: Vec<(String, u32)>,
    /// How many of the last lines are new.
    pub(super) fresh: usize,
}

/// So many lines are kept.
const MOST: usize = 2000;

impl Log {
    /// Adds lines; equal ones in a row are one.
    pub(super) fn tell(&mut self, texts: impl IntoIterator<Item = String>) {
        for text in texts {
            for line in text.lines() {
                match self.lines.last_mut() {
                    Some((last, count)) if last == line => *count += 1,
                    _ => {
                        self.lines.push((line.to_owned(), 1));
                        self.fresh += 1;
                    }
                }
            }
        }
        if self.lines.len() > MOST {
            self.lines.drain(..self.lines.len() - MOST);
        }
    }

    /// The lines, with how often each was told.
    pub(super) fn shown(&self) -> impl DoubleEndedIterator<Item = (String, bool)> + '_ {
        let fresh = self.lines.len().saturating_sub(self.fresh);
        let lines = self.lines.iter().enumerate();
        lines.map(move |(number, (line, count))| {
            let line = match count {
                1 => line.clone(),
                count => format!("{line} (× {count})"),
            };
            (line, number >= fresh)
        })
    }
}
