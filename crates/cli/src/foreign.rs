//! Reading files and folders of other tools.

use crate::message::{self, one_line, reason, shown};
use anyhow::{Result, anyhow, bail};
use deepway::export::Format;
use deepway::import::{self, Folder, ImportError, Imported, MAX_FILE, Mapping};
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// How many bytes at the beginning of a file say what it is.
const START: u64 = 4096;

/// The files that were read as parts of a world: what they hold must not be lost.
static READ: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Whether a file was read as a part of a world.
pub(crate) fn was_read(path: &Path) -> bool {
    let read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    path.canonicalize().is_ok_and(|path| read.contains(&path))
}

/// The folder of a file; nothing outside it is read, whatever a link or a name says.
struct Beside(PathBuf);

impl Folder for Beside {
    fn read(&mut self, name: &str) -> Result<Vec<u8>, ImportError> {
        let cannot = |problem: String| ImportError::new(name, problem);
        let path = self.0.join(name);
        let real = path.canonicalize();
        let real = real.map_err(|error| cannot(format!("cannot read it: {}", reason(&error))))?;
        let folder = self.0.canonicalize();
        let folder = folder
            .map_err(|error| cannot(format!("cannot read its folder: {}", reason(&error))))?;
        if !real.starts_with(&folder) {
            return Err(cannot(
                "it leads out of the folder: expected a file in it".to_owned(),
            ));
        }
        bytes(&real).map_err(|error| cannot(one_line(&format!("{error:#}"))))
    }
}

/// The bytes of a file that is not too large.
fn bytes(path: &Path) -> Result<Vec<u8>> {
    let cannot = |error: &std::io::Error| anyhow!("cannot read {}: {}", shown(path), reason(error));
    // A pipe would be waited for without end.
    let about = fs::metadata(path).map_err(|error| cannot(&error))?;
    if !about.is_file() {
        bail!("{}: not a regular file: expected one", shown(path));
    }
    let file = File::open(path).map_err(|error| cannot(&error))?;
    let mut bytes = Vec::new();
    let read = file.take(MAX_FILE as u64 + 1).read_to_end(&mut bytes);
    read.map_err(|error| cannot(&error))?;
    if let Ok(path) = path.canonicalize() {
        READ.lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(path);
    }
    match bytes.len() > MAX_FILE {
        true => bail!(
            "{} is too large: expected at most {} MiB",
            shown(path),
            MAX_FILE >> 20
        ),
        false => Ok(bytes),
    }
}

/// The format of a file of another tool; none if it is ours, or cannot be told.
fn format_of(path: &Path) -> Option<Format> {
    if !fs::metadata(path).is_ok_and(|about| about.is_file()) {
        return None;
    }
    let mut start = Vec::new();
    File::open(path)
        .ok()?
        .take(START)
        .read_to_end(&mut start)
        .ok()?;
    import::format_of(&path.to_string_lossy(), &start)
}

/// The files of a folder that are read first: a world of Tiled, an LDtk project, or a file a level.
fn first_files(folder: &Path) -> Result<(Format, Vec<PathBuf>)> {
    let entries = fs::read_dir(folder);
    let entries =
        entries.map_err(|error| anyhow!("cannot read {}: {}", shown(folder), reason(&error)))?;
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort();
    let with = |ending: &str| -> Vec<PathBuf> {
        let has = |path: &&PathBuf| {
            path.extension()
                .is_some_and(|own| own.eq_ignore_ascii_case(ending))
        };
        files.iter().filter(has).cloned().collect()
    };
    for (ending, format) in [
        ("world", Format::Tmx),
        ("ldtk", Format::Ldtk),
        ("tmx", Format::Tmx),
        ("tmj", Format::Tmj),
    ] {
        match &with(ending)[..] {
            [] => {}
            [only] => return Ok((format, vec![only.clone()])),
            many if matches!(ending, "tmx" | "tmj") => return Ok((format, many.to_vec())),
            _ => bail!(
                "{}: several .{ending} files: expected one, or the name of a file",
                shown(folder)
            ),
        }
    }
    let pages: Vec<PathBuf> = with("json")
        .into_iter()
        .filter(|path| format_of(path) == Some(Format::OnePage))
        .collect();
    match pages.is_empty() {
        true => bail!(
            "{} is a folder without a world: expected .world, .ldtk, .tmx, .tmj or One Page Dungeon files in it",
            shown(folder)
        ),
        false => Ok((Format::OnePage, pages)),
    }
}

/// What files of formats begin with that are written, but not read.
const WRITTEN: [(&[u8], &str); 4] = [
    (b"glTF", "glTF"),
    (b"VOX ", "MagicaVoxel"),
    (b"%PDF", "PDF"),
    (b"\x89PNG", "PNG"),
];

/// Refuses a file of a format that is written, but not read.
fn refuse_written(path: &Path) -> Result<()> {
    if !fs::metadata(path).is_ok_and(|about| about.is_file()) {
        return Ok(());
    }
    let mut start = Vec::new();
    if let Ok(file) = File::open(path) {
        // Whoever reads it next says what is wrong.
        let _ = file.take(4).read_to_end(&mut start);
    }
    match WRITTEN.iter().find(|(own, _)| *own == start) {
        Some((_, name)) => bail!(
            "{}:1:1: a {name} file, which can be written but not read: expected a world, or a file of Tiled, LDtk, REXPaint or One Page Dungeon",
            shown(path)
        ),
        None => Ok(()),
    }
}

/// Reads a file or a folder of another tool; none if it is one of ours.
pub(crate) fn read(path: &Path, mapping: Option<&Mapping>) -> Result<Option<Imported>> {
    let (format, files, folder) = match (path.is_dir(), format_of(path)) {
        (true, _) => {
            let (format, files) = first_files(path)?;
            (format, files, path.to_owned())
        }
        (false, None) => {
            refuse_written(path)?;
            return Ok(None);
        }
        (false, Some(format)) => {
            let folder = match path.parent() {
                Some(folder) if !folder.as_os_str().is_empty() => folder,
                _ => Path::new("."),
            };
            (format, vec![path.to_owned()], folder.to_owned())
        }
    };
    let mut first = Vec::new();
    for file in &files {
        first.push((shown(file), bytes(file)?));
    }
    Ok(Some(import::import(
        format,
        &first,
        &mut Beside(folder),
        mapping,
    )?))
}

/// Says what was guessed and left out.
pub(crate) fn tell(imported: &Imported, is_long: bool) {
    let guesses = imported.mapping.guesses();
    for guess in guesses.iter().take(if is_long { 20 } else { 0 }) {
        message::say(&format!("guessed: {}", one_line(guess)));
    }
    let some = guesses.len();
    if is_long && some > 20 {
        let more = some - 20;
        message::say(&format!("guessed: {more} more; --map FILE writes them all"));
    } else if !is_long && some > 0 {
        message::say(&format!(
            "guessed what {some} kinds of tiles and layers are: deepway convert IN OUT says what, and with --map FILE writes it down to be changed"
        ));
    }
    for left in imported.left.iter().take(10) {
        message::say(&format!("not read: {}", one_line(left)));
    }
}
