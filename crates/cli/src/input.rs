//! Reading worlds from files and from standard input.

use crate::command::picture::PictureArgs;
use crate::command::strata;
use crate::foreign;
use crate::message::{self, one_line, reason, shown};
use crate::output::{Named, keep_apart};
use crate::store;
use anyhow::{Context, Result, anyhow, bail};
use deepway::codec::Reader;
use deepway::population::Tables;
use deepway::strata::Strata;
use deepway::world::World;
use deepway::{Seed, Volume, json, validate};
use std::borrow::Cow;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Instant;
use tracing::info;

/// An open world: by its seed, by the name that it was saved under, or a file.
#[derive(Clone)]
pub(crate) enum OpenWorld {
    Seed(u64),
    Named(PathBuf),
}

impl FromStr for OpenWorld {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let is_number = text
            .chars()
            .all(|letter| letter.is_ascii_digit() || "+-._ ".contains(letter));
        match crate::command::generate::seed(text) {
            Ok(seed) => Ok(Self::Seed(seed)),
            Err(error) if is_number => Err(error),
            Err(_) => Ok(Self::Named(text.into())),
        }
    }
}

impl fmt::Display for OpenWorld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seed(seed) => write!(f, "{seed}"),
            Self::Named(path) => f.write_str(&shown(path)),
        }
    }
}

impl OpenWorld {
    fn read(&self) -> Result<Strata> {
        match self {
            Self::Seed(seed) => Ok(Strata::new(Seed::new(*seed))),
            Self::Named(path) => {
                let world = read_world(path)?;
                let kind = world.kind();
                let open = strata::into_open(world);
                open.with_context(|| format!("{} is a {kind}: expected an open world", name(path)))
            }
        }
    }
}

/// A world: a file, or an open world by its seed.
#[derive(clap::Args)]
pub(crate) struct WorldArgs {
    /// The world: a text map, a MovingAI .map, or JSON of any kind; - is standard input
    #[arg(value_name = "WORLD", required_unless_present = "seed")]
    file: Option<PathBuf>,
    /// The open world of this seed, or the one that was saved under this name, instead of a file
    #[arg(
        long = "world",
        value_name = "N|NAME",
        id = "seed",
        conflicts_with = "file",
        allow_hyphen_values = true
    )]
    seed: Option<OpenWorld>,
}

/// An open world, with what was added to it.
#[derive(clap::Args)]
pub(crate) struct OpenWorldArgs {
    /// The seed of the world, or the name that it was saved under
    #[arg(long, value_name = "N|NAME", allow_hyphen_values = true)]
    world: OpenWorld,
    #[command(flatten)]
    registry: RegistryArgs,
    #[command(flatten)]
    pub(crate) tables: TableArgs,
}

/// Other creatures, items, traps and curiosities than the built-in ones.
#[derive(clap::Args)]
pub(crate) struct TableArgs {
    /// Creatures and more of your own: a folder with any of creatures.json, items.json, traps.json
    /// and curiosities.json
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
}

impl TableArgs {
    /// The files that the folder may have, whether they exist or not.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        let files = self.tables.iter();
        let files = files.flat_map(|folder| Tables::FILES.map(|name| folder.join(name)));
        files.collect()
    }

    /// Refuses pictures that would replace a table, or become one.
    pub(crate) fn keep_apart(&self, pictures: &PictureArgs) -> Result<()> {
        let files = self.files();
        let tables: Vec<Named> = files
            .iter()
            .map(|file| Named::new("--tables", file))
            .collect();
        keep_apart(&tables, &pictures.files())
    }

    /// The built-in tables, replaced by those of the folder where it has any.
    pub(crate) fn read(&self) -> Result<Cow<'static, Tables>> {
        let Some(folder) = &self.tables else {
            return Ok(Cow::Borrowed(Tables::built_in()));
        };
        let mut tables = Tables::built_in().clone();
        let replace = |name: &str, text: &str| Ok(tables.replace(name, text)?);
        replace_files("tables", folder, &Tables::FILES, replace)?;
        Ok(Cow::Owned(tables))
    }

    /// Puts the tables of the folder into a world.
    pub(crate) fn fill(&self, strata: &mut Strata) -> Result<()> {
        if let Cow::Owned(tables) = self.read()? {
            strata.set_tables(tables);
        }
        Ok(())
    }
}

impl OpenWorldArgs {
    /// The file of what is added, if there is one.
    pub(crate) fn file(&self) -> Option<Named<'_>> {
        let file = self.registry.registry.as_deref()?;
        Some(Named::new("--registry", file))
    }

    /// The options besides the seed, as one writes them.
    pub(crate) fn options(&self) -> String {
        let files = [
            ("--registry", &self.registry.registry),
            ("--tables", &self.tables.tables),
        ];
        let files = files
            .into_iter()
            .filter_map(|(name, file)| Some((name, file.as_deref()?)));
        files
            .map(|(name, file)| format!(" {name} {}", shown(file)))
            .collect()
    }

    pub(crate) fn read(&self) -> Result<Strata> {
        let mut strata = self.world.read()?;
        self.registry.add_to(&strata)?;
        self.tables.fill(&mut strata)?;
        Ok(strata)
    }
}

