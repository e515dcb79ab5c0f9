//! How the tier answers, in words.

use std::fmt;

/// How [`Algorithm::GRAPH`](super::super::Algorithm::GRAPH) answers.
///
/// All of them find cheapest ways; they differ in how long it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphForm {
    /// By labels, with so many bytes for each hub of a node.
    Labels {
        /// Eight, or six where eight would take more memory than is allowed.
        bytes: usize,
    },
    /// By sweeps: labels would take more bytes a cell than this.
    NoRoom {
        /// The most that they may take, with all that they belong to.
        bytes_a_cell: u32,
    },
    /// By sweeps: costs or numbers are too large for labels.
    TooLarge,
    /// Cells have changed: by labels where they hold, else by sweeps.
    Following,
    /// Cells have changed, and what follows changes is being made; until then as
    /// [`Algorithm::AUTO`](super::super::Algorithm::AUTO) would without this tier.
    Waiting,
    /// Cells have changed, and what would follow takes too much; the same until somebody
    /// prepares for many queries.
    Left,
}

impl fmt::Display for GraphForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Labels { bytes: 6 } => {
                f.write_str("by labels in their shorter form, to stay within the memory allowed")
            }
            Self::Labels { .. } => f.write_str("by labels"),
            Self::NoRoom { bytes_a_cell: 0 } => {
                f.write_str("by sweeps, because no memory is allowed for labels")
            }
            Self::NoRoom { bytes_a_cell } => write!(
                f,
                "by sweeps, because labels would take more than {bytes_a_cell} bytes a cell"
            ),
            Self::TooLarge => f.write_str("by sweeps, because costs are too large for labels"),
            Self::Following => {
                f.write_str("by labels where they hold since cells have changed, else by sweeps")
            }
            Self::Waiting => {
                f.write_str("by a plain search, until what follows changes of cells is made")
            }
            Self::Left => f.write_str(
                "by a plain search, because what follows changes of cells would take too much",
            ),
        }
    }
}
