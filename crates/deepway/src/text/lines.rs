//! Cutting a stream of bytes into lines.

use super::error::{Located, Problem};
use super::thing_line::MARK;

/// The longest line; no row of any format comes near it.
const MAX_LINE: usize = 65_536;
/// The longest line with a thing, in which escaped characters take more room.
pub(super) const MAX_THING: usize = 1 << 20;

/// The longest line that may begin like this one.
fn longest(line: &[u8]) -> usize {
    match line.first() {
        Some(&MARK) => MAX_THING,
        _ => MAX_LINE,
    }
}

/// Cuts pieces of any size into lines, without their line ends (LF or CR LF).
#[derive(Debug, Default)]
pub(super) struct Lines {
    /// The beginning of a line whose end has not been read yet.
    partial: Vec<u8>,
    /// How many lines are complete.
    number: u64,
}

impl Lines {
    /// Calls `line` with the number and text of each line that is complete.
    pub(super) fn feed(
        &mut self,
        mut bytes: &[u8],
        mut line: impl FnMut(u64, &[u8]) -> Result<(), Problem>,
    ) -> Result<(), Located> {
        while let Some(end) = memchr::memchr(b'\n', bytes) {
            let (first, rest) = bytes.split_at(end);
            bytes = &rest[1..];
            if self.partial.is_empty() {
                self.complete(first, &mut line)?;
            } else {
                self.extend(first)?;
                let whole = std::mem::take(&mut self.partial);
                self.complete(&whole, &mut line)?;
            }
        }
        self.extend(bytes)
    }

    /// The last line, if the file does not end with a line end.
    pub(super) fn finish(
        &mut self,
        line: impl FnMut(u64, &[u8]) -> Result<(), Problem>,
    ) -> Result<(), Located> {
        if self.partial.is_empty() {
            return Ok(());
        }
        let whole = std::mem::take(&mut self.partial);
        self.complete(&whole, line)
    }

    /// A problem of the file as a whole, placed at its end.
    pub(super) fn at_end(&self, problem: Problem) -> Located {
        problem.at(self.number.max(1), &[])
    }

    fn extend(&mut self, bytes: &[u8]) -> Result<(), Located> {
        let max = match self.partial.as_slice() {
            [] => longest(bytes),
            partial => longest(partial),
        };
        let room = max - self.partial.len();
        self.partial
            .extend_from_slice(&bytes[..bytes.len().min(room)]);
        if bytes.len() > room {
            return Err(Problem::LineTooLong { max }.at(self.number + 1, &self.partial));
        }
        Ok(())
    }

    fn complete(
        &mut self,
        text: &[u8],
        mut line: impl FnMut(u64, &[u8]) -> Result<(), Problem>,
    ) -> Result<(), Located> {
        self.number += 1;
        let mut text = text.strip_suffix(b"\r").unwrap_or(text);
        if self.number == 1 {
            // Some editors begin a file with a byte order mark.
            text = text.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(text);
        }
        let max = longest(text);
        if text.len() > max {
            return Err(Problem::LineTooLong { max }.at(self.number, text));
        }
        line(self.number, text).map_err(|problem| problem.at(self.number, text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn lines_of(pieces: &[&[u8]]) -> Vec<(u64, Vec<u8>)> {
        let mut lines = Lines::default();
        let mut out = Vec::new();
        let mut push = |number, line: &[u8]| {
            out.push((number, line.to_vec()));
            Ok(())
        };
        for piece in pieces {
            assert!(lines.feed(piece, &mut push).is_ok());
        }
        assert!(lines.finish(push).is_ok());
        out
    }

    proptest! {
        #[test]
        fn pieces_do_not_matter(text in "[a\r\n]{0,40}", cuts: [u8; 3]) {
            let bytes = text.as_bytes();
            let mut cuts = cuts.map(|cut| usize::from(cut) % (bytes.len() + 1));
            cuts.sort_unstable();
            let pieces = [
                &bytes[..cuts[0]], &bytes[cuts[0]..cuts[1]],
                &bytes[cuts[1]..cuts[2]], &bytes[cuts[2]..],
            ];
            let expected: Vec<Vec<u8>> = text.strip_suffix('\n').unwrap_or(&text)
                .split('\n')
                .map(|line| line.strip_suffix('\r').unwrap_or(line).as_bytes().to_vec())
                .collect();
            let expected = if text.is_empty() { Vec::new() } else { expected };
            prop_assert_eq!(lines_of(&pieces), (1..).zip(expected).collect::<Vec<_>>());
        }
    }

    #[test]
    fn an_endless_line_is_refused_before_it_fills_the_memory() {
        let mut lines = Lines::default();
        let piece = [b'#'; 1000];
        let fed = (0..1000)
            .take_while(|_| lines.feed(&piece, |_, _| Ok(())).is_ok())
            .count();
        assert_eq!(fed, MAX_LINE / 1000);
        assert!(lines.partial.capacity() <= 2 * MAX_LINE);
    }
}
