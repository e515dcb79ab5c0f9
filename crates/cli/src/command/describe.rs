//! A sector for people: as text, and as a picture.

use super::check::list;
use super::picture::PictureArgs;
use crate::message::{columns, count};
use crate::output::Pending;
use anyhow::Result;
use clap::ValueEnum;
use deepway::report::{Finding, is_sound};
use deepway::sector::{CarvedSector, Sector};
use deepway::view::{self, Ink, PictureOptions, Scene, TextBlock, Tint};
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
        let title = format!("Sector {}", sector.seed());
        self.files
            .prepare_if_wanted(|| Ok(view::sector_stack(sector, tint, &title)))
    }
}

/// A sector for people: its profile, its plans, its rooms, and whether it is sound.
pub(crate) fn describe(sector: &Sector, findings: &[Finding]) -> String {
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
    text += &sound(sector, findings);
    text
}

/// What a sector is, in a line.
fn heading(sector: &Sector) -> String {
    let blueprint = sector.blueprint();
    format!(
        "Sector {}: {} in {}, {}\n\n",
        sector.seed(),
        count(sector.rooms().len() as u64, "room", "rooms"),
        blueprint.biome.id(),
        match sector.is_brought() {
            true => "from a user-supplied graph".to_owned(),
            false => format!("{}, {}", blueprint.trend, blueprint.difficulty),
        }
    )
}

/// Whether a sector is sound, in a line or more.
fn sound(sector: &Sector, findings: &[Finding]) -> String {
    let mut text = list(findings);
    if is_sound(findings) {
        text += &format!(
            "Sound: {} and {} checked, nothing wrong.\n",
            count(sector.rooms().len() as u64, "room", "rooms"),
            count(sector.passages().len() as u64, "passage", "passages")
        );
    }
    text
}

/// A carved sector for people: its levels cell by cell, and whether it is sound.
pub(crate) fn describe_cells(carved: &CarvedSector, findings: &[Finding], ink: Ink) -> String {
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
        let block = view::level(volume, level, &title, ink);
        let used: u32 = row.iter().map(|block| block.width() + view::GAP).sum();
        if used + block.width() > columns && !row.is_empty() {
            text += &format!("{}\n", view::beside(&row, columns));
            row.clear();
        }
        row.push(block);
    }
    text += &format!("{}\n", view::beside(&row, columns));
    for room in sector.rooms() {
        text += &format!(
            "{} {} ({})\n  {}\n",
            room.id,
            room.name,
            room.biome.id(),
            room.description
        );
    }
    text.push('\n');
    for connection in sector.connections() {
        let [low, high] = connection.low_and_high();
        let blockage = connection.blockage();
        let blockage = blockage.map_or(String::new(), |text| format!(" {text}"));
        let (id, kind) = (connection.id, connection.kind().id());
        let description = connection.description();
        text += &format!("{id} {kind} from {low} up to {high}: {description}{blockage}\n");
    }
    text.push('\n');
    text += &sound(sector, findings);
    text
}

/// The biome of a layer.
fn biome_at(sector: &Sector, z: i32) -> Option<Biome> {
    let room = sector.rooms().iter().find(|room| room.position.z == z);
    room.map(|room| room.biome)
}

/// All levels of a carved sector, pulled apart, in the colours of their biomes.
pub(crate) fn carved_picture(carved: &CarvedSector) -> Result<Scene> {
    let (sector, volume) = (carved.sector(), carved.volume());
    let lowest = carved.frame().corner.z;
    let biomes = (0..volume.size().levels()).map(|level| biome_at(sector, lowest + level as i32));
    let options = PictureOptions {
        title: format!("Sector {}", sector.seed()),
        ground: u32::try_from(-lowest).ok(),
        biomes: biomes.collect(),
        ..PictureOptions::default()
    };
    let links = link::scan(volume, &MoveRules::default());
    Ok(view::stack(volume, &links, &options)?)
}

/// The rooms of each layer, from the top down.
pub(crate) fn z_levels(sector: &Sector, findings: &[Finding]) -> String {
    let mut text = format!("Sector {}\n", sector.seed());
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
    for connection in sector.connections() {
        let [low, high] = connection.low_and_high();
        text += &format!(
            "{}: {} from {low} up to {high}, {}, DC {}{}\n",
            connection.id,
            connection.kind().id(),
            count(connection.levels().into(), "layer", "layers"),
            connection.dc(),
            if connection.is_blocked() {
                ", blocked"
            } else {
                ""
            }
        );
    }
    text.push('\n');
    text += &sound(sector, findings);
    text
}
