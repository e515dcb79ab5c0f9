//! The store of the program: where worlds are kept by name.

use crate::message::{self, shown};
use crate::output;
use anyhow::{Context, Result, bail};
use deepway::world::World;
use deepway_store::{Location, Over, Store, StoreError, open};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// What `--store` says.
static CHOSEN: OnceLock<Option<String>> = OnceLock::new();

/// Keeps in mind what `--store` says, for the whole program.
pub(crate) fn choose(location: Option<&str>) {
    let _ = CHOSEN.set(location.map(str::to_owned));
}

/// Where worlds are kept: what `--store` says, else what `DEEPWAY_STORE` says, else a file in the
/// user's data folder.
pub(crate) fn location() -> Result<Location> {
    let chosen = CHOSEN.get().cloned().flatten();
    let chosen = chosen.or_else(|| std::env::var("DEEPWAY_STORE").ok());
    match chosen.filter(|chosen| !chosen.is_empty()) {
        Some(chosen) => chosen.parse().map_err(anyhow::Error::from),
        None => Ok(Location::Sqlite(default_file()?)),
    }
}

/// The file that is used if nobody says otherwise.
fn default_file() -> Result<PathBuf> {
    Ok(data_folder()?.join("worlds.db"))
}

/// The program's folder among the user's data.
pub(crate) fn data_folder() -> Result<PathBuf> {
    let folder = |name: &str| {
        let folder = std::env::var_os(name).map(PathBuf::from);
        folder.filter(|folder| folder.is_absolute())
    };
    let data = folder("XDG_DATA_HOME").or_else(|| Some(folder("HOME")?.join(".local/share")));
    let data = data.context(
        "there is no home folder to keep worlds in: expected --store sqlite:PATH or DEEPWAY_STORE",
    )?;
    Ok(data.join("deepway"))
}

/// Opens the store; its folder is made if it is the usual one.
pub(crate) fn writable() -> Result<Box<dyn Store>> {
    let location = location()?;
    if let Location::Sqlite(path) = &location
        && default_file().is_ok_and(|usual| usual == *path)
        && let Some(folder) = path.parent()
    {
        let made = std::fs::create_dir_all(folder);
        made.with_context(|| format!("{}: the folder cannot be made", shown(folder)))?;
    }
    Ok(open(&location.to_string_with_password())?)
}

/// Opens the store if there is one: a file that does not exist is not made.
pub(crate) fn readable() -> Result<Option<Box<dyn Store>>> {
    match &location()? {
        Location::Sqlite(path) if !path.exists() => Ok(None),
        location => Ok(Some(open(&location.to_string_with_password())?)),
    }
}

/// Refuses a file that does not exist.
pub(crate) fn existing_place() -> Result<()> {
    match &location()? {
        place @ Location::Sqlite(path) if !path.exists() => {
            bail!("{place} does not exist: deepway generate sector --save NAME makes it")
        }
        _ => Ok(()),
    }
}

/// Opens the store, in which there must be something.
pub(crate) fn existing() -> Result<Box<dyn Store>> {
    existing_place()?;
    Ok(open(&location()?.to_string_with_password())?)
}

/// A world by its name; none if nothing has this name.
pub(crate) fn find(name: &Path) -> Result<Option<World>> {
    let Some(name) = name.to_str() else {
        return Ok(None);
    };
    let Some(mut store) = readable()? else {
        return Ok(None);
    };
    match deepway_store::load(store.as_mut(), name) {
        Ok((world, _)) => Ok(Some(world)),
        Err(StoreError::Missing { .. }) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Whether to keep a world, and under which name.
#[derive(clap::Args)]
pub(crate) struct SaveArgs {
    /// Keep it under this name, for every command that takes a world; `deepway list` lists them
    #[arg(long, value_name = "NAME")]
    save: Option<String>,
}

impl SaveArgs {
    /// Saves a world, if that is wanted; what to say about it.
    pub(crate) fn save(&self, world: &World) -> Result<Option<String>> {
        let name = self.save.as_deref();
        name.map(|name| save(name, world)).transpose()
    }

    /// Says what was saved: on standard output if that is free.
    pub(crate) fn tell(said: Option<String>, is_free: bool) -> Result<()> {
        match said {
            Some(said) if is_free => output::print(|out| writeln!(out, "{said}")),
            Some(said) => {
                message::say(&said);
                Ok(())
            }
            None => Ok(()),
        }
    }
}

/// Saves a world under a name that is free; says where.
pub(crate) fn save(name: &str, world: &World) -> Result<String> {
    let mut store = writable()?;
    let saved = deepway_store::save(store.as_mut(), name, world, Over::Nothing);
    match saved {
        Ok(_) => Ok(format!("saved {name:?} in {}", store.place())),
        Err(StoreError::Taken { place, .. }) => bail!(
            "there already is a world {name:?} in {place}: expected another name (deepway delete {name:?} makes room)"
        ),
        Err(error) => Err(error.into()),
    }
}
