//! Where a game is kept while it is played.

use crate::message::{reason, shown};
use crate::store;
use anyhow::{Context, Result, anyhow, bail};
use deepway::play::{RECORDING_FORMAT, Recording};
use deepway_store::{Over, Revision, Save, SaveKind, Store, StoreError, Write};
use std::cmp::Reverse;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write as _};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// Keeps a game: after every command it is where it was, but for that command.
pub(super) struct Keeper {
    target: Target,
    /// How many entries are kept; none if the head is not.
    kept: Option<u32>,
    /// Why the last attempt failed.
    trouble: Option<String>,
}

enum Target {
    Nowhere,
    /// A file, to which lines are added.
    File {
        path: PathBuf,
        file: Option<File>,
    },
    /// A recording in a store.
    Store {
        world: String,
        name: String,
        store: Option<Box<dyn Store>>,
        revision: Option<Revision>,
    },
}

impl Keeper {
    /// Keeps nothing.
    pub(super) fn nowhere() -> Self {
        Self::to(Target::Nowhere, None)
    }

    fn to(target: Target, kept: Option<u32>) -> Self {
        Self {
            target,
            kept,
            trouble: None,
        }
    }

    /// Keeps a game in a file that does not exist yet; it is made once there is a game.
    pub(super) fn new_file(path: &Path) -> Result<Self> {
        if path.exists() {
            bail!(
                "{} exists: expected a new file, or --resume to go on with it",
                shown(path)
            );
        }
        let target = Target::File {
            path: path.to_owned(),
            file: None,
        };
        Ok(Self::to(target, None))
    }

    /// Goes on with a game in a file. What was cut off at its end is dropped.
    pub(super) fn old_file(path: &Path, recording: &Recording) -> Result<Self> {
        let cannot = |error: io::Error| anyhow!("cannot write {}: {}", shown(path), reason(&error));
        let mut file = OpenOptions::new().write(true).open(path).map_err(cannot)?;
        lock(&file).map_err(cannot)?;
        file.set_len(recording.to_text().len() as u64)
            .map_err(cannot)?;
        file.seek(SeekFrom::End(0)).map_err(cannot)?;
        let target = Target::File {
            path: path.to_owned(),
            file: Some(file),
        };
        Ok(Self::to(target, Some(recording.entries.len() as u32)))
    }

    /// Keeps a game in the store, beside its world.
    pub(super) fn in_store(world: &str, name: &str, old: Option<(&Recording, Revision)>) -> Self {
        let target = Target::Store {
            world: world.to_owned(),
            name: name.to_owned(),
            store: None,
            revision: old.map(|(_, revision)| revision),
        };
        Self::to(
            target,
            old.map(|(recording, _)| recording.entries.len() as u32),
        )
    }

    /// The file that the game is kept in, if it is one.
    pub(super) fn path(&self) -> Option<&Path> {
        match &self.target {
            Target::File { path, .. } => Some(path),
            _ => None,
        }
    }

    /// Where the game is kept, in words.
    pub(super) fn place(&self) -> Option<String> {
        match &self.target {
            Target::Nowhere => None,
            Target::File { path, .. } => Some(shown(path)),
            Target::Store { world, name, .. } => {
                Some(format!("the store, as game {name:?} of {world:?}"))
            }
        }
    }

    /// Keeps what is new. If that fails, it is tried again the next time; what is to be said
    /// about it is said once.
    pub(super) fn keep(&mut self, recording: &Recording) -> Option<String> {
        let done = self.try_to_keep(recording);
        match (done, &self.trouble) {
            (Ok(()), None) => None,
            (Ok(()), Some(_)) => {
                self.trouble = None;
                Some("The game is kept again.".to_owned())
            }
            (Err(error), old) => {
                let said = format!("{error:#}");
                let is_known = old.as_ref() == Some(&said);
                let line = format!("The game is not kept: {said}. Play on, it is tried again.");
                self.trouble = Some(said);
                (!is_known).then_some(line)
            }
        }
    }

    /// Why the game is not kept as it is, if it is not.
    pub(super) fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    fn try_to_keep(&mut self, recording: &Recording) -> Result<()> {
        let now = recording.entries.len() as u32;
        if self.kept == Some(now) {
            return Ok(());
        }
        match &mut self.target {
            Target::Nowhere => {}
            Target::File { path, file } => {
                let text = match self.kept {
                    Some(kept) => recording.lines(kept),
                    None => recording.to_text(),
                };
                let result = append(path, file, self.kept.is_none(), &text);
                if let Err(error) = result {
                    // What was written of it is not known: next time the file is written anew.
                    (self.kept, *file) = (None, None);
                    bail!("cannot write {}: {}", shown(path), reason(&error));
                }
            }
            Target::Store {
                world,
                name,
                store,
                revision,
            } => {
                let result = put(store, world, name, *revision, recording);
                match result {
                    Ok(new) => *revision = Some(new),
                    Err(error) => {
                        *store = None;
                        return Err(error);
                    }
                }
            }
        }
        self.kept = Some(now);
        Ok(())
    }
}

/// Keeps a game to one player at a time, where the file system can.
fn lock(file: &File) -> io::Result<()> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(io::Error::other("it is being played already")),
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