#[derive(clap::Args)]
pub(crate) struct RegistryArgs {
    /// Add what was dug or scripted in an open world: a file of JSON lines, as docs/formats.md says
    #[arg(long, value_name = "FILE")]
    registry: Option<PathBuf>,
}

impl RegistryArgs {
    /// Adds what the file says to a world.
    fn add_to(&self, strata: &Strata) -> Result<()> {
        if let Some(file) = &self.registry {
            let text = read_text(file)?;
            let mut registry = json::read_registry(&name(file), &text, strata.plan())?;
            for entry in strata.registry().iter() {
                registry.add(strata.plan(), entry.clone())?;
            }
            strata.set_registry(registry);
        }
        Ok(())
    }
}

impl WorldArgs {
    /// The path of the file, or what messages call the open world.
    pub(crate) fn path(&self) -> PathBuf {
        match (&self.file, &self.seed) {
            (Some(file), _) => file.clone(),
            (None, Some(OpenWorld::Named(path))) => path.clone(),
            (None, Some(OpenWorld::Seed(seed))) => format!("world {seed}").into(),
            (None, None) => PathBuf::new(),
        }
    }

    pub(crate) fn read(&self) -> Result<World> {
        match &self.seed {
            Some(open) => Ok(open.read()?.into()),
            None => read_world(&self.path()),
        }
    }

    /// Reads the world with what is added to it, if it is an open one.
    pub(crate) fn read_with(&self, registry: &RegistryArgs) -> Result<World> {
        let world = match registry.registry {
            Some(_) => self.read()?,
            None => return self.read(),
        };
        let Ok(strata) = strata::of(&world) else {
            bail!("--registry is for open worlds: expected --world N with it");
        };
        registry.add_to(strata)?;
        Ok(world)
    }
}

/// The world that was saved under a name, unless there is a file of this name.
pub(crate) fn saved(path: &Path) -> Result<Option<World>> {
    // A folder is no world, whatever its name.
    let is_file = path.as_os_str() == "-" || path.exists() && !path.is_dir();
    // A path of several parts is hardly a name, nor is one with a line break.
    let text = path.to_string_lossy();
    let is_path = path.components().count() > 1 || text.contains(char::is_control);
    if is_path && (is_file || store::find(path)?.is_none()) {
        return Ok(None);
    }
    match (store::find(path), is_file) {
        (Ok(None), false) if path.is_dir() => Ok(None),
        (Ok(None), false) => {
            let place = store::location()?;
            bail!(
                "cannot read {}: there is no such file, and no world of this name in {place} (deepway list lists them)",
                shown(path)
            )
        }
        (found, false) => found,
        (Ok(Some(_)), true) => {
            message::say(&format!(
                "{} is a file and a saved world: the file is read",
                shown(path)
            ));
            Ok(None)
        }
        // A store that cannot be opened is no reason to refuse a file.
        (Ok(None) | Err(_), true) => Ok(None),
    }
}

/// Reads a world of any kind: a file, or one that was saved; `-` is standard input.
///
/// It is read in pieces, so that a file that is no world is refused before it fills memory.
pub(crate) fn read_world(path: &Path) -> Result<World> {
    let start = Instant::now();
    if let Some(world) = saved(path)? {
        return Ok(world);
    }
    if let Some(imported) = foreign::read(path, None)? {
        foreign::tell(&imported, false);
        return Ok(imported.world);
    }
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

/// The largest file that replaces built-in data.
const MAX_REPLACEMENT: u64 = 8 << 20;

/// Hands the files of a folder that are there to `replace`. There must be one at least, and no
/// other JSON file, whose name is a slip then; `what` is the option and what the files hold.
pub(crate) fn replace_files(
    what: &str,
    folder: &Path,
    files: &[&str],
    mut replace: impl FnMut(&str, &str) -> Result<()>,
) -> Result<()> {
    if !folder.is_dir() {
        bail!("--{what} {}: expected a folder", shown(folder));
    }
    let entries = std::fs::read_dir(folder);
    let entries = entries.with_context(|| format!("cannot read {}", shown(folder)))?;
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.ends_with(".json") && !files.contains(&name.as_str()) {
            let (folder, name) = (shown(folder), one_line(&name));
            bail!("{folder}: {name}: expected {}", files.join(", "));
        }
    }
    let mut found = 0;
    for name in files {
        let path = folder.join(name);
        // A dangling symbolic link counts as there, and is an error.
        if path.symlink_metadata().is_ok() {
            found += 1;
            // A pipe would be waited for without end.
            if path.metadata().is_ok_and(|file| !file.is_file()) {
                bail!(
                    "{}: not a regular file: expected a file of JSON",
                    shown(&path)
                );
            }
            let text = read_limited(&path, MAX_REPLACEMENT)?;
            replace(name, &text).with_context(|| shown(folder))?;
        }
    }
    if found == 0 {
        let folder = shown(folder);
        bail!(
            "no {what} in {folder}: expected any of {}",
            files.join(", ")
        );
    }
    Ok(())
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
