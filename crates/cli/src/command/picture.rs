//! Pictures as files, for every command that draws.

use crate::message::shown;
use crate::output::{self, Named, Pending};
use anyhow::{Result, bail};
use clap::ValueEnum;
use deepway::view::{self, Part, Reader, Scene, Showing, Theme, Tint};
use deepway::world::World;
use std::path::{Path, PathBuf};
use tracing::debug;

#[derive(clap::Args)]
pub(crate) struct PictureArgs {
    /// Write a picture as SVG; - is standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write a picture as PNG; - is standard output
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// Pixels of the PNG for each unit of the SVG, 0.1 to 20 [default: 2, or 1 if it is large]
    #[arg(long, value_name = "N", requires = "png", allow_hyphen_values = true, value_parser = scale)]
    scale: Option<f32>,
}

/// Whether pictures are dark or light.
#[derive(clap::Args)]
pub(crate) struct ThemeArgs {
    /// Draw pictures on a dark ground, on a light one, or to print [default: dark]
    #[arg(long, value_enum, value_name = "THEME")]
    theme: Option<ThemeArg>,
}

#[derive(Clone, Copy, ValueEnum)]
enum ThemeArg {
    /// Light on dark
    Dark,
    /// Dark on light
    Light,
    /// For paper: white, hatched rock, thin lines, greys only
    Print,
}

impl ThemeArgs {
    /// Refuses --theme without a picture.
    pub(crate) fn check(&self, pictures: &PictureArgs) -> Result<()> {
        if self.theme.is_some() && !pictures.is_wanted() {
            bail!("--theme is for pictures: expected --svg FILE or --png FILE with it");
        }
        Ok(())
    }

    /// Refuses --theme without a sheet.
    pub(crate) fn check_sheet(&self) -> Result<()> {
        if self.theme.is_some() {
            bail!("--theme is for pictures: expected --sheet FILE with it");
        }
        Ok(())
    }

    pub(crate) fn theme(&self) -> Theme {
        match self.theme {
            Some(ThemeArg::Light) => Theme::Light,
            Some(ThemeArg::Print) => Theme::Print,
            Some(ThemeArg::Dark) | None => Theme::Dark,
        }
    }
}

/// Pictures of a sector as well.
#[derive(clap::Args)]
pub(crate) struct SectorPictureArgs {
    /// What the colours show: of rooms in a picture of a sector [default: layer], of the land in a map of an open world [default: height and rock]
    #[arg(long, value_enum, value_name = "WHAT")]
    tint: Option<TintArg>,
    #[command(flatten)]
    pub(crate) theme: ThemeArgs,
    #[command(flatten)]
    pub(crate) files: PictureArgs,
}

#[derive(Clone, Copy, ValueEnum)]
enum TintArg {
    /// Its layer
    Layer,
    /// What the room is for
    Role,
    /// Its biome
    Biome,
    /// How dangerous the land of an open world is
    Tier,
}

impl SectorPictureArgs {
    /// Refuses --tint without a picture, and pictures that [`PictureArgs::check`] refuses.
    pub(crate) fn check(&self, inputs: &[Named], json: bool) -> Result<()> {
        if self.is_tinted() && !self.files.is_wanted() {
            bail!("--tint is for pictures: expected --svg FILE or --png FILE with it");
        }
        self.theme.check(&self.files)?;
        self.files.check(inputs, json)
    }

    /// Whether --tint, which only applies to sectors and maps of open worlds, is given.
    pub(crate) fn is_tinted(&self) -> bool {
        self.tint.is_some()
    }

    pub(crate) fn tint(&self) -> Tint {
        match self.tint {
            Some(TintArg::Role) => Tint::Role,
            Some(TintArg::Biome) => Tint::Biome,
            Some(TintArg::Tier) => Tint::Tier,
            Some(TintArg::Layer) | None => Tint::Layer,
        }
    }
}

/// What a map of a sector's cells shows, and on how many pages.
#[derive(clap::Args)]
pub(crate) struct MapArgs {
    /// Show the cells of a sector as a player may see them: no secret doors, traps, creatures or treasure; of a saved expedition only what has been explored
    #[arg(long)]
    pub(crate) player: bool,
    /// Draw all levels from above on one sheet, beside each other
    #[arg(long)]
    pub(crate) sheet: bool,
    /// Draw each level from above in a file of its own: map.png becomes map-ground-level.png and so on
    #[arg(long, conflicts_with = "sheet")]
    pub(crate) pages: bool,
}

impl MapArgs {
    /// Refuses --sheet and --pages without a picture, and pages on standard output.
    pub(crate) fn check(&self, pictures: &PictureArgs) -> Result<()> {
        let asked = [(self.sheet, "--sheet"), (self.pages, "--pages")];
        if let Some((_, name)) = asked.iter().find(|(is_asked, _)| *is_asked)
            && !pictures.is_wanted()
        {
            bail!("{name} is for pictures: expected --svg FILE or --png FILE with it");
        }
        if self.pages && pictures.takes_stdout() {
            bail!("--pages writes several files: expected a FILE for --svg and --png, not -");
        }
        if self.pages {
            // The names of pages are made from it, so that it is never written itself.
            for file in pictures.files() {
                output::refuse_folder(file.path)?;
            }
        }
        Ok(())
    }

    pub(crate) fn reader(&self) -> Reader {
        match self.player {
            true => Reader::Player,
            false => Reader::Keeper,
        }
    }

