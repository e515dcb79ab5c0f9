//! Reading maps from files and from standard input.

use crate::message::{reason, shown};
use anyhow::{Result, anyhow};
use deepway::Volume;
use deepway::text::MapReader;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::time::Instant;
use tracing::{debug, info};

/// Reads a map; `-` is standard input.
///
/// The file is read in pieces, so that one which is no map is refused before
/// it is in memory.
pub(crate) fn read_map(path: &Path) -> Result<Volume> {
    let start = Instant::now();
    let name = name(path);
    let cannot_read = |error: &io::Error| anyhow!("cannot read {name}: {}", reason(error));
    let mut file: Box<dyn Read> = match path.as_os_str() == "-" {
        true => Box::new(io::stdin().lock()),
        false => Box::new(File::open(path).map_err(|error| cannot_read(&error))?),
    };
    let mut reader = MapReader::new(&name);
    let mut piece = vec![0; 1 << 18];
    let mut bytes = 0;
    loop {
        match file.read(&mut piece) {
            Ok(0) => break,
            Ok(count) => {
                bytes += count as u64;
                reader.feed(&piece[..count])?;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(cannot_read(&error)),
        }
    }
    let volume = reader.finish()?;
    let (size, micros) = (volume.size(), start.elapsed().as_micros() as u64);
    info!(map = name, bytes, %size, micros, "read map");
    for level in 0..size.levels() {
        debug!(level, walkable = volume.walkable().count(level), "level");
    }
    Ok(volume)
}

/// What messages and titles call a map.
pub(crate) fn name(path: &Path) -> String {
    match path.as_os_str() == "-" {
        true => "standard input".to_owned(),
        false => shown(path),
    }
}

/// Reads a whole file as text; `-` is standard input.
pub(crate) fn read_text(path: &Path) -> Result<String> {
    let name = name(path);
    let cannot_read = |error: &io::Error| anyhow!("cannot read {name}: {}", reason(error));
    let mut bytes = Vec::new();
    let mut file: Box<dyn Read> = match path.as_os_str() == "-" {
        true => Box::new(io::stdin().lock()),
        false => Box::new(File::open(path).map_err(|error| cannot_read(&error))?),
    };
    let limited = file.by_ref().take(MAX_TEXT + 1).read_to_end(&mut bytes);
    limited.map_err(|error| cannot_read(&error))?;
    if bytes.len() as u64 > MAX_TEXT {
        return Err(anyhow!("{name} is too large: expected at most 1 GiB"));
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

/// The largest file of queries or scenarios.
const MAX_TEXT: u64 = 1 << 30;
