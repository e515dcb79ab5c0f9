//! A sector for people: as text, and as a picture.

use super::picture::PictureArgs;
use crate::message::{columns, count};
use crate::output::Pending;
use anyhow::Result;
use clap::ValueEnum;
use deepway::sector::{CarvedSector, Sector};
use deepway::validate::Issue;
use deepway::view::{self, Ink, PictureOptions, Scene, Shown, TextBlock, Tint};
use deepway::{Biome, Layer, MoveRules, link};

#[derive(clap::Args)]
pub(crate) struct SectorPictureArgs {
    /// What the colours of rooms say in a picture of a sector [default: layer]
    #[arg(long, value_enum, value_name = "WHAT", requires = "PictureArgs")]
    tint: Option<TintArg>,
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
}

impl SectorPictureArgs {
    /// Whether colours are asked for that only a sector has.
    pub(crate) fn is_tinted(&self) -> bool {
        self.tint.is_some()
    }

    /// Writes the pictures that are asked for, to be put in place once all else is done.
    pub(crate) fn prepare(&self, sector: &Sector) -> Result<Vec<Pending>> {
        let tint = match self.tint {
            Some(TintArg::Role) => Tint::Role,
            Some(TintArg::Biome) => Tint::Biome,
            _ => Tint::Layer,
        };
        let title = format!("Sector {}", sector.seed);
        self.files
            .prepare_if_wanted(|| Ok(view::sector_stack(sector, tint, &title)))
    }
}

/// A sector for people: its profile, its plans, its rooms, and whether it is sound.
pub(crate) fn describe(sector: &Sector, issues: &[Issue]) -> String {
    let mut text = heading(sector);
    text += &view::side_profile(sector, columns());
    text += "\nFrom the side: neighbours that share a passage are joined by a line; the list below has all.\n";
    for layer in Layer::ALL.into_iter().rev() {
        let mut metres = format!("{:+} m", layer.metres()).replace("+0", "0");
        if let Some(biome) = biome_at(sector, layer.z()) {
            metres += &format!(", {}", biome.id());
        }
        match view::layer_plan(sector, layer) {
            Some(plan) => text += &format!("\n{layer} ({metres}), north is up\n{plan}"),
            None if sector.at_layer(layer).next().is_some() => {
                text += &format!("\n{layer} ({metres}) is too wide for a plan\n");
            }
            None => {}
        }
    }
    text +=
        "\n░ door or corridor  ? secret door  ▲ way up  ▼ way down  ◆ both  + corridor climbs\n\n";
    text += &view::room_list(sector);
    text.push('\n');
    text += &sound(sector, issues);
    text
}

/// What a sector is, in a line.
fn heading(sector: &Sector) -> String {
    let blueprint = &sector.blueprint;
    format!(
        "Sector {}: {} in {}, {}\n\n",
        sector.seed,
        count(sector.rooms.len() as u64, "room", "rooms"),
        blueprint.biome.id(),
        match sector.is_brought {
            true => "from a graph that was brought".to_owned(),
            false => format!("{}, {}", blueprint.trend, blueprint.difficulty),
        }
    )
}

/// Whether a sector is sound, in a line or more.
fn sound(sector: &Sector, issues: &[Issue]) -> String {
    let dropped = sector
        .edges
        .iter()
        .filter(|edge| edge.passage == deepway::sector::Realised::Dropped);
    let mut text = String::new();
    for edge in dropped {
        let [a, b] = [edge.a, edge.b].map(|room| sector.rooms[room as usize].id.as_str());
        text += &format!("The edge between {a} and {b} was dropped: there was no way for it.\n");
    }
    match issues {
        [] => {
            text += &format!(
                "Sound: {} and {} checked, nothing wrong.\n",
                count(sector.rooms.len() as u64, "room", "rooms"),
                count(
                    (sector.exits.len() / 2 + sector.connections.len()) as u64,
                    "passage",
                    "passages"
                )
            )
        }
        issues => text += &list_issues(issues),
    }
    text
}