/// Adds to a file, or begins it anew.
fn append(path: &Path, file: &mut Option<File>, is_new: bool, text: &str) -> io::Result<()> {
    let open = match file.take() {
        Some(open) => open,
        None => {
            let open = OpenOptions::new()
                .write(true)
                .create(true)
                .truncate(false)
                .open(path)?;
            lock(&open)?;
            open
        }
    };
    let open = file.insert(open);
    if open.metadata()?.nlink() == 0 {
        return Err(io::Error::other("somebody has removed the file"));
    }
    if is_new {
        open.set_len(0)?;
        open.seek(SeekFrom::Start(0))?;
    }
    // One call, so that a line is there or not.
    open.write_all(text.as_bytes())
}

fn put(
    store: &mut Option<Box<dyn Store>>,
    world: &str,
    name: &str,
    revision: Option<Revision>,
    recording: &Recording,
) -> Result<Revision> {
    let open = match store.take() {
        Some(open) => open,
        None => store::existing()?,
    };
    let open = store.insert(open);
    let save = Save {
        kind: SaveKind::Recording,
        name: name.to_owned(),
        format: RECORDING_FORMAT,
        bytes: recording.to_text().into_bytes(),
        place: None,
        hit_points: None,
    };
    let over = match revision {
        Some(revision) => Over::Revision(revision),
        None => Over::Anything,
    };
    let revisions = open.write(world, &[Write::Save(&save, over)])?;
    revisions.first().copied().context("nothing was saved")
}

/// The game that somebody has in a world of the store.
pub(super) fn stored(world: &str, name: &str) -> Result<Option<(Recording, Revision)>> {
    let Some(mut store) = store::readable()? else {
        return Ok(None);
    };
    let (save, revision) = match store.save(world, SaveKind::Recording, name) {
        Ok(found) => found,
        Err(StoreError::NoSave { .. }) => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let text = String::from_utf8(save.bytes)
        .map_err(|_| anyhow!("the game {name:?} of {world:?} is no text: expected a recording"))?;
    let recording =
        Recording::from_text(&text).with_context(|| format!("the game {name:?} of {world:?}"))?;
    Ok(Some((recording, revision)))
}

/// The folder of games that nobody gave a place.
pub(super) fn folder() -> Result<PathBuf> {
    let folder = store::data_folder()?.join("games");
    let made = std::fs::create_dir_all(&folder);
    made.with_context(|| format!("{}: the folder cannot be made", shown(&folder)))?;
    Ok(folder)
}

/// Keeps a game that could not be kept where it belongs; where it is now.
pub(super) fn rescue(recording: &Recording, slug: &str) -> Result<PathBuf> {
    let mut problem = None;
    for folder in [folder().ok(), Some(std::env::temp_dir())]
        .into_iter()
        .flatten()
    {
        for number in 1..1000u32 {
            let path = folder.join(format!("{slug}-rescued-{number}.rec"));
            let file = OpenOptions::new().write(true).create_new(true).open(&path);
            match file.and_then(|mut file| file.write_all(recording.to_text().as_bytes())) {
                Ok(()) => return Ok(path),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => {
                    problem = Some(error);
                    break;
                }
            }
        }
    }
    let problem = problem.as_ref().map_or("no folder".to_owned(), reason);
    bail!("the game could not be kept anywhere: {problem}")
}

/// The file of a game of this number.
fn numbered(folder: &Path, slug: &str, number: u32) -> PathBuf {
    folder.join(match number {
        1 => format!("{slug}.rec"),
        number => format!("{slug}-{number}.rec"),
    })
}

/// A file for a new game.
pub(super) fn free(slug: &str) -> Result<PathBuf> {
    let folder = folder()?;
    let mut all = (1..).map(|number| numbered(&folder, slug, number));
    all.find(|path| !path.exists()).context("no free name")
}

/// The last game of a name in the folder of games, if it can be read.
pub(super) fn last_of(slug: &str) -> Result<Option<(PathBuf, Recording)>> {
    let folder = folder()?;
    let all = (1..).map(|number| numbered(&folder, slug, number));
    let Some(path) = all.take_while(|path| path.exists()).last() else {
        return Ok(None);
    };
    let text = crate::input::read_limited(&path, 1 << 30)?;
    let recording = Recording::recover(&text).ok();
    Ok(recording.map(|(recording, _)| (path, recording)))
}

/// The last game in a world in the folder of games, whatever its dice; the world as recordings
/// have it.
pub(super) fn last_from(origin: &str) -> Result<Option<(PathBuf, Recording)>> {
    for path in all_games(&folder()?)? {
        let text = crate::input::read_limited(&path, 1 << 30)?;
        match Recording::recover(&text) {
            Ok((recording, _)) if recording.origin == origin => {
                return Ok(Some((path, recording)));
            }
            _ => {}
        }
    }
    Ok(None)
}

/// The game in the folder of games that was played last.
pub(super) fn latest() -> Result<PathBuf> {
    let folder = folder()?;
    let latest = all_games(&folder)?.into_iter().next();
    latest.with_context(|| {
        format!(
            "there is no game in {}: deepway play begins one",
            shown(&folder)
        )
    })
}

/// All games in a folder, the last one first.
fn all_games(folder: &Path) -> Result<Vec<PathBuf>> {
    let files = std::fs::read_dir(folder).with_context(|| shown(folder))?;
    let files = files.flatten().map(|file| file.path());
    let games = files.filter(|path| path.extension().is_some_and(|end| end == "rec"));
    let mut games: Vec<PathBuf> = games.collect();
    games.sort_by_cached_key(|path| {
        let changed = path.metadata().and_then(|about| about.modified());
        Reverse((changed.ok(), path.clone()))
    });
    Ok(games)
}
