//! Worlds to compare or to write: files, and worlds by their seeds.

use crate::command::generate::{BlueprintArgs, seed};
use crate::command::maze::PlanArgs;
use crate::input;
use anyhow::{Result, anyhow, bail};
use clap::{Args, FromArgMatches};
use deepway::sector;
use deepway::strata::Strata;
use deepway::world::World;
use deepway::{Seed, maze};
use std::path::{Path, PathBuf};

/// Where a world comes from.
pub(in crate::command) enum Source {
    File(PathBuf),
    /// What kind of world, and what follows the colon.
    Seed(&'static str, String),
}

impl Source {
    pub(in crate::command) fn new(text: &str) -> Self {
        let by_seed = ["sector", "maze", "world"].into_iter().find_map(|kind| {
            let rest = text.strip_prefix(kind)?.strip_prefix(':')?;
            Some(Self::Seed(kind, rest.to_owned()))
        });
        by_seed.unwrap_or_else(|| Self::File(text.into()))
    }

    /// The file, if it is one.
    pub(in crate::command) fn file(&self) -> Option<&Path> {
        match self {
            Self::File(path) => Some(path),
            Self::Seed(..) => None,
        }
    }

    /// What messages call it.
    pub(in crate::command) fn name(&self) -> String {
        match self {
            Self::File(path) => input::name(path),
            Self::Seed(kind, rest) => format!("{kind}:{rest}"),
        }
    }

    pub(in crate::command) fn read(&self) -> Result<World> {
        let (kind, rest) = match self {
            Self::File(path) => return input::read_world(path),
            Self::Seed(kind, rest) => (*kind, rest.as_str()),
        };
        let wrong = |problem: String| anyhow!("{}: {problem}", self.name());
        let separator = if kind == "world" { '/' } else { ':' };
        let (number, rest) = match rest.split_once(separator) {
            Some((number, rest)) => (number, Some(rest)),
            None => (rest, None),
        };
        let number = Seed::new(seed(number).map_err(wrong)?);
        Ok(match kind {
            "sector" => {
                let args: BlueprintArgs = options(rest).map_err(wrong)?;
                sector::generate(&args.blueprint(), number)?.into()
            }
            "maze" => {
                let args: PlanArgs = options(rest).map_err(wrong)?;
                maze::generate(&args.plan(), number)?.into()
            }
            _ => {
                let strata = Strata::new(number);
                match rest {
                    None => strata.into(),
                    Some("") => bail!("{}: expected a zone after the /", self.name()),
                    Some(id) => strata.zone(strata.plan().zone(id)?).to_volume().into(),
                }
            }
        })
    }
}

/// Options of generate as `name=value`, with commas between; a piece without a name belongs to
/// the value before it.
fn options<A: Args + FromArgMatches>(text: Option<&str>) -> Result<A, String> {
    let mut words: Vec<String> = Vec::new();
    for piece in text.unwrap_or_default().split(',') {
        match (piece.contains('='), words.last_mut()) {
            (false, None) if piece.is_empty() => {}
            (false, Some(word)) => *word += &format!(",{piece}"),
            _ => words.push(format!("--{piece}")),
        }
    }
    let command = A::augment_args(clap::Command::new("").no_binary_name(true));
    let said = |error: clap::Error| crate::message::bad_use(&error.to_string()).replace("'--", "'");
    let matches = command.disable_help_flag(true).try_get_matches_from(words);
    matches
        .and_then(|matches| A::from_arg_matches(&matches))
        .map_err(said)
}