/// A carved sector for people: its levels cell by cell, and whether it is sound.
pub(crate) fn describe_cells(carved: &CarvedSector, issues: &[Issue], ink: Ink) -> String {
    let (sector, volume) = (carved.sector(), carved.volume());
    let mut text = heading(sector);
    let lowest = carved.frame().corner.z;
    let columns = columns();
    let mut row: Vec<TextBlock> = Vec::new();
    for level in (0..volume.size().levels()).rev() {
        let z = lowest + level as i32;
        let title = match Layer::from_z(z) {
            Some(layer) => format!("{layer}, {}", biome_at(sector, z).map_or("", Biome::id)),
            None => format!("level {z}"),
        };
        let block = view::biome_level(volume, level, &title, biome_at(sector, z), ink);
        let used: u32 = row.iter().map(|block| block.width() + view::GAP).sum();
        if used + block.width() > columns && !row.is_empty() {
            text += &format!("{}\n", view::beside(&row, columns));
            row.clear();
        }
        row.push(block);
    }
    text += &format!("{}\n", view::beside(&row, columns));
    let notes = view::notes(
        volume,
        &Shown::Levels(0..volume.size().levels()),
        columns,
        ink,
    );
    text += &format!("{}\n", view::beside(&[notes], columns));
    for room in &sector.rooms {
        text += &format!(
            "{} {} ({})\n  {}\n",
            room.id,
            room.name,
            room.biome.id(),
            room.description
        );
    }
    text.push('\n');
    for one in &sector.connections {
        let [low, high] = sector
            .low_and_high(one)
            .map(|room| sector.rooms[room as usize].id.as_str());
        let blockage = one
            .blockage
            .as_deref()
            .map_or(String::new(), |text| format!(" {text}"));
        let kind = one.kind.id();
        text += &format!(
            "{} {kind} from {low} up to {high}: {}{blockage}\n",
            one.id, one.description
        );
    }
    text.push('\n');
    text += &sound(sector, issues);
    text
}

/// The biome of a layer.
fn biome_at(sector: &Sector, z: i32) -> Option<Biome> {
    let room = sector.rooms.iter().find(|room| room.position.z == z);
    room.map(|room| room.biome)
}

/// The biome of each level of a carved sector.
pub(crate) fn biomes(carved: &CarvedSector) -> Vec<Option<Biome>> {
    let lowest = carved.frame().corner.z;
    let levels = 0..carved.volume().size().levels() as i32;
    levels
        .map(|level| biome_at(carved.sector(), lowest + level))
        .collect()
}

/// All levels of a carved sector, pulled apart, in the colours of their biomes.
pub(crate) fn carved_picture(carved: &CarvedSector) -> Result<Scene> {
    let (sector, volume) = (carved.sector(), carved.volume());
    let lowest = carved.frame().corner.z;
    let options = PictureOptions {
        title: format!("Sector {}", sector.seed),
        ground: u32::try_from(-lowest).ok(),
        biomes: biomes(carved),
        ..PictureOptions::default()
    };
    let links = link::scan(volume, &MoveRules::default());
    Ok(view::stack(volume, &links, &options)?)
}

/// The rooms of each layer, from the top down.
pub(crate) fn z_levels(sector: &Sector, issues: &[Issue]) -> String {
    let mut text = format!("Sector {}\n", sector.seed);
    for layer in Layer::ALL.into_iter().rev() {
        let rooms: Vec<String> = sector
            .at_layer(layer)
            .map(|room| {
                let (at, side) = (room.position, room.size.side());
                format!(
                    "{} {} at ({},{}), {side}×{side}",
                    room.id, room.name, at.x, at.y
                )
            })
            .collect();
        if !rooms.is_empty() {
            text += &format!("\nZ={:+} {layer} ({:+} m)\n", layer.z(), layer.metres())
                .replace("+0", "0");
            for room in rooms {
                text += &format!("  {room}\n");
            }
        }
    }
    text.push('\n');
    for one in &sector.connections {
        let [low, high] = sector
            .low_and_high(one)
            .map(|room| &sector.rooms[room as usize]);
        text += &format!(
            "{}: {} from {} up to {}, {}, DC {}{}\n",
            one.id,
            one.kind.id(),
            low.id,
            high.id,
            count(one.levels.into(), "layer", "layers"),
            one.dc,
            if one.blocked { ", blocked" } else { "" }
        );
    }
    text.push('\n');
    text += &sound(sector, issues);
    text
}

/// The most issues that are listed for people.
const LISTED: usize = 100;

/// A line for each issue; of very many only the first, and how many more there are.
pub(crate) fn list_issues(issues: &[Issue]) -> String {
    let mut text: String = issues
        .iter()
        .take(LISTED)
        .map(|issue| format!("{issue}\n"))
        .collect();
    if issues.len() > LISTED {
        let more = count((issues.len() - LISTED) as u64, "issue", "issues");
        text += &format!("and {more} more; --json lists all\n");
    }
    text
}
