//! What programs read: every answer is one documented type, so that whoever asks gets the
//! same bytes.
//!
//! `docs/formats.md` describes the keys.

mod report;

pub use report::{FindingAnswer, IssueAnswer, ReportAnswer, SubjectAnswer};
