//! Reading worlds from files and from standard input.

use crate::message::{reason, shown};
use anyhow::{Context, Result, anyhow};
use deepway::codec::Reader;
use deepway::world::World;
use deepway::{Volume, validate};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::time::Instant;
use tracing::info;

/// Reads a world of any kind; `-` is standard input.
///
/// It is read in pieces, so that a file that is no world is refused before it fills memory.
pub(crate) fn read_world(path: &Path) -> Result<World> {
    let start = Instant::now();
    let (name, mut file) = (name(path), open(path)?);
    let mut reader = Reader::new(&name);
    let mut bytes = 0;
    loop {
        let count = match file.fill_buf() {
            Ok([]) => break,
            Ok(piece) => {
                reader.feed(piece)?;
                piece.len()
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => 0,
            Err(error) => return Err(cannot_read(&name, &error)),
        };
        bytes += count as u64;
        file.consume(count);
    }
    let world = reader.finish()?;
    let micros = start.elapsed().as_micros() as u64;
    info!(
        world = name,
        kind = world.kind().id(),
        bytes,
        micros,
        "read world"
    );
    Ok(world)
}

/// The cells of a world, to walk in; a world that contradicts itself is refused.
pub(crate) fn cells<'w>(world: &'w World, path: &Path) -> Result<&'w Volume> {
    check(world, path)?;
    world.cells().with_context(|| name(path))
}

/// Refuses a world that contradicts itself.
pub(crate) fn check(world: &World, path: &Path) -> Result<()> {
    match validate::contradiction(world) {
        Some(problem) => Err(anyhow!("{}: {problem}", name(path))),
        None => Ok(()),
    }
}

/// Opens a file; `-` is standard input.
fn open(path: &Path) -> Result<BufReader<Box<dyn Read>>> {
    let file: Box<dyn Read> = match path.as_os_str() == "-" {
        true => Box::new(io::stdin().lock()),
        false => Box::new(File::open(path).map_err(|error| cannot_read(&name(path), &error))?),
    };
    Ok(BufReader::with_capacity(1 << 18, file))
}

fn cannot_read(name: &str, error: &io::Error) -> anyhow::Error {
    anyhow!("cannot read {name}: {}", reason(error))
}

/// Reads a whole file as text; `-` is standard input.
pub(crate) fn read_text(path: &Path) -> Result<String> {
    read_limited(path, MAX_TEXT)
}

/// Reads a text file of at most `most` bytes; `-` is standard input.
pub(crate) fn read_limited(path: &Path, most: u64) -> Result<String> {
    let (name, file) = (name(path), open(path)?);
    let mut bytes = Vec::new();
    let limited = file.take(most + 1).read_to_end(&mut bytes);
    limited.map_err(|error| cannot_read(&name, &error))?;
    if bytes.len() as u64 > most {
        let mib = most >> 20;
        return Err(anyhow!("{name} is too large: expected at most {mib} MiB"));
    }
    if bytes.starts_with("\u{FEFF}".as_bytes()) {
        bytes.drain(..3);
    }
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        anyhow!("{name}:{line}: expected text, found a byte that is not valid UTF-8")
    })
}

/// The name of a file in messages and titles.
pub(crate) fn name(path: &Path) -> String {
    match path.as_os_str() == "-" {
        true => "standard input".to_owned(),
        false => shown(path),
    }
}

/// The largest file of queries, scenarios or graphs.
const MAX_TEXT: u64 = 1 << 30;
