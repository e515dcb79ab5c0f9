//! Indexes that are kept in files, and what is prepared for many queries.

use crate::message::{say, shown};
use crate::output;
use anyhow::{Result, anyhow, bail};
use deepway::Volume;
use deepway::nav::{Algorithm, IndexError, Navigator, is_saved_index};
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// Takes the index that a file holds; makes it and writes the file if there is none, or one of
/// another map, other rules or another version, or a damaged one, which it says. A file that
/// holds something else is left alone.
pub(in crate::command) fn take(
    navigator: &mut Navigator,
    cells: &Volume,
    file: &Path,
    algorithm: Algorithm,
) -> Result<()> {
    if ![Algorithm::AUTO, Algorithm::GRAPH].contains(&algorithm) {
        bail!(
            "--index keeps what graph needs: expected --algorithm graph or auto with it, found {algorithm}"
        );
    }
    output::refuse_folder(file)?;
    match read(file) {
        Ok(bytes) => match navigator.load_index(cells, &bytes) {
            Ok(()) => return Ok(()),
            Err(IndexError::Foreign) if !bytes.is_empty() => return Err(foreign(file)),
            Err(error) => say(&format!("{}: {error}; it is made again", shown(file))),
        },
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(anyhow!("cannot read {}: {error}", shown(file))),
    }
    let bytes = navigator.on(cells)?.save_index()?;
    output::write(file, |out| out.write_all(&bytes))
}

fn foreign(file: &Path) -> anyhow::Error {
    anyhow!(
        "{} is not a saved index: expected one, or a new file",
        shown(file)
    )
}

/// The bytes of a saved index; of something else only the first few, however much there is.
fn read(file: &Path) -> io::Result<Vec<u8>> {
    let mut file = File::open(file)?;
    let mut bytes = Vec::new();
    file.by_ref().take(8).read_to_end(&mut bytes)?;
    if is_saved_index(&bytes) {
        file.read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// Prepares for so many queries and changes what the measured rules say, unless an algorithm is
/// named; says why, if that is asked for.
pub(in crate::command) fn prepare(
    navigator: &Navigator,
    cells: &Volume,
    algorithm: Algorithm,
    [queries, changes]: [usize; 2],
    is_explained: bool,
) -> Result<()> {
    let ground = navigator.on(cells)?;
    if algorithm != Algorithm::AUTO {
        if is_explained {
            if algorithm == Algorithm::GRAPH {
                ground.prepare(algorithm)?;
            }
            say(&format!(
                "{algorithm}: it was asked for{}",
                how(navigator, algorithm)
            ));
        }
        return Ok(());
    }
    let mut advice = navigator.explain();
    if advice.algorithm != Algorithm::GRAPH {
        advice = navigator.advise(queries as u64, changes as u64);
        ground.prepare(advice.algorithm)?;
    }
    if is_explained {
        say(&format!("{advice}{}", how(navigator, advice.algorithm)));
    }
    Ok(())
}

/// How the graph answers, to be added to why it was taken.
fn how(navigator: &Navigator, algorithm: Algorithm) -> String {
    let form = navigator.graph_form();
    let form = form.filter(|_| algorithm == Algorithm::GRAPH);
    form.map_or(String::new(), |form| format!("; it answers {form}"))
}
