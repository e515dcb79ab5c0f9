//! Why a file of another tool cannot be read.

use thiserror::Error;

/// A file that cannot be read: which one, what is wrong and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{file}: {problem}")]
pub struct ImportError {
    /// The file.
    pub file: String,
    /// What is wrong with it, and what would be right.
    pub problem: String,
}

impl ImportError {
    /// An error in a file.
    pub fn new(file: &str, problem: impl Into<String>) -> Self {
        Self {
            file: file.chars().take(200).collect(),
            problem: problem.into().chars().take(400).collect(),
        }
    }
}