    /// Writes the pictures of a world: a page for each level, or what is shown.
    pub(crate) fn prepare(
        &self,
        files: &PictureArgs,
        world: &World,
        showing: &Showing,
        draw: impl Fn(&Showing) -> Result<Scene>,
    ) -> Result<Vec<Pending>> {
        if !self.pages || !files.is_wanted() {
            return files.prepare_if_wanted(|| draw(showing));
        }
        let mut written = Vec::new();
        for (z, page) in files.pages(world)? {
            let part = Part::Level(z);
            let scene = draw(&Showing {
                part,
                ..showing.clone()
            })?;
            written.extend(page.prepare(&scene)?);
        }
        Ok(written)
    }
}

fn scale(text: &str) -> Result<f32, String> {
    let scale = text.trim().parse().ok();
    let scale = scale.filter(|scale| (0.1..=20.0).contains(scale));
    scale.ok_or_else(|| "expected a number from 0.1 to 20".to_owned())
}

impl PictureArgs {
    /// The picture in a file, in the format that its name says; `argument` names it.
    pub(crate) fn named(argument: &str, path: &Path) -> Result<Self> {
        let ending = path.extension().unwrap_or_default();
        let is = |format: &str| ending.eq_ignore_ascii_case(format).then(|| path.to_owned());
        let (svg, png) = (is("svg"), is("png"));
        if svg.is_none() && png.is_none() {
            let name = shown(path);
            bail!("{argument} {name}: expected a name that ends in .svg or .png");
        }
        let scale = None;
        Ok(Self { svg, png, scale })
    }

    /// The levels of a world, the highest first, with the files of a page for each.
    pub(crate) fn pages(&self, world: &World) -> Result<Vec<(u32, Self)>> {
        let levels = (0..world.cells()?.size().levels()).rev();
        let pages = levels.map(|z| {
            let name = world.level_name(z).to_lowercase().replace(' ', "-");
            (z, self.page(&name))
        });
        Ok(pages.collect())
    }

    /// The files of a page with a name: `map.png` becomes `map-name.png`.
    fn page(&self, name: &str) -> Self {
        let named = |path: &PathBuf| {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            let ending = path.extension().map(|ending| ending.to_string_lossy());
            let ending = ending.map_or(String::new(), |ending| format!(".{ending}"));
            path.with_file_name(format!("{stem}-{name}{ending}"))
        };
        Self {
            svg: self.svg.as_ref().map(named),
            png: self.png.as_ref().map(named),
            scale: self.scale,
        }
    }

    /// Whether any picture is asked for.
    pub(crate) fn is_wanted(&self) -> bool {
        self.svg.is_some() || self.png.is_some()
    }

    /// Whether a picture goes to standard output.
    pub(crate) fn takes_stdout(&self) -> bool {
        self.files().iter().any(|file| output::is_stdout(file.path))
    }

    /// The picture files that were requested.
    pub(crate) fn files(&self) -> Vec<Named<'_>> {
        let named = [("--svg", &self.svg), ("--png", &self.png)];
        let named = named.into_iter();
        named
            .filter_map(|(argument, path)| Some(Named::new(argument, path.as_deref()?)))
            .collect()
    }

    /// Refuses pictures that would replace the input or each other, or share standard output
    /// with printed text.
    pub(crate) fn check(&self, inputs: &[Named], json: bool) -> Result<()> {
        let files = self.files();
        let stdout = files.iter().filter(|file| output::is_stdout(file.path));
        if stdout.count() + usize::from(json) > 1 {
            bail!(
                "only one of --svg -, --png - and printed output (--json, --text) can use standard output"
            );
        }
        output::keep_apart(inputs, &files)?;
        for (file, other) in files.iter().flat_map(|file| [(file, "svg"), (file, "png")]) {
            let ending = file.path.extension().unwrap_or_default();
            if file.argument != format!("--{other}") && ending.eq_ignore_ascii_case(other) {
                let (argument, name) = (file.argument, shown(file.path));
                bail!("{argument} {name}: expected --{other}, as the name says");
            }
        }
        Ok(())
    }

    /// Writes the files of a picture, if any were requested.
    pub(crate) fn prepare_if_wanted(
        &self,
        scene: impl FnOnce() -> Result<Scene>,
    ) -> Result<Vec<Pending>> {
        match self.is_wanted() {
            true => self.prepare(&scene()?),
            false => Ok(Vec::new()),
        }
    }

    /// Writes the files of a picture, to be moved into place once all else is done.
    pub(crate) fn prepare(&self, scene: &Scene) -> Result<Vec<Pending>> {
        let Scene { width, height, .. } = *scene;
        debug!(items = scene.items.len(), width, height, "arranged picture");
        let mut pictures = Vec::new();
        if let Some(path) = &self.svg {
            let svg = view::svg(scene);
            pictures.push(output::prepare(path, |out| out.write_all(svg.as_bytes()))?);
        }
        if let Some(path) = &self.png {
            // Two pixels per unit keep a picture sharp; a large picture gets one.
            let usual = if width * height > 2.5e7 { 1.0 } else { 2.0 };
            let scale = self.scale.unwrap_or(usual);
            let png = view::png(scene, scale)?;
            pictures.push(output::prepare(path, |out| out.write_all(&png))?);
        }
        Ok(pictures)
    }
}

/// The title of a picture of a map: the file's name without its extension.
pub(crate) fn title(map: &Path) -> String {
    match map.file_stem() {
        Some(stem) if stem != "-" => shown(Path::new(stem)),
        _ => String::new(),
    }
}
