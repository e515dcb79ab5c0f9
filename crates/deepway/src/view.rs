//! Views of volumes, sectors and mazes: as text, from the side, and as pictures.
//!
//! Pictures are made in two steps: [`plan`], [`stack`] and [`side`] arrange a
//! [`Scene`] (polygons, lines and labels), and [`svg`] or, with the feature
//! `png`, [`png()`] turn it into a file. Nothing here knows the rules of links:
//! whoever wants links drawn passes the result of [`crate::link::scan`].

mod atlas;
#[cfg(feature = "exchange")]
mod bare;
mod block;
#[cfg(feature = "exchange")]
mod book;
mod caption;
mod contact_sheet;
mod depths;
mod detail;
mod difference;
mod first_person;
mod font;
mod hatch;
mod histogram;
mod icon;
mod inhabitants;
mod labels;
mod layers;
mod legend;
mod link_line;
mod map;
mod maze;
mod notes;
mod palette;
mod placing;
mod plan;
mod play;
#[cfg(feature = "png")]
mod png;
#[cfg(feature = "exchange")]
mod printed;
mod profile;
mod route;
mod scene;
mod sector;
mod setting;
mod sheet;
mod side;
mod stack;
mod strata;
mod svg;
mod text;
mod texture;
mod theme;
mod things;
mod veil;
mod words;
mod world;
mod zone_key;

#[cfg(feature = "exchange")]
pub(crate) use bare::{bare_level, fitting, surface, tiles};
#[cfg(feature = "exchange")]
pub use book::{Book, BookNames, PaperSize, book};
#[cfg(feature = "exchange")]
pub(crate) use book::{Drawn, Font, byte, pieces};
pub use caption::{openings, place_title, zone_title};
pub use contact_sheet::{Tile, contact_sheet};
pub use depths::{Stacks, stacks};
pub use detail::TooDetailed;
pub use difference::difference;
pub use first_person::{
    Light, Segment, Sight, first_person, first_person_scene, first_person_sheet, first_person_text,
};
pub use histogram::{Bars, histograms};
pub use inhabitants::Lore;
pub use map::link_summary;
pub use maze::{Player, maze_level, maze_level_map, maze_level_overview, maze_map, maze_overview};
pub use notes::{Shown, notes, zone_notes};
pub use plan::plan;
pub use play::{
    Column, GameSide, Lead, Seen, What, bearing, described, game_plan, game_side, leads, morgue,
    seen_at, surroundings, through_the_eyes,
};
#[cfg(feature = "png")]
pub use png::{PngError, png};
pub use profile::{ProfileOptions, Slice, UnknownSlice, profile};
pub use scene::{Anchor, Colour, Item, Point, Scene};
pub use sector::{
    Reader, Tint, carved_overview, layer_list, layer_plan, patterns, room_contents, room_list,
    sector_overview, sector_stack, side_profile,
};
#[cfg(feature = "exchange")]
pub(crate) use sector::{is_secret_way, player_cells};
pub use setting::Setting;
pub use sheet::sheet;
pub use side::side;
pub use stack::stack;
pub use svg::svg;
pub use text::{GAP, Ink, TextBlock, beside, biome_level, known_level, level, marked_level};
pub use theme::Theme;
#[cfg(feature = "exchange")]
pub(crate) use veil::{Veil, has_sight, veiled};
pub use words::{count, list_findings, thousands, wrapped};
pub use world::{Paper, Part, ShowError, Showing, overview, picture};

use crate::space::{Biome, Direction, Pos};

/// What a picture shows in addition to the cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PictureOptions {
    /// The title above the picture; none if empty.
    pub title: String,
    /// The ground level; without it levels have no names.
    pub ground: Option<u32>,
    /// The cells of a route to draw over the levels; none if empty.
    pub route: Vec<Pos>,
    /// The biome of each level, which gives it its colours; levels without a biome are
    /// coloured by height.
    pub biomes: Vec<Option<Biome>>,
    /// Where each level lies in an open world, which tints and darkens it; none for others.
    pub settings: Vec<Setting>,
    /// What each level is called, in place of its number.
    pub names: Vec<String>,
    /// Levels that a picture of all levels leaves out.
    pub left_out: Vec<u32>,
    /// Cells that somebody knows: what leads up or down from them is yellow on magenta.
    pub known: Vec<Pos>,
    /// Where the outer edges of a level of zones are open: cells, each with the side that it
    /// leads to; edges are marked only if there is a setting.
    pub openings: Vec<(Pos, Direction)>,
    /// Leave out the numbers of rows and columns, which mean nothing on a sheet.
    pub without_rulers: bool,
    /// Whether the picture is dark or light.
    pub theme: Theme,
}

/// The layer of a level, if the ground level is known and near.
fn layer_of(z: u32, ground: Option<u32>) -> Option<crate::space::Layer> {
    crate::space::Layer::from_z(z as i32 - ground? as i32)
}

#[cfg(test)]
mod tests;
