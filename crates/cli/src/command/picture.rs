//! Pictures as files, for every command that draws.

use crate::message::shown;
use crate::output::{self, Pending};
use anyhow::{Result, bail};
use deepway::view::{self, Scene};
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

fn scale(text: &str) -> Result<f32, String> {
    let scale = text.trim().parse().ok();
    let scale = scale.filter(|scale| (0.1..=20.0).contains(scale));
    scale.ok_or_else(|| "expected a number from 0.1 to 20".to_owned())
}

impl PictureArgs {
    /// Whether any picture is asked for.
    pub(crate) fn is_wanted(&self) -> bool {
        self.svg.is_some() || self.png.is_some()
    }

    /// Whether a picture goes to standard output.
    pub(crate) fn takes_stdout(&self) -> bool {
        [&self.svg, &self.png]
            .into_iter()
            .flatten()
            .any(|path| path == Path::new("-"))
    }

    /// Whether a picture is to have this name.
    pub(crate) fn names(&self, path: &Path) -> bool {
        let mut own = [&self.svg, &self.png].into_iter().flatten();
        own.any(|own| own == path)
    }

    /// Refuses pictures that would get in each other's way, or in that of JSON.
    pub(crate) fn check(&self, json: bool) -> Result<()> {
        let is_stdout = |path: &Option<PathBuf>| path.as_deref() == Some(Path::new("-"));
        let outputs = [is_stdout(&self.svg), is_stdout(&self.png), json];
        if outputs.into_iter().filter(|&used| used).count() > 1 {
            bail!(
                "only one of --svg -, --png - and what is printed (--json, --text) can have standard output"
            );
        }
        if let (Some(svg), Some(png)) = (&self.svg, &self.png)
            && (svg == png || is_same(svg, png))
        {
            bail!("--svg and --png name the same file: expected two files");
        }
        for (option, path, other) in [("--svg", &self.svg, "png"), ("--png", &self.png, "svg")] {
            let name = path.as_deref().unwrap_or(Path::new(""));
            let extension = name.extension().unwrap_or_default();
            if extension.eq_ignore_ascii_case(other) {
                bail!(
                    "{option} {}: expected --{other}, as the name says",
                    shown(name)
                );
            }
        }
        Ok(())
    }

    /// Refuses to write a picture over what it is made from.
    pub(crate) fn spare(&self, input: &Path) -> Result<()> {
        for (option, path) in [("--svg", &self.svg), ("--png", &self.png)] {
            let path = path.as_deref().unwrap_or(Path::new(""));
            if is_same(path, input) {
                bail!(
                    "{option} {} would replace what is read: expected another file",
                    shown(path)
                );
            }
        }
        Ok(())
    }

    /// Writes the files of a picture, if any are asked for.
    pub(crate) fn prepare_if_wanted(
        &self,
        scene: impl FnOnce() -> Result<Scene>,
    ) -> Result<Vec<Pending>> {
        match self.is_wanted() {
            true => self.prepare(&scene()?),
            false => Ok(Vec::new()),
        }
    }

    /// Writes the files of a picture, to be put in place once all else is done.
    pub(crate) fn prepare(&self, scene: &Scene) -> Result<Vec<Pending>> {
        let Scene { width, height, .. } = *scene;
        debug!(items = scene.items.len(), width, height, "arranged picture");
        let mut pictures = Vec::new();
        if let Some(path) = &self.svg {
            let svg = view::svg(scene);
            pictures.push(output::prepare(path, |out| out.write_all(svg.as_bytes()))?);
        }
        if let Some(path) = &self.png {
            // Two pixels to a unit, so that a picture is sharp; one where it is large.
            let usual = if width * height > 6e6 { 1.0 } else { 2.0 };
            let scale = self.scale.unwrap_or(usual);
            let png = view::png(scene, scale)?;
            pictures.push(output::prepare(path, |out| out.write_all(&png))?);
        }
        Ok(pictures)
    }
}

/// Whether two names are of one file, which need not be there yet; `-` is none.
pub(crate) fn is_same(a: &Path, b: &Path) -> bool {
    let place = |path: &Path| {
        if path.as_os_str() == "-" {
            return None;
        }
        let there = path.canonicalize().ok();
        there.or_else(|| {
            let folder = match path.parent()? {
                folder if folder.as_os_str().is_empty() => Path::new("."),
                folder => folder,
            };
            Some(folder.canonicalize().ok()?.join(path.file_name()?))
        })
    };
    place(a).is_some_and(|a| Some(a) == place(b))
}

/// What a picture of a map is called: the file's name without its ending.
pub(crate) fn title(map: &Path) -> String {
    match map.file_stem() {
        Some(stem) if stem != "-" => shown(Path::new(stem)),
        _ => String::new(),
    }
}
