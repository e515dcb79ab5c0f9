//! The one table of formats: names, endings, what each of them is.

use crate::codec;

/// A format of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Format {
    /// Our JSON: any world, complete.
    Json,
    /// A text map.
    Text,
    /// A MovingAI map.
    MovingAi,
    /// Tiled maps as XML, and a `.world`.
    Tmx,
    /// Tiled maps as JSON, and a `.world`.
    Tmj,
    /// An LDtk project.
    Ldtk,
    /// A REXPaint picture.
    Xp,
    /// One Page Dungeons.
    OnePage,
    /// A glTF binary.
    Glb,
    /// A MagicaVoxel scene.
    Vox,
    /// Universal VTT files.
    Uvtt,
    /// A Foundry scene.
    Foundry,
    /// A graph for Graphviz.
    Dot,
    /// A graph as GraphML.
    GraphMl,
    /// A drawing.
    Svg,
    /// A picture.
    Png,
    /// The keeper's book.
    Pdf,
}

/// All properties of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormatInfo {
    /// The format.
    pub format: Format,
    /// Its name in the program's arguments.
    pub name: &'static str,
    /// The extensions of its files; a world becomes a file with the first.
    pub endings: &'static [&'static str],
    /// What it is, in words.
    pub about: &'static str,
    /// Whether a world becomes several files, in a folder.
    pub is_folder: bool,
    /// Whether it is read as well.
    pub is_read: bool,
}

const fn row(
    format: Format,
    name: &'static str,
    endings: &'static [&'static str],
    about: &'static str,
    [is_folder, is_read]: [bool; 2],
) -> FormatInfo {
    FormatInfo {
        format,
        name,
        endings,
        about,
        is_folder,
        is_read,
    }
}

/// The table of formats.
#[rustfmt::skip]
const TABLE: [FormatInfo; 17] = [
    row(Format::Json, "json", &["json"], "our JSON: any world, complete", [false, true]),
    row(Format::Text, "text", &["txt"], "a text map: cells, materials, things", [false, true]),
    row(Format::MovingAi, "movingai", &["map"], "a MovingAI map: one level of floor, walls, rubble, liquids", [false, true]),
    row(Format::Tmx, "tmx", &["tmx", "world"], "Tiled 1.10: a map a level, and a .world", [true, true]),
    row(Format::Tmj, "tmj", &["tmj"], "the same with maps as JSON", [true, true]),
    row(Format::Ldtk, "ldtk", &["ldtk"], "an LDtk 1.5.3 project: a level a layer", [false, true]),
    row(Format::Xp, "xp", &["xp"], "REXPaint: a layer a level, at most 9", [false, true]),
    row(Format::OnePage, "onepage", &[], "One Page Dungeon JSON: a file a level", [true, true]),
    row(Format::Glb, "glb", &["glb"], "glTF 2.0 binary: a node a level, room, connection", [false, false]),
    row(Format::Vox, "vox", &["vox"], "MagicaVoxel: a model a level", [false, false]),
    row(Format::Uvtt, "uvtt", &["uvtt", "dd2vtt"], "Universal VTT: a file a level", [true, false]),
    row(Format::Foundry, "foundry", &[], "a Foundry v14 scene with levels, and its pictures", [true, false]),
    row(Format::Dot, "dot", &["dot", "gv"], "a graph for Graphviz: a cluster a level", [false, false]),
    row(Format::GraphMl, "graphml", &["graphml"], "the same graph as GraphML", [false, false]),
    row(Format::Svg, "svg", &["svg"], "a drawing of all levels", [false, false]),
    row(Format::Pdf, "pdf", &["pdf"], "the keeper's book (deepway book has more options)", [false, false]),
    row(Format::Png, "png", &["png"], "a picture of all levels", [false, false]),
];

impl Format {
    /// Every format, in the order of the table.
    pub fn all() -> impl ExactSizeIterator<Item = Self> + Clone {
        TABLE.iter().map(|info| info.format)
    }

    /// All its properties.
    pub fn info(self) -> &'static FormatInfo {
        // Every format has a row; the first stands in so that nothing can fail.
        let row = TABLE.iter().find(|info| info.format == self);
        row.unwrap_or(&TABLE[0])
    }

    /// The name in the program's arguments.
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// The format with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::all().find(|format| format.name() == name)
    }

    /// The format of files with this extension, in upper or lower case.
    pub fn from_ending(ending: &str) -> Option<Self> {
        Self::all().find(|format| {
            let mut endings = format.info().endings.iter();
            endings.any(|known| known.eq_ignore_ascii_case(ending))
        })
    }

    /// The same among the formats that hold a world line by line.
    pub fn plain(self) -> Option<codec::Format> {
        match self {
            Self::Json => Some(codec::Format::Json),
            Self::Text => Some(codec::Format::Text),
            Self::MovingAi => Some(codec::Format::MovingAi),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_format_has_a_row_and_names_are_unique() {
        let mut seen = HashSet::new();
        for format in Format::all() {
            assert_eq!(format.info().format, format);
            assert_eq!(Format::from_name(format.name()), Some(format));
            assert!(seen.insert(format.name()));
            for ending in format.info().endings {
                assert_eq!(Format::from_ending(&ending.to_uppercase()), Some(format));
                assert!(seen.insert(ending) || *ending == format.name());
            }
        }
        assert_eq!(Format::from_ending("doc"), None);
        for plain in codec::Format::ALL {
            let same = Format::from_name(plain.name());
            assert_eq!(same.and_then(Format::plain), Some(plain));
        }
    }
}
